/* hot/distribution_check.h - compare the daemon's output distribution with the scanned blocks.
 *
 * Decoys are drawn from the distribution. With a false one, all decoys could come from a range without our
 * output, or from outputs that do not exist: the ring would identify our output. */
#ifndef SN_HOT_DISTRIBUTION_CHECK_H
#define SN_HOT_DISTRIBUTION_CHECK_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

/* Returns SN_DAEMON if the distribution
 *
 *   - does not start at the required block (struct sn_daemon_distribution);
 *   - has fewer blocks than this wallet has scanned;
 *   - has a different number of outputs up to a scanned block. If this concerns only the wallet's last
 *     SN_SPENDABLE_AGE blocks, the hint is to run wo-sync, because an ordinary reorganization may have
 *     replaced them; otherwise to scan all blocks again;
 *   - on mainnet, has more than ten times as many outputs per block, or less than a tenth, in the year
 *     before the wallet's first block as the wallet counted in the year after it. This is not compared if the
 *     first block is one of the first 1,000 of RingCT, and the wallet keeps too few of those after it;
 *   - goes more than SN_SPENDABLE_AGE - 1 blocks beyond the wallet's last block, or has too many outputs in
 *     the blocks beyond it; the hint is to run wo-sync. So each output that can be drawn as a decoy is in a
 *     block that the wallet has scanned.
 *
 * Returns SN_REFUSED on mainnet if the wallet has scanned fewer than 100 blocks above its first one: they are
 * too few to compare.
 *
 * Does not check our own outputs: call it before the daemon is asked for ring members. */
int sn_distribution_check(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
			  struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* Returns SN_DAEMON if the distribution has an output of ours, spent or not, in a different block than the
 * wallet. Call it after the daemon was asked for ring members: an earlier refusal would tell a lying daemon
 * whether an output of ours is in that block. */
int sn_distribution_check_places(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
				 struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* Append to the message in `err`, which states the contradiction, its possible reasons, and set the hint.
 * Returns SN_DAEMON. The wallet does not scan again by itself: this daemon may be the liar, and the scan
 * would show it that its lie concerns an output of ours. */
int sn_distribution_contradiction(struct sn_error *err);

#endif
