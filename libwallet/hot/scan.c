#include "hot/scan.h"

#include "base/secret.h"
#include "chain/block.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "crypto/derive.h"

#include <stdlib.h>
#include <string.h>

struct scanned_tx {
	const struct sn_tx *tx;
	struct sn_tx pruned; /* unless it is the block's coinbase */
	struct sn_hash hash;
	struct sn_daemon_indices indices;
	size_t keys_at, n_keys;
};

struct scanned_block {
	struct sn_block block;
	struct sn_hash id;
	uint64_t height;
	size_t txs_at, n_txs; /* coinbase first */
};

struct batch {
	struct scanned_block *blocks;
	size_t n_blocks;
	struct scanned_tx *txs;
	size_t n_txs, n_outputs_max;
	struct sn_point *keys, *derivations;
	bool *is_valid;
	size_t n_keys, cap_keys;
	bool has_hashes, lacks_hashes; /* of prunable parts */
};

static void batch_free(struct batch *b)
{
	for (size_t i = 0; i < b->n_txs; i++)
		sn_tx_free(&b->txs[i].pruned);
	for (size_t i = 0; i < b->n_blocks; i++)
		sn_block_free(&b->blocks[i].block);
	if (b->derivations)
		sn_wipe(b->derivations, b->n_keys * sizeof *b->derivations);
	free(b->blocks);
	free(b->txs);
	free(b->keys);
	free(b->derivations);
	free(b->is_valid);
}

static int list_keys(struct batch *b, struct scanned_tx *t)
{
	t->keys_at = b->n_keys;
	t->n_keys = sn_output_scan_keys(NULL, 0, t->tx);
	if (t->n_keys > b->cap_keys - b->n_keys) {
		size_t cap = 2 * (b->cap_keys + t->n_keys) + 1024;
		struct sn_point *keys = reallocarray(b->keys, cap, sizeof *keys);
		if (!keys)
			return SN_IO;
		b->keys = keys;
		b->cap_keys = cap;
	}
	b->n_keys += sn_output_scan_keys(b->keys + b->n_keys, t->n_keys, t->tx);
	if (t->tx->n_outputs > b->n_outputs_max)
		b->n_outputs_max = t->tx->n_outputs;
	return SN_OK;
}

static int bad_block(struct sn_error *err, uint64_t height, const char *what)
{
	return sn_error_set(err, SN_DAEMON, "the daemon sent a bad block %llu: %s", (unsigned long long)height, what);
}

static int check_tx(struct batch *b, const struct scanned_block *block, size_t i, const struct sn_daemon_tx *from,
		    struct sn_error *err)
{
	struct scanned_tx *t = &b->txs[b->n_txs];
	struct sn_hash listed;
	int ret = sn_tx_parse(&t->pruned, from->blob, from->len, true);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : bad_block(err, block->height, "a transaction does not parse");
	b->n_txs++;
	t->tx = &t->pruned;
	t->indices = from->indices;
	sn_block_tx_hash(&listed, &block->block, i);
	t->hash = listed;
	/* Version 1 cannot be hashed without its signatures, and old daemons do not tell the prunable hash; one that tells some
	 * tells all. */
	if (t->tx->version >= 2) {
		b->has_hashes |= from->prunable_hash != NULL;
		b->lacks_hashes |= from->prunable_hash == NULL;
		if (b->has_hashes && b->lacks_hashes)
			return bad_block(err, block->height, "a transaction came without its prunable hash");
	}
	if (t->tx->version >= 2 && from->prunable_hash) {
		struct sn_hash prunable;
		memcpy(prunable.b, from->prunable_hash, sizeof prunable.b);
		if (sn_tx_hash_pruned(&t->hash, t->tx, &prunable) || !sn_hash_is_equal(&t->hash, &listed))
			return bad_block(err, block->height, "a transaction is not the one that the block lists");
	}
	if (t->indices.count != t->tx->n_outputs)
		return bad_block(err, block->height, "a transaction came without its output indices");
	return list_keys(b, t) ? sn_error_memory(err) : SN_OK;
}

static int check_coinbase(struct batch *b, const struct scanned_block *block, const struct sn_daemon_block *from,
			  struct sn_error *err)
{
	struct scanned_tx *t = &b->txs[b->n_txs++];
	t->tx = &block->block.coinbase;
	t->indices = from->miner_indices;
	if (sn_tx_hash(&t->hash, t->tx))
		return sn_error_memory(err);
	if (t->indices.count != t->tx->n_outputs)
		return bad_block(err, block->height, "its coinbase came without output indices");
	return list_keys(b, t) ? sn_error_memory(err) : SN_OK;
}

static int check_block(struct batch *b, const struct sn_daemon_block *from, uint64_t height,
		       const struct sn_hash *previous, struct sn_error *err)
{
	struct scanned_block *block = &b->blocks[b->n_blocks];
	int ret = sn_block_parse(&block->block, from->blob, from->len);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : bad_block(err, height, "it does not parse");
	b->n_blocks++;
	block->height = height;
	block->txs_at = b->n_txs;
	block->n_txs = 1 + from->tx_count;
	ret = sn_block_id(&block->id, &block->block);
	if (ret)
		return ret == SN_IO ? sn_error_memory(err) : bad_block(err, height, "its id cannot be computed");
	if (sn_block_height(&block->block) != height)
		return bad_block(err, height, "it claims another height");
	if (previous && !sn_hash_is_equal(previous, &block->block.previous))
		return bad_block(err, height, "it does not follow the one before");
	if (block->block.n_tx_hashes != from->tx_count)
		return bad_block(err, height, "transactions are missing");

	ret = check_coinbase(b, block, from, err);
	for (size_t i = 0; !ret && i < from->tx_count; i++)
		ret = check_tx(b, block, i, &from->txs[i], err);
	return ret;
}

/* This transaction spends that output: payments that wanted it, and that this is not, can never go through. */
static int spend(struct sn_wallet *w, size_t output, const struct scanned_tx *t, uint64_t height,
		 struct sn_sync_result *result)
{
	const struct sn_wallet_payment *rival;
	if (w->outputs[output].is_spent)
		return SN_OK;
	while ((rival = sn_wallet_held_by(w, output))) {
		int ret = sn_wallet_set_payment(w, rival->id, SN_PAYMENT_RELEASED, NULL, height);
		if (ret)
			return ret;
	}
	result->spent++;
	return sn_wallet_set_spent(w, output, height, &t->hash);
}

/* The payment that this transaction carries out, even one that was given up since, if it is one. It is known by its hash,
 * and so are the outputs that it spends, where their key images are lost and not restored yet: without them its change
 * would count, and what it spent too. */
static int confirm_payments(struct sn_wallet *w, const struct scanned_tx *t, uint64_t height, bool *is_ours,
			    struct sn_sync_result *result)
{
	const struct sn_wallet_payment *p;
	int ret = SN_OK;
	while (!ret && (p = sn_wallet_find_payment_of(w, &t->hash)) && p->state != SN_PAYMENT_CONFIRMED) {
		uint64_t id = p->id;
		*is_ours = true;
		ret = sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, height);
		for (size_t i = 0; !ret && i < sn_wallet_find_payment(w, id)->n_inputs; i++) {
			size_t output = sn_wallet_find_key(w, &sn_wallet_find_payment(w, id)->inputs[i]);
			if (output != SIZE_MAX)
				ret = spend(w, output, t, height, result);
		}
	}
	return ret;
}

/* `*is_ours` tells whether the transaction spends anything of ours. */
static int apply_spends(struct sn_wallet *w, const struct scanned_tx *t, uint64_t height, bool *is_ours,
			struct sn_sync_result *result)
{
	*is_ours = false;
	int ret = confirm_payments(w, t, height, is_ours, result);
	for (size_t i = 0; !ret && i < t->tx->n_inputs; i++) {
		if (t->tx->inputs[i].kind != SN_INPUT_KEY)
			continue;
		size_t output = sn_wallet_find_image(w, &t->tx->inputs[i].key_image);
		if (output == SIZE_MAX)
			continue;
		*is_ours = true;
		ret = spend(w, output, t, height, result);
	}
	return ret;
}

static void fill_output(struct sn_wallet_output *out, const struct sn_owned_output *owned, const struct scanned_tx *t,
			const struct scanned_block *block)
{
	*out = (struct sn_wallet_output){
		.key = owned->key,
		.tx_key = owned->tx_key,
		.tx_hash = t->hash,
		.index = (uint32_t)owned->index,
		.subaddress = owned->subaddress,
		.amount = owned->amount,
		.mask = owned->mask,
		.mask_kind = owned->mask_kind,
		.is_coinbase = owned->is_coinbase,
		.is_rct = owned->is_rct,
		.global_index = sn_daemon_index(&t->indices, owned->index),
		.height = block->height,
		.time = block->block.timestamp,
		.unlock_time = t->tx->unlock_time,
	};
}

/* The key image I = x·Hp(P) of an output of ours, x = Hs(D ‖ i) + b'. A master wallet knows it at once, and so sees what is
 * spent, by whichever program. */
static int compute_image(struct sn_wallet_output *out, const struct sn_account *account)
{
	struct sn_point derivation;
	struct sn_scalar spend = {{0}}, x = {{0}};
	int ret = sn_derive(&derivation, &out->tx_key, &account->view_secret);
	if (!ret) {
		sn_account_spend_secret(&spend, account, out->subaddress);
		sn_derive_secret_key(&x, &derivation, out->index, &spend);
		sn_key_image(&out->image, &out->key, &x);
		out->has_image = true;
	}
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&x, sizeof x);
	return ret;
}

/* The payment id of a transaction of our own was encrypted for whom we paid: for our change it means nothing. */
static int apply_outputs(struct sn_wallet *w, struct sn_subaddress_table *table, const struct batch *b,
			 const struct scanned_tx *t, const struct scanned_block *block, bool is_ours,
			 struct sn_owned_output *owned, struct sn_sync_result *result)
{
	const struct sn_point *derivations = b->derivations + t->keys_at;
	const bool *is_valid = b->is_valid + t->keys_at;
	size_t n;
	int ret = sn_output_scan(owned, &n, t->tx, derivations, is_valid, table);
	for (size_t i = 0; !ret && i < n; i++) {
		struct sn_wallet_output output;
		fill_output(&output, &owned[i], t, block);
		output.has_payment_id = !is_ours && sn_output_payment_id(output.payment_id, t->tx, derivations, is_valid);
		if (w->account->has_spend_secret)
			ret = compute_image(&output, w->account);
		if (!ret)
			ret = sn_wallet_add_output(w, &output);
		if (!ret)
			ret = sn_subaddress_table_cover(table, w->account, output.subaddress);
		result->received++;
		sn_wipe(&output, sizeof output);
	}
	return ret;
}

static int apply(struct sn_wallet *w, struct sn_subaddress_table *table, const struct batch *b,
		 struct sn_sync_result *result)
{
	struct sn_owned_output *owned = calloc(b->n_outputs_max + 1, sizeof *owned);
	int ret = owned ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < b->n_blocks; i++) {
		const struct scanned_block *block = &b->blocks[i];
		for (size_t j = 0; !ret && j < block->n_txs; j++) {
			const struct scanned_tx *t = &b->txs[block->txs_at + j];
			bool is_ours;
			ret = apply_spends(w, t, block->height, &is_ours, result);
			if (!ret)
				ret = apply_outputs(w, table, b, t, block, is_ours, owned, result);
		}
		if (!ret)
			ret = sn_wallet_add_block(w, block->height, &block->id);
		result->blocks++;
	}
	if (owned)
		sn_wipe(owned, (b->n_outputs_max + 1) * sizeof *owned);
	free(owned);
	return ret;
}

static int derive(struct batch *b, const struct sn_wallet *w)
{
	b->derivations = calloc(b->n_keys + 1, sizeof *b->derivations);
	b->is_valid = calloc(b->n_keys + 1, sizeof *b->is_valid);
	if (!b->derivations || !b->is_valid)
		return SN_IO;
	return sn_derive_many(b->derivations, b->is_valid, b->keys, b->n_keys, &w->account->view_secret);
}

static int roll_back(struct sn_wallet *w, uint64_t height, struct sn_sync_result *result)
{
	if (height >= sn_wallet_height(w))
		return SN_OK;
	if (!result->rollbacks++ || height < result->fork_height)
		result->fork_height = height;
	return sn_wallet_rollback(w, height);
}

int sn_scan_table_init(struct sn_subaddress_table *table, const struct sn_wallet *w)
{
	int ret = sn_subaddress_table_init(table, w->account, SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR);
	for (size_t i = 0; !ret && i < w->n_outputs; i++)
		ret = sn_subaddress_table_cover(table, w->account, w->outputs[i].subaddress);
	return ret;
}

int sn_scan_need_table(struct sn_sync_memory *memory, const struct sn_wallet *w, struct sn_error *err)
{
	if (memory->has_table)
		return SN_OK;
	memory->has_table = !sn_scan_table_init(&memory->table, w);
	if (!memory->has_table)
		sn_subaddress_table_free(&memory->table);
	return memory->has_table ? SN_OK : sn_error_memory(err);
}

int sn_scan_blocks(struct sn_wallet *w, struct sn_subaddress_table *table, const struct sn_daemon_blocks *answer,
		   size_t first, const struct sn_wallet_block *previous, struct sn_sync_result *result,
		   struct sn_error *err)
{
	struct batch b = {0};
	size_t n_txs = 0;
	for (size_t i = first; i < answer->count; i++)
		n_txs += 1 + answer->blocks[i].tx_count;
	b.blocks = calloc(answer->count - first + 1, sizeof *b.blocks);
	b.txs = calloc(n_txs + 1, sizeof *b.txs);
	int ret = b.blocks && b.txs ? SN_OK : sn_error_memory(err);

	const struct sn_hash *before = previous ? &previous->hash : NULL;
	uint64_t height = previous ? previous->height + 1 : answer->start_height + first;
	for (size_t i = first; !ret && i < answer->count; i++) {
		ret = check_block(&b, &answer->blocks[i], height + (i - first), before, err);
		if (!ret)
			before = &b.blocks[b.n_blocks - 1].id;
	}
	if (!ret && derive(&b, w))
		ret = sn_error_memory(err);
	if (ret)
		goto out;

	sn_wallet_change_begin(w);
	ret = roll_back(w, height, result);
	if (!ret)
		ret = apply(w, table, &b, result);
	if (ret) {
		struct sn_error ignored;
		ret = ret == SN_IO ? sn_error_memory(err)
				   : sn_error_set(err, SN_DAEMON, "the daemon contradicts itself: what it sent does not fit "
								  "what it sent before");
		(void)!sn_wallet_revert(w, &ignored);
	}
	sn_wallet_change_end(w);
out:
	batch_free(&b);
	return ret;
}
