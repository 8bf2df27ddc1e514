/* hot/decoys.h - the other fifteen of a ring.
 *
 * Drawn by age as people spend: the logarithm of the age follows a gamma distribution (shape 19.28,
 * rate 1.61; M. Möser et al., "An Empirical Analysis of Traceability in the Monero Blockchain", 2018), then a
 * random output of the block of that age. Ages below the spendable age are redrawn within the first half hour
 * after it. The ring takes the first usable ones in the order in which they were drawn: the later ones are
 * drawn from what is left, and would make it a little less like the distribution.
 *
 * As the reference implementation does, so that rings do not show which wallet made them:
 * src/wallet/wallet2.cpp, gamma_picker and get_outs, of v0.18.3.2 and later (secret_picking_order); before,
 * the order was random. */
#ifndef SN_HOT_DECOYS_H
#define SN_HOT_DECOYS_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

#define SN_DECOY_GAMMA_SHAPE 19.28
#define SN_DECOY_GAMMA_SCALE (1 / 1.61)
#define SN_DECOY_UNLOCK_SECONDS (SN_SPENDABLE_AGE * SN_BLOCK_SECONDS)
#define SN_DECOY_RECENT_SECONDS (15 * SN_BLOCK_SECONDS)
#define SN_DECOY_BLOCKS_PER_YEAR (365 * 86400 / SN_BLOCK_SECONDS)

struct sn_decoy_picker {
	const uint64_t *cumulative; /* outputs up to and including each block */
	uint64_t start_height;
	size_t n_all_blocks;
	size_t n_blocks;    /* those whose outputs are old enough */
	uint64_t n_outputs; /* in them */
	double average_gap; /* seconds of chain time per output, of late */
};

/* Prepare from the daemon's distribution, which must outlive the picker. SN_REFUSED when the chain is too
 * young for a ring. */
int sn_decoy_picker_init(struct sn_decoy_picker *p, const struct sn_daemon_distribution *d,
			 struct sn_error *err) SN_MUST_USE;

/* Uniform in (0, 1], and below `bound`. */
double sn_decoy_random(void);
uint64_t sn_decoy_random_below(uint64_t bound);

/* Draw one global output index, or UINT64_MAX for a draw that must be repeated. */
uint64_t sn_decoy_pick(const struct sn_decoy_picker *p);

/* Make the rings of inputs[0..n-1], which spend w->outputs[outputs[i]]. Ours are asked for among the others,
 * in ascending order and with spares, so that the daemon does not learn which they are. An output that was
 * composed before is asked for with the decoys that it had then, and has as many of them as hot/kept_ring.h
 * says, one less where `is_other` (may be NULL) has its place set: then its ring is another one, whatever the
 * daemon says of its members. The rings are in the wallet file before the daemon is asked, since it learns
 * them whatever becomes of the payment; the lock of the wallet is held for that alone. `distribution`: the
 * daemon's own, of just now, and checked. SN_REFUSED when the chain is too young for a ring. SN_DAEMON when
 * its distribution makes no sense, when it has an output of ours, also one that is not spent, in another
 * block than this wallet, when it does not return our outputs as we know them, or too few usable others. The
 * second is refused after the daemon was asked, as ever: otherwise a daemon that lies about one block would
 * see by it whether an output there is ours. */
int sn_make_rings(struct sn_unsigned_input *inputs, const size_t *outputs, const bool *is_other, size_t n,
		  struct sn_wallet *w, struct sn_daemon *daemon,
		  const struct sn_daemon_distribution *distribution, struct sn_error *err) SN_MUST_USE;

#endif
