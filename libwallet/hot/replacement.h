/* hot/replacement.h - let a payment spend an output of each earlier payment to the same recipient that failed
 * and may still be mined. Then only one of the two can be mined, and the recipient is not paid twice.
 *
 * Why: a daemon can accept a transaction and withhold it until the payment counts as missing (hot/pool.h).
 * The user releases it and pays again. With other inputs, the daemon could then send the first transaction,
 * too.
 *
 * An earlier payment counts if
 *
 *   - it was submitted, with or without an answer;
 *   - it counts as missing, or was released: by the user, by time, or because of a block that was replaced;
 *   - no scanned block spends one of its inputs; and
 *   - no submitted payment that is not missing replaces it: one to the same recipient, with a common input.
 *
 * One payment replaces one earlier payment, or several of which only one can be mined. If two earlier
 * payments can both be mined, and a payment in the pool excludes both, then a further payment could be the
 * third one. The further payment must spend an output of the earlier payment that is not replaced, and is
 * refused if none is free.
 *
 * A submitted payment that is not missing does not count: its outputs are reserved, and a user who pays again
 * wants both (hot/second_payment.h refuses it if it is in doubt). Recipients are compared by the keys of the
 * address. The recipient of a payment prepared with another wallet file is unknown, and is not compared.
 *
 * Both transactions show the key image of the common input, so an observer with both knows that one replaces
 * the other. The rings of this input have most decoys in common (hot/kept_ring.h). */
#ifndef SN_HOT_REPLACEMENT_H
#define SN_HOT_REPLACEMENT_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "hot/request.h"
#include "store/wallet.h"

/* The outputs that the transactions of a payment must spend. */
struct sn_replacement {
	size_t *outputs; /* indices into w->outputs, transaction by transaction */
	size_t *ends;    /* transaction i: outputs[i ? ends[i - 1] : 0] to outputs[ends[i] - 1] */
};

/* Choose as few outputs as possible, the largest ones, all of the request's account. Transaction i has the
 * destinations from i * SN_TX_DESTINATIONS_MAX on. No two transactions share an output. If several
 * transactions of the request pay the recipient, each excludes one earlier payment, and the last one excludes
 * the rest. `only` has the outputs that may be spent (hot/choice.h). Free the result, even after an error.
 *
 * Returns
 *   SN_REFUSED  an earlier payment has no spendable output in the account; the hint has the remedy
 *   SN_IO */
int sn_replacement_plan(struct sn_replacement *r, const struct sn_wallet *w,
			const struct sn_payment_request *request, const bool *only, uint64_t now,
			struct sn_error *err) SN_MUST_USE;
void sn_replacement_free(struct sn_replacement *r);

/* Check finished transactions by the same rule, of a payment or a sweep. Transaction i spends
 * w->outputs[outputs[i][0..n_inputs-1]]. SN_REFUSED, as sn_replacement_plan. */
int sn_replacement_check(const struct sn_wallet *w, const struct sn_payment_request *request,
			 const bool *only, const struct sn_unsigned_set *set, size_t *const *outputs,
			 struct sn_error *err) SN_MUST_USE;

/* The first earlier payment, submitted and not in a block, that has a common input with payment `id`. 0
 * without one. */
uint64_t sn_replacement_of(const struct sn_wallet *w, uint64_t id);

#endif
