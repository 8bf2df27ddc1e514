/* hot/batch_selection.h - input selection for a payment that consists of several independent transactions.
 *
 * Each transaction spends existing outputs of its own. No two transactions share an output, and none spends
 * the change of another. So they can be sent in any order, and a failure does not affect the others.
 *
 * First the transactions choose in turn, like those of the reference wallet (hot/select.h,
 * sn_select_in_turn). If this fails, the transaction with the largest amount chooses first. It takes the
 * smallest output that covers the missing amount; if there is none, it takes the largest output and repeats.
 * This keeps inputs few and large outputs available. If this fails as well, it is repeated with the smallest
 * amount first.
 *
 * Optimal selection is bin covering, which is NP-hard: a wallet with barely enough funds may be refused. */
#ifndef SN_HOT_BATCH_SELECTION_H
#define SN_HOT_BATCH_SELECTION_H

#include "base/error.h"
#include "hot/select.h"
#include "store/wallet.h"

/* Of all transactions together. An unsigned file has room for this number besides the recipients. */
#define SN_BATCH_INPUTS_MAX 10000

struct sn_batch_selection {
	size_t *picked; /* indices into w->outputs, transaction by transaction */
	size_t *ends;   /* transaction i spends picked[i ? ends[i - 1] : 0] to picked[ends[i] - 1] */
};

/* Select outputs of `account` for `n` transactions, n >= 1, with one target each. Free the result, even after
 * an error.
 *
 * Returns
 *   SN_REFUSED  the funds do not suffice (as sn_select), or cannot be divided among the transactions; then
 *               the hint explains how to split outputs
 *   SN_IO */
int sn_select_batch(struct sn_batch_selection *chosen, const struct sn_wallet *w, uint32_t account,
		    uint64_t now, const struct sn_select_target *targets, size_t n,
		    struct sn_error *err) SN_MUST_USE;
void sn_batch_selection_free(struct sn_batch_selection *chosen);

#endif
