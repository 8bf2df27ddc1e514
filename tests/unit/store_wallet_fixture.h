/* store_wallet_fixture.h - wallets with arbitrary contents, and their comparison, for the tests of
 * store/wallet_*.h. */
#ifndef STORE_WALLET_FIXTURE_H
#define STORE_WALLET_FIXTURE_H

#include "store/wallet.h"
#include "store_helpers.h"

/* An account whose keys are not valid keys: the room computes nothing with them. */
struct sn_account account_of(uint8_t mark);

void create_wallet(const char *name, enum sn_role role);
struct sn_wallet *open_wallet(const char *name, enum sn_wallet_mode mode);

/* Values that depend on n. */
struct sn_hash hash_of(uint64_t n);
struct sn_point key_of(uint64_t n);
struct sn_point image_of(uint64_t n);
struct sn_wallet_incoming incoming_of(uint64_t n);
struct sn_wallet_ring ring_of(uint64_t n);
struct sn_wallet_output output_of(uint64_t n, uint64_t key, uint64_t height, uint64_t amount);

struct sn_wallet_output carrot_output_of(uint64_t n, uint64_t height, struct sn_wallet_enote *enote);

/* The functions of the wallet, for the keys and images of these numbers; they assert success. */
void add_block(struct sn_wallet *w, uint64_t height);
void add_output(struct sn_wallet *w, uint64_t n, uint64_t key, uint64_t height, uint64_t amount);
void add_carrot_output(struct sn_wallet *w, uint64_t n, uint64_t height); /* with key n, amount n */
void add_image(struct sn_wallet *w, uint64_t key);
void add_request(struct sn_wallet *w, const char *reference,
		 uint64_t first); /* of the payments from `first` on */
size_t find_key(const struct sn_wallet *w, uint64_t key);
size_t find_image(const struct sn_wallet *w, uint64_t key);
/* A payment of the inputs `first_key` and following. Returns its id. */
uint64_t add_payment(struct sn_wallet *w, uint64_t first_key, size_t n_inputs);

/* Add blocks, outputs, a spend, payments, incoming transfers, rings, frozen outputs and a wanted rescan. */
void fill(struct sn_wallet *w);

bool same_incoming(const struct sn_wallet_incoming *a, const struct sn_wallet_incoming *b);
/* Whether two wallets have the same state and answer look-ups equally. */
bool same_state(const struct sn_wallet *a, const struct sn_wallet *b);

/* Assert that the file `name` has the state of w. */
void expect_on_disk(const struct sn_wallet *w, const char *name);

/* A copy of w, made of the records that a compaction writes. Free it with sn_wallet_free. */
struct sn_wallet *compacted_copy(const struct sn_wallet *w);

/* The contents of all commits of the file. */
struct sn_buf unseal(const char *name);

/* An open watch-only wallet at `path`. */
static inline struct sn_wallet *new_wallet(void)
{
	create_wallet(path, SN_ROLE_WATCH_ONLY);
	return open_wallet(path, SN_WALLET_WRITE);
}

/* Store w, which is at `path`, and compare the file. */
static inline void expect_stored(struct sn_wallet *w)
{
	ok(sn_wallet_store(w, &err));
	expect_on_disk(w, path);
}

#endif
