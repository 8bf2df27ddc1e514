#include "hot/notices.h"

#include "base/hex.h"
#include "store/wallet_blocks.h"
#include "store/wallet_lookup.h"
#include "store/wallet_notices.h"
#include "store/output_order.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct sn_hash none;

static bool is_rescanning(const struct sn_wallet *w)
{
	return w->rescan_from != UINT64_MAX || w->scanned_to;
}

/* ------------------------------------------------------------------ blocks */

/* The first kept block at `height` or above, or NULL. */
static const struct sn_wallet_block *block_from(const struct sn_wallet *w, uint64_t height)
{
	size_t low = 0, high = w->n_blocks;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (w->blocks[middle].height < height)
			low = middle + 1;
		else
			high = middle;
	}
	return low < w->n_blocks ? &w->blocks[low] : NULL;
}

/* Not if so many blocks passed since the last notice that the wallet dropped that block. */
bool sn_notices_need_repair(const struct sn_wallet *w)
{
	const struct sn_wallet_noticed *noticed = &w->noticed;
	if (!noticed->has_blocks || !w->n_blocks || is_rescanning(w) ||
	    sn_hash_is_equal(&noticed->last_block, &none) ||
	    sn_wallet_unnoticed_from(w) > noticed->next_block)
		return false;
	const struct sn_wallet_block *last = block_from(w, noticed->next_block - 1);
	return !last || last->height + 1 != noticed->next_block ||
	       !sn_hash_is_equal(&last->hash, &noticed->last_block);
}

int sn_notices_repair(struct sn_wallet *w)
{
	const uint64_t height = sn_wallet_height(w), next = w->noticed.next_block,
		       from = next < height ? next : height;
	if (!sn_notices_need_repair(w))
		return SN_OK;
	return sn_wallet_set_noticed_blocks(
		w, from > SN_WALLET_DENSE_BLOCKS ? from - SN_WALLET_DENSE_BLOCKS : 0, &none);
}

static bool next_block(struct sn_notice *notice, const struct sn_wallet *w)
{
	if (!w->noticed.has_blocks || sn_notices_need_repair(w))
		return false;
	const struct sn_wallet_block *block = block_from(w, sn_wallet_unnoticed_from(w));
	if (!block)
		return false;
	*notice = (struct sn_notice){SN_NOTICE_BLOCK, block->hash, block->height};
	return true;
}

/* ------------------------------------------------------------------ transactions */

static int compare(uint64_t height, const struct sn_hash *hash, const struct sn_notice *to)
{
	if (height != to->height)
		return height < to->height ? -1 : 1;
	return memcmp(hash->b, to->hash.b, sizeof hash->b);
}

/* Set *next to this transaction if it is after the position and before *next. */
static void consider(struct sn_notice *next, const struct sn_notice *position, uint64_t height,
		     const struct sn_hash *hash)
{
	if (compare(height, hash, position) > 0 && compare(height, hash, next) < 0)
		*next = (struct sn_notice){SN_NOTICE_TX, *hash, height};
}

static bool next_in_block(struct sn_notice *notice, const struct sn_wallet *w)
{
	const struct sn_notice position = {SN_NOTICE_TX, w->noticed.tx_hash, w->noticed.tx_height};
	*notice = (struct sn_notice){.height = UINT64_MAX};
	/* Both lists are in the order of heights: those above the best one so far need no look. */
	for (size_t i = sn_wallet_outputs_from(w, position.height);
	     i < w->n_outputs && w->outputs[i].height <= notice->height; i++)
		consider(notice, &position, w->outputs[i].height, &w->outputs[i].tx_hash);
	for (size_t i = sn_wallet_spends_from(w, position.height); i < w->spends.n; i++) {
		const struct sn_wallet_output *o = sn_wallet_spend_at(w, i);
		if (o->spent_height > notice->height)
			break;
		consider(notice, &position, o->spent_height, sn_wallet_spent_by(w, o));
	}
	return notice->height != UINT64_MAX;
}

static bool next_tx(struct sn_notice *notice, const struct sn_wallet *w)
{
	if (!w->noticed.has_txs)
		return false;
	if (next_in_block(notice, w))
		return true;
	for (size_t i = 0; i < w->n_incoming; i++) {
		const struct sn_hash *hash = &w->incoming[i].tx_hash;
		if (sn_wallet_is_noticed_incoming(w, hash))
			continue;
		*notice = (struct sn_notice){SN_NOTICE_TX, *hash, 0};
		return true;
	}
	return false;
}

/* ------------------------------------------------------------------ both */

int sn_notices_begin(struct sn_wallet *w, enum sn_notice_kind kind, bool *is_begun)
{
	const struct sn_hash *last = w->n_blocks ? &w->blocks[w->n_blocks - 1].hash : &none;
	*is_begun = true;
	if (kind == SN_NOTICE_TX)
		return w->noticed.has_txs
			       ? SN_OK
			       : sn_wallet_set_noticed_txs(w, w->n_blocks ? sn_wallet_height(w) : 0, &none);
	*is_begun = w->noticed.has_blocks || w->n_blocks;
	return w->noticed.has_blocks || !*is_begun
		       ? SN_OK
		       : sn_wallet_set_noticed_blocks(w, sn_wallet_height(w), last);
}

bool sn_notices_next(struct sn_notice *notice, const struct sn_wallet *w, enum sn_notice_kind kind)
{
	if (is_rescanning(w))
		return false;
	return kind == SN_NOTICE_TX ? next_tx(notice, w) : next_block(notice, w);
}

int sn_notices_delivered(struct sn_wallet *w, const struct sn_notice *notice)
{
	struct sn_notice next;
	if (!sn_notices_next(&next, w, notice->kind) || next.height != notice->height ||
	    !sn_hash_is_equal(&next.hash, &notice->hash))
		return SN_OK;
	if (notice->kind == SN_NOTICE_BLOCK)
		return sn_wallet_set_noticed_blocks(w, notice->height + 1, &notice->hash);
	return notice->height ? sn_wallet_set_noticed_txs(w, notice->height, &notice->hash)
			      : sn_wallet_set_noticed_incoming(w, &notice->hash);
}

const char *sn_notice_name(enum sn_notice_kind kind)
{
	return kind == SN_NOTICE_TX ? "tx" : "block";
}

void sn_notices_put_json(struct sn_buf *out, const struct sn_notice *notice)
{
	char hash[2 * sizeof notice->hash.b + 1], text[160];
	sn_hex_encode(hash, notice->hash.b, sizeof notice->hash.b);
	const int len = snprintf(text, sizeof text, "{\"event\":\"%s\",\"%s\":\"%s\",\"height\":%" PRIu64 "}",
				 sn_notice_name(notice->kind), notice->kind == SN_NOTICE_TX ? "txid" : "hash",
				 hash, notice->height);
	sn_put_bytes(out, text, (size_t)len);
}
