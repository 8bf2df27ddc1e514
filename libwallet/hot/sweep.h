/* hot/sweep.h - outputs and transactions of a sweep.
 *
 * A sweep spends everything that is spendable and worth its cost, account by account, and in each account
 * address by address, the primary one last. No transaction spends from two addresses, which would link them,
 * unless the caller requests it. Each transaction is filled before the next one, with outputs drawn at random
 * among those least related to the earlier ones (hot/related.h). The reference wallet does the same for one
 * address: src/wallet/wallet2.cpp, create_transactions_all, create_transactions_from. A sweep is limited to
 * the size of an unsigned file (SN_SET_TXS_MAX, SN_SWEEP_INPUTS_MAX): the rest needs another sweep. */
#ifndef SN_HOT_SWEEP_H
#define SN_HOT_SWEEP_H

#include "base/error.h"
#include "store/wallet.h"

#define SN_SWEEP_INPUTS_MAX 12000

/* Number and sum of some outputs; saturates at UINT64_MAX. */
struct sn_output_sum {
	size_t n;
	uint64_t amount;
};

void sn_output_sum_add(struct sn_output_sum *sum, uint64_t amount);

struct sn_sweep {
	size_t *picked; /* indices into w->outputs, transaction by transaction */
	size_t *ends;   /* transaction i spends picked[i ? ends[i - 1] : 0] to picked[ends[i] - 1] */
	size_t n_txs;   /* 0: there is nothing to send */
	struct sn_output_sum dust; /* of amounts up to `dust`: not spent */
	struct sn_output_sum rest; /* the set has no room for these */
};

struct sn_sweep_terms {
	int64_t account;     /* major index, or -1 for all */
	bool join_addresses; /* transactions may spend from several addresses of an account */
	size_t max_inputs;   /* at least 1, per transaction */
	uint64_t dust;       /* the cost of an input */
	const bool *only;    /* spend only these outputs (hot/choice.h); NULL: all */
};

/* SN_IO when out of memory. Free the result in any case. */
int sn_sweep_plan(struct sn_sweep *sweep, const struct sn_wallet *w, uint64_t now,
		  const struct sn_sweep_terms *terms, struct sn_error *err) SN_MUST_USE;
void sn_sweep_free(struct sn_sweep *sweep);

#endif
