/* Blocks of any contents as a daemon's answer, scanned into a small wallet: refused, and then the wallet is
 * as before, or applied as a whole, and then it keeps its invariants and is read again as it was stored.
 *
 * The first byte: 1 a master wallet, 2 the blocks are made to follow each other, to list their transactions
 * and to number their outputs, so that what is behind these checks is reached, 4 prunable hashes are told, 8
 * the top block is replaced, 16 the wallet's whole chain is, 32 the first block is passed over. Then up to
 * BLOCKS_MAX blocks: length (2 bytes) and bytes, number of output indices (1), number of transactions (1),
 * and of each of these length, bytes and number of indices. */
#include "chain/block.h"
#include "chain/varint.h"
#include "check_wallet.h"
#include "fuzz.h"
#include "hot/scan.h"
#include "memory_wallet.h"
#include "node/daemon_blocks.h"
#include "store/wallet_records.h"

#include <stdlib.h>
#include <string.h>

enum {
	IS_MASTER = 1,
	IS_LINKED = 2,
	HAS_PRUNABLE_HASHES = 4,
	REPLACES_TOP = 8,
	REPLACES_ALL = 16,
	PASSES_FIRST = 32
};
enum { BLOCKS_MAX = 4, TXS_MAX = 4 };

static const uint8_t prunable_hash[32] = "prunable";
static uint8_t global_indices[BLOCKS_MAX * (1 + TXS_MAX) * 255 * 8];

struct answer {
	struct sn_daemon_blocks blocks;
	struct sn_daemon_block block[BLOCKS_MAX];
	struct sn_daemon_tx tx[BLOCKS_MAX][TXS_MAX];
	uint8_t *blobs[BLOCKS_MAX]; /* of the blocks; they are changed when they are linked */
	size_t n_numbers;           /* global indices handed out */
};

static const uint8_t *read_blob(struct sn_reader *r, size_t *len)
{
	*len = sn_read_u16(r);
	if (*len > r->left)
		*len = r->left;
	return sn_read_view(r, *len);
}

static struct sn_daemon_indices read_indices(struct sn_reader *r)
{
	return (struct sn_daemon_indices){global_indices, sn_read_u8(r)};
}

static void read_block(struct answer *a, size_t i, struct sn_reader *r, uint8_t how)
{
	struct sn_daemon_block *b = &a->block[i];
	const uint8_t *blob = read_blob(r, &b->len);
	b->blob = a->blobs[i] = malloc(b->len + 1);
	FUZZ_CHECK(b->blob);
	if (b->len)
		memcpy(a->blobs[i], blob, b->len);
	b->miner_indices = read_indices(r);
	b->txs = a->tx[i];
	b->tx_count = sn_read_u8(r) % (TXS_MAX + 1);
	for (size_t k = 0; k < b->tx_count; k++) {
		struct sn_daemon_tx *tx = &a->tx[i][k];
		tx->blob = read_blob(r, &tx->len);
		tx->indices = read_indices(r);
		tx->prunable_hash = how & HAS_PRUNABLE_HASHES ? prunable_hash : NULL;
	}
}

/* Let the block list these transactions. */
static void list_txs(uint8_t *hashes, const struct sn_daemon_block *b)
{
	struct sn_hash prunable, hash;
	struct sn_tx tx;
	memcpy(prunable.b, prunable_hash, sizeof prunable.b);
	for (size_t i = 0; i < b->tx_count; i++)
		if (!sn_tx_parse(&tx, b->txs[i].blob, b->txs[i].len, true)) {
			if (!sn_tx_hash_pruned(&hash, &tx, &prunable))
				memcpy(hashes + 32 * i, hash.b, 32);
			sn_tx_free(&tx);
		}
}

/* RingCT outputs are numbered from the first one on, others are not. */
static void number(struct answer *a, struct sn_daemon_indices *indices, uint64_t version)
{
	if (version < 2)
		return;
	indices->le64 = global_indices + 8 * a->n_numbers;
	a->n_numbers += indices->count;
}

static void number_block(struct answer *a, size_t i)
{
	struct sn_block block;
	struct sn_tx tx;
	if (!sn_block_parse(&block, a->block[i].blob, a->block[i].len)) {
		number(a, &a->block[i].miner_indices, block.coinbase.version);
		sn_block_free(&block);
	}
	for (size_t k = 0; k < a->block[i].tx_count; k++)
		if (!sn_tx_parse(&tx, a->tx[i][k].blob, a->tx[i][k].len, true)) {
			number(a, &a->tx[i][k].indices, tx.version);
			sn_tx_free(&tx);
		}
}

/* Let the block follow the one before, if it is one, and say which it is. */
static void link_block(uint8_t *blob, const struct sn_daemon_block *b, struct sn_hash *before)
{
	struct sn_block block;
	struct sn_reader r;
	uint64_t skipped;
	if (sn_block_parse(&block, blob, b->len))
		return;
	sn_reader_init(&r, blob, b->len);
	for (int i = 0; i < 3; i++) /* versions, time */
		skipped = sn_read_varint(&r);
	(void)skipped;
	memcpy(blob + (r.at - blob), before->b, 32);
	if (block.n_tx_hashes == b->tx_count)
		list_txs(blob + (block.tx_hashes - blob), b);
	sn_block_free(&block);
	if (!sn_block_parse(&block, blob, b->len)) {
		if (sn_block_id(before, &block))
			memset(before, 0, sizeof *before);
		sn_block_free(&block);
	}
}

static void read_answer(struct answer *a, struct sn_reader *r, uint8_t how,
			const struct sn_wallet_block *previous)
{
	struct sn_hash before = {{0}};
	struct sn_block block;
	size_t n = 0;
	while (n < BLOCKS_MAX && r->left)
		read_block(a, n++, r, how);
	size_t first = how & PASSES_FIRST && n > 1;
	if (previous)
		before = previous->hash;
	for (size_t i = first; how & IS_LINKED && i < n; i++) {
		link_block(a->blobs[i], &a->block[i], &before);
		number_block(a, i);
	}
	a->blocks.blocks = a->block;
	a->blocks.count = n;
	if (n > first && !sn_block_parse(&block, a->block[first].blob, a->block[first].len)) {
		a->blocks.start_height = sn_block_height(&block) - first;
		sn_block_free(&block);
	}
}

/* What was taken in is a chain of blocks that list the transactions which came with them. */
static void check_chain(const struct sn_wallet *w, const struct answer *a, size_t first,
			const struct sn_wallet_block *previous)
{
	struct sn_hash before = previous ? previous->hash : (struct sn_hash){{0}};
	uint64_t height = previous ? previous->height + 1 : a->blocks.start_height + first;
	struct sn_block block;
	for (size_t i = first; i < a->blocks.count; i++, height++) {
		FUZZ_CHECK(!sn_block_parse(&block, a->block[i].blob, a->block[i].len));
		FUZZ_CHECK(sn_block_height(&block) == height && block.n_tx_hashes == a->block[i].tx_count);
		FUZZ_CHECK((i == first && !previous) || sn_hash_is_equal(&block.previous, &before));
		FUZZ_CHECK(!sn_block_id(&before, &block));
		sn_block_free(&block);
	}
	if (a->blocks.count == first)
		return;
	const struct sn_wallet_block *top = &w->blocks[w->n_blocks - 1];
	FUZZ_CHECK(top->height + 1 == height && sn_hash_is_equal(&top->hash, &before));
}

/* What was applied: seen at once, and read again after it was stored. */
static void check_applied(struct sn_wallet *w, uint64_t n_blocks, const struct sn_sync_result *result,
			  size_t n_outputs)
{
	FUZZ_CHECK(result->blocks == n_blocks);
	FUZZ_CHECK(w->n_outputs <= n_outputs + result->received);
	check_wallet(w);
	memory_wallet_store(w);
}

static void scan(struct sn_wallet *w, struct sn_reader *r, uint8_t how)
{
	static struct sn_subaddress_table table; /* grows: what is covered stays covered */
	const struct sn_wallet_block *top = &w->blocks[w->n_blocks - 1];
	const struct sn_wallet_block *before = how & REPLACES_ALL ? NULL : how & REPLACES_TOP ? top - 1 : top;
	struct sn_wallet_block previous = before ? *before : (struct sn_wallet_block){0};
	struct answer a = {0};
	struct sn_buf state = {0}, after = {0};
	struct sn_sync_result result = {0};
	struct sn_error err = {0};
	size_t n_outputs = w->n_outputs;
	FUZZ_CHECK(table.n || !sn_subaddress_table_init(&table, memory_wallet_account(), 2, 4));
	read_answer(&a, r, how, before ? &previous : NULL);
	size_t first = how & PASSES_FIRST && a.blocks.count > 1;
	sn_records_put_all(&state, w);
	int ret = sn_scan_blocks(w, &table, &a.blocks, first, before ? &previous : NULL, &result, &err);
	if (ret) {
		FUZZ_CHECK(ret == SN_DAEMON);
		fuzz_check_sentence(&err);
		sn_records_put_all(&after, w);
		FUZZ_CHECK(fuzz_is_same(&after, state.data, state.len));
	} else {
		if (result.received || result.spent)
			fuzz_accept();
		check_chain(w, &a, first, before ? &previous : NULL);
		check_applied(w, a.blocks.count - first, &result, n_outputs);
	}
	for (size_t i = 0; i < a.blocks.count; i++)
		free(a.blobs[i]);
	sn_buf_free(&state);
	sn_buf_free(&after);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_wallet *w;
	struct sn_reader r;
	struct sn_error err;
	for (size_t i = 0; i < sizeof global_indices / 8; i++)
		sn_store_u64(global_indices + 8 * i, i);
	sn_reader_init(&r, data, len);
	uint8_t how = sn_read_u8(&r);
	memory_wallet_put(how & IS_MASTER ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
	FUZZ_CHECK(!sn_wallet_open(&w, MEMORY_WALLET, SN_WALLET_WRITE, "", NULL, &err));
	scan(w, &r, how);
	sn_wallet_close(w);
	memory_journal_forget();
	return 0;
}
