#include "store/wallet_notices.h"

#include "store/wallet_blocks.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"

#include <string.h>

static const struct sn_hash zero;

int sn_wallet_set_noticed_blocks(struct sn_wallet *w, uint64_t next, const struct sn_hash *last)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_noticed *noticed = &w->noticed;
	const size_t mark = s->pending.len;
	if (noticed->has_blocks && noticed->next_block == next &&
	    sn_hash_is_equal(&noticed->last_block, last))
		return SN_OK;
	/* A replay prunes rarely. When fewer blocks may be pruned than before, it must be where we are. */
	if (!noticed->has_blocks || next < noticed->next_block)
		sn_wallet_prune_blocks(w);
	if (!s->is_replaying)
		sn_record_put_noticed(&s->pending, SN_RECORD_NOTICED_BLOCKS, next, last);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	noticed->has_blocks = true;
	noticed->next_block = next;
	noticed->last_block = *last;
	return SN_OK;
}

int sn_wallet_rewind_noticed_blocks(struct sn_wallet *w, uint64_t height)
{
	const struct sn_hash *last = &zero;
	if (!w->noticed.has_blocks || w->noticed.next_block <= height)
		return SN_OK;
	for (size_t i = w->n_blocks; i-- > 0 && w->blocks[i].height + 1 >= height;)
		if (w->blocks[i].height + 1 == height)
			last = &w->blocks[i].hash;
	return sn_wallet_set_noticed_blocks(w, height, last);
}

int sn_wallet_set_noticed_txs(struct sn_wallet *w, uint64_t height, const struct sn_hash *hash)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_noticed *noticed = &w->noticed;
	const size_t mark = s->pending.len;
	if (noticed->has_txs && noticed->tx_height == height && sn_hash_is_equal(&noticed->tx_hash, hash))
		return SN_OK;
	if (!s->is_replaying)
		sn_record_put_noticed(&s->pending, SN_RECORD_NOTICED_TXS, height, hash);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	noticed->has_txs = true;
	noticed->tx_height = height;
	noticed->tx_hash = *hash;
	return SN_OK;
}

void sn_wallet_undo_noticed_txs(struct sn_wallet *w, uint64_t height)
{
	if (w->noticed.tx_height < height)
		return;
	w->noticed.tx_height = height;
	w->noticed.tx_hash = zero;
}

static bool is_incoming(const struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	for (size_t i = 0; i < w->n_incoming; i++)
		if (sn_hash_is_equal(&w->incoming[i].tx_hash, tx_hash))
			return true;
	return false;
}

bool sn_wallet_is_noticed_incoming(const struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	for (size_t i = 0; i < w->noticed.n_incoming; i++)
		if (sn_hash_is_equal(&w->noticed.incoming[i], tx_hash))
			return true;
	return false;
}

int sn_wallet_set_noticed_incoming(struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	struct sn_wallet_store *s = w->store;
	struct sn_wallet_noticed *noticed = &w->noticed;
	const size_t mark = s->pending.len;
	if (!is_incoming(w, tx_hash))
		return SN_BAD_INPUT;
	if (sn_wallet_is_noticed_incoming(w, tx_hash))
		return SN_OK;
	if (sn_wallet_make_room(&noticed->incoming, &s->cap_noticed, noticed->n_incoming,
				sizeof *noticed->incoming))
		return SN_IO;
	if (!s->is_replaying)
		sn_record_put_noticed_incoming(&s->pending, tx_hash);
	if (sn_wallet_note_failed(s, mark))
		return SN_IO;
	noticed->incoming[noticed->n_incoming++] = *tx_hash;
	return SN_OK;
}

void sn_wallet_forget_noticed_incoming(struct sn_wallet *w)
{
	struct sn_wallet_noticed *noticed = &w->noticed;
	size_t kept = 0;
	for (size_t i = 0; i < noticed->n_incoming; i++)
		if (is_incoming(w, &noticed->incoming[i]))
			noticed->incoming[kept++] = noticed->incoming[i];
	noticed->n_incoming = kept;
}
