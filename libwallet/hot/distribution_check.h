/* hot/distribution_check.h - compare the daemon's output distribution with the blocks that the wallet
 * scanned.
 *
 * Decoys are drawn from the distribution. A false one would have all decoys drawn from where ours cannot be,
 * or from outputs that do not exist, so that the ring gives our output away. */
#ifndef SN_HOT_DISTRIBUTION_CHECK_H
#define SN_HOT_DISTRIBUTION_CHECK_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

/* Returns SN_DAEMON when the distribution
 *   - does not begin where it must (struct sn_daemon_distribution);
 *   - has fewer blocks than this wallet has scanned;
 *   - has another number of outputs up to a block that the wallet scanned. If only blocks among the wallet's
 * last SN_SPENDABLE_AGE differ, the error says to run wo-sync, because an ordinary reorganisation may have
 * replaced them; otherwise to scan all blocks again;
 *   - on mainnet, has more than ten times as many outputs per block, or less than a tenth, in the year before
 * the wallet's first block as the wallet counted in the year after it. Fewer than 100 scanned blocks are not
 * compared;
 *   - has too many outputs above the wallet's last block.
 * Does not look at our own outputs: call it before the daemon is asked for ring members. */
int sn_distribution_check(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
			  struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* SN_DAEMON when the distribution has an output of ours, spent or not, in another block than the wallet. Call
 * it after the daemon was asked for ring members: otherwise a daemon that lies about one block would see
 * whether an output of ours is there. */
int sn_distribution_check_places(const struct sn_daemon_distribution *d, const struct sn_wallet *w,
				 struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* Append to the sentence in `err`, which says how daemon and wallet contradict each other, the reasons and
 * the remedy. Returns SN_DAEMON. The wallet does not scan again by itself: this daemon may be the one that
 * lies, and the scan would tell it that its lie was about an output of ours. */
int sn_distribution_contradiction(struct sn_error *err);

#endif
