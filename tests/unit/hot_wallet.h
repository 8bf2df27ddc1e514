/* tests/unit/hot_wallet.h - a wallet file for the tests of hot/, in its own directory, with synthetic
 * outputs. Keys are pseudorandom bytes derived from a number, unless a test needs real ones. */
#ifndef TESTS_UNIT_HOT_WALLET_H
#define TESTS_UNIT_HOT_WALLET_H

#include "store/wallet.h"

struct hot {
	struct sn_account account;
	char directory[64], path[96];
	struct sn_wallet *w; /* watch-only, open for writing, restore height 0, is_sole */
	uint64_t n;          /* of the next output */
};

#define HOT_PASSWORD "correct horse"

void hot_open(struct hot *h, const struct sn_account *account);
void hot_open_at(struct hot *h, const struct sn_account *account, uint64_t restore_height);
/* Fails if the test left a file behind. */
void hot_close(struct hot *h);

struct sn_point hot_key(uint64_t n);
struct sn_point hot_image(uint64_t n);
struct sn_hash hot_hash(uint64_t n);

/* A RingCT output of the primary address, in its own transaction, without a key image. */
struct sn_wallet_output hot_output(struct hot *h, uint64_t amount, uint64_t height);
size_t hot_add(struct hot *h, const struct sn_wallet_output *output);
size_t hot_add_amount(struct hot *h, uint64_t amount, uint64_t height);

/* The chain has `height` blocks. Only upwards. */
void hot_set_height(struct hot *h, uint64_t height);

/* The same, with this number of RingCT outputs in the chain. */
void hot_set_top(struct hot *h, uint64_t height, uint64_t n_outputs);

/* Add a payment of the outputs `spent`; returns its id. */
uint64_t hot_pay(struct hot *h, enum sn_payment_state state, const size_t *spent, size_t n, uint64_t amount,
		 uint64_t fee, uint64_t change);

#endif
