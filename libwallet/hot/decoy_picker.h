/* hot/decoy_picker.h - draw one output as a decoy, by age.
 *
 * The distribution follows the observed ages of spent outputs: the logarithm of the age has a gamma
 * distribution (shape 19.28, rate 1.61; M. Möser et al., "An Empirical Analysis of Traceability in the Monero
 * Blockchain", 2018). Of the block of that age, a random output is drawn. Ages below the spendable age are
 * redrawn within the first half hour after it. Locked outputs are drawn as well, and must not become ring
 * members.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, gamma_picker. */
#ifndef SN_HOT_DECOY_PICKER_H
#define SN_HOT_DECOY_PICKER_H

#include "base/error.h"
#include "chain/consensus.h"
#include "node/daemon_outputs.h"
#include "store/wallet_types.h"

#define SN_DECOY_GAMMA_SHAPE 19.28
#define SN_DECOY_GAMMA_SCALE (1 / 1.61)
#define SN_DECOY_UNLOCK_SECONDS (SN_SPENDABLE_AGE * SN_BLOCK_SECONDS)
#define SN_DECOY_RECENT_SECONDS (15 * SN_BLOCK_SECONDS)
#define SN_DECOY_BLOCKS_PER_YEAR (365 * 86400 / SN_BLOCK_SECONDS)

struct sn_decoy_picker {
	const uint32_t *cumulative; /* outputs up to and including each block */
	uint64_t start_height;
	size_t n_all_blocks;
	size_t n_blocks;    /* blocks with old enough outputs */
	uint64_t n_outputs; /* number of outputs in these blocks */
	double average_gap; /* recent seconds of chain time per output */
	/* outputs that are still locked: `from` up to below `end`, ascending */
	struct sn_decoy_locked {
		uint64_t from, end;
	} locked[SN_COINBASE_AGE - SN_SPENDABLE_AGE];
	size_t n_locked;
};

/* Prepare from the daemon's distribution, which must outlive the picker. SN_REFUSED if the chain is too young
 * for a ring. */
int sn_decoy_picker_init(struct sn_decoy_picker *p, const struct sn_daemon_distribution *d,
			 struct sn_error *err) SN_MUST_USE;

/* Note the coinbase outputs that are still locked in the blocks that the wallet scanned. */
void sn_decoy_picker_lock(struct sn_decoy_picker *p, const struct sn_wallet *w);

/* Whether sn_decoy_picker_lock noted the output: a ring with it would be invalid. */
bool sn_decoy_is_locked(const struct sn_decoy_picker *p, uint64_t index);

/* Uniform in (0, 1], and below `bound`. */
double sn_decoy_random(void);
uint64_t sn_decoy_random_below(uint64_t bound);

/* Draw one global output index. UINT64_MAX: draw again. */
uint64_t sn_decoy_pick(const struct sn_decoy_picker *p);

#endif
