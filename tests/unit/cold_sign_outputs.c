/* The outputs of signed transactions, as their recipients see them. */
#include "cold/sign.h"

#include "base/bytes.h"
#include "cold_sets.h"
#include "crypto/derive.h"

#include <criterion/criterion.h>

#include <string.h>

static struct sn_account alice, bob, carol, dave;

static void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	carol = cold_account("carol");
	dave = cold_account("dave");
}

TestSuite(cold_sign_outputs, .init = set_up);

/* The payment id as the holder of `account` reads it; the transaction must have one. */
static uint64_t payment_id_for(const struct sn_account *account, const struct sn_tx *tx)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	struct sn_extra extra = cold_extra_of(tx);
	struct sn_point key = cold_tx_key_of(tx), derivation;
	cr_assert(sn_extra_encrypted_payment_id(id, &extra));
	cr_assert(!sn_derive(&derivation, &key, &account->view_secret));
	sn_payment_id_crypt(id, id, &derivation);
	return sn_load_u64(id);
}

/* The output of cold_receive with this amount; there must be exactly one. */
static struct sn_owned_output find_amount(const struct sn_account *account, const struct sn_tx *tx,
					  uint64_t amount)
{
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX], found = {0};
	size_t n = cold_receive(owned, account, tx), count = 0;
	for (size_t i = 0; i < n; i++)
		if (owned[i].amount == amount) {
			found = owned[i];
			count++;
		}
	cr_assert_eq(count, 1);
	return found;
}

Test(cold_sign_outputs, standard_address_is_paid)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 0, 0));
	struct cold_result result = cold_sign(&alice, &set);
	const struct sn_tx *tx = &result.txs[0];
	cr_assert_eq(tx->n_outputs, 2);
	size_t theirs = cold_expect_one(&bob, tx, 0, 0, COLD_XMR / 4);
	size_t ours = cold_expect_one(&alice, tx, 0, 0, COLD_XMR - COLD_XMR / 4 - COLD_FEE);
	cr_assert_neq(theirs, ours);
	cold_expect_none(&carol, tx);
	cr_assert_eq(tx->extra_len, 44);
	/* A dummy payment ID, which decrypts to zeros. */
	cr_assert_eq(payment_id_for(&bob, tx), 0);
	struct sn_extra extra = cold_extra_of(tx);
	uint8_t raw[SN_PAYMENT_ID_BYTES];
	cr_assert(sn_extra_encrypted_payment_id(raw, &extra) && sn_load_u64(raw) != 0);
	cold_result_free(&result);
	cold_free(&set);
}

Test(cold_sign_outputs, subaddress_is_paid)
{
	struct sn_unsigned_set set = cold_everyday(&alice, cold_address(&bob, 2, 7));
	struct cold_result result = cold_sign(&alice, &set);
	const struct sn_tx *tx = &result.txs[0];
	cold_expect_one(&bob, tx, 2, 7, COLD_XMR / 4);
	cold_expect_one(&alice, tx, 0, 0, COLD_XMR - COLD_XMR / 4 - COLD_FEE);
	cr_assert_eq(tx->extra_len, 44);
	cr_assert_eq(cold_extra_of(tx).n_additional, 0);
	cr_assert_eq(payment_id_for(&bob, tx), 0);
	cold_result_free(&result);
	cold_free(&set);
}

Test(cold_sign_outputs, integrated_address_gets_its_payment_id)
{
	const uint64_t id = 0xfedcba9876543210;
	struct sn_unsigned_set set = cold_everyday(&alice, cold_integrated(&bob, id));
	struct cold_result result = cold_sign(&alice, &set);
	cold_expect_one(&bob, &result.txs[0], 0, 0, COLD_XMR / 4);
	cr_assert_eq(payment_id_for(&bob, &result.txs[0]), id);
	cr_assert_neq(payment_id_for(&alice, &result.txs[0]), id);
	cr_assert_neq(payment_id_for(&carol, &result.txs[0]), id);
	cold_result_free(&result);
	cold_free(&set);
}

/* Standard and subaddresses together: each subaddress is found by its own additional key. */
Test(cold_sign_outputs, mixed_recipients_are_paid)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 0), 101);
	cold_pay(tx, cold_address(&bob, 0, 1), 102);
	cold_pay(tx, cold_address(&carol, 1, 0), 103);
	cold_pay(tx, cold_address(&dave, 0, 0), 104);
	cold_pay(tx, cold_address(&carol, 1, 0), 105);
	cold_change(tx, 0, 0);
	struct cold_result result = cold_sign(&alice, &set);
	const struct sn_tx *signed_tx = &result.txs[0];
	cr_assert_eq(signed_tx->n_outputs, 6);
	cr_assert_eq(cold_extra_of(signed_tx).n_additional, 6);
	cr_assert(!cold_extra_of(signed_tx).has_nonce);
	cr_assert_eq(signed_tx->extra_len, 33 + 2 + 6 * 32);

	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	cr_assert_eq(cold_receive(owned, &bob, signed_tx), 2);
	cr_assert(!find_amount(&bob, signed_tx, 101).is_additional_key);
	struct sn_owned_output o = find_amount(&bob, signed_tx, 102);
	cr_assert(o.is_additional_key && o.subaddress.major == 0 && o.subaddress.minor == 1);
	cr_assert_eq(cold_receive(owned, &carol, signed_tx), 2);
	cr_assert(find_amount(&carol, signed_tx, 103).is_additional_key);
	o = find_amount(&carol, signed_tx, 105);
	cr_assert(o.is_additional_key && o.subaddress.major == 1 && o.subaddress.minor == 0);
	cold_expect_one(&dave, signed_tx, 0, 0, 104);
	cold_expect_one(&alice, signed_tx, 0, 0, COLD_XMR - 515 - COLD_FEE);

	/* All keys differ, so no secret is used twice. */
	struct sn_extra extra = cold_extra_of(signed_tx);
	struct sn_point keys[7];
	keys[0] = cold_tx_key_of(signed_tx);
	for (size_t i = 0; i < 6; i++)
		sn_extra_additional_key(&keys[1 + i], &extra, i);
	for (size_t i = 0; i < 7; i++)
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_point_is_equal(&keys[i], &keys[j]));
	cold_result_free(&result);
	cold_free(&set);
}

/* Change to a subaddress, as in every account except the first, does not count as a recipient. */
Test(cold_sign_outputs, change_to_a_subaddress_is_found)
{
	for (size_t i = 0; i < 2; i++) {
		struct sn_unsigned_set set = cold_set(1);
		struct sn_unsigned_tx *tx = &set.txs[0];
		cold_spend(tx, &alice, &(struct cold_output){{2, 1}, COLD_XMR, SN_MASK_DERIVED, 0});
		cold_pay(tx, i ? cold_address(&bob, 0, 4) : cold_address(&bob, 0, 0), 1000);
		cold_change(tx, 2, 0);
		struct cold_result result = cold_sign(&alice, &set);
		cold_expect_one(&alice, &result.txs[0], 2, 0, COLD_XMR - 1000 - COLD_FEE);
		cold_expect_one(&bob, &result.txs[0], 0, i ? 4 : 0, 1000);
		cr_assert_eq(cold_extra_of(&result.txs[0]).n_additional, 0);
		cr_assert_eq(payment_id_for(&bob, &result.txs[0]), 0);
		cold_result_free(&result);
		cold_free(&set);
	}
}

Test(cold_sign_outputs, change_to_a_subaddress_is_found_among_several_recipients)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend(tx, &alice, &(struct cold_output){{1, 3}, COLD_XMR, SN_MASK_DERIVED, 1});
	cold_pay(tx, cold_address(&bob, 0, 3), 1000);
	cold_pay(tx, cold_address(&carol, 0, 3), 2000);
	cold_change(tx, 1, 0);
	struct cold_result result = cold_sign(&alice, &set);
	cold_expect_one(&alice, &result.txs[0], 1, 0, COLD_XMR - 3000 - COLD_FEE);
	cold_expect_one(&bob, &result.txs[0], 0, 3, 1000);
	cold_expect_one(&carol, &result.txs[0], 0, 3, 2000);
	cr_assert_eq(cold_extra_of(&result.txs[0]).n_additional, 3);
	cold_result_free(&result);
	cold_free(&set);
}

/* The exact amount without change: a second output of amount 0 to a random address. */
Test(cold_sign_outputs, payment_without_change_has_a_dummy)
{
	struct sn_address kinds[] = {cold_address(&bob, 0, 0), cold_address(&bob, 0, 2),
				     cold_integrated(&bob, 77)};
	for (size_t i = 0; i < 3; i++) {
		struct sn_unsigned_set set = cold_set(1);
		struct sn_unsigned_tx *tx = &set.txs[0];
		cold_spend_amount(tx, &alice, COLD_XMR);
		cold_pay(tx, kinds[i], COLD_XMR - COLD_FEE);
		struct cold_result result = cold_sign(&alice, &set);
		cr_assert_eq(result.txs[0].n_outputs, 2);
		cold_expect_one(&bob, &result.txs[0], 0, i == 1 ? 2 : 0, COLD_XMR - COLD_FEE);
		cold_expect_none(&alice, &result.txs[0]);
		cr_assert_eq(result.set.txs[0].n_created, 0);
		cr_assert_eq(payment_id_for(&bob, &result.txs[0]), i == 2 ? 77 : 0);
		cold_result_free(&result);
		cold_free(&set);
	}
}

/* Two recipients without change need no dummy output, and have no payment ID. */
Test(cold_sign_outputs, two_recipients_without_change_need_no_dummy)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	cold_pay(tx, cold_address(&bob, 0, 0), COLD_XMR / 2);
	cold_pay(tx, cold_address(&carol, 0, 0), COLD_XMR / 2 - COLD_FEE);
	struct cold_result result = cold_sign(&alice, &set);
	cold_expect_one(&bob, &result.txs[0], 0, 0, COLD_XMR / 2);
	cold_expect_one(&carol, &result.txs[0], 0, 0, COLD_XMR / 2 - COLD_FEE);
	cr_assert_eq(result.txs[0].extra_len, 33);
	cold_result_free(&result);
	cold_free(&set);
}

Test(cold_sign_outputs, payment_to_oneself_is_found)
{
	static const struct {
		struct sn_subaddress_index to, change;
	} cases[] = {
		{{0, 0}, {0, 0}}, {{0, 3}, {0, 0}}, {{0, 0}, {1, 0}}, {{1, 0}, {1, 0}}, {{1, 2}, {1, 0}},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_unsigned_set set = cold_set(1);
		struct sn_unsigned_tx *tx = &set.txs[0];
		cold_spend(tx, &alice, &(struct cold_output){cases[i].change, COLD_XMR, SN_MASK_DERIVED, 1});
		cold_pay(tx, cold_address(&alice, cases[i].to.major, cases[i].to.minor), 4321);
		cold_change(tx, cases[i].change.major, cases[i].change.minor);
		struct cold_result result = cold_sign(&alice, &set);
		struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
		cr_assert_eq(cold_receive(owned, &alice, &result.txs[0]), 2, "case %zu", i);
		cr_assert_eq(result.set.txs[0].n_created, 2);
		struct sn_owned_output paid = find_amount(&alice, &result.txs[0], 4321);
		struct sn_owned_output change =
			find_amount(&alice, &result.txs[0], COLD_XMR - 4321 - COLD_FEE);
		cr_assert(!memcmp(&paid.subaddress, &cases[i].to, sizeof cases[i].to));
		cr_assert(!memcmp(&change.subaddress, &cases[i].change, sizeof cases[i].change));
		cold_result_free(&result);
		cold_free(&set);
	}
}

/* Everything to oneself, without change, as a sweep does it. */
Test(cold_sign_outputs, sweep_to_oneself_is_found)
{
	for (uint32_t minor = 0; minor < 2; minor++) {
		struct sn_unsigned_set set = cold_set(1);
		cold_spend_amount(&set.txs[0], &alice, COLD_XMR);
		cold_spend_amount(&set.txs[0], &alice, COLD_XMR);
		cold_pay(&set.txs[0], cold_address(&alice, 0, minor), 2 * COLD_XMR - COLD_FEE);
		struct cold_result result = cold_sign(&alice, &set);
		cold_expect_one(&alice, &result.txs[0], 0, minor, 2 * COLD_XMR - COLD_FEE);
		cr_assert_eq(result.set.txs[0].n_created, 1);
		cold_result_free(&result);
		cold_free(&set);
	}
}

/* Twice the same own address and amount, and equal change: all three are found and listed. */
Test(cold_sign_outputs, equal_outputs_to_oneself_are_all_found)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_unsigned_tx *tx = &set.txs[0];
	cold_spend_amount(tx, &alice, COLD_XMR);
	tx->fee = COLD_XMR / 4;
	for (size_t i = 0; i < 2; i++)
		cold_pay(tx, cold_address(&alice, 0, 0), COLD_XMR / 4);
	cold_pay(tx, cold_address(&bob, 0, 1), 1);
	tx->fee--;
	cold_change(tx, 0, 0);
	cr_assert_eq(tx->change, COLD_XMR / 4);
	struct sn_signed_set out;
	struct sn_limits limits = {.has_max_fee = true, .max_fee = COLD_XMR, .allow_dust = true};
	struct sn_tx parsed;
	cr_assert(!sn_sign(&out, &alice, &set, &limits, 1, NULL));
	cr_assert(!sn_tx_parse(&parsed, out.txs[0].bytes, out.txs[0].len, false));
	cr_assert_eq(out.txs[0].n_created, 3);
	cold_expect_created(&alice, &out.txs[0], &parsed);
	cold_expect_one(&bob, &parsed, 0, 1, 1);
	sn_tx_free(&parsed);
	sn_signed_set_free(&out);
	cold_free(&set);
}

/* A table of shapes. cold_sign checks weight, tx extra and proofs of each; this test checks that all amounts
 * arrive. Recipient i is `kinds[i mod length]`: s standard, S subaddress, i integrated, o our own subaddress.
 */
Test(cold_sign_outputs, every_shape_pays_all_recipients)
{
	static const struct {
		size_t n_inputs, n_destinations;
		const char *kinds;
		bool has_change;
		uint64_t fee, unlock_time;
	} shapes[] = {
		{1, 1, "s", true, COLD_FEE, 0},     {1, 1, "S", true, 127, 0},
		{2, 1, "i", true, 128, 0},          {2, 1, "s", false, 16383, 127},
		{8, 1, "S", true, 16384, 128},      {8, 2, "s", true, COLD_FEE, 0},
		{1, 2, "sS", true, COLD_FEE, 0},    {1, 2, "S", false, COLD_FEE, 0},
		{2, 3, "s", true, COLD_FEE, 0},     {1, 3, "S", true, COLD_FEE, 3000000},
		{1, 4, "s", true, 300000000, 0},    {1, 7, "sSo", true, COLD_FEE, 0},
		{2, 8, "s", true, COLD_FEE, 0},     {1, 8, "sS", false, COLD_FEE, 0},
		{1, 15, "s", true, COLD_FEE, 0},    {2, 15, "sSoS", true, COLD_FEE, 1700000000},
		{1, 16, "S", false, COLD_FEE, 0},   {8, 16, "so", false, COLD_FEE, 0},
		{16, 1, "s", true, 4000000000u, 0},
	};
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct sn_unsigned_set set = cold_set(1);
		struct sn_unsigned_tx *tx = &set.txs[0];
		struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
		uint64_t received = 0, sent[2] = {0, 0};
		uint32_t account = (uint32_t)i % 3;
		tx->fee = shapes[i].fee;
		tx->unlock_time = shapes[i].unlock_time;
		for (size_t j = 0; j < shapes[i].n_inputs; j++)
			cold_spend(tx, &alice,
				   &(struct cold_output){{account, (uint32_t)j % 2},
							 COLD_XMR + j * 5000000000,
							 (enum sn_mask_kind)(j % 3),
							 (uint32_t)j * 60});
		for (size_t j = 0; j < shapes[i].n_destinations; j++) {
			char kind = shapes[i].kinds[j % strlen(shapes[i].kinds)];
			bool is_last = j + 1 == shapes[i].n_destinations && !shapes[i].has_change;
			uint64_t amount =
				is_last ? cold_inputs(tx) - tx->fee - sent[0] - sent[1] : 1 + j * 777;
			cold_pay(tx,
				 kind == 'o'   ? cold_address(&alice, 1, (uint32_t)j)
				 : kind == 'i' ? cold_integrated(&bob, 99)
					       : cold_address(&bob, 0, kind == 'S' ? 1 + (uint32_t)j : 0),
				 amount);
			sent[kind == 'o'] += amount;
		}
		if (shapes[i].has_change)
			cold_change(tx, account, 0);

		struct cold_result result = cold_sign(&alice, &set);
		size_t n = cold_receive(owned, &bob, &result.txs[0]);
		for (size_t j = 0; j < n; j++)
			received += owned[j].amount;
		cr_assert_eq(received, sent[0], "shape %zu", i);
		n = cold_receive(owned, &alice, &result.txs[0]);
		received = 0;
		for (size_t j = 0; j < n; j++)
			received += owned[j].amount;
		cr_assert_eq(received, sent[1] + tx->change, "shape %zu", i);
		cold_result_free(&result);
		cold_free(&set);
	}
}
