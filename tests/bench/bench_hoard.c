#include "bench_hoard.h"

#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "store/wallet.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define BLOCKS_PER_TX 1
#define TX_OUTPUTS_MAX 16
#define OUTPUTS_PER_ROUND \
	(TX_OUTPUTS_MAX * (TX_OUTPUTS_MAX + 1) / 2) /* transactions of 1, 2, ... 16 outputs */
#define SPENT_AFTER 20                              /* blocks */
#define STORE_EVERY 5000
#define OWN_PAYMENT_EVERY 500 /* outputs */

void hoard_bytes(uint8_t out[static 32], uint64_t n, const char *name)
{
	crypto_generichash(out, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)name, strlen(name));
}

void hoard_account(struct sn_account *account)
{
	static const uint8_t seed[32] = "a hoard of a hundred thousand ..";
	struct sn_account master;
	sn_account_from_seed(&master, SN_MAINNET, seed);
	sn_account_watch_only(account, &master);
}

struct sn_point hoard_key(uint64_t n)
{
	struct sn_scalar s;
	struct sn_point p;
	struct sn_ge ge;
	sn_scalar_from_u64(&s, n + 1);
	sn_ge_mul_base(&ge, &s);
	sn_ge_encode(&p, &ge);
	return p;
}

struct sn_point hoard_image(uint64_t n)
{
	struct sn_point p;
	hoard_bytes(p.b, n, "image-of-the-hoard");
	return p;
}

struct sn_scalar hoard_mask(uint64_t n)
{
	struct sn_scalar s;
	sn_scalar_from_u64(&s, 0x1000000 + n);
	return s;
}

static struct sn_hash hash_of(uint64_t n, const char *name)
{
	struct sn_hash h;
	hoard_bytes(h.b, n, name);
	return h;
}

uint64_t hoard_amount(uint64_t n)
{
	uint8_t h[32];
	hoard_bytes(h, n, "amount-in-the-hoard");
	uint64_t thousandths = 10 + (h[0] + 256 * (uint64_t)h[1]) % 491;
	return thousandths * 1000000000;
}

bool hoard_is_spent(uint64_t n)
{
	return n % 20 == 0;
}

static bool has_image(uint64_t n)
{
	return hoard_is_spent(n) || n % 5 != 4;
}

/* Where output n came: number of its transaction, and its place there. */
static void find_tx(uint64_t n, uint64_t *tx, uint32_t *index)
{
	uint64_t rest = n % OUTPUTS_PER_ROUND, size = 1;
	*tx = n / OUTPUTS_PER_ROUND * TX_OUTPUTS_MAX;
	while (rest >= size) {
		rest -= size++;
		++*tx;
	}
	*index = (uint32_t)rest;
}

static uint64_t tx_height(uint64_t tx)
{
	return HOARD_RESTORE_HEIGHT + BLOCKS_PER_TX * tx;
}

uint64_t hoard_output_at(uint64_t global_index)
{
	uint64_t height = global_index / HOARD_OUTPUTS_PER_BLOCK,
		 index = global_index % HOARD_OUTPUTS_PER_BLOCK;
	if (height < HOARD_RESTORE_HEIGHT || (height - HOARD_RESTORE_HEIGHT) % BLOCKS_PER_TX)
		return UINT64_MAX;
	uint64_t tx = (height - HOARD_RESTORE_HEIGHT) / BLOCKS_PER_TX, size = tx % TX_OUTPUTS_MAX + 1;
	uint64_t n = tx / TX_OUTPUTS_MAX * OUTPUTS_PER_ROUND + size * (size - 1) / 2 + index;
	return index < size && n < HOARD_OUTPUTS ? n : UINT64_MAX;
}

/* ---------------------------------------------------------------- the wallet */

static int add_output(struct sn_wallet *w, uint64_t n, const struct sn_point *key)
{
	uint64_t tx;
	uint32_t index;
	find_tx(n, &tx, &index);
	uint64_t height = tx_height(tx);
	const struct sn_wallet_output o = {
		.key = *key,
		.tx_key = {.b = {(uint8_t)tx, (uint8_t)(tx >> 8), (uint8_t)(tx >> 16)}},
		.tx_hash = hash_of(tx, "tx-to-the-hoard--"),
		.index = index,
		.subaddress = {n % 25 ? 0 : 1 + n / 25 % 5, n % 25 ? n * 7 % 500 : 1},
		.amount = hoard_amount(n),
		.mask = hoard_mask(n),
		.mask_kind = SN_MASK_DERIVED,
		.is_rct = true,
		.global_index = height * HOARD_OUTPUTS_PER_BLOCK + index,
		.height = height,
		.time = HOARD_TIME + 120 * (height - HOARD_RESTORE_HEIGHT),
	};
	const struct sn_point image = hoard_image(n);
	return sn_wallet_add_output(w, &o, has_image(n) ? &image : NULL);
}

/* A payment of ours that spends output n, in a block. */
static int add_payment(struct sn_wallet *w, uint64_t n, uint64_t height, const struct sn_hash *tx_hash)
{
	struct sn_point input = hoard_key(n);
	struct sn_payment_destination to = {
		.address = {.network = SN_MAINNET, .spend = sn_point_base, .view = sn_point_base},
		.amount = hoard_amount(n) / 2,
	};
	const struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_SUBMITTED,
		.time = HOARD_TIME + 120 * (height - HOARD_RESTORE_HEIGHT),
		.fee = hoard_amount(n) - to.amount,
		.tx_hash = *tx_hash,
		.inputs = &input,
		.n_inputs = 1,
		.destinations = &to,
		.n_destinations = 1,
	};
	uint64_t id;
	int ret = sn_wallet_add_payment(w, &payment, &id);
	return ret ? ret : sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, NULL, height);
}

static int spend_output(struct sn_wallet *w, uint64_t n)
{
	uint64_t height = w->outputs[n].height + SPENT_AFTER;
	struct sn_hash tx_hash = hash_of(n, "tx-that-spends---");
	int ret = sn_wallet_set_spent(w, (size_t)n, height, &tx_hash);
	return ret || n % OWN_PAYMENT_EVERY ? ret : add_payment(w, n, height, &tx_hash);
}

/* The keys G, 2G, 3G, ..., encoded many at a time. */
#define KEYS 128

struct keys {
	struct sn_ge next;
	struct sn_point encoded[KEYS];
};

static const struct sn_point *take_key(struct keys *k, uint64_t n)
{
	struct sn_ge points[KEYS];
	if (n % KEYS == 0) {
		for (size_t i = 0; i < KEYS; i++) {
			points[i] = k->next;
			sn_ge_add(&k->next, &k->next, &sn_ge_base);
		}
		sn_ge_encode_many(k->encoded, points, KEYS);
	}
	return &k->encoded[n % KEYS];
}

/* RingCT outputs in the chain up to this block. The stand-in daemon makes the top block, with one. */
static uint64_t n_outputs_at(uint64_t height)
{
	return height == HOARD_TOP ? height * HOARD_OUTPUTS_PER_BLOCK + 1
				   : (height + 1) * HOARD_OUTPUTS_PER_BLOCK;
}

static int fill(struct sn_wallet *w, const struct sn_hash *top, struct sn_error *err)
{
	struct keys keys = {.next = sn_ge_base};
	uint64_t n = 0, spent = 0;
	uint32_t index;
	int ret = SN_OK;
	for (uint64_t height = HOARD_RESTORE_HEIGHT; !ret && height <= HOARD_TOP; height++) {
		struct sn_hash id = height == HOARD_TOP ? *top : hash_of(height, "id-of-a-block----");
		for (; !ret && spent < n && w->outputs[spent].height + SPENT_AFTER <= height; spent++)
			if (hoard_is_spent(spent))
				ret = spend_output(w, spent);
		for (uint64_t tx; !ret && n < HOARD_OUTPUTS; n++) {
			find_tx(n, &tx, &index);
			if (tx_height(tx) != height)
				break;
			ret = add_output(w, n, take_key(&keys, n));
		}
		if (!ret)
			ret = sn_wallet_add_block(w, height, &id, n_outputs_at(height), 1);
		if (ret)
			return sn_error_set(err, (enum sn_err)ret, "the wallet cannot be made");
		if (height % STORE_EVERY == 0 || height == HOARD_TOP)
			ret = sn_wallet_store(w, err);
	}
	if (!ret && n != HOARD_OUTPUTS)
		ret = sn_error_set(err, SN_BAD_INPUT, "the wallet has %llu outputs only",
				   (unsigned long long)n);
	return ret;
}

int hoard_create(const char *path, enum sn_kdf_cost cost, const struct sn_hash *top, struct sn_error *err)
{
	struct sn_wallet *w;
	struct sn_account account;
	hoard_account(&account);
	int ret = sn_wallet_create(path, SN_ROLE_WATCH_ONLY, &account, HOARD_RESTORE_HEIGHT, HOARD_PASSWORD,
				   cost, err);
	if (!ret)
		ret = sn_wallet_open(&w, path, SN_WALLET_WRITE, HOARD_PASSWORD, NULL, err);
	if (ret)
		return ret;
	ret = fill(w, top, err);
	sn_wallet_close(w);
	return ret;
}
