#include "chain/carrot_scan.h"
#include "base/bytes.h"
#include "carrot_fixture.h"
#include "chain/spend_keys.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <stdio.h>
#include <stdlib.h>

static void expect_bytes(const void *at, size_t len, const char *name, const char *member)
{
	uint8_t want[64];
	named_vector(want, len, CARROT, "%s.%s", name, member);
	cr_assert(!memcmp(at, want, len), "%s.%s", name, member);
}

static void expect_owned(const struct sn_carrot_owned *o, const char *name)
{
	struct sn_point c;
	uint8_t id[8] = {0};
	cr_assert_eq(o->amount, carrot_u64(name, "a"));
	expect_bytes(o->mask.b, 32, name, "k_a");
	expect_bytes(o->extensions.g.b, 32, name, "k_g");
	expect_bytes(o->extensions.t.b, 32, name, "k_t");
	expect_bytes(o->commitment.b, 32, name, "C_a");
	expect_bytes(o->key.b, 32, name, "K_o");
	expect_bytes(o->ephemeral_key.b, 32, name, "D_e");
	expect_bytes(o->context.b, sizeof o->context.b, name, "input_context");
	expect_bytes(o->anchor.b, sizeof o->anchor.b, name, "anchor");
	sn_commit(&c, &o->mask, o->amount);
	cr_assert_arr_eq(c.b, o->commitment.b, 32);
	named_vector_find(id, sizeof id, CARROT, "%s.pid", name);
	cr_assert_arr_eq(o->payment_id, id, sizeof id);
	cr_assert_eq(o->has_payment_id, memcmp(id, (const uint8_t[8]){0}, sizeof id) != 0);
}

/* Key image generator and key image. */
static void expect_images(const struct sn_spend_keys *keys, const struct sn_carrot_owned *o, const char *name)
{
	struct sn_ge h;
	struct sn_point image;
	expect_bytes(keys->x.b, 32, name, "x");
	expect_bytes(keys->y.b, 32, name, "y");
	cr_assert_eq(sn_spend_keys_check(keys, &o->key), SN_OK);
	sn_hash_to_ec_unbiased(&h, o->key.b, &sn_fcmp->hash_to_point_person);
	sn_ge_encode(&image, &h);
	expect_bytes(image.b, 32, name, "I");
	sn_ge_mul(&h, &keys->x, &h);
	sn_ge_encode(&image, &h);
	expect_bytes(image.b, 32, name, "L");
}

Test(chain_carrot_scan, enotes_of_the_vectors_are_found)
{
	static const struct {
		const char *name, *account;
		struct sn_subaddress_index to;
		enum sn_carrot_kind kind;
		enum sn_carrot_type type;
	} all[] = {{"enote.main", "rcv", {0, 0}, SN_CARROT_NORMAL, SN_CARROT_PAYMENT},
		   {"enote.sub", "rcv", {2, 3}, SN_CARROT_NORMAL, SN_CARROT_PAYMENT},
		   {"enote.int", "rcv", {0, 0}, SN_CARROT_NORMAL, SN_CARROT_PAYMENT},
		   {"special.chg", "snd", {0, 0}, SN_CARROT_SPECIAL, SN_CARROT_CHANGE},
		   {"special.chgsub", "snd", {1, 0}, SN_CARROT_SPECIAL, SN_CARROT_CHANGE},
		   {"special.self", "snd", {0, 1}, SN_CARROT_SPECIAL, SN_CARROT_PAYMENT},
		   {"special.zero", "snd", {0, 0}, SN_CARROT_SPECIAL, SN_CARROT_CHANGE},
		   {"coinbase", "rcv", {0, 0}, SN_CARROT_NORMAL, SN_CARROT_PAYMENT}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const char *name = all[i].name;
		struct carrot_enote *e = carrot_enote(name);
		struct sn_account account = carrot_account(all[i].account), watch, stranger;
		struct sn_subaddress_table table = carrot_table(&account);
		struct sn_carrot_owned owned;
		struct sn_spend_keys keys;
		sn_account_watch_only(&watch, &account);
		cr_assert(carrot_scan(&owned, e, &watch, &table), "%s", name);
		expect_owned(&owned, name);
		cr_assert(sn_subaddress_is_equal(owned.subaddress, all[i].to), "%s", name);
		cr_assert_eq(owned.kind, all[i].kind, "%s", name);
		cr_assert_eq(owned.type, all[i].type, "%s", name);
		cr_assert_eq(owned.is_coinbase, e->source.is_coinbase);
		carrot_expect_remade(&watch, &owned);
		sn_spend_keys_carrot(&keys, &account, owned.subaddress, &owned.extensions);
		expect_images(&keys, &owned, name);
		keys.y.b[0] ^= 1;
		cr_assert_eq(sn_spend_keys_check(&keys, &owned.key), SN_BAD_INPUT);
		/* Nobody else finds it. */
		stranger = carrot_account(strcmp(all[i].account, "rcv") ? "rcv" : "snd");
		struct sn_subaddress_table other = carrot_table(&stranger);
		cr_assert(!carrot_scan(&owned, e, &stranger, &other));
		sn_subaddress_table_free(&other);
		sn_subaddress_table_free(&table);
		free(e);
	}
}

/* To the Carrot hierarchy: scanned with its keys; its addresses are looked up by comparison. Internal enotes
 * are opened with the view-balance secret, and have no condition on the anchor. */
Test(chain_carrot_scan, enotes_to_the_carrot_hierarchy_are_found)
{
	static const struct {
		const char *name;
		struct sn_subaddress_index to;
		bool is_internal;
		enum sn_carrot_type type;
	} all[] = {{"enote.cmain", {0, 0}, false, SN_CARROT_PAYMENT},
		   {"enote.csub", {2, 3}, false, SN_CARROT_PAYMENT},
		   {"enote.cint", {0, 0}, false, SN_CARROT_PAYMENT},
		   {"internal.chg", {0, 0}, true, SN_CARROT_CHANGE},
		   {"internal.chgsub", {1, 0}, true, SN_CARROT_CHANGE},
		   {"internal.self", {0, 1}, true, SN_CARROT_PAYMENT},
		   {"internal.zero", {0, 0}, true, SN_CARROT_CHANGE},
		   {"ccoinbase", {0, 0}, false, SN_CARROT_PAYMENT}};
	struct sn_account account = carrot_account("car");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const char *name = all[i].name;
		struct carrot_enote *e = carrot_enote(name);
		struct sn_address to = carrot_address("car", all[i].to);
		struct sn_x25519 shared = carrot_shared(&account, e);
		struct sn_carrot_owned owned;
		struct sn_spend_keys keys;
		struct sn_scalar generate_image, prove_spend, subaddress = sn_scalar_one;
		if (all[i].is_internal) {
			cr_assert(!sn_carrot_open(&owned, &e->source, &shared, &account.spend_public));
			carrot_value(&shared, "car.s_vb");
			e->source.has_payment_id = false;
		}
		cr_assert(sn_carrot_open(&owned, &e->source, &shared, &account.spend_public), "%s", name);
		cr_assert_arr_eq(owned.spend.b, to.spend.b, 32);
		cr_assert_eq(owned.type, all[i].type);
		if (!all[i].is_internal) {
			cr_assert(sn_carrot_check_anchor(&owned, &account), "%s", name);
			cr_assert_eq(owned.kind, SN_CARROT_NORMAL);
		}
		expect_owned(&owned, name);
		carrot_value(&generate_image, "car.k_gi");
		carrot_value(&prove_spend, "car.k_ps");
		if (!sn_subaddress_is_primary(all[i].to))
			carrot_value(&subaddress, "car.%u/%u.k_subscal", all[i].to.major, all[i].to.minor);
		sn_scalar_muladd(&keys.x, &generate_image, &subaddress, &owned.extensions.g);
		sn_scalar_muladd(&keys.y, &prove_spend, &subaddress, &owned.extensions.t);
		expect_images(&keys, &owned, name);
		free(e);
	}
}

Test(chain_carrot_scan, refused_enotes_of_the_vectors_are_not_found)
{
	static const char *const names[] = {"tag",        "context", "ephemeral",  "high",      "amount",
					    "commitment", "anchor",  "janus",      "special",   "pid",
					    "nopid",      "unknown", "coinamount", "coinanchor"};
	enum { TAG = 1, AMOUNT = 2, NO_ADDRESS = 3, JANUS = 4, NOT_MAIN = 5 };
	struct sn_account account = carrot_account("rcv");
	struct sn_subaddress_table table = carrot_table(&account);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		char name[64];
		uint8_t reason;
		snprintf(name, sizeof name, "refuse.%s", names[i]);
		struct carrot_enote *e = carrot_enote(name);
		struct sn_x25519 shared = carrot_shared(&account, e);
		struct sn_carrot_owned owned;
		named_vector(&reason, 1, CARROT, "%s.reason", name);
		cr_assert(!carrot_scan(&owned, e, &account, &table), "%s", name);
		/* It fails at that step. */
		bool is_open = sn_carrot_open(&owned, &e->source, &shared, &account.spend_public);
		cr_assert_eq(is_open, reason == NO_ADDRESS || reason == JANUS, "%s", name);
		bool is_known = is_open && sn_subaddress_table_find(&owned.subaddress, &table, &owned.spend);
		cr_assert_eq(is_known, reason == JANUS, "%s", name);
		free(e);
	}
	sn_subaddress_table_free(&table);
}

/* x = b + m + Hs(D ‖ i) and y = 0 for an output of today: tx2 and tx3 spend two. */
Test(chain_carrot_scan, old_outputs_of_the_vectors_have_their_keys)
{
	static const struct {
		const char *name;
		struct sn_subaddress_index to;
		uint64_t index;
	} all[] = {{"tx2.in.0", {0, 1}, 0}, {"tx3.in.0", {0, 0}, 1}};
	struct sn_account account = carrot_account("snd");
	for (size_t i = 0; i < 2; i++) {
		struct sn_point r, key, derivation, image;
		struct sn_spend_keys keys;
		carrot_value(&r, "%s.R", all[i].name);
		carrot_value(&key, "%s.K_o", all[i].name);
		cr_assert_eq(sn_derive(&derivation, &r, &account.view_secret), SN_OK);
		sn_spend_keys_old(&keys, &account, all[i].to, &derivation, all[i].index);
		expect_bytes(keys.x.b, 32, all[i].name, "x");
		expect_bytes(keys.y.b, 32, all[i].name, "y");
		cr_assert_eq(sn_spend_keys_check(&keys, &key), SN_OK);
		sn_key_image(&image, &key, &keys.x);
		expect_bytes(image.b, 32, all[i].name, "L");
	}
}
