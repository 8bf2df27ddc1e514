/* hot_scan_fixture.h - a synthetic chain, and answers of a daemon about it, for the tests of hot/scan.h. */
#ifndef HOT_SCAN_FIXTURE_H
#define HOT_SCAN_FIXTURE_H

#include "chain/block.h"
#include "chain/extra.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "chain/varint.h"
#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "hot/scan.h"
#include "hot_wallet.h"
#include "node/daemon_blocks.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS_MAX 300
#define TXS_MAX 4
#define REWARD 600000000000

/* A synthetic chain, and the daemon's answer about it. */
struct made_block {
	struct sn_buf blob, txs[TXS_MAX], indices[1 + TXS_MAX];
	struct sn_hash id, prunable_hashes[TXS_MAX];
	uint64_t n_outputs; /* RingCT outputs up to its end */
	struct sn_daemon_tx from[TXS_MAX];
	size_t n_txs;
};

static struct {
	struct sn_account alice, bob;
	struct hot h;
	struct sn_subaddress_table table;
	struct made_block blocks[BLOCKS_MAX];
	struct sn_daemon_block from[BLOCKS_MAX];
	struct sn_daemon_blocks answer;
	uint64_t n_outputs; /* before the first block */
	struct sn_sync_result result;
	struct sn_error err;
} t;

static inline void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	hot_open(&t.h, &t.alice);
	cr_assert(!sn_subaddress_table_init(&t.table, &t.alice, 3, 10));
	t.answer.start_height = 1;
	t.answer.blocks = t.from;
}

static inline void tear_down(void)
{
	for (size_t i = 0; i < BLOCKS_MAX; i++) {
		sn_buf_free(&t.blocks[i].blob);
		for (size_t j = 0; j <= TXS_MAX; j++) {
			if (j < TXS_MAX)
				sn_buf_free(&t.blocks[i].txs[j]);
			sn_buf_free(&t.blocks[i].indices[j]);
		}
	}
	sn_subaddress_table_free(&t.table);
	hot_close(&t.h);
}

static inline struct sn_daemon_indices put_indices(struct sn_buf *out, uint64_t first, size_t n)
{
	sn_buf_clear(out);
	for (size_t i = 0; i < n; i++)
		sn_put_u64(out, first + i);
	return (struct sn_daemon_indices){out->data, n};
}

/* The coinbase that pays the primary address of `to`, with the tx secret key r. */
static inline void put_coinbase(struct sn_buf *out, const struct sn_account *to, uint64_t height,
				const struct sn_scalar *r, uint64_t amount)
{
	struct sn_tx tx;
	struct sn_buf extra = {0};
	struct sn_point key, derivation;
	cr_assert(!sn_tx_init(&tx, 1, 1, 1));
	tx.inputs[0].kind = SN_INPUT_COINBASE;
	tx.inputs[0].height = height;
	tx.unlock_time = height + 60;
	tx.rct_type = SN_RCT_NULL;
	sn_secret_to_public(&key, r);
	cr_assert(!sn_derive(&derivation, &to->view_public, r));
	cr_assert(!sn_derive_public_key(&tx.outputs[0].key, &derivation, 0, &to->spend_public));
	tx.outputs[0].amount = amount;
	tx.outputs[0].has_view_tag = true;
	tx.outputs[0].view_tag = sn_derive_view_tag(&derivation, 0);
	sn_extra_write(&extra, &key, NULL, 0, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	sn_tx_write(out, &tx);
	sn_tx_free(&tx);
	sn_buf_free(&extra);
}

static inline uint64_t height_of(size_t at)
{
	return t.answer.start_height + at;
}

/* Make the bytes of block `at`, and of all later blocks, which link to it. */
static inline void link_blocks(size_t at, const struct sn_buf *coinbases)
{
	for (; at < t.answer.count; at++) {
		struct made_block *b = &t.blocks[at];
		struct sn_block parsed;
		b->n_outputs = at ? t.blocks[at - 1].n_outputs : t.n_outputs;
		struct sn_daemon_indices miner_indices = put_indices(&b->indices[0], b->n_outputs++, 1);
		sn_buf_clear(&b->blob);
		sn_put_varint(&b->blob, 16);
		sn_put_varint(&b->blob, 16);
		sn_put_varint(&b->blob, 1700000000 + 120 * at);
		sn_put_bytes(&b->blob, at ? t.blocks[at - 1].id.b : (uint8_t[32]){0}, 32);
		sn_put_u32(&b->blob, 4711);
		sn_put_bytes(&b->blob, coinbases[at].data, coinbases[at].len);
		sn_put_varint(&b->blob, b->n_txs);
		for (size_t i = 0; i < b->n_txs; i++) {
			struct sn_tx tx;
			struct sn_hash hash;
			cr_assert(!sn_tx_parse(&tx, b->txs[i].data, b->txs[i].len, true));
			cr_assert(!sn_tx_hash_pruned(&hash, &tx, &b->prunable_hashes[i]));
			sn_put_bytes(&b->blob, hash.b, 32);
			b->from[i] = (struct sn_daemon_tx){
				.blob = b->txs[i].data,
				.len = b->txs[i].len,
				.prunable_hash = b->prunable_hashes[i].b,
				.indices = put_indices(&b->indices[1 + i], b->n_outputs, tx.n_outputs),
			};
			b->n_outputs += tx.n_outputs;
			sn_tx_free(&tx);
		}
		cr_assert(!b->blob.failed && !sn_block_parse(&parsed, b->blob.data, b->blob.len));
		cr_assert(!sn_block_id(&b->id, &parsed));
		sn_block_free(&parsed);
		t.from[at] = (struct sn_daemon_block){
			.blob = b->blob.data,
			.len = b->blob.len,
			.miner_indices = miner_indices,
			.txs = b->from,
			.tx_count = b->n_txs,
		};
	}
}

/* Add a transaction of a signed set to block `at`. */
static inline void add_tx(size_t at, const struct cold_result *signed_result, size_t i)
{
	struct made_block *b = &t.blocks[at];
	const struct sn_tx *tx = &signed_result->txs[i];
	struct sn_tx pruned = *tx;
	cr_assert(b->n_txs < TXS_MAX);
	pruned.is_pruned = true;
	sn_tx_write(&b->txs[b->n_txs], &pruned);
	sn_keccak256(&b->prunable_hashes[b->n_txs], tx->prunable, tx->prunable_len);
	b->n_txs++;
}

/* Make the chain. The coinbases go to bob, except those marked in `ours`, one bit per block. */
static inline void make_chain(size_t count, unsigned ours)
{
	struct sn_buf coinbases[BLOCKS_MAX] = {{0}};
	t.answer.count = count;
	t.answer.current_height = t.answer.start_height + count;
	for (size_t i = 0; i < count; i++) {
		struct sn_scalar r = cold_random_scalar();
		put_coinbase(&coinbases[i], i < 32 && ours >> i & 1 ? &t.alice : &t.bob, height_of(i), &r,
			     REWARD + i);
	}
	link_blocks(0, coinbases);
	for (size_t i = 0; i < count; i++)
		sn_buf_free(&coinbases[i]);
}

/* Scan after the wallet's last block, if it has one. */
static inline int scan_after_last(size_t first)
{
	const struct sn_wallet *w = t.h.w;
	struct sn_wallet_block last = w->n_blocks ? w->blocks[w->n_blocks - 1] : (struct sn_wallet_block){0};
	t.err.text[0] = 0;
	return sn_scan_blocks(t.h.w, &t.table, &t.answer, first, w->n_blocks ? &last : NULL, &t.result,
			      &t.err);
}

static inline void scan(size_t first)
{
	cr_assert(!scan_after_last(first), "%s", t.err.text);
}

/* Refused with `words`, and the wallet is unchanged. */
static inline void expect_bad(const char *words)
{
	size_t n_blocks = t.h.w->n_blocks, n_outputs = t.h.w->n_outputs;
	struct sn_sync_result before = t.result;
	cr_assert_eq(scan_after_last(0), SN_DAEMON, "accepted: %s", words);
	cr_assert(strstr(t.err.text, words), "\"%s\" does not say \"%s\"", t.err.text, words);
	cr_assert(t.h.w->n_blocks == n_blocks && t.h.w->n_outputs == n_outputs);
	cr_assert(!memcmp(&before, &t.result, sizeof before));
}

/* A payment from bob. */
static inline struct cold_result pay(struct sn_address to, uint64_t amount)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR);
	cold_pay(&set.txs[0], to, amount);
	cold_change(&set.txs[0], 0, 0);
	struct cold_result result = cold_sign(&t.bob, &set);
	cold_free(&set);
	return result;
}

#endif
