/* hot/select.h - input selection for one payment.
 *
 * It equals that of the reference wallet, because the number of inputs is public. All inputs come from one
 * account:
 *
 *   1. Preferred are the oldest output that covers the amount and the fee of two inputs, otherwise the least
 *      related pair (hot/related.h) of one address that does.
 *   2. Without these, outputs of one address after the other, the largest balance first, each drawn at random
 *      among those least related to the earlier ones.
 *   3. If one input suffices, a second one of the same address is added: the smallest of the least related
 *      outputs, if it is unrelated to the first, and unless it is one of the last four of at least 2 XMR.
 *
 * Frozen outputs (store/wallet_frozen.h) are never spent. Nor are outputs that cost more as inputs than their
 * value. If this selection needs too many inputs,
 * the largest outputs are taken. A transaction that must spend some outputs (hot/replacement.h) takes these
 * first, and the rest as above. If the user has chosen outputs (hot/choice.h), the same rules apply to these
 * alone. Source: reference implementation, src/wallet/wallet2.cpp,
 * create_transactions_2, pick_preferred_rct_inputs, should_pick_a_second_output.
 * tests/privacy/measure-transactions compares the selections of both wallets. */
#ifndef SN_HOT_SELECT_H
#define SN_HOT_SELECT_H

#include "base/error.h"
#include "store/wallet.h"

/* The amount that n inputs must cover: amount + fee_first + (n - 1) · fee_more. */
struct sn_select_target {
	uint64_t amount;
	uint64_t fee_first, fee_more;
	/* of a proposal (hot/proposals.h), whose fee is not linear: its fees for 1 to max_inputs inputs count
	 * instead, if not NULL */
	const uint64_t *fees;
	uint64_t fee_preferred; /* the fee that the preferred outputs must cover */
	/* the cost of an input: outputs up to this are not worth spending, unless one covers everything */
	uint64_t dust;
	size_t max_inputs;
	bool may_add; /* allow a second input that is not needed, if the result covers its fee */
	/* a flag for each output of the wallet: the transaction may spend it (hot/choice.h); NULL: all */
	const bool *only;
	/* spendable outputs of the account that the transaction must spend, whatever their value */
	const size_t *must;
	size_t n_must;
};

/* A flag for each output of the wallet: one of the transactions must spend it. NULL when out of memory; free
 * it. */
bool *sn_select_mark_must(const struct sn_wallet *w, const struct sn_select_target *targets,
			  size_t n) SN_MUST_USE;

/* The amount that `n` inputs must cover; saturates at UINT64_MAX. */
uint64_t sn_select_needed(const struct sn_select_target *target, size_t n);

/* Write indices into w->outputs to `picked` (room for max_inputs) and their number to *n. SN_REFUSED if the
 * funds do not suffice; the message has the available and the needed amount. The reason is
 * SN_REASON_NOT_ENOUGH_UNLOCKED if locked and reserved outputs and pending change would suffice, otherwise
 * SN_REASON_NOT_ENOUGH. */
int sn_select(size_t *picked, size_t *n, const struct sn_wallet *w, uint32_t account, uint64_t now,
	      const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* The same for `n` transactions in turn, without shared outputs: transaction i spends picked[i ? ends[i - 1]
 * : 0] to picked[ends[i] - 1]. Needs room for w->n_outputs indices. If the selection fails, `*found` is false
 * and no error is set: another method may succeed. SN_IO. */
int sn_select_in_turn(size_t *picked, size_t *ends, bool *found, const struct sn_wallet *w, uint32_t account,
		      uint64_t now, const struct sn_select_target *targets, size_t n,
		      struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED, like sn_select, if all outputs worth spending do not suffice, with any number of inputs. */
int sn_select_check_money(const struct sn_wallet *w, uint32_t account, uint64_t now,
			  const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* Write all spendable outputs of `account` that `only` allows (as in struct sn_select_target) to `picked`, up
 * to `cap`. Returns their number. */
size_t sn_select_all(uint32_t *picked, size_t cap, const struct sn_wallet *w, uint32_t account, uint64_t now,
		     const bool *only);

#endif
