#include "world.h"

#include "carrot_tx.h"
#include "chain/block.h"
#include "chain/carrot_scan.h"
#include "chain/extra.h"
#include "chain/output.h"
#include "chain/ringct_proofs.h"
#include "chain/spend_keys.h"
#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"
#include "ringct/rerandomize.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define FEE 30000000
#define UPGRADE_18 40 /* blocks of version 17 */
#define MAJORS 4
#define MINORS 8

void world_start(struct world *w, uint64_t seed)
{
	struct sn_scalar secret;
	memset(w, 0, sizeof *w);
	sn_scalar_from_u64(&secret, seed + 1);
	sn_random_init(&w->random, "model test", &secret, "", 0);
	w->alice = cold_account("alice");
	w->bob = cold_account("bob");
	cr_assert(!sn_subaddress_table_init(&w->table, &w->alice, MAJORS, MINORS));
	app_chain_start(&w->chain);
	w->n_blocks = 1;
	/* Half of the worlds have an upgrade, while things happen. */
	w->upgrade = seed % 2 ? WORLD_NONE : 101 + seed * 37 % 250;
}

unsigned world_version(const struct world *w, size_t height)
{
	if (w->upgrade == WORLD_NONE || height < w->upgrade)
		return 16;
	return height < w->upgrade + UPGRADE_18 ? 17 : 18;
}

void world_stop(struct world *w)
{
	app_chain_stop(&w->chain);
	sn_subaddress_table_free(&w->table);
	for (size_t i = 0; i < w->n_txs; i++)
		sn_buf_free(&w->txs[i].whole);
}

size_t world_height(const struct world *w)
{
	return w->chain.n_blocks;
}

size_t world_find(const struct world *w, size_t tx, size_t n)
{
	for (size_t h = 1; h < n; h++) {
		const struct world_block *b = &w->blocks[w->at[h]];
		for (size_t i = 0; i < b->n_txs; i++)
			if (b->txs[i] == tx)
				return h;
	}
	return 0;
}

bool world_is_in_pool(const struct world *w, size_t tx)
{
	for (size_t i = 0; i < w->n_pool; i++)
		if (w->pool[i] == tx)
			return true;
	return false;
}

size_t world_find_coin(const struct world *w, const struct sn_point *key)
{
	for (size_t i = 0; i < w->n_coins; i++)
		if (sn_point_is_equal(&w->coins[i].key, key))
			return i;
	return WORLD_NONE;
}

size_t world_find_tx(const struct world *w, const struct sn_hash *hash)
{
	for (size_t i = 0; i < w->n_txs; i++)
		if (sn_hash_is_equal(&w->txs[i].hash, hash))
			return i;
	return WORLD_NONE;
}

static bool does_spend(const struct world_tx *tx, size_t coin)
{
	for (size_t i = 0; i < tx->n_spends; i++)
		if (tx->spends[i] == coin)
			return true;
	return false;
}

static bool are_rivals(const struct world *w, size_t a, size_t b)
{
	bool are = false;
	for (size_t i = 0; a != b && i < w->txs[a].n_spends; i++)
		are |= does_spend(&w->txs[b], w->txs[a].spends[i]);
	return are;
}

static size_t whole_height(const struct world *w)
{
	return w->chain.n_blocks + w->chain.n_hidden;
}

bool world_could_mine(const struct world *w, size_t tx)
{
	const struct world_tx *t = &w->txs[tx];
	size_t n = whole_height(w);
	unsigned version = world_version(w, n);
	if (!t->is_coinbase && t->is_carrot ? version < 17 : version > 17)
		return false;
	for (size_t i = 0; i < t->n_spends; i++)
		if (!world_find(w, w->coins[t->spends[i]].tx, n))
			return false;
	for (size_t h = 1; h < n; h++) {
		const struct world_block *b = &w->blocks[w->at[h]];
		for (size_t i = 0; i < b->n_txs; i++)
			if (b->txs[i] == tx || are_rivals(w, b->txs[i], tx))
				return false;
	}
	return true;
}

bool world_has_rival(const struct world *w, size_t tx)
{
	bool has = false;
	for (size_t i = 0; i < w->n_pool; i++)
		has |= are_rivals(w, w->pool[i], tx);
	return has;
}

bool world_is_unspent(const struct world *w, size_t coin)
{
	size_t n = whole_height(w);
	if (!world_find(w, w->coins[coin].tx, n))
		return false;
	for (size_t i = 0; i < w->n_txs; i++)
		if (does_spend(&w->txs[i], coin) && (world_is_in_pool(w, i) || world_find(w, i, n)))
			return false;
	return true;
}

/* ---------------------------------------------------------------- transactions */

static struct world_coin coin_of(const struct world *w, const struct sn_owned_output *o)
{
	struct world_coin coin = {.key = o->key,
				  .tx_key = o->tx_key,
				  .to = o->subaddress,
				  .amount = o->amount,
				  .index = o->index};
	struct sn_point derivation;
	struct sn_scalar spend, x;
	cr_assert(!sn_derive(&derivation, &o->tx_key, &w->alice.view_secret));
	sn_account_spend_secret(&spend, &w->alice, o->subaddress);
	sn_derive_secret_key(&x, &derivation, o->index, &spend);
	sn_key_image(&coin.image, &o->key, &x);
	return coin;
}

static struct world_coin carrot_coin_of(const struct world *w, const struct sn_carrot_owned *o)
{
	struct world_coin coin = {.key = o->key,
				  .to = o->subaddress,
				  .amount = o->amount,
				  .index = o->index,
				  .is_carrot = true};
	struct sn_spend_keys keys;
	struct sn_point generator;
	memcpy(coin.tx_key.b, o->ephemeral_key.b, sizeof coin.tx_key.b);
	sn_spend_keys_carrot(&keys, &w->alice, o->subaddress, &o->extensions);
	cr_assert(!sn_spend_keys_check(&keys, &o->key));
	sn_image_generator(&generator, &o->key, true, sn_fcmp);
	cr_assert(!sn_image_from_generator(&coin.image, &generator, &keys.x));
	return coin;
}

/* List our outputs in a transaction. */
static size_t find_coins(struct world_coin coins[static 16], const struct world *w, const struct sn_tx *tx)
{
	struct sn_owned_output owned[16];
	struct sn_carrot_owned enotes[16];
	size_t n;
	if (sn_tx_has_carrot_outputs(tx)) {
		cr_assert(!sn_carrot_scan_tx(enotes, &n, tx, &w->alice, &w->table));
		for (size_t i = 0; i < n; i++)
			coins[i] = carrot_coin_of(w, &enotes[i]);
		return n;
	}
	cr_assert(!sn_output_scan_tx(owned, &n, tx, &w->alice, &w->table));
	for (size_t i = 0; i < n; i++)
		coins[i] = coin_of(w, &owned[i]);
	return n;
}

/* The outputs that belong to us. WORLD_NONE if there are none. */
static size_t note(struct world *w, const struct sn_tx *tx, bool is_coinbase)
{
	struct world_coin coins[16];
	size_t at = w->n_txs;
	cr_assert(at < WORLD_TXS_MAX && tx->n_outputs <= 16);
	struct world_tx *t = &w->txs[at];
	*t = (struct world_tx){
		.fee = tx->fee, .is_carrot = sn_tx_has_carrot_outputs(tx), .is_coinbase = is_coinbase};
	cr_assert(!sn_tx_hash(&t->hash, tx));
	size_t known = world_find_tx(w, &t->hash);
	if (known != WORLD_NONE)
		return known;
	const size_t n = find_coins(coins, w, tx);
	for (size_t i = 0; i < n; i++) {
		cr_assert(w->n_coins < WORLD_COINS_MAX);
		struct world_coin *c = &w->coins[w->n_coins];
		*c = coins[i];
		c->is_coinbase = is_coinbase;
		c->unlock_time = tx->unlock_time;
		c->tx = at;
		t->coins[t->n_coins++] = w->n_coins++;
	}
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t k = 0; tx->inputs[i].kind == SN_INPUT_KEY && k < w->n_coins; k++)
			if (sn_point_is_equal(&w->coins[k].image, &tx->inputs[i].key_image)) {
				cr_assert(t->n_spends < WORLD_SPENDS_MAX);
				t->spends[t->n_spends++] = k;
			}
	if (!t->n_coins && !t->n_spends)
		return WORLD_NONE;
	sn_tx_write(&t->whole, tx);
	cr_assert(!t->whole.failed);
	return w->n_txs++;
}

size_t world_note(struct world *w, const void *bytes, size_t len)
{
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, bytes, len, false));
	size_t at = note(w, &tx, false);
	sn_tx_free(&tx);
	cr_assert_neq(at, WORLD_NONE);
	return at;
}

/* Output i of a transaction with additional keys: R = r·G, or r·D for a subaddress. */
static void make_output(struct world *w, struct sn_tx *tx, size_t i, struct sn_point *additional,
			const struct sn_address *to, uint64_t amount)
{
	struct sn_tx_output *out = &tx->outputs[i];
	struct sn_point derivation;
	struct sn_scalar r, shared, mask;
	struct sn_ge ge;
	uint8_t plain[8];
	sn_random_scalar(&w->random, &r);
	if (to->kind == SN_ADDRESS_SUBADDRESS) {
		cr_assert(!sn_ge_decode(&ge, &to->spend));
		sn_ge_mul(&ge, &r, &ge);
		sn_ge_encode(additional, &ge);
	} else {
		sn_secret_to_public(additional, &r);
	}
	cr_assert(!sn_derive(&derivation, &to->view, &r));
	cr_assert(!sn_derive_public_key(&out->key, &derivation, i, &to->spend));
	out->has_view_tag = true;
	out->view_tag = sn_derive_view_tag(&derivation, i);
	sn_derivation_to_scalar(&shared, &derivation, i);
	sn_commitment_mask(&mask, &shared);
	sn_commit(&out->commitment, &mask, amount);
	sn_store_u64(plain, amount);
	sn_amount_crypt8(out->encrypted_amount, plain, &shared);
}

static struct sn_point random_point(struct world *w)
{
	struct sn_scalar s;
	struct sn_point p;
	sn_random_scalar(&w->random, &s);
	sn_secret_to_public(&p, &s);
	return p;
}

/* Proofs of the right size. */
static void make_proofs(struct sn_buf *out, const struct sn_tx *tx)
{
	struct sn_ringct_proofs proofs;
	cr_assert(!sn_ringct_proofs_init(&proofs, 1, tx->n_inputs));
	proofs.bpps[0].rounds = sn_bpp_rounds(tx->n_outputs);
	for (size_t i = 0; i < tx->n_inputs; i++)
		proofs.clsags[i].n = tx->inputs[i].ring_size;
	sn_ringct_proofs_write(out, &proofs);
	sn_ringct_proofs_free(&proofs);
}

static struct sn_carrot_anchor random_anchor(struct world *w)
{
	struct sn_carrot_anchor anchor;
	sn_random_bytes(&w->random, anchor.b, sizeof anchor.b);
	return anchor;
}

/* Change of a wallet with our keys. */
static void make_change(struct world *w, struct sn_carrot_made *made, const struct world_pay *pay,
			const struct sn_carrot_context *context)
{
	const struct sn_address to = cold_address(&w->alice, pay->to.major, pay->to.minor);
	struct sn_scalar d_e;
	struct sn_x25519 key;
	sn_random_scalar(&w->random, &d_e);
	cr_assert(!sn_carrot_ephemeral_key(&key, &d_e, &to.spend, to.kind == SN_ADDRESS_SUBADDRESS));
	cr_assert(!sn_carrot_make_special(made, &w->alice, pay->to, pay->amount, SN_CARROT_CHANGE, &key,
					  context));
}

/* As world_make, with Carrot outputs. */
static size_t make_carrot(struct world *w, const size_t *spends, size_t n_spends,
			  const struct world_pay *pays, size_t n_pays)
{
	struct sn_carrot_made made[16];
	struct sn_point images[WORLD_SPENDS_MAX] = {random_point(w)};
	struct sn_carrot_context context;
	const size_t n = n_pays ? n_pays + 1 : 2; /* two outputs at least */
	for (size_t i = 0; i < n_spends; i++)
		images[i] = w->coins[spends[i]].image;
	sn_carrot_context(&context, &images[0]);
	for (size_t i = 0; i < n; i++) {
		const bool is_ours = i < n_pays;
		const struct sn_address to =
			is_ours ? cold_address(&w->alice, pays[i].to.major, pays[i].to.minor)
				: cold_address(&w->bob, 0, 0);
		const struct sn_carrot_anchor anchor = random_anchor(w);
		if (is_ours && n_spends)
			make_change(w, &made[i], &pays[i], &context);
		else
			cr_assert(!sn_carrot_make_normal(&made[i], &to, is_ours ? pays[i].amount : 1000000,
							 &anchor, &context));
	}
	struct carrot_tx t = carrot_tx(images, n_spends ? n_spends : 1, made, n, NULL);
	size_t at = note(w, &t.tx, false);
	carrot_tx_free(&t);
	return at;
}

static size_t make_old(struct world *w, const size_t *spends, size_t n_spends, const struct world_pay *pays,
		       size_t n_pays, uint64_t unlock_time)
{
	struct sn_tx tx;
	struct sn_buf extra = {0}, proofs = {0};
	struct sn_point additional[16], key = random_point(w);
	size_t n_inputs = n_spends ? n_spends : 1, n_outputs = n_pays + 1;
	cr_assert(!sn_tx_init(&tx, n_inputs, 16, n_outputs));
	tx.unlock_time = unlock_time;
	tx.rct_type = SN_RCT_BULLETPROOF_PLUS;
	tx.fee = FEE;
	for (size_t i = 0; i < n_inputs; i++) {
		for (size_t k = 0; k < 16; k++)
			tx.inputs[i].offsets[k] = 1;
		tx.inputs[i].key_image = n_spends ? w->coins[spends[i]].image : random_point(w);
	}
	for (size_t i = 0; i < n_outputs; i++) {
		bool is_ours = i < n_pays;
		struct sn_address to = is_ours ? cold_address(&w->alice, pays[i].to.major, pays[i].to.minor)
					       : cold_address(&w->bob, 0, 0);
		make_output(w, &tx, i, &additional[i], &to, is_ours ? pays[i].amount : 1000000);
	}
	sn_extra_write(&extra, &key, additional, n_outputs, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	make_proofs(&proofs, &tx);
	tx.prunable = proofs.data;
	tx.prunable_len = proofs.len;
	size_t at = note(w, &tx, false);
	sn_tx_free(&tx);
	sn_buf_free(&extra);
	sn_buf_free(&proofs);
	return at;
}

size_t world_make(struct world *w, const size_t *spends, size_t n_spends, const struct world_pay *pays,
		  size_t n_pays, uint64_t unlock_time)
{
	const size_t at = world_version(w, whole_height(w)) < 17
				  ? make_old(w, spends, n_spends, pays, n_pays, unlock_time)
				  : make_carrot(w, spends, n_spends, pays, n_pays);
	cr_assert(at != WORLD_NONE && w->txs[at].n_coins == n_pays && w->txs[at].n_spends == n_spends);
	for (size_t i = 0; i < n_pays; i++)
		cr_assert_eq(w->coins[w->txs[at].coins[i]].amount, pays[i].amount);
	return at;
}

/* ---------------------------------------------------------------- the pool and the chain */

static void forget(struct world *w, size_t at)
{
	memmove(w->pool + at, w->pool + at + 1, (--w->n_pool - at) * sizeof *w->pool);
}

void world_drop(struct world *w, size_t tx)
{
	for (size_t i = w->n_pool; i-- > 0;)
		if (w->pool[i] == tx) {
			app_chain_drop(&w->chain, &w->txs[tx].hash);
			forget(w, i);
		}
}

bool world_send(struct world *w, size_t tx)
{
	struct sn_tx parsed;
	if (!world_could_mine(w, tx))
		return false;
	if (world_is_in_pool(w, tx))
		return true;
	for (size_t i = w->n_pool; i-- > 0;)
		if (are_rivals(w, w->pool[i], tx))
			world_drop(w, w->pool[i]);
	if (w->n_pool >= APP_POOL_MAX / 2)
		return false;
	cr_assert(!sn_tx_parse(&parsed, w->txs[tx].whole.data, w->txs[tx].whole.len, false));
	app_chain_send(&w->chain, &parsed);
	sn_tx_free(&parsed);
	w->pool[w->n_pool++] = tx;
	return true;
}

void world_sent(struct world *w, size_t tx)
{
	cr_assert(w->chain.n_pool > w->n_pool && !world_is_in_pool(w, tx));
	cr_assert(sn_hash_is_equal(&w->chain.pool[w->n_pool].hash, &w->txs[tx].hash));
	w->pool[w->n_pool++] = tx;
}

static void tidy_pool(struct world *w)
{
	for (size_t i = w->n_pool; i-- > 0;)
		if (!world_could_mine(w, w->pool[i]))
			world_drop(w, w->pool[i]);
}

void world_mine(struct world *w, const size_t *txs, size_t n, bool is_ours)
{
	struct sn_hash hashes[APP_BLOCK_TXS_MAX];
	struct sn_block parsed;
	size_t height = world_height(w);
	cr_assert(n <= APP_BLOCK_TXS_MAX && height < WORLD_HEIGHT_MAX && w->n_blocks < WORLD_BLOCKS_MAX);
	struct world_block *b = &w->blocks[w->n_blocks];
	*b = (struct world_block){0};
	for (size_t i = 0; i < n; i++)
		hashes[i] = w->txs[txs[i]].hash;
	w->chain.block_version = world_version(w, height);
	app_chain_mine_with(&w->chain, hashes, n, is_ours ? &w->alice : &w->bob);
	const struct sn_buf *blob = &w->chain.blocks[height].blob;
	cr_assert(!sn_block_parse(&parsed, blob->data, blob->len));
	size_t coinbase = is_ours ? note(w, &parsed.coinbase, true) : WORLD_NONE;
	sn_block_free(&parsed);
	if (coinbase != WORLD_NONE) {
		b->first_outputs[0] = w->chain.blocks[height].first_output;
		b->txs[b->n_txs++] = coinbase;
	}
	for (size_t i = 0; i < n; i++) {
		b->first_outputs[b->n_txs] = w->chain.blocks[height].txs[i].first_output;
		b->txs[b->n_txs++] = txs[i];
		for (size_t k = w->n_pool; k-- > 0;)
			if (w->pool[k] == txs[i])
				forget(w, k);
	}
	w->at[height] = w->n_blocks++;
	tidy_pool(w);
	cr_assert_eq(w->chain.n_pool, w->n_pool);
}

void world_undo(struct world *w, size_t n)
{
	size_t height = world_height(w);
	for (size_t h = height; h-- > height - n;) {
		const struct world_block *b = &w->blocks[w->at[h]];
		for (size_t i = 0; i < b->n_txs; i++) {
			size_t tx = b->txs[i];
			bool is_coinbase = w->txs[tx].n_coins && w->coins[w->txs[tx].coins[0]].is_coinbase;
			if (!is_coinbase)
				w->pool[w->n_pool++] = tx;
		}
	}
	app_chain_undo(&w->chain, n);
	cr_assert_eq(w->chain.n_pool, w->n_pool);
	tidy_pool(w);
}
