#include "hot/batch_selection.h"

#include "cold_sets.h"
#include "hot/balance.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define NOW 1700000000
#define HEIGHT 1000

static struct hot h;
static struct sn_batch_selection apart;
static struct sn_error err;
static struct sn_select_target targets[64];

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	hot_open(&h, &account);
	for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
		targets[i] = (struct sn_select_target){
			.amount = 100, .fee_first = 10, .fee_more = 3, .dust = 3, .max_inputs = 8};
}

static void tear_down(void)
{
	sn_batch_selection_free(&apart);
	hot_close(&h);
}

TestSuite(hot_batch_selection, .init = set_up, .fini = tear_down);

static void own(size_t n, uint64_t amount)
{
	for (size_t i = 0; i < n; i++)
		hot_add_amount(&h, amount, 1);
}

static size_t begin(size_t tx)
{
	return tx ? apart.ends[tx - 1] : 0;
}

/* Every selection must use spendable outputs, enough for each transaction, and none twice. */
static void check(size_t n)
{
	bool *is_taken = calloc(h.w->n_outputs, sizeof *is_taken);
	for (size_t i = 0; i < n; i++) {
		uint64_t sum = 0;
		size_t count = apart.ends[i] - begin(i);
		cr_assert(count >= 1 && count <= targets[i].max_inputs);
		for (size_t j = begin(i); j < apart.ends[i]; j++) {
			size_t o = apart.picked[j];
			cr_assert(sn_output_is_spendable(h.w, o, NOW) &&
				  h.w->outputs[o].subaddress.major == 0);
			cr_assert(!is_taken[o], "output %zu is spent twice", o);
			cr_assert_gt(h.w->outputs[o].amount, targets[i].dust);
			is_taken[o] = true;
			sum += h.w->outputs[o].amount;
		}
		cr_assert_geq(sum, sn_select_needed(&targets[i], count));
	}
	free(is_taken);
}

static void choose(size_t n)
{
	sn_batch_selection_free(&apart);
	cr_assert(!sn_select_batch(&apart, h.w, 0, NOW, targets, n, &err), "%s", err.text);
	check(n);
}

static void expect_refused(size_t n, const char *words)
{
	sn_batch_selection_free(&apart);
	cr_assert_eq(sn_select_batch(&apart, h.w, 0, NOW, targets, n, &err), SN_REFUSED);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
}

static uint64_t amount_of(size_t tx)
{
	return h.w->outputs[apart.picked[begin(tx)]].amount;
}

/* As in the reference wallet: the first transaction takes the preferred output, the others draw at random. */
Test(hot_batch_selection, in_turn)
{
	bool seen[20] = {false};
	own(10, 120);
	own(1, 500);
	own(9, 120);
	hot_set_height(&h, HEIGHT);
	for (int i = 0; i < 200; i++) {
		choose(3);
		cr_assert(apart.ends[2] == 3 && amount_of(0) == 500);
		seen[apart.picked[1]] = true;
	}
	/* The probability that one of them is never drawn is 19 · (18/19)^200 = 4·10⁻⁴; two of them hardly
	 * ever. */
	size_t missed = 0;
	for (size_t i = 0; i < 20; i++)
		missed += i != 10 && !seen[i];
	cr_assert_leq(missed, 1);
}

/* A random selection often leaves too little for the third transaction. Then each takes the smallest
 * sufficient output, or the largest ones until one suffices. */
Test(hot_batch_selection, divided_when_lots_do_not_come_out)
{
	own(4, 60);
	own(2, 90);
	hot_set_height(&h, HEIGHT);
	for (int i = 0; i < 50; i++) {
		choose(3);
		cr_assert_eq(apart.ends[2], 6);
	}
	own(1, 1000);
	targets[1].amount = 1000 - 10;
	targets[3] = targets[0];
	for (int i = 0; i < 50; i++) {
		choose(4);
		cr_assert(apart.ends[3] == 7 && amount_of(1) == 1000);
	}
}

/* The larger transaction would take the output that the smaller one needs; in the opposite order, both
 * succeed. */
Test(hot_batch_selection, cheapest_first_when_that_does_not_come_out)
{
	own(1, 100);
	own(2, 70);
	hot_set_height(&h, HEIGHT);
	targets[0].amount = 120;
	targets[1].amount = 80;
	choose(2);
	cr_assert(apart.ends[0] == 2 && apart.ends[1] == 3);
	cr_assert_eq(amount_of(1), 100);
}

Test(hot_batch_selection, too_few_outputs)
{
	own(2, 100000);
	hot_set_height(&h, HEIGHT);
	targets[1].amount = 500;
	expect_refused(
		3,
		"too few outputs: 3 transactions of 0.000000000110 to 0.000000000510 XMR need separate outputs; the 2 "
		"unlocked outputs of account 0 cover 2 of them");
	cr_assert(!strncmp(err.hint, "first pay your own address the missing number of such amounts", 61),
		  "%s", err.hint);
	cr_assert_eq(err.reason, SN_REASON_NONE);
	own(1, 100);
	expect_refused(3, "the outputs cannot be divided in this way");
	own(1, 110);
	choose(3);
}

Test(hot_batch_selection, not_enough_money)
{
	own(3, 100);
	hot_set_height(&h, HEIGHT);
	expect_refused(
		3,
		"insufficient funds in account 0: 0.000000000300 XMR available, about 0.000000000330 XMR needed");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH);
	hot_add_amount(&h, 500, HEIGHT - 1);
	expect_refused(3, "insufficient unlocked funds");
	cr_assert_eq(err.reason, SN_REASON_NOT_ENOUGH_UNLOCKED);
}

Test(hot_batch_selection, neither_dust_nor_what_is_not_free)
{
	own(2, 110);
	own(500, 3);
	struct sn_wallet_output foreign = hot_output(&h, 1000, 1);
	foreign.subaddress.major = 1;
	hot_add(&h, &foreign);
	size_t reserved = hot_add_amount(&h, 1000, 1);
	size_t frozen = hot_add_amount(&h, 1000, 1);
	hot_add_amount(&h, 1000, HEIGHT - 5);
	hot_set_height(&h, HEIGHT);
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[frozen].key, true));
	hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 900, 10, 90);
	choose(2);
	expect_refused(3, "insufficient unlocked funds");
}

Test(hot_batch_selection, at_most_max_inputs)
{
	own(9, 20);
	own(1, 110);
	hot_set_height(&h, HEIGHT);
	choose(2);
	targets[0].max_inputs = targets[1].max_inputs = 5;
	expect_refused(2, "the outputs cannot be divided");
}

Test(hot_batch_selection, sums_that_do_not_fit)
{
	own(4, UINT64_MAX / 2);
	hot_set_height(&h, HEIGHT);
	targets[0].amount = targets[1].amount = UINT64_MAX / 2 + 1;
	choose(2);
	targets[0].amount = targets[1].amount = UINT64_MAX;
	expect_refused(2, "cannot be divided");
}

/* For random outputs and amounts: a valid selection or a refusal. The same wallet gives the same result. */
Test(hot_batch_selection, at_random)
{
	seed_libsodium("at_random");
	for (int round = 0; round < 40; round++) {
		for (int i = 0; i < 10; i++)
			hot_add_amount(&h, 1 + randombytes_uniform(400), 1);
		hot_set_height(&h, HEIGHT + (uint64_t)round);
		size_t n = 2 + randombytes_uniform(30);
		for (size_t i = 0; i < n; i++)
			targets[i].amount = 1 + randombytes_uniform(300);
		sn_batch_selection_free(&apart);
		int ret = sn_select_batch(&apart, h.w, 0, NOW, targets, n, &err);
		cr_assert(!ret || ret == SN_REFUSED);
		if (!ret)
			check(n);
		else
			cr_assert(strstr(err.text, "insufficient") || strstr(err.text, "outputs"), "%s",
				  err.text);
		cr_assert(round < 10 || !ret, "%s", err.text);
	}
}
