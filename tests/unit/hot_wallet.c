#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

void hot_open(struct hot *h, const struct sn_account *account)
{
	hot_open_at(h, account, 0);
}

void hot_open_at(struct hot *h, const struct sn_account *account, uint64_t restore_height)
{
	struct sn_error err = {0};
	memset(h, 0, sizeof *h);
	cr_assert(sodium_init() >= 0);
	h->account = *account;
	strcpy(h->directory, "/tmp/sn-hot-XXXXXX");
	cr_assert(mkdtemp(h->directory) != NULL);
	snprintf(h->path, sizeof h->path, "%s/wallet", h->directory);
	const struct sn_wallet_start start = {
		.account = account, .restore_height = restore_height, .is_sole = true};
	cr_assert(
		!sn_wallet_create_from(h->path, SN_ROLE_WATCH_ONLY, &start, HOT_PASSWORD, SN_KDF_TEST, &err),
		"%s", err.text);
	cr_assert(!sn_wallet_open(&h->w, h->path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &err), "%s", err.text);
}

void hot_close(struct hot *h)
{
	char images[sizeof h->path + 16];
	sn_wallet_close(h->w);
	unlink(h->path);
	snprintf(images, sizeof images, "%s.outkey2ki", h->path);
	unlink(images);
	cr_assert(rmdir(h->directory) == 0, "rubbish left in %s", h->directory);
}

static void fill(uint8_t out[32], uint64_t n, const char key[16])
{
	crypto_generichash(out, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)key, 16);
}

struct sn_point hot_key(uint64_t n)
{
	struct sn_point p;
	fill(p.b, n, "key-key-key-key-");
	return p;
}

struct sn_point hot_image(uint64_t n)
{
	struct sn_point p;
	fill(p.b, n, "image-image-imag");
	return p;
}

struct sn_hash hot_hash(uint64_t n)
{
	struct sn_hash h;
	fill(h.b, n, "hash-hash-hash-h");
	return h;
}

struct sn_wallet_output hot_output(struct hot *h, uint64_t amount, uint64_t height)
{
	uint64_t n = h->n++;
	return (struct sn_wallet_output){
		.key = hot_key(n),
		.tx_key = hot_key(~n),
		.tx_hash = hot_hash(n),
		.amount = amount,
		.is_rct = true,
		.global_index = 1000 + n,
		.height = height,
	};
}

size_t hot_add(struct hot *h, const struct sn_wallet_output *output)
{
	cr_assert(!sn_wallet_add_output(h->w, output, NULL));
	return h->w->n_outputs - 1;
}

size_t hot_add_amount(struct hot *h, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(h, amount, height);
	return hot_add(h, &o);
}

void hot_set_height(struct hot *h, uint64_t height)
{
	hot_set_top(h, height, 0);
}

void hot_set_top(struct hot *h, uint64_t height, uint64_t n_outputs)
{
	struct sn_hash hash = hot_hash(~height);
	cr_assert(!sn_wallet_add_block(h->w, height - 1, &hash, n_outputs, 0));
	cr_assert_eq(sn_wallet_height(h->w), height);
}

uint64_t hot_pay(struct hot *h, enum sn_payment_state state, const size_t *spent, size_t n, uint64_t amount,
		 uint64_t fee, uint64_t change)
{
	struct sn_point inputs[16];
	struct sn_payment_destination to = {.amount = amount};
	struct sn_hash tx_hash = hot_hash(0xabcd + h->w->n_payments);
	uint64_t id;
	cr_assert(n <= 16);
	for (size_t i = 0; i < n; i++)
		inputs[i] = h->w->outputs[spent[i]].key;
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = 1700000000,
		.fee = fee,
		.change = change,
		.inputs = inputs,
		.n_inputs = n,
		.destinations = &to,
		.n_destinations = 1,
	};
	cr_assert(!sn_wallet_add_payment(h->w, &payment, &id));
	if (state != SN_PAYMENT_PREPARED)
		cr_assert(!sn_wallet_set_payment(
			h->w, id, state, state == SN_PAYMENT_RELEASED ? NULL : &tx_hash,
			state == SN_PAYMENT_CONFIRMED ? sn_wallet_height(h->w) - 1 : 0));
	return id;
}
