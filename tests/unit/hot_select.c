#include "hot/select.h"

#include "cold_sets.h"
#include "hot/balance.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <string.h>

#include <sodium.h>

#define NOW 1700000000
#define HEIGHT 1000

static struct hot h;
static size_t picked[64], n;
static struct sn_error err;

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	seed_libsodium(NULL);
	hot_open(&h, &account);
}

static void tear_down(void)
{
	hot_close(&h);
}

TestSuite(hot_select, .init = set_up, .fini = tear_down);

static struct sn_select_target target_of(uint64_t amount)
{
	return (struct sn_select_target){
		.amount = amount, .fee_first = 10, .fee_more = 3, .fee_preferred = 10, .max_inputs = 16};
}

static void select_for(const struct sn_select_target *t)
{
	err.text[0] = 0;
	cr_assert(!sn_select(picked, &n, h.w, 0, NOW, t, &err), "%s", err.text);
	uint64_t sum = 0;
	cr_assert(n >= 1 && n <= t->max_inputs);
	for (size_t i = 0; i < n; i++) {
		cr_assert(sn_output_is_spendable(h.w, picked[i], NOW));
		cr_assert_eq(h.w->outputs[picked[i]].subaddress.major, 0);
		for (size_t j = 0; j < i; j++)
			cr_assert_neq(picked[i], picked[j]);
		sum += h.w->outputs[picked[i]].amount;
	}
	cr_assert_geq(sum, t->amount + t->fee_first + (n - 1) * t->fee_more);
}

static void expect_pair(size_t a, size_t b)
{
	cr_assert(n == 2 && ((picked[0] == a && picked[1] == b) || (picked[0] == b && picked[1] == a)));
}

static void expect_refused(const struct sn_select_target *t, const char *words)
{
	cr_assert_eq(sn_select(picked, &n, h.w, 0, NOW, t, &err), SN_REFUSED);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
}

/* A sum above the maximum, which a lying daemon can cause, does not wrap around. */
Test(hot_select, outputs_that_add_up_to_too_much)
{
	struct sn_select_target t = target_of(1000);
	for (int i = 0; i < 2; i++)
		hot_add_amount(&h, UINT64_MAX / 2 + 1, 1);
	hot_set_height(&h, HEIGHT);
	select_for(&t);
	t.amount = UINT64_MAX - 100;
	t.max_inputs = 1;
	expect_refused(&t, "this payment needs more than 1 inputs");
}

/* Locked and reserved outputs and pending change decide between the two reasons. */
Test(hot_select, not_enough_and_not_enough_unlocked)
{
	size_t spent;
	hot_add_amount(&h, 100, 1);
	hot_add_amount(&h, 200, 1);
	spent = hot_add_amount(&h, 400, 1);
	hot_add_amount(&h, 800, HEIGHT - 5);
	struct sn_wallet_output other = hot_output(&h, 100000, HEIGHT - 4);
	other.subaddress.major = 1;
	size_t elsewhere = hot_add(&h, &other);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(1480);
	expect_refused(&t, "0.000000000700 XMR available");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH_UNLOCKED);
	hot_pay(&h, SN_PAYMENT_PREPARED, &elsewhere, 1, 100, 10, 99890);
	expect_refused(&t, "needed with the fee");
	cr_assert(!strstr(err.hint, "reserved")); /* that belongs to another account */
	t.amount = 1500;
	expect_refused(&t, "0.000000000700 XMR available");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH);

	hot_pay(&h, SN_PAYMENT_PREPARED, &spent, 1, 390, 10, 0);
	t.amount = 1480;
	expect_refused(&t, "0.000000000300 XMR available");
	cr_assert(err.reason == SN_REASON_NOT_ENOUGH_UNLOCKED && strstr(err.hint, "reserved for prepared"));
	cr_assert(!sn_wallet_set_payment(h.w, 2, SN_PAYMENT_RELEASED, NULL, 0));

	/* 90 of the 400 come back: 1190 in all. */
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &spent, 1, 300, 10, 90);
	t.amount = 1150;
	expect_refused(&t, "0.000000000300 XMR available");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH_UNLOCKED);
	t.amount = 1181;
	expect_refused(&t, "0.000000000300 XMR available");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH);
	t.amount = UINT64_MAX;
	expect_refused(&t, "needed");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH);
}

Test(hot_select, oldest_that_suffices_alone)
{
	hot_add_amount(&h, 50, 1);
	hot_add_amount(&h, 100, 2);
	hot_add_amount(&h, 5000, 3);
	hot_add_amount(&h, 110, 4);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(90);
	select_for(&t);
	cr_assert(n == 1 && picked[0] == 1); /* exactly 100 */
	t.amount = 91;
	select_for(&t);
	cr_assert(n == 1 && picked[0] == 2);
	t.amount = 40;
	select_for(&t);
	cr_assert(n == 1 && picked[0] == 0);
}

/* Relatedness in ascending order: far apart, within ten blocks, next block, same block, same transaction. */
Test(hot_select, least_related_pair)
{
	struct sn_wallet_output o[6];
	static const uint64_t heights[6] = {100, 100, 101, 105, 105, 200};
	for (size_t i = 0; i < 6; i++) {
		o[i] = hot_output(&h, 100, heights[i]);
		o[i].index = (uint32_t)i;
	}
	o[4].tx_hash = o[3].tx_hash;
	for (size_t i = 0; i < 6; i++)
		hot_add(&h, &o[i]);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(190); /* 200 for two */
	t.fee_more = 0;
	select_for(&t);
	expect_pair(0, 5); /* the oldest of those far apart */
	/* Without the last one, all are within ten blocks. */
	struct sn_hash hash = hot_hash(99);
	cr_assert(!sn_wallet_set_spent(h.w, 5, 500, &hash));
	select_for(&t);
	expect_pair(0, 3);
	cr_assert(!sn_wallet_set_spent(h.w, 3, 500, &hash) && !sn_wallet_set_spent(h.w, 4, 500, &hash));
	select_for(&t);
	expect_pair(0, 2); /* next block before same block */
}

Test(hot_select, pair_that_is_related_rather_than_none)
{
	struct sn_wallet_output a = hot_output(&h, 100, 50), b = hot_output(&h, 100, 50);
	b.tx_hash = a.tx_hash;
	b.index = 1;
	hot_add(&h, &a);
	hot_add(&h, &b);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(187);
	select_for(&t);
	cr_assert_eq(n, 2);
	t.amount++;
	expect_refused(
		&t,
		"insufficient funds in account 0: 0.000000000200 XMR available, about 0.000000000201 XMR needed");
}

Test(hot_select, many)
{
	for (uint64_t i = 0; i < 12; i++)
		hot_add_amount(&h, 100 + i, 10 * i);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(900);
	for (int i = 0; i < 20; i++) {
		select_for(&t);
		cr_assert(n == 9 || n == 10, "%zu", n);
	}
	/* everything, exactly: 1266 = 1223 + 10 + 11·3 */
	t.amount = 1223;
	select_for(&t);
	cr_assert_eq(n, 12);
	t.amount++;
	expect_refused(&t, "insufficient funds");
}

/* By relatedness, too many small outputs would be needed: then the largest come first. */
Test(hot_select, largest_first_when_there_are_too_many)
{
	for (uint64_t i = 0; i < 30; i++)
		hot_add_amount(&h, i % 10 == 9 ? 1000 : 1, 20 * i);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(2900);
	t.max_inputs = 3;
	for (int i = 0; i < 10; i++) {
		select_for(&t);
		cr_assert_eq(n, 3);
	}
	t.max_inputs = 2;
	expect_refused(&t, "needs more than 2 inputs");
	t.amount = 4000;
	expect_refused(&t, "insufficient");
}

/* The first one is random, so that the order of arrival does not show. */
Test(hot_select, many_are_drawn_by_lot)
{
	for (uint64_t i = 0; i < 10; i++)
		hot_add_amount(&h, 100, 50 * i);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(280);
	bool seen[10] = {false};
	for (int i = 0; i < 200; i++) {
		select_for(&t);
		cr_assert_eq(n, 3);
		seen[picked[0]] = true;
	}
	/* The probability that one of them is missed in 200 draws is 7·10⁻⁹. */
	for (size_t i = 0; i < 10; i++)
		cr_assert(seen[i], "%zu never came first", i);
}

Test(hot_select, at_most_max_inputs)
{
	hot_add_amount(&h, 100, 1);
	hot_add_amount(&h, 100, 100);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(150);
	t.max_inputs = 1;
	picked[1] = 4711;
	expect_refused(&t, "needs more than 1 input");
	cr_assert_eq(picked[1], 4711); /* there was no room for it */
	t.max_inputs = 2;
	select_for(&t);
}

/* Outputs that cost more as inputs than their value are not spent, even if the others do not suffice. */
Test(hot_select, no_dust)
{
	struct sn_select_target t = target_of(280);
	t.fee_more = t.dust = 50;
	for (uint64_t i = 0; i < 10; i++)
		hot_add_amount(&h, 50 - i, 10 * i);
	for (uint64_t i = 0; i < 5; i++)
		hot_add_amount(&h, 150 + i, 100 + 10 * i);
	hot_set_height(&h, HEIGHT);
	for (int i = 0; i < 20; i++) {
		select_for(&t);
		for (size_t j = 0; j < n; j++)
			cr_assert_geq(h.w->outputs[picked[j]].amount, 150);
	}
	/* All worthwhile outputs, 760, for 550 and five inputs; then one more. */
	t.amount = 550;
	select_for(&t);
	cr_assert_eq(n, 5);
	t.amount = 551;
	expect_refused(
		&t, "0.000000000760 XMR available, about 0.000000000761 XMR needed with the fee "
		    "(0.000000000455 XMR more are in outputs that cost more to spend than they are worth)");
	/* With an exact fee, further inputs cost nothing, but the outputs are still dust. */
	t.fee_more = 0;
	t.amount = 751;
	expect_refused(&t,
		       "0.000000000760 XMR available, 0.000000000761 XMR needed with the fee"); /* exactly */
	/* A single output that covers everything is used, even if it is dust. */
	t.dust = 1000;
	t.amount = 144;
	select_for(&t);
	cr_assert(n == 1 && h.w->outputs[picked[0]].amount == 154);
	t.amount = 145;
	expect_refused(&t, "0.000000000000 XMR available, 0.000000000155 XMR needed");
}

Test(hot_select, dust_makes_no_pair)
{
	hot_add_amount(&h, 90, 1);
	hot_add_amount(&h, 91, 5);
	hot_add_amount(&h, 20, 100); /* least related to all */
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(95);
	t.dust = 20;
	select_for(&t);
	expect_pair(0, 1);
	t.dust = 19;
	select_for(&t);
	expect_pair(0, 2);
}

Test(hot_select, leaves_alone_what_it_must)
{
	struct sn_wallet_output o = hot_output(&h, 1000, 1);
	o.subaddress.major = 1;
	hot_add(&h, &o);
	size_t reserved = hot_add_amount(&h, 1000, 2), submitted = hot_add_amount(&h, 1000, 3),
	       spent = hot_add_amount(&h, 1000, 4);
	o = hot_output(&h, 1000, 5);
	o.is_rct = false;
	hot_add(&h, &o);
	o = hot_output(&h, 1000, 6);
	o.unlock_time = NOW + 1;
	hot_add(&h, &o);
	size_t good = hot_add_amount(&h, 500, 7);
	hot_add_amount(&h, 1000, HEIGHT - 9);
	size_t frozen = hot_add_amount(&h, 1000, HEIGHT - 9);
	hot_set_height(&h, HEIGHT);
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[frozen].key, true));
	struct sn_hash hash = hot_hash(5);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 10, &hash));
	hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 1, 1, 1);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &submitted, 1, 1, 1, 1);
	struct sn_select_target t = target_of(400);
	select_for(&t);
	cr_assert(n == 1 && picked[0] == good);
	t.amount = 491;
	expect_refused(&t, "0.000000000500 XMR available, about 0.000000000501 XMR needed");
	uint32_t all[64];
	cr_assert_eq(sn_select_all(all, 64, h.w, 0, NOW, NULL), 1);
	cr_assert_eq(sn_select_all(all, 64, h.w, 1, NOW, NULL), 1);
	cr_assert_eq(all[0], 0);
	cr_assert_eq(sn_select_all(all, 0, h.w, 1, NOW, NULL), 0);
}

/* Frozen outputs are neither spent nor awaited, and the error mentions them. */
Test(hot_select, frozen_outputs_do_not_count)
{
	struct sn_select_target t = target_of(1500);
	for (int i = 0; i < 3; i++)
		hot_add_amount(&h, 1000, 1);
	hot_set_height(&h, HEIGHT);
	for (size_t i = 0; i < 2; i++)
		cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[i].key, true));
	expect_refused(&t, "insufficient funds in account 0: 0.000000001000 XMR available");
	cr_assert(err.reason == SN_REASON_NOT_ENOUGH && strstr(err.hint, "frozen"));
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[1].key, false));
	select_for(&t);
	expect_pair(1, 2);
}

/* Random wallets with frozen outputs: no method of selection spends one. */
Test(hot_select, never_picks_a_frozen_output)
{
	enum { OUTPUTS = 40, ROUNDS = 400 };
	size_t n_found = 0;
	for (size_t i = 0; i < OUTPUTS; i++) {
		struct sn_wallet_output o = hot_output(&h, 1 + randombytes_uniform(1000), 1 + i);
		o.subaddress.minor = randombytes_uniform(4);
		hot_add(&h, &o);
	}
	hot_set_height(&h, HEIGHT);
	for (int round = 0; round < ROUNDS; round++) {
		uint64_t thawed = 0;
		for (size_t i = 0; i < OUTPUTS; i++) {
			const bool is_frozen = randombytes_uniform(4) > 0;
			cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[i].key, is_frozen));
			thawed += is_frozen ? 0 : h.w->outputs[i].amount;
		}
		struct sn_select_target t = target_of(1 + randombytes_uniform((uint32_t)thawed + 50));
		t.may_add = true;
		int ret = sn_select(picked, &n, h.w, 0, NOW, &t, &err);
		cr_assert(!ret || ret == SN_REFUSED);
		for (size_t i = 0; !ret && i < n; i++)
			cr_assert(!sn_wallet_is_frozen(h.w, &h.w->outputs[picked[i]].key));
		n_found += !ret;
	}
	cr_assert(n_found > ROUNDS / 2 && n_found < ROUNDS, "%zu", n_found);
}

/* An amount that leaves no room for the fee below 2^64. */
Test(hot_select, sums_that_do_not_fit)
{
	hot_add_amount(&h, 1ull << 62, 1);
	hot_add_amount(&h, 1ull << 62, 100);
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(UINT64_MAX - 5);
	expect_refused(&t, "about 18446744.073709551615 XMR needed");
	t.amount = 1;
	t.fee_more = UINT64_MAX / 2;
	select_for(&t);
	cr_assert_eq(n, 1);
	t.amount = 1ull << 62;
	expect_refused(&t, "insufficient");
}

Test(hot_select, empty_wallet)
{
	struct sn_select_target t = target_of(1);
	hot_set_height(&h, HEIGHT);
	expect_refused(&t, "0.000000000000 XMR available");
}

/* ---------------------------------------------------------------- a second input that is not needed */

#define MANY 16

static size_t second_of(uint64_t amount)
{
	struct sn_select_target t = target_of(amount);
	t.may_add = true;
	select_for(&t);
	cr_assert_leq(n, 2);
	return n == 2 ? picked[1] : SIZE_MAX;
}

/* The smallest of the unrelated outputs of the same address. */
Test(hot_select, second_input)
{
	hot_add_amount(&h, 1000, 100);
	hot_set_height(&h, HEIGHT);
	cr_assert_eq(second_of(500), SIZE_MAX); /* alone */
	hot_add_amount(&h, 50, 109);
	cr_assert_eq(second_of(500), SIZE_MAX); /* less than ten blocks away */
	size_t large = hot_add_amount(&h, 400, 110);
	cr_assert_eq(second_of(500), large);
	size_t small = hot_add_amount(&h, 300, 200);
	hot_add_amount(&h, 350, 210);
	cr_assert_eq(second_of(500), small);
	struct sn_wallet_output o = hot_output(&h, 100, 220);
	o.subaddress.minor = 1;
	hot_add(&h, &o);
	cr_assert_eq(second_of(500), small);
	struct sn_select_target t = target_of(500);
	select_for(&t);
	cr_assert_eq(n, 1);
	t.may_add = true;
	t.max_inputs = 1;
	select_for(&t);
	cr_assert_eq(n, 1);
}

/* Not if it does not cover its own fee. */
Test(hot_select, second_input_has_to_bring_its_fee)
{
	hot_add_amount(&h, 510, 1);
	hot_add_amount(&h, 2, 100);
	hot_set_height(&h, HEIGHT);
	cr_assert_eq(second_of(500), SIZE_MAX);
	cr_assert_eq(second_of(499), 1);
}

/* Outputs of at least 2 XMR are kept until there are five others. */
Test(hot_select, second_input_leaves_large_ones)
{
	const uint64_t large = 2000000000000;
	for (uint64_t i = 0; i < 5; i++)
		hot_add_amount(&h, large + i, 1 + 20 * i);
	hot_set_height(&h, HEIGHT);
	cr_assert_eq(second_of(500), SIZE_MAX);
	hot_add_amount(&h, large + 10, 200);
	cr_assert_eq(second_of(500), 1);
	size_t less = hot_add_amount(&h, large - 1, 300);
	cr_assert_eq(second_of(500), less);
}

/* Without a preferred output: address by address, from the largest balance on. */
Test(hot_select, richest_address_first)
{
	for (uint64_t i = 0; i < 12; i++) {
		struct sn_wallet_output o = hot_output(&h, i % 3 == 1 ? 120 : 100, 1 + 20 * i);
		o.subaddress.minor = (uint32_t)(i % 3);
		hot_add(&h, &o);
	}
	hot_set_height(&h, HEIGHT);
	struct sn_select_target t = target_of(300);
	for (int i = 0; i < 20; i++) {
		select_for(&t);
		cr_assert_eq(n, 3);
		for (size_t j = 0; j < n; j++)
			cr_assert_eq(h.w->outputs[picked[j]].subaddress.minor, 1);
	}
}

/* For several transactions, the preferred outputs cover all of them; the first one takes them, and the last
 * one may have a second input. */
Test(hot_select, several_in_turn)
{
	struct sn_select_target targets[3] = {target_of(90), target_of(90), target_of(90)};
	size_t all[MANY], ends[3];
	bool found;
	for (uint64_t i = 0; i < 10; i++)
		hot_add_amount(&h, i == 4 ? 290 : 120, 1 + 20 * i);
	hot_set_height(&h, HEIGHT);
	targets[2].may_add = true;
	cr_assert(!sn_select_in_turn(all, ends, &found, h.w, 0, NOW, targets, 3, &err) && found);
	cr_assert(all[0] == 4 && ends[0] == 1 && ends[1] == 2 && ends[2] == 4);
	for (size_t i = 1; i < 4; i++)
		for (size_t j = 0; j < i; j++)
			cr_assert_neq(all[i], all[j]);
	targets[1].amount = 2000;
	cr_assert(!sn_select_in_turn(all, ends, &found, h.w, 0, NOW, targets, 3, &err) && !found);
}
