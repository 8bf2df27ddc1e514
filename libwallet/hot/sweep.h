/* hot/sweep.h - which outputs a sweep spends, and in which transactions.
 *
 * Everything that is spendable and worth it, account by account and in each address by address, the primary
 * one last: no two addresses are tied together by a transaction that spends from both, unless that is asked
 * for. Each transaction is filled before the next one, with outputs drawn by lot among those least related to
 * the ones before (hot/related.h). As the reference wallet does, one of whose sweeps spends one address:
 * src/wallet/wallet2.cpp, create_transactions_all, create_transactions_from. As many as an unsigned file
 * surely holds (SN_SET_TXS_MAX, SN_SWEEP_INPUTS_MAX): the rest is for another sweep. */
#ifndef SN_HOT_SWEEP_H
#define SN_HOT_SWEEP_H

#include "base/error.h"
#include "store/wallet.h"

#define SN_SWEEP_INPUTS_MAX 12000

/* Some outputs, and what they add up to; saturates at UINT64_MAX. */
struct sn_output_sum {
	size_t n;
	uint64_t amount;
};

void sn_output_sum_add(struct sn_output_sum *sum, uint64_t amount);

struct sn_sweep {
	size_t *picked; /* indices into w->outputs, transaction after transaction */
	size_t *ends;   /* transaction i spends picked[i ? ends[i - 1] : 0] to picked[ends[i] - 1] */
	size_t n_txs;   /* 0: there is nothing to send */
	struct sn_output_sum dust; /* of amounts up to `dust`: left alone */
	struct sn_output_sum rest; /* the set has no room for these */
};

struct sn_sweep_terms {
	int64_t account;     /* of one major index, or -1 for all */
	bool join_addresses; /* transactions may spend from several addresses of an account */
	size_t max_inputs;   /* at least 1, per transaction */
	uint64_t dust;       /* what an input costs */
};

/* SN_IO when out of memory. Free the result in any case. */
int sn_sweep_plan(struct sn_sweep *sweep, const struct sn_wallet *w, uint64_t now,
		  const struct sn_sweep_terms *terms, struct sn_error *err) SN_MUST_USE;
void sn_sweep_free(struct sn_sweep *sweep);

#endif
