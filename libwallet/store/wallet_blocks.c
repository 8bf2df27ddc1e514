#include "store/wallet_blocks.h"

#include "store/wallet_records.h"
#include "store/wallet_scope.h"
#include "store/wallet_state.h"

#include <string.h>

uint64_t sn_wallet_unnoticed_from(const struct sn_wallet *w)
{
	const struct sn_wallet_noticed *noticed = &w->noticed;
	const uint64_t tip = w->n_blocks ? w->blocks[w->n_blocks - 1].height : 0;
	const uint64_t floor = tip >= SN_WALLET_UNNOTICED_MAX ? tip - SN_WALLET_UNNOTICED_MAX + 1 : 0;
	if (!noticed->has_blocks)
		return UINT64_MAX;
	return noticed->next_block > floor ? noticed->next_block : floor;
}

/* Of the blocks below the dense part, keep only the first of each step, and those without a notice together
 * with SN_WALLET_DENSE_BLOCKS below them: the last of these tells whether the chain is still the same, and if
 * it is not, the others are noticed again (sn_notices_repair). The first n_settled_blocks were pruned before:
 * only the blocks after them are examined. */
void sn_wallet_prune_blocks(struct sn_wallet *w)
{
	size_t from = w->store->n_settled_blocks, to = from, kept = from;
	uint64_t tip = w->n_blocks ? w->blocks[w->n_blocks - 1].height : 0;
	uint64_t unnoticed = sn_wallet_unnoticed_from(w);
	while (to < w->n_blocks && tip - w->blocks[to].height >= SN_WALLET_DENSE_BLOCKS &&
	       w->blocks[to].height + SN_WALLET_DENSE_BLOCKS < unnoticed) {
		uint64_t step = w->blocks[to].height / SN_WALLET_SPARSE_STEP;
		if (kept == 0 || w->blocks[kept - 1].height / SN_WALLET_SPARSE_STEP != step)
			w->blocks[kept++] = w->blocks[to];
		to++;
	}
	if (kept < to)
		memmove(w->blocks + kept, w->blocks + to, (w->n_blocks - to) * sizeof *w->blocks);
	w->n_blocks -= to - kept;
	w->store->n_settled_blocks = kept;
}

int sn_wallet_add_block(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash, uint64_t n_outputs,
			uint32_t n_coinbase)
{
	const struct sn_wallet_block block = {
		.height = height, .hash = *hash, .n_outputs = n_outputs, .n_coinbase = n_coinbase};
	struct sn_wallet_store *s = w->store;
	if (height == UINT64_MAX || (w->n_blocks && height <= w->blocks[w->n_blocks - 1].height))
		return SN_BAD_INPUT;
	if (sn_wallet_make_room(&w->blocks, &s->cap_blocks, w->n_blocks, sizeof *w->blocks))
		return SN_IO;
	size_t mark = s->pending.len;
	if (!s->is_replaying)
		sn_record_put_block(&s->pending, &block);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	w->blocks[w->n_blocks++] = block;
	/* Pruning moves the whole dense part, so a replay does not prune after each block. */
	if (!s->is_replaying || w->n_blocks - s->n_settled_blocks >= 8 * SN_WALLET_DENSE_BLOCKS)
		sn_wallet_prune_blocks(w);
	sn_wallet_scope_at(w);
	return SN_OK;
}

void sn_wallet_drop_blocks(struct sn_wallet *w, uint64_t height)
{
	sn_wallet_prune_blocks(w);
	while (w->n_blocks && w->blocks[w->n_blocks - 1].height >= height)
		w->n_blocks--;
	if (w->store->n_settled_blocks > w->n_blocks)
		w->store->n_settled_blocks = w->n_blocks;
}
