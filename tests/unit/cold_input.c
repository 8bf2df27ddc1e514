#include "cold/input.h"

#include "cold_sets.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/commitment.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static const struct cold_output kinds[] = {
	{{0, 0}, 1, SN_MASK_DERIVED, 0},
	{{0, 0}, COLD_XMR, SN_MASK_DERIVED, 127},
	{{0, 0}, 600000000000, SN_MASK_ONE, 0}, /* a coinbase output */
	{{0, 0}, UINT64_MAX, SN_MASK_EXPLICIT, 1},
	{{0, 1}, COLD_XMR, SN_MASK_DERIVED, 1},
	{{3, 0}, COLD_XMR, SN_MASK_DERIVED, 128},
	{{2, 7}, 5, SN_MASK_EXPLICIT, 15},
	{{1, 0}, 600000000000, SN_MASK_ONE, 300},
	{{UINT32_MAX, UINT32_MAX}, 1u << 31, SN_MASK_DERIVED, UINT32_MAX},
};
#define N_KINDS (sizeof kinds / sizeof *kinds)

static bool is_zero(const void *p, size_t len)
{
	const uint8_t *b = p;
	for (size_t i = 0; i < len; i++)
		if (b[i])
			return false;
	return true;
}

static void expect_bad_ring(const struct sn_unsigned_input *in, const char *words)
{
	struct sn_error err = {0};
	cr_assert_eq(sn_input_check_ring(in, &err), SN_REFUSED, "not refused: %s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
}

static void expect_refused(const struct sn_account *account, const struct sn_unsigned_input *in,
			   const char *words)
{
	struct sn_opened_input opened;
	struct sn_error err = {0};
	cr_assert_eq(sn_input_open(&opened, account, in, &err), SN_REFUSED, "not refused: %s", words);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(is_zero(&opened.mask, 32) && is_zero(&opened.x, 32) && is_zero(&opened.image, 32),
		  "something secret is left");
}

Test(cold_input, opens_every_kind_of_output)
{
	struct sn_account account = cold_account("alice");
	for (size_t i = 0; i < N_KINDS; i++) {
		struct sn_unsigned_input in;
		struct sn_opened_input opened;
		struct sn_error err = {0};
		struct sn_point p, c;
		cold_make_input(&in, &account, &kinds[i]);
		cr_assert(!sn_input_open(&opened, &account, &in, &err), "kind %zu: %s", i, err.text);
		cr_assert(opened.input == &in && opened.real < SN_RING_SIZE);
		cr_assert(sn_point_is_equal(&opened.key, &in.ring[opened.real].key));
		sn_commit(&c, &opened.mask, in.amount);
		cr_assert(sn_point_is_equal(&c, &in.ring[opened.real].commitment));
		sn_secret_to_public(&p, &opened.x);
		cr_assert(sn_point_is_equal(&p, &opened.key));
		sn_key_image(&p, &opened.key, &opened.x);
		cr_assert(sn_point_is_equal(&p, &opened.image));
	}
}

/* The real member is found at every position. */
Test(cold_input, real_member_is_found_at_every_position)
{
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input in;
	struct sn_opened_input opened;
	cold_make_input(&in, &account, &kinds[0]);
	cr_assert(!sn_input_open(&opened, &account, &in, NULL));
	size_t at = opened.real;
	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		struct sn_ring_member real = in.ring[at];
		in.ring[at] = in.ring[i];
		in.ring[i] = real;
		at = i;
		cr_assert(!sn_input_open(&opened, &account, &in, NULL));
		cr_assert_eq(opened.real, i);
	}
}

Test(cold_input, watch_only_account_opens_up_to_the_spend_key)
{
	struct sn_account account = cold_account("alice"), watch;
	sn_account_watch_only(&watch, &account);
	for (size_t i = 0; i < N_KINDS; i++) {
		struct sn_unsigned_input in;
		struct sn_opened_input opened, full;
		cold_make_input(&in, &account, &kinds[i]);
		cr_assert(!sn_input_open(&opened, &watch, &in, NULL));
		cr_assert(!sn_input_open(&full, &account, &in, NULL));
		cr_assert(opened.real == full.real && sn_point_is_equal(&opened.key, &full.key));
		cr_assert(sn_scalar_is_equal(&opened.mask, &full.mask));
		cr_assert(is_zero(&opened.x, sizeof opened.x) && is_zero(&opened.image, sizeof opened.image));
	}
}

/* Senders may add a torsion component to R; 8·a·R does not show it. */
Test(cold_input, torsion_in_the_tx_key_does_no_harm)
{
	struct sn_account account = cold_account("alice");
	struct sn_point order_two = {{0xec}}; /* (0, -1) */
	struct sn_ge r, t;
	struct sn_unsigned_input in;
	struct sn_opened_input before, after;
	memset(order_two.b + 1, 0xff, 30);
	order_two.b[31] = 0x7f;
	cold_make_input(&in, &account, &kinds[0]);
	cr_assert(!sn_input_open(&before, &account, &in, NULL));
	struct sn_point plain = in.tx_key;
	cr_assert(!sn_ge_decode(&r, &in.tx_key) && !sn_ge_decode(&t, &order_two));
	sn_ge_add(&r, &r, &t);
	sn_ge_encode(&in.tx_key, &r);
	cr_assert(!sn_point_is_equal(&plain, &in.tx_key));
	cr_assert(!sn_input_open(&after, &account, &in, NULL));
	cr_assert(sn_scalar_is_equal(&before.x, &after.x) && sn_point_is_equal(&before.image, &after.image));
}

Test(cold_input, ring_size_is_sixteen)
{
	static const char *const words[] = {"ring of 0 members", "ring of 1 ", "ring of 15 ", "ring of 17 ",
					    "ring of 64 "};
	static const size_t sizes[] = {0, 1, 15, 17, 64};
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input in;
	cold_make_input(&in, &account, &kinds[0]);
	for (size_t i = SN_RING_SIZE; i < SN_RING_MAX; i++) {
		in.global_index[i] = in.global_index[i - 1] + 1;
		in.ring[i] = (struct sn_ring_member){cold_random_point(), cold_random_point()};
	}
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		in.n_ring = sizes[i];
		expect_bad_ring(&in, words[i]);
	}
}

Test(cold_input, ring_members_are_points_in_order)
{
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input good, in;
	struct sn_opened_input opened;
	struct sn_point no_point = {{2}}; /* x² is no square */
	struct sn_ge unused;
	cr_assert(sn_ge_decode(&unused, &no_point));
	cold_make_input(&good, &account, &kinds[0]);
	cr_assert(!sn_input_check_ring(&good, NULL));
	cr_assert(!sn_input_open(&opened, &account, &good, NULL));
	size_t other = (opened.real + 5) % SN_RING_SIZE, third = (opened.real + 9) % SN_RING_SIZE;

	for (size_t i = 0; i < SN_RING_SIZE; i++) {
		in = good;
		in.ring[i].key = no_point;
		expect_bad_ring(&in, "the key of a ring member is not a point of the curve");
		in = good;
		in.ring[i].commitment = no_point;
		expect_bad_ring(&in, "the commitment of a ring member is not a point of the curve");
	}
	in = good;
	in.ring[other].key = in.ring[third].key;
	expect_bad_ring(&in, "has the same output twice");
	in = good;
	in.ring[other] = in.ring[opened.real]; /* our own, twice */
	expect_bad_ring(&in, "a ring has the same output twice");
	expect_refused(&account, &in, "a ring has our own output twice");

	in = good;
	in.global_index[3] = in.global_index[2];
	expect_bad_ring(&in, "not in ascending order");
	in = good;
	in.global_index[15] = in.global_index[0];
	expect_bad_ring(&in, "not in ascending order");
	in = good;
	in.global_index[1] = in.global_index[0] - 1;
	expect_bad_ring(&in, "not in ascending order");
}

/* Points that no wallet makes: of small order, or with a component of small order. */
Test(cold_input, ring_members_without_cover_are_refused)
{
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input good, in;
	struct sn_point torsion = cold_torsion_point();
	cold_make_input(&good, &account, &kinds[0]);
	for (size_t i = 0; i < 2 * SN_RING_SIZE; i++) {
		struct sn_ge p, t;
		in = good;
		struct sn_point *point = i % 2 ? &in.ring[i / 2].commitment : &in.ring[i / 2].key;
		const char *what = i % 2 ? "the commitment" : "the key";
		char words[80];
		cr_assert(!sn_ge_decode(&p, point) && !sn_ge_decode(&t, &torsion));
		sn_ge_add(&p, &p, &t);
		snprintf(words, sizeof words, "%s of a ring member has a torsion component", what);
		sn_ge_encode(point, &p);
		expect_bad_ring(&in, words);
		*point = torsion;
		expect_bad_ring(&in, words);
		*point = sn_point_identity;
		snprintf(words, sizeof words, "%s of a ring member is the identity", what);
		expect_bad_ring(&in, words);
	}
}

Test(cold_input, foreign_input_is_refused)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob");
	for (size_t i = 0; i < N_KINDS; i++) {
		struct sn_unsigned_input good, in;
		cold_make_input(&good, &alice, &kinds[i]);
		expect_refused(&bob, &good, "an input does not belong to this wallet");

		in = good;
		in.tx_key = cold_random_point();
		expect_refused(&alice, &in, "an input does not belong to this wallet");
		in = good;
		in.index ^= 1;
		expect_refused(&alice, &in, "an input does not belong to this wallet");
		in = good;
		in.subaddress.minor ^= 1;
		expect_refused(&alice, &in, "an input does not belong to this wallet");
		in = good;
		in.subaddress.major ^= 1;
		expect_refused(&alice, &in, "an input does not belong to this wallet");
		in = good;
		in.tx_key = (struct sn_point){{2}};
		expect_refused(&alice, &in, "not a point of the curve");
	}
}

/* An output of one wallet with the view key of another, which an online machine could make. */
Test(cold_input, view_key_alone_owns_nothing)
{
	struct sn_account alice = cold_account("alice"), bob = cold_account("bob"), mixed;
	struct sn_unsigned_input in;
	cr_assert(!sn_account_from_secrets(&mixed, SN_MAINNET, &alice.view_secret, &bob.spend_secret, NULL));
	cold_make_input(&in, &alice, &kinds[0]);
	expect_refused(&mixed, &in, "an input does not belong to this wallet");
}

Test(cold_input, amount_and_mask_must_open_the_commitment)
{
	struct sn_account account = cold_account("alice");
	for (size_t i = 0; i < N_KINDS; i++) {
		struct sn_unsigned_input good, in;
		cold_make_input(&good, &account, &kinds[i]);
		in = good;
		in.amount++;
		expect_refused(&account, &in, "does not open its commitment");
		in = good;
		in.amount--;
		expect_refused(&account, &in, "does not open its commitment");
		in = good;
		in.amount ^= 1ull << 63;
		expect_refused(&account, &in, "does not open its commitment");
		for (int kind = SN_MASK_DERIVED; kind <= SN_MASK_EXPLICIT; kind++) {
			in = good;
			in.mask_kind = (enum sn_mask_kind)kind;
			if (kind == SN_MASK_EXPLICIT)
				in.mask = cold_random_scalar();
			if (kind != (int)good.mask_kind || kind == SN_MASK_EXPLICIT)
				expect_refused(&account, &in, "does not open its commitment");
		}
	}
}

/* A commitment to the right amount elsewhere in the ring does not help. */
Test(cold_input, commitment_of_the_real_member_counts)
{
	struct sn_account account = cold_account("alice");
	struct sn_unsigned_input in;
	struct sn_opened_input opened;
	cold_make_input(&in, &account, &kinds[0]);
	cr_assert(!sn_input_open(&opened, &account, &in, NULL));
	size_t other = (opened.real + 1) % SN_RING_SIZE;
	struct sn_point c = in.ring[other].commitment;
	in.ring[other].commitment = in.ring[opened.real].commitment;
	in.ring[opened.real].commitment = c;
	expect_refused(&account, &in, "does not open its commitment");
}
