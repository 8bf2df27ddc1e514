/* hot/batch_selection.h - which outputs a payment in several transactions spends, none of which waits for
 * another.
 *
 * Each transaction spends outputs of its own that are there already: no two want the same one, none the
 * change of another. So they can be sent in any order, and one that fails holds up no other.
 *
 * First they choose one after the other as the reference wallet does (hot/select.h, sn_select_in_turn). Only
 * where that does not come out the outputs are divided by another rule: the dearest transaction chooses
 * first. Each takes the smallest output that covers what it still lacks; where none does, the largest, and
 * goes on: few inputs each, and the large outputs are kept for those that need them. If that does not come
 * out even, the cheapest chooses first. To divide outputs as well as can be is bin covering, which is
 * NP-hard: a wallet that just has enough may be refused. */
#ifndef SN_HOT_BATCH_SELECTION_H
#define SN_HOT_BATCH_SELECTION_H

#include "base/error.h"
#include "hot/select.h"
#include "store/wallet.h"

/* Of all transactions together: what an unsigned file surely holds beside their recipients. */
#define SN_BATCH_INPUTS_MAX 10000

struct sn_batch_selection {
	size_t *picked; /* indices into w->outputs, transaction after transaction */
	size_t *ends;   /* transaction i spends picked[i ? ends[i - 1] : 0] to picked[ends[i] - 1] */
};

/* Choose for `n` transactions, at least 1, with a target each, outputs of `account`. SN_REFUSED as sn_select
 * when the money does not suffice; when it does but is in too few outputs, or cannot be divided so, with what
 * to do about it. SN_IO. Free the result, after a failure too. */
int sn_select_batch(struct sn_batch_selection *chosen, const struct sn_wallet *w, uint32_t account,
		    uint64_t now, const struct sn_select_target *targets, size_t n,
		    struct sn_error *err) SN_MUST_USE;
void sn_batch_selection_free(struct sn_batch_selection *chosen);

#endif
