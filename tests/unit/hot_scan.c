#include "hot/scan.h"

#include "chain/block.h"
#include "chain/extra.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "chain/varint.h"
#include "cold/input.h"
#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "hot/balance.h"
#include "node/daemon_blocks.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	hot_open(&t.h, &t.alice);
	cr_assert(!sn_subaddress_table_init(&t.table, &t.alice, 3, 10));
	t.answer.start_height = 1;
	t.answer.blocks = t.from;
}

static void tear_down(void)
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

TestSuite(hot_scan, .init = set_up, .fini = tear_down);

static struct sn_daemon_indices put_indices(struct sn_buf *out, uint64_t first, size_t n)
{
	sn_buf_clear(out);
	for (size_t i = 0; i < n; i++)
		sn_put_u64(out, first + i);
	return (struct sn_daemon_indices){out->data, n};
}

/* The coinbase that pays the primary address of `to`, with the tx secret key r. */
static void put_coinbase(struct sn_buf *out, const struct sn_account *to, uint64_t height,
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

static uint64_t height_of(size_t at)
{
	return t.answer.start_height + at;
}

/* Make the bytes of block `at`, and of all later blocks, which link to it. */
static void link_blocks(size_t at, const struct sn_buf *coinbases)
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
static void add_tx(size_t at, const struct cold_result *signed_result, size_t i)
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
static void make_chain(size_t count, unsigned ours)
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
static int scan_after_last(size_t first)
{
	const struct sn_wallet *w = t.h.w;
	struct sn_wallet_block last = w->n_blocks ? w->blocks[w->n_blocks - 1] : (struct sn_wallet_block){0};
	t.err.text[0] = 0;
	return sn_scan_blocks(t.h.w, &t.table, &t.answer, first, w->n_blocks ? &last : NULL, &t.result,
			      &t.err);
}

static void scan(size_t first)
{
	cr_assert(!scan_after_last(first), "%s", t.err.text);
}

/* Refused with `words`, and the wallet is unchanged. */
static void expect_bad(const char *words)
{
	size_t n_blocks = t.h.w->n_blocks, n_outputs = t.h.w->n_outputs;
	struct sn_sync_result before = t.result;
	cr_assert_eq(scan_after_last(0), SN_DAEMON, "accepted: %s", words);
	cr_assert(strstr(t.err.text, words), "\"%s\" does not say \"%s\"", t.err.text, words);
	cr_assert(t.h.w->n_blocks == n_blocks && t.h.w->n_outputs == n_outputs);
	cr_assert(!memcmp(&before, &t.result, sizeof before));
}

/* A payment from bob. */
static struct cold_result pay(struct sn_address to, uint64_t amount)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR);
	cold_pay(&set.txs[0], to, amount);
	cold_change(&set.txs[0], 0, 0);
	struct cold_result result = cold_sign(&t.bob, &set);
	cold_free(&set);
	return result;
}

/* ---------------------------------------------------------------- what is ours */

Test(hot_scan, coinbase)
{
	make_chain(3, 1 << 1);
	scan(0);
	cr_assert(t.result.blocks == 3 && t.result.received == 1 && t.result.spent == 0);
	cr_assert_eq(sn_wallet_height(t.h.w), 4);
	cr_assert(t.h.w->n_blocks == 3 && t.h.w->n_outputs == 1);
	for (size_t i = 0; i < 3; i++)
		cr_assert(sn_hash_is_equal(&t.h.w->blocks[i].hash, &t.blocks[i].id));
	const struct sn_wallet_output *o = &t.h.w->outputs[0];
	cr_assert(o->amount == REWARD + 1 && o->height == 2 && o->unlock_time == 62);
	cr_assert(o->is_coinbase && o->is_rct && o->mask_kind == SN_MASK_ONE);
	cr_assert(o->index == 0 && o->global_index == 1 && !o->has_image && !o->has_payment_id);
	cr_assert_eq(o->time, 1700000000 + 120);
	cr_assert(sn_subaddress_is_primary(o->subaddress));
}

/* A possible change of a payment made with another file has no payment ID; a transaction that spends another
 * wallet's output keeps it. */
Test(hot_scan, payment_id_of_what_may_be_change)
{
	struct cold_result paid = pay(cold_integrated(&t.alice, 0x1122334455667788), 33);
	const struct sn_tx *tx = &paid.txs[0];
	uint64_t ring[64];
	cr_assert(!sn_wallet_set_sole(t.h.w, false));
	for (size_t i = 0; i < tx->n_inputs; i++) {
		cr_assert(!sn_scan_may_be_ours(t.h.w, tx)); /* not in every ring yet */
		struct sn_wallet_output o = hot_output(&t.h, 7, 0);
		cr_assert(tx->inputs[i].ring_size <= 64 && !sn_tx_ring_indices(ring, tx, i));
		o.global_index = ring[tx->inputs[i].ring_size / 2];
		hot_add(&t.h, &o);
	}
	cr_assert(sn_scan_may_be_ours(t.h.w, tx));
	size_t n = t.h.w->n_outputs;
	add_tx(0, &paid, 0);
	make_chain(1, 0);
	scan(0);
	cr_assert(t.h.w->n_outputs == n + 1 && !t.h.w->outputs[n].has_payment_id);
	cr_assert(!sn_wallet_set_sole(t.h.w, true)); /* such a wallet would know its own payments */
	cr_assert(!sn_scan_may_be_ours(t.h.w, tx));
	/* Also during a rescan. */
	t.h.w->scanned_to = sn_wallet_height(t.h.w) + 1;
	cr_assert(!sn_wallet_knows_spends(t.h.w) && !sn_scan_may_be_ours(t.h.w, tx));
	cold_result_free(&paid);
}

Test(hot_scan, payments)
{
	struct cold_result to_primary = pay(cold_address(&t.alice, 0, 0), 11),
			   to_subaddress = pay(cold_address(&t.alice, 2, 5), 22),
			   to_integrated = pay(cold_integrated(&t.alice, 0x1122334455667788), 33),
			   to_bob = pay(cold_address(&t.bob, 0, 0), 44);
	add_tx(0, &to_bob, 0);
	add_tx(0, &to_primary, 0);
	add_tx(0, &to_subaddress, 0);
	add_tx(1, &to_integrated, 0);
	make_chain(2, 0);
	scan(0);
	cr_assert(t.result.received == 3 && t.h.w->n_outputs == 3);
	const struct cold_result *results[] = {&to_primary, &to_subaddress, &to_integrated};
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		struct sn_hash hash;
		cr_assert(!sn_tx_hash(&hash, &results[i]->txs[0]));
		cr_assert(sn_hash_is_equal(&o->tx_hash, &hash));
		cr_assert(sn_point_is_equal(&o->key, &results[i]->txs[0].outputs[o->index].key));
		cr_assert_eq(o->amount, 11 * (i + 1));
		cr_assert(o->is_rct && !o->is_coinbase && o->mask_kind == SN_MASK_DERIVED);
		cr_assert_eq(o->height, i < 2 ? 1 : 2);
		/* After a coinbase and the payment to bob; after another coinbase. */
		cr_assert_eq(o->global_index, (i == 2 ? 8 : 3 + 2 * i) + o->index);
		cr_assert_eq(o->has_payment_id, i == 2);
	}
	cr_assert(t.h.w->outputs[1].subaddress.major == 2 && t.h.w->outputs[1].subaddress.minor == 5);
	cr_assert_eq(sn_load_u64(t.h.w->outputs[2].payment_id), 0x1122334455667788);
	cold_result_free(&to_primary);
	cold_result_free(&to_subaddress);
	cold_result_free(&to_integrated);
	cold_result_free(&to_bob);
}

/* The look-ahead advances with receiving addresses, within one answer. */
Test(hot_scan, look_ahead_moves_on)
{
	struct cold_result near = pay(cold_address(&t.alice, 0, 9), 1),
			   next = pay(cold_address(&t.alice, 0, 18), 2),
			   far = pay(cold_address(&t.alice, 0, 28), 3);
	add_tx(0, &near, 0);
	add_tx(1, &next, 0);
	add_tx(2, &far, 0);
	make_chain(3, 0);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cr_assert(t.h.w->outputs[1].subaddress.minor == 18 && t.h.w->outputs[1].amount == 2);
	cold_result_free(&near);
	cold_result_free(&next);
	cold_result_free(&far);
}

/* The same one-time key twice: a second coinbase made with the same secret. Both are recorded, one counts. */
Test(hot_scan, same_key_twice)
{
	struct sn_buf coinbases[2] = {{0}};
	struct sn_scalar r = cold_random_scalar();
	t.answer.count = 2;
	for (size_t i = 0; i < 2; i++)
		put_coinbase(&coinbases[i], &t.alice, height_of(i), &r, REWARD + i);
	link_blocks(0, coinbases);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cr_assert(sn_point_is_equal(&t.h.w->outputs[0].key, &t.h.w->outputs[1].key));
	cr_assert(sn_wallet_is_burnt(t.h.w, 0) && !sn_wallet_is_burnt(t.h.w, 1)); /* the larger one counts */
	sn_buf_free(&coinbases[0]);
	sn_buf_free(&coinbases[1]);
}

/* ---------------------------------------------------------------- what was spent */

/* Alice has two outputs and spends one of them to bob; the wallet knows its key image. */
struct spending {
	struct sn_unsigned_set set;
	struct cold_result result;
	size_t output;
};

static void make_spending(struct spending *s, uint64_t amount)
{
	s->set = cold_set(1);
	cold_spend_amount(&s->set.txs[0], &t.alice, COLD_XMR);
	cold_pay(&s->set.txs[0], cold_address(&t.bob, 0, 0), amount);
	cold_change(&s->set.txs[0], 0, 0);
	s->result = cold_sign(&t.alice, &s->set);
	struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
	o.key = s->result.set.txs[0].spent[0];
	s->output = hot_add(&t.h, &o);
	cr_assert(!sn_wallet_add_image(t.h.w, &o.key, &s->result.txs[0].inputs[0].key_image));
}

static void free_spending(struct spending *s)
{
	cold_result_free(&s->result);
	cold_free(&s->set);
}

Test(hot_scan, spent_output)
{
	struct spending s;
	struct sn_hash hash;
	make_spending(&s, 1000);
	cr_assert(!sn_tx_hash(&hash, &s.result.txs[0]));
	add_tx(1, &s.result, 0);
	make_chain(2, 0);
	scan(0);
	const struct sn_wallet_output *o = &t.h.w->outputs[s.output];
	cr_assert(t.result.spent == 1 && t.result.received == 1);
	cr_assert(o->is_spent && o->spent_height == 2 && sn_hash_is_equal(&o->spent_by, &hash));
	cr_assert_eq(t.h.w->outputs[1].amount, COLD_XMR - 1000 - COLD_FEE);
	free_spending(&s);
}

/* Change whose key image came with the signed file is spent in the next transaction. */
Test(hot_scan, received_and_spent_in_one_answer)
{
	struct spending s;
	make_spending(&s, 1000);
	const struct sn_signed_tx *signed_tx = &s.result.set.txs[0];
	uint32_t index = signed_tx->created[0].index;
	cr_assert(!sn_wallet_add_image(t.h.w, &s.result.txs[0].outputs[index].key,
				       &signed_tx->created[0].image));

	struct sn_unsigned_set second = cold_set(1);
	struct sn_unsigned_tx *tx = &second.txs[0];
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	cr_assert_eq(cold_receive(owned, &t.alice, &s.result.txs[0]), 1);
	cold_spend_amount(tx, &t.alice, 5); /* the ring contains it */
	tx->inputs[0].tx_key = owned[0].tx_key;
	tx->inputs[0].index = index;
	tx->inputs[0].amount = owned[0].amount;
	tx->inputs[0].ring[7] = (struct sn_ring_member){owned[0].key, owned[0].commitment};
	cold_pay(tx, cold_address(&t.bob, 0, 0), 77);
	cold_change(tx, 0, 0);
	struct cold_result result = cold_sign(&t.alice, &second);

	add_tx(0, &s.result, 0);
	add_tx(0, &result, 0);
	make_chain(1, 0);
	scan(0);
	cr_assert(t.result.received == 2 && t.result.spent == 2);
	cr_assert(t.h.w->n_outputs == 3 && t.h.w->outputs[1].is_spent && !t.h.w->outputs[2].is_spent);
	cold_result_free(&result);
	cold_free(&second);
	free_spending(&s);
}

/* A master wallet computes the same key images as its signer. */
Test(hot_scan, master_wallet)
{
	struct sn_wallet *watch = t.h.w;
	struct sn_subaddress_index to[] = {{0, 0}, {0, 7}, {2, 5}};
	char path[sizeof t.h.path + 8];
	snprintf(path, sizeof path, "%s.master", t.h.path);
	cr_assert(!sn_wallet_create(path, SN_ROLE_MASTER, &t.alice, 0, HOT_PASSWORD, SN_KDF_TEST, &t.err));
	cr_assert(!sn_wallet_open(&t.h.w, path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	struct cold_result payments[3];
	for (size_t i = 0; i < 3; i++) {
		payments[i] = pay(cold_address(&t.alice, to[i].major, to[i].minor), 1000 + i);
		add_tx(i, &payments[i], 0);
	}
	make_chain(3, 1 << 1);
	scan(0);
	cr_assert(t.h.w->n_outputs == 4 && t.h.w->n_images == 4);
	for (size_t i = 0; i < 4; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		struct sn_unsigned_input in = {0};
		struct sn_opened_input opened;
		struct cold_output made = {o->subaddress, o->amount, o->mask_kind, o->index};
		cold_make_input(&in, &t.alice, &made);
		in.tx_key = o->tx_key;
		sn_commit(&in.ring[7].commitment, &o->mask, o->amount);
		in.ring[7].key = o->key;
		cr_assert(!sn_input_open(&opened, &t.alice, &in, &t.err), "%s", t.err.text);
		cr_assert(o->has_image && sn_point_is_equal(&o->image, &opened.image));
		cr_assert_eq(sn_wallet_find_image(t.h.w, &opened.image), i);
		cr_assert(i == 0 || !sn_point_is_equal(&o->image, &t.h.w->outputs[i - 1].image));
	}
	for (size_t i = 0; i < 3; i++)
		cold_result_free(&payments[i]);
	sn_wallet_close(t.h.w);
	unlink(path);
	t.h.w = watch;
}

Test(hot_scan, payment_is_settled)
{
	static const enum sn_payment_state after[] = {SN_PAYMENT_CONFIRMED, SN_PAYMENT_RELEASED,
						      SN_PAYMENT_RELEASED};
	struct spending s[3];
	uint64_t ids[3];
	struct sn_hash hash, other = hot_hash(1);
	for (size_t i = 0; i < 3; i++) {
		make_spending(&s[i], 1000 + i);
		ids[i] = hot_pay(&t.h, SN_PAYMENT_PREPARED, &s[i].output, 1, 1000 + i, COLD_FEE, 1);
		add_tx(0, &s[i].result, 0);
	}
	/* ours; submitted as another transaction; not submitted */
	cr_assert(!sn_tx_hash(&hash, &s[0].result.txs[0]));
	cr_assert(!sn_wallet_set_payment(t.h.w, ids[0], SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(!sn_wallet_set_payment(t.h.w, ids[1], SN_PAYMENT_SUBMITTED, &other, 0));
	make_chain(1, 0);
	scan(0);
	cr_assert_eq(t.result.spent, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, ids[i]);
		cr_assert_eq(p->state, after[i], "payment %zu: %d", i, p->state);
		cr_assert(t.h.w->outputs[s[i].output].is_spent);
		free_spending(&s[i]);
	}
	cr_assert_eq(sn_wallet_find_payment(t.h.w, ids[0])->height, 1);
}

/* The key image of the input is unknown: the hash suffices, in any state of the payment. */
Test(hot_scan, payment_is_known_by_its_hash)
{
	static const enum sn_payment_state before[] = {SN_PAYMENT_SUBMITTED, SN_PAYMENT_RELEASED,
						       SN_PAYMENT_PREPARED};
	struct cold_result payments[3];
	struct sn_unsigned_set sets[3];
	size_t outputs[3], stranger = hot_add_amount(&t.h, COLD_XMR, 0);
	uint64_t ids[3], rival;
	for (size_t i = 0; i < 3; i++) {
		sets[i] = cold_set(1);
		cold_spend_amount(&sets[i].txs[0], &t.alice, COLD_XMR);
		cold_pay(&sets[i].txs[0], cold_address(&t.bob, 0, 0), 1000);
		cold_change(&sets[i].txs[0], 0, 0);
		payments[i] = cold_sign(&t.alice, &sets[i]);
		struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
		struct sn_hash hash;
		o.key = payments[i].set.txs[0].spent[0];
		outputs[i] = hot_add(&t.h, &o);
		cr_assert(!sn_tx_hash(&hash, &payments[i].txs[0]));
		ids[i] = hot_pay(&t.h, SN_PAYMENT_PREPARED, &outputs[i], 1, 1000, COLD_FEE,
				 COLD_XMR - 1000 - COLD_FEE);
		cr_assert(!sn_wallet_set_payment(t.h.w, ids[i], before[i], &hash, 0));
		add_tx(1, &payments[i], 0);
	}
	size_t both[] = {outputs[1], stranger};
	rival = hot_pay(&t.h, SN_PAYMENT_PREPARED, both, 2, 1, 1, 1);
	make_chain(3, 0);
	scan(0);
	cr_assert(t.result.spent == 3 && t.result.received == 3 && t.h.w->n_images == 0);
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, 0);
	cr_assert_eq(b.total, COLD_XMR + 3 * (COLD_XMR - 1000 - COLD_FEE));
	cr_assert(b.pending_in == 0 && b.pending_out == 0);
	for (size_t i = 0; i < 3; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, ids[i]);
		const struct sn_wallet_output *o = &t.h.w->outputs[outputs[i]];
		cr_assert(p->state == SN_PAYMENT_CONFIRMED && p->height == 2);
		cr_assert(o->is_spent && o->spent_height == 2 && sn_hash_is_equal(&o->spent_by, &p->tx_hash));
		/* A released one may have been paid again. */
		cr_assert_eq(p->is_doubtful, before[i] == SN_PAYMENT_RELEASED);
	}
	cr_assert_eq(sn_wallet_find_payment(t.h.w, rival)->state, SN_PAYMENT_RELEASED);

	/* The block is removed. */
	cr_assert(!sn_wallet_rollback(t.h.w, 2));
	sn_balance(&b, t.h.w, -1, 0);
	cr_assert(b.total == COLD_XMR + 3 * (COLD_XMR - 1000 - COLD_FEE) &&
		  b.pending_out == 3 * (1000 + COLD_FEE));
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(sn_wallet_find_payment(t.h.w, ids[i])->state, SN_PAYMENT_SUBMITTED);
		cr_assert(!t.h.w->outputs[outputs[i]].is_spent);
		cold_result_free(&payments[i]);
		cold_free(&sets[i]);
	}
}

/* ---------------------------------------------------------------- bad answers */

Test(hot_scan, continues_the_chain)
{
	make_chain(6, 1 << 4);
	struct sn_daemon_blocks whole = t.answer;
	t.answer.count = 3;
	scan(0);
	/* The next answer starts with a known block, which is skipped. */
	t.answer = whole;
	t.answer.blocks += 2;
	t.answer.start_height += 2;
	t.answer.count -= 2;
	scan(1);
	cr_assert(t.result.blocks == 6 && t.result.received == 1);
	cr_assert(sn_wallet_height(t.h.w) == 7 && t.h.w->n_blocks == 6);
	/* The whole answer again does not connect. */
	t.answer = whole;
	expect_bad("invalid block 7: it has a different height");
}

/* Another block replaces a known one: that block and all above are removed, once the new ones are
 * verified. */
Test(hot_scan, replaces_the_chain)
{
	make_chain(4, 1 << 3);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 1);
	struct sn_wallet_block second = t.h.w->blocks[1];
	t.answer.blocks += 2;
	t.answer.count = 1;
	t.answer.start_height += 2;
	const uint8_t *good = t.answer.blocks[0].blob;
	t.answer.blocks[0].blob = t.answer.blocks[1].blob;
	cr_assert_eq(sn_scan_blocks(t.h.w, &t.table, &t.answer, 0, &second, &t.result, &t.err), SN_DAEMON);
	cr_assert(t.h.w->n_blocks == 4 && t.result.rollbacks == 0);
	t.answer.blocks[0].blob = good;
	cr_assert(!sn_scan_blocks(t.h.w, &t.table, &t.answer, 0, &second, &t.result, &t.err), "%s",
		  t.err.text);
	cr_assert(t.h.w->n_blocks == 3 && t.h.w->n_outputs == 0 && sn_wallet_height(t.h.w) == 4);
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 3);
}

Test(hot_scan, bad_blocks)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11);
	add_tx(1, &payment, 0);
	make_chain(3, 1 << 0);
	struct sn_daemon_block good[3];
	memcpy(good, t.from, sizeof good);

	t.from[1] = good[2];
	expect_bad("invalid block 2: it has a different height");
	t.from[1] = good[1];
	t.answer.start_height++;
	expect_bad("invalid block 2: it has a different height");
	t.answer.start_height--;
	for (size_t len = 0; len < good[2].len; len++) {
		t.from[2].len = len;
		expect_bad("invalid block 3: it does not parse");
	}
	t.from[2] = good[2];
	t.from[1].tx_count = 0;
	expect_bad("invalid block 2: transactions are missing");
	t.from[1] = good[1];
	t.from[2].tx_count = 1;
	expect_bad("invalid block 3: transactions are missing");
	t.from[2] = good[2];
	t.from[0].miner_indices.count = 0;
	expect_bad("invalid block 1: its coinbase came without output indices");
	t.from[0].miner_indices.count = 2;
	expect_bad("invalid block 1: its coinbase came without output indices");
	t.from[0] = good[0];
	/* The previous block has changed, if only in its time. */
	t.blocks[1].blob.data[2] ^= 1;
	expect_bad("invalid block 3: it does not follow the one before");
	t.blocks[1].blob.data[2] ^= 1;
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cold_result_free(&payment);
}

Test(hot_scan, bad_transactions)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	add_tx(0, &payment, 0);
	add_tx(0, &other, 0);
	make_chain(2, 0);
	struct sn_daemon_tx *txs = t.blocks[0].from, good[2] = {txs[0], txs[1]};

	txs[0] = good[1];
	txs[1] = good[0];
	expect_bad("invalid block 1: a transaction does not have the hash listed in the block");
	txs[0] = good[0];
	expect_bad(
		"invalid block 1: a transaction does not have the hash listed in the block"); /* the first one
												 twice */
	txs[1] = good[1];
	for (size_t len = 0; len < good[1].len; len += 9) {
		txs[1].len = len;
		expect_bad("invalid block 1: a transaction does not parse");
	}
	txs[1] = good[1];
	txs[1].indices.count--;
	expect_bad("invalid block 1: a transaction came without its output indices");
	txs[1] = good[1];
	for (size_t at = 0; at < good[1].len; at += 5) {
		t.blocks[0].txs[1].data[at] ^= 4;
		expect_bad("invalid block 1: a transaction ");
		t.blocks[0].txs[1].data[at] ^= 4;
	}
	t.blocks[0].prunable_hashes[1].b[9] ^= 1;
	expect_bad("invalid block 1: a transaction does not have the hash listed in the block");
	t.blocks[0].prunable_hashes[1].b[9] ^= 1;

	/* A daemon that sends the hash of one transaction and not of another is refused. */
	for (size_t i = 0; i < 2; i++) {
		txs[i].prunable_hash = NULL;
		expect_bad("invalid block 1: a transaction came without its prunable hash");
		txs[i] = good[i];
	}

	/* Old daemons do not send the hash: then the block is believed. */
	txs[0].prunable_hash = txs[1].prunable_hash = NULL;
	scan(0);
	cr_assert(t.h.w->n_outputs == 2 && t.h.w->outputs[0].amount == 11 && t.h.w->outputs[1].amount == 12);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* The first scanned block determines the number of earlier outputs. From there on, outputs are numbered
 * consecutively, across transactions, blocks and answers. */
Test(hot_scan, outputs_are_numbered_without_a_gap)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	static const int64_t shifts[] = {1, -1, 1000, INT64_MIN};
	static const char *const within = "the output indices of a transaction are not consecutive",
				 *const between =
					 "its output indices do not continue those of the previous blocks";
	add_tx(1, &payment, 0);
	add_tx(1, &other, 0);
	t.answer.start_height = 500;
	t.n_outputs = 5000;
	make_chain(BLOCKS_MAX, 0);
	const size_t last = BLOCKS_MAX - 1;
	struct {
		uint8_t *at; /* indices */
		size_t n;
		const char *words;
	} lies[] = {
		{t.blocks[1].indices[1].data, 1, within},     {t.blocks[1].indices[1].data + 8, 1, within},
		{t.blocks[1].indices[1].data, 2, between},    {t.blocks[1].indices[2].data, 2, between},
		{t.blocks[1].indices[0].data, 1, between},    {t.blocks[2].indices[0].data, 1, between},
		{t.blocks[last].indices[0].data, 1, between},
	};
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
			for (size_t j = 0; j < lies[i].n; j++)
				sn_store_u64(lies[i].at + 8 * j,
					     sn_load_u64(lies[i].at + 8 * j) + (uint64_t)shifts[k]);
			expect_bad(lies[i].words);
			for (size_t j = 0; j < lies[i].n; j++)
				sn_store_u64(lies[i].at + 8 * j,
					     sn_load_u64(lies[i].at + 8 * j) - (uint64_t)shifts[k]);
		}
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	for (size_t i = 0; i < t.h.w->n_blocks; i++)
		cr_assert_eq(t.h.w->blocks[i].n_outputs, t.blocks[t.h.w->blocks[i].height - 500].n_outputs);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* The same between two answers: then the first one may have been wrong. */
Test(hot_scan, next_answer_is_numbered_without_a_gap)
{
	t.answer.start_height = 500;
	t.n_outputs = 5000;
	make_chain(6, 0);
	struct sn_daemon_blocks whole = t.answer;
	t.answer.count = 3;
	scan(0);
	t.answer = whole;
	t.answer.blocks += 3;
	t.answer.start_height += 3;
	t.answer.count -= 3;
	for (size_t i = 3; i < 6; i++)
		sn_store_u64(t.blocks[i].indices[0].data, 5001 + i);
	expect_bad(
		"invalid block 503: its output indices do not continue those of the previous blocks: it follows another "
		"chain, it lies, or an earlier daemon lied");
	for (size_t i = 3; i < 6; i++)
		sn_store_u64(t.blocks[i].indices[0].data, 5000 + i);
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 5006);
}

/* The number of outputs before the first scanned block is unknown: any number is accepted, except for block
 * 1, which has none before it. */
Test(hot_scan, the_first_block_is_not_told)
{
	make_chain(2, 0);
	sn_store_u64(t.blocks[0].indices[0].data, 7);
	sn_store_u64(t.blocks[1].indices[0].data, 8);
	expect_bad("invalid block 1: its output indices do not continue those of the previous blocks");
	t.answer.start_height = 2;
	t.n_outputs = 7;
	make_chain(2, 0);
	scan(0);
	cr_assert(t.h.w->blocks[0].n_outputs == 8 && t.h.w->blocks[1].n_outputs == 9);
}

/* Older versions of this program did not count: then the next block determines the number. */
Test(hot_scan, last_block_was_not_counted)
{
	const struct sn_hash before = {{0}}; /* the link of the first block */
	t.answer.start_height = sn_network_ringct_height(SN_MAINNET) + 1000;
	t.n_outputs = 7;
	make_chain(2, 0);
	cr_assert(!sn_wallet_add_block(t.h.w, t.answer.start_height - 1, &before, 0, 0));
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 9);
}

/* If the wallet has scanned blocks from before RingCT, the first RingCT output is number 0. */
Test(hot_scan, first_ringct_output)
{
	const struct sn_hash before = {{0}}; /* the link of the first block */
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	t.answer.start_height = begin;
	t.n_outputs = 7;
	make_chain(2, 0);
	cr_assert(!sn_wallet_add_block(t.h.w, begin - 1, &before, 0, 0));
	expect_bad("invalid block 1220516: its output indices do not continue those of the previous blocks");
	t.n_outputs = 0;
	make_chain(2, 0);
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 2);
}

/* After the largest index there is no next number. */
Test(hot_scan, index_that_is_too_large)
{
	t.answer.start_height = 2;
	t.n_outputs = UINT64_MAX - 1;
	make_chain(1, 0);
	expect_bad("invalid block 2: an output index is too large");
	t.n_outputs--;
	make_chain(1, 0);
	scan(0);
}

/* The same in an answer so long that several threads process it. */
Test(hot_scan, prunable_hashes_far_apart)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	const size_t last = BLOCKS_MAX - 1;
	add_tx(0, &payment, 0);
	add_tx(last, &other, 0);
	make_chain(BLOCKS_MAX, 0);
	struct sn_daemon_tx *txs[2] = {t.blocks[0].from, t.blocks[last].from};
	for (size_t i = 0; i < 2; i++) {
		const uint8_t *hash = txs[i]->prunable_hash;
		txs[i]->prunable_hash = NULL;
		expect_bad("a transaction came without its prunable hash");
		txs[i]->prunable_hash = hash;
	}
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* Scanned data survive storing and reopening. */
Test(hot_scan, stored)
{
	struct cold_result payment = pay(cold_address(&t.alice, 1, 3), 11);
	add_tx(2, &payment, 0);
	make_chain(4, 1 << 3);
	scan(0);
	struct sn_wallet_output before[2];
	memcpy(before, t.h.w->outputs, sizeof before);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	cr_assert(t.h.w->n_outputs == 2 && sn_wallet_height(t.h.w) == 5);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		cr_assert(sn_point_is_equal(&o->key, &before[i].key) &&
			  sn_point_is_equal(&o->tx_key, &before[i].tx_key));
		cr_assert(o->amount == before[i].amount && o->global_index == before[i].global_index &&
			  o->height == before[i].height && o->index == before[i].index);
	}
	cold_result_free(&payment);
}

static bool gives_up(void *context, uint64_t ms)
{
	(void)ms;
	++*(unsigned *)context;
	return false;
}

/* A long scan can be interrupted, and leaves the wallet unchanged. */
Test(hot_scan, interrupted)
{
	unsigned asked = 0;
	make_chain(BLOCKS_MAX, 1);
	cr_assert(!sn_daemon_open(&t.answer.daemon, &(struct sn_daemon_options){0}, &t.err), "%s",
		  t.err.text);
	sn_daemon_set_patience(t.answer.daemon, gives_up, &asked);
	expect_bad("interrupted");
	cr_assert_gt(asked, 0);
	sn_daemon_set_patience(t.answer.daemon, NULL, NULL);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 1);
	sn_daemon_close(t.answer.daemon);
	t.answer.daemon = NULL;
}
