/* hot/select.h - which outputs a payment spends.
 *
 * As the reference wallet does, since the number of inputs is in every transaction for everybody to see. All
 * from one account:
 *
 *   1. preferred are the oldest output that covers the amount and the fee of two inputs, else the least
 * related pair (hot/related.h) of one address that does;
 *   2. without these, outputs of one address after the other, the one with the most money first, each drawn
 * by lot among those least related to the ones before;
 *   3. where one input is enough a second one of the same address is added: the smallest of the least related
 * ones, if it is not related to the first at all, and unless it is one of the last four of at least 2 XMR.
 *
 * Outputs that cost more as inputs than they bring are left alone. Only where this comes to nothing, since it
 * takes too many inputs, the largest outputs are taken. Source: reference implementation,
 * src/wallet/wallet2.cpp, create_transactions_2, pick_preferred_rct_inputs, should_pick_a_second_output.
 * tests/privacy/measure-transactions compares what both wallets make of the same money. */
#ifndef SN_HOT_SELECT_H
#define SN_HOT_SELECT_H

#include "base/error.h"
#include "store/wallet.h"

/* What the inputs have to cover: amount + fee_first + (n - 1) · fee_more for n inputs. */
struct sn_select_target {
	uint64_t amount;
	uint64_t fee_first, fee_more;
	uint64_t fee_preferred; /* the fee that what is preferred has to cover */
	uint64_t dust; /* what an input costs; outputs up to this are not worth spending, unless one covers
			  all */
	size_t max_inputs;
	bool may_add; /* a second input that is not needed, if what is picked then has enough for its fee */
};

/* What `n` inputs have to bring; saturates at UINT64_MAX. */
uint64_t sn_select_needed(const struct sn_select_target *target, size_t n);

/* Write indices into w->outputs to `picked` (room for max_inputs) and their number to *n. SN_REFUSED with
 * what is there and what is needed when the money does not suffice: SN_REASON_NOT_ENOUGH_UNLOCKED when it
 * would with what is locked, reserved or coming back as change, otherwise SN_REASON_NOT_ENOUGH. */
int sn_select(size_t *picked, size_t *n, const struct sn_wallet *w, uint32_t account, uint64_t now,
	      const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* The same for `n` transactions, one after the other, none of which spends what another does: transaction i
 * spends picked[i ? ends[i - 1] : 0] to picked[ends[i] - 1]. Room for w->n_outputs indices. `*found` is false
 * when it does not come out; then nothing is said of whether it could. SN_IO. */
int sn_select_in_turn(size_t *picked, size_t *ends, bool *found, const struct sn_wallet *w, uint32_t account,
		      uint64_t now, const struct sn_select_target *targets, size_t n,
		      struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED, as by sn_select, when all that is worth spending does not suffice, however many inputs that
 * takes. */
int sn_select_check_money(const struct sn_wallet *w, uint32_t account, uint64_t now,
			  const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* Everything spendable in `account`, up to `cap`; returns how many. */
size_t sn_select_all(size_t *picked, size_t cap, const struct sn_wallet *w, uint32_t account, uint64_t now);

#endif
