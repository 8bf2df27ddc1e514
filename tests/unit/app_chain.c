#include "app_chain.h"
#include "app_chain_answers.h"

#include "base/hex.h"
#include "chain/block.h"
#include "chain/carrot_make.h"
#include "chain/consensus.h"
#include "chain/extra.h"
#include "chain/transaction.h"
#include "chain/varint.h"
#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the chain */

static void *grown(void *array, size_t *cap, size_t n, size_t size)
{
	if (n < *cap)
		return array;
	*cap = *cap ? 2 * *cap : 256;
	array = reallocarray(array, *cap, size);
	cr_assert_not_null(array);
	return array;
}

static size_t add_output(struct app_chain *c, const struct sn_point *key, const struct sn_point *commitment)
{
	c->outputs = grown(c->outputs, &c->cap_outputs, c->n_outputs, sizeof *c->outputs);
	c->outputs[c->n_outputs] = (struct app_output){*key, *commitment};
	return c->n_outputs++;
}

/* After the last one; empty. */
static struct app_block *new_block(struct app_chain *c)
{
	cr_assert(c->n_hidden == 0);
	c->blocks = grown(c->blocks, &c->cap_blocks, c->n_blocks, sizeof *c->blocks);
	c->blocks[c->n_blocks] = (struct app_block){0};
	return &c->blocks[c->n_blocks];
}

/* The output of a coinbase transaction, and its key R or D_e. */
static void make_coinbase_output(struct sn_tx_output *out, struct sn_point *key, const struct sn_account *to)
{
	struct sn_point derivation;
	struct sn_scalar r = cold_random_scalar();
	sn_secret_to_public(key, &r);
	cr_assert(!sn_derive(&derivation, &to->view_public, &r));
	cr_assert(!sn_derive_public_key(&out->key, &derivation, 0, &to->spend_public));
	out->amount = APP_REWARD;
	out->has_view_tag = true;
	out->view_tag = sn_derive_view_tag(&derivation, 0);
}

static void make_carrot_coinbase_output(struct sn_tx_output *out, struct sn_point *key,
					const struct sn_account *to, uint64_t height)
{
	struct sn_carrot_made made;
	struct sn_carrot_anchor anchor;
	const struct sn_address address = cold_address(to, 0, 0);
	memcpy(anchor.b, cold_random_scalar().b, sizeof anchor.b);
	cr_assert(!sn_carrot_make_coinbase(&made, &address, APP_REWARD, &anchor, height));
	*out = made.output;
	memcpy(key->b, made.ephemeral_key.b, sizeof key->b);
}

/* Append the coinbase transaction of the block at `height`. */
static void put_coinbase(struct app_chain *c, struct app_block *b, uint64_t height,
			 const struct sn_account *to)
{
	struct sn_tx tx;
	struct sn_buf extra = {0};
	struct sn_point key, commitment;
	cr_assert(!sn_tx_init(&tx, 1, 1, 1));
	tx.inputs[0].kind = SN_INPUT_COINBASE;
	tx.inputs[0].height = height;
	tx.unlock_time = height + 60;
	tx.rct_type = SN_RCT_NULL;
	if (c->block_version > SN_PAYMENT_VERSION_MAX)
		make_carrot_coinbase_output(&tx.outputs[0], &key, to, height);
	else
		make_coinbase_output(&tx.outputs[0], &key, to);
	sn_extra_write(&extra, &key, NULL, 0, NULL);
	tx.extra = extra.data;
	tx.extra_len = extra.len;
	sn_tx_write(&b->blob, &tx);
	sn_commit(&commitment, &sn_scalar_one, APP_REWARD);
	b->first_output = add_output(c, &tx.outputs[0].key, &commitment);
	sn_tx_free(&tx);
	sn_buf_free(&extra);
}

size_t app_chain_find_in_pool(const struct app_chain *c, const struct sn_hash *hash)
{
	size_t at = 0;
	while (at < c->n_pool && !sn_hash_is_equal(&c->pool[at].hash, hash))
		at++;
	return at;
}

static struct app_tx take_from_pool(struct app_chain *c, size_t at)
{
	cr_assert(at < c->n_pool);
	struct app_tx taken = c->pool[at];
	memmove(c->pool + at, c->pool + at + 1, (--c->n_pool - at) * sizeof *c->pool);
	return taken;
}

static void put_tx(struct app_chain *c, struct app_block *b, size_t at)
{
	struct sn_tx tx;
	cr_assert(b->n_txs < APP_BLOCK_TXS_MAX);
	struct app_tx *taken = &b->txs[b->n_txs++];
	*taken = take_from_pool(c, at);
	cr_assert(!sn_tx_parse(&tx, taken->whole.data, taken->whole.len, false));
	taken->first_output = c->n_outputs;
	for (size_t i = 0; i < tx.n_outputs; i++)
		add_output(c, &tx.outputs[i].key, &tx.outputs[i].commitment);
	sn_tx_free(&tx);
}

/* What a block of the upgrade ends with; nobody checks it. */
static void put_output_tree(struct sn_buf *blob)
{
	static const uint8_t root[32] = {42};
	sn_put_u8(blob, 3);
	sn_put_bytes(blob, root, sizeof root);
}

static void mine_one(struct app_chain *c, const struct sn_hash *hashes, size_t n, const struct sn_account *to)
{
	struct sn_block parsed;
	struct app_block *b = new_block(c);
	sn_put_varint(&b->blob, c->block_version);
	sn_put_varint(&b->blob, 16);
	sn_put_varint(&b->blob, 1700000000 + 120 * c->n_blocks);
	sn_put_bytes(&b->blob, c->blocks[c->n_blocks - 1].id.b, 32);
	sn_put_u32(&b->blob, 4711);
	put_coinbase(c, b, c->n_blocks, to);
	for (size_t i = 0; i < n; i++)
		put_tx(c, b, app_chain_find_in_pool(c, &hashes[i]));
	sn_put_varint(&b->blob, b->n_txs);
	for (size_t i = 0; i < b->n_txs; i++)
		sn_put_bytes(&b->blob, b->txs[i].hash.b, 32);
	if (c->block_version >= SN_FCMP_BLOCK_VERSION)
		put_output_tree(&b->blob);
	cr_assert(!b->blob.failed && !sn_block_parse(&parsed, b->blob.data, b->blob.len));
	cr_assert(!sn_block_id(&b->id, &parsed));
	sn_block_free(&parsed);
	c->n_blocks++;
}

void app_chain_mine(struct app_chain *c, size_t n, const struct sn_account *to)
{
	for (size_t i = 0; i < n; i++) {
		pthread_mutex_lock(&c->mutex);
		struct sn_hash oldest = c->pool[0].hash;
		mine_one(c, &oldest, c->n_pool > 0, to);
		pthread_mutex_unlock(&c->mutex);
	}
}

void app_chain_mine_with(struct app_chain *c, const struct sn_hash *hashes, size_t n,
			 const struct sn_account *to)
{
	pthread_mutex_lock(&c->mutex);
	mine_one(c, hashes, n, to);
	pthread_mutex_unlock(&c->mutex);
}

void app_chain_join(struct app_chain *c, const struct app_chain *other)
{
	cr_assert_eq(c->n_blocks, 1);
	for (size_t i = 1; i < other->n_blocks; i++) {
		struct app_block *b = new_block(c);
		b->id = other->blocks[i].id;
		b->first_output = other->blocks[i].first_output;
		sn_put_bytes(&b->blob, other->blocks[i].blob.data, other->blocks[i].blob.len);
		cr_assert(!other->blocks[i].n_txs && !b->blob.failed);
		c->n_blocks++;
	}
	for (size_t i = 0; i < other->n_outputs; i++)
		add_output(c, &other->outputs[i].key, &other->outputs[i].commitment);
}

static void free_tx(struct app_tx *tx)
{
	sn_buf_free(&tx->whole);
	sn_buf_free(&tx->pruned);
}

static void pop_one(struct app_chain *c)
{
	cr_assert(c->n_hidden == 0);
	struct app_block *b = &c->blocks[--c->n_blocks];
	c->n_outputs = b->first_output;
	sn_buf_free(&b->blob);
	for (size_t i = 0; i < b->n_txs; i++)
		free_tx(&b->txs[i]);
}

void app_chain_pop(struct app_chain *c, size_t n)
{
	pthread_mutex_lock(&c->mutex);
	while (n--)
		pop_one(c);
	pthread_mutex_unlock(&c->mutex);
}

void app_chain_undo(struct app_chain *c, size_t n)
{
	pthread_mutex_lock(&c->mutex);
	while (n--) {
		struct app_block *b = &c->blocks[c->n_blocks - 1];
		for (size_t i = 0; i < b->n_txs; i++) {
			cr_assert(c->n_pool < APP_POOL_MAX);
			c->pool[c->n_pool++] = b->txs[i];
		}
		b->n_txs = 0;
		pop_one(c);
	}
	pthread_mutex_unlock(&c->mutex);
}

void app_chain_hide(struct app_chain *c, size_t n)
{
	pthread_mutex_lock(&c->mutex);
	cr_assert(n < c->n_blocks);
	c->n_blocks -= n;
	c->n_hidden += n;
	pthread_mutex_unlock(&c->mutex);
}

void app_chain_show(struct app_chain *c)
{
	pthread_mutex_lock(&c->mutex);
	c->n_blocks += c->n_hidden;
	c->n_hidden = 0;
	pthread_mutex_unlock(&c->mutex);
}

/* ---------------------------------------------------------------- the pool */

void app_chain_add_to_pool(struct app_chain *c, const uint8_t *bytes, size_t len)
{
	struct app_tx *out = &c->pool[c->n_pool++];
	struct sn_tx tx;
	*out = (struct app_tx){0};
	if (c->n_pool > APP_POOL_MAX || sn_tx_parse(&tx, bytes, len, false))
		abort(); /* a failure in this thread would not fail the test */
	sn_put_bytes(&out->whole, bytes, len);
	if (sn_tx_hash(&out->hash, &tx))
		abort();
	sn_keccak256(&out->prunable_hash, tx.prunable, tx.prunable_len);
	out->n_outputs = tx.n_outputs;
	tx.is_pruned = true;
	sn_tx_write(&out->pruned, &tx);
	sn_tx_free(&tx);
}

void app_chain_send(struct app_chain *c, const struct sn_tx *tx)
{
	struct sn_buf bytes = {0};
	sn_tx_write(&bytes, tx);
	cr_assert(!bytes.failed);
	pthread_mutex_lock(&c->mutex);
	app_chain_add_to_pool(c, bytes.data, bytes.len);
	pthread_mutex_unlock(&c->mutex);
	sn_buf_free(&bytes);
}

void app_chain_drop(struct app_chain *c, const struct sn_hash *hash)
{
	pthread_mutex_lock(&c->mutex);
	size_t at = app_chain_find_in_pool(c, hash);
	if (at < c->n_pool) {
		struct app_tx dropped = take_from_pool(c, at);
		free_tx(&dropped);
	}
	pthread_mutex_unlock(&c->mutex);
}

void app_chain_flush_pool(struct app_chain *c)
{
	pthread_mutex_lock(&c->mutex);
	while (c->n_pool)
		free_tx(&c->pool[--c->n_pool]);
	pthread_mutex_unlock(&c->mutex);
}

/* ---------------------------------------------------------------- start, stop */

/* Mainnet's. Source: reference implementation, src/cryptonote_config.h, GENESIS_TX and GENESIS_NONCE. */
static void make_genesis(struct app_block *b)
{
	static const char tx[] =
		"013c01ff0001ffffffffffff03029b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd0880712101"
		"7767aafcde9be00dcfd098715ebcf7f410daebc582fda69d24a28e9d0bc890d1";
	struct sn_block parsed;
	sn_put_varint(&b->blob, 1);
	sn_put_varint(&b->blob, 0);
	sn_put_varint(&b->blob, 0);
	sn_put_bytes(&b->blob, (uint8_t[32]){0}, 32);
	sn_put_u32(&b->blob, 10000);
	cr_assert(!sn_hex_decode_buf(&b->blob, tx, sizeof tx - 1));
	sn_put_varint(&b->blob, 0);
	cr_assert(!b->blob.failed && !sn_block_parse(&parsed, b->blob.data, b->blob.len));
	cr_assert(!sn_block_id(&b->id, &parsed) && sn_hash_is_equal(&b->id, sn_network_genesis(SN_MAINNET)));
	sn_block_free(&parsed);
}

void app_chain_start(struct app_chain *c)
{
	memset(c, 0, sizeof *c);
	pthread_mutex_init(&c->mutex, NULL);
	make_genesis(new_block(c));
	c->n_blocks = 1;
	c->per_answer = 100;
	c->block_version = c->reported_version = 16;
	c->server.respond = app_chain_respond;
	c->server.context = c;
	server_start(&c->server);
	const struct sn_daemon_options options = {
		.address = c->server.address, .connect_timeout = 5, .stall_timeout = 60};
	cr_assert(!sn_daemon_open(&c->daemon, &options, NULL));
}

void app_chain_stop(struct app_chain *c)
{
	sn_daemon_close(c->daemon);
	server_stop(&c->server);
	app_chain_show(c);
	while (c->n_blocks > 1)
		pop_one(c);
	sn_buf_free(&c->blocks[0].blob);
	for (size_t i = 0; i < c->n_pool; i++)
		free_tx(&c->pool[i]);
	free(c->blocks);
	free(c->outputs);
	pthread_mutex_destroy(&c->mutex);
}
