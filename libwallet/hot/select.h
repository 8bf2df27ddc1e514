/* hot/select.h - which outputs a payment spends.
 *
 * As the reference wallet prefers: one output that suffices, the oldest; else a pair that one address received,
 * as unrelated in origin as there is; else more, address by address, always adding one that is least related to
 * those chosen, since inputs spent together are seen to belong together. All from one account. Outputs that cost
 * more as inputs than they bring are left alone. Source: reference implementation, src/wallet/wallet2.cpp,
 * pick_preferred_rct_inputs, pop_best_value_from, get_output_relatedness, create_transactions_2
 * (fractional_threshold).
 *
 * One difference shows: where one output suffices, the reference wallet adds the smallest other one if the two are
 * not related (should_pick_a_second_output), so that its payments mostly have two inputs. Here a payment spends no
 * more outputs than it needs: fewer ties between them, but one input is a hint that this is not the reference
 * wallet. */
#ifndef SN_HOT_SELECT_H
#define SN_HOT_SELECT_H

#include "base/error.h"
#include "store/wallet.h"

/* What the inputs have to cover: amount + fee_first + (n - 1) · fee_more for n inputs. */
struct sn_select_target {
	uint64_t amount;
	uint64_t fee_first, fee_more;
	uint64_t dust; /* what an input costs; outputs up to this are not worth spending, unless one covers all */
	size_t max_inputs;
};

/* What `n` inputs have to bring; saturates at UINT64_MAX. */
uint64_t sn_select_needed(const struct sn_select_target *target, size_t n);

/* Write indices into w->outputs to `picked` (room for max_inputs) and their number to *n. SN_REFUSED with what is
 * there and what is needed when the money does not suffice: SN_REASON_NOT_ENOUGH_UNLOCKED when it would with what is
 * locked, reserved or coming back as change, otherwise SN_REASON_NOT_ENOUGH. */
int sn_select(size_t *picked, size_t *n, const struct sn_wallet *w, uint32_t account, uint64_t now,
	      const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* SN_REFUSED, as by sn_select, when all that is worth spending does not suffice, however many inputs that takes. */
int sn_select_check_money(const struct sn_wallet *w, uint32_t account, uint64_t now,
			  const struct sn_select_target *target, struct sn_error *err) SN_MUST_USE;

/* Everything spendable in `account`, up to `cap`; returns how many. */
size_t sn_select_all(size_t *picked, size_t cap, const struct sn_wallet *w, uint32_t account, uint64_t now);

#endif
