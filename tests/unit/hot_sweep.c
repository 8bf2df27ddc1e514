#include "hot/sweep.h"

#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdlib.h>

#define NOW 1700000000
#define HEIGHT 1000

static struct hot h;
static struct sn_sweep sweep;
static struct sn_error err;

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	hot_open(&h, &account);
}

static void tear_down(void)
{
	sn_sweep_free(&sweep);
	hot_close(&h);
}

TestSuite(hot_sweep, .init = set_up, .fini = tear_down);

static size_t add_to(uint32_t account, uint32_t address, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.subaddress = (struct sn_subaddress_index){account, address};
	return hot_add(&h, &o);
}

static size_t add(uint32_t account, uint64_t amount)
{
	return add_to(account, 0, amount, 1);
}

static void plan_for(const struct sn_sweep_terms *terms)
{
	bool *is_taken = calloc(h.w->n_outputs + 1, sizeof *is_taken);
	sn_sweep_free(&sweep);
	cr_assert(!sn_sweep_plan(&sweep, h.w, NOW, terms, &err), "%s", err.text);
	size_t from = 0;
	for (size_t i = 0; i < sweep.n_txs; from = sweep.ends[i++]) {
		const struct sn_subaddress_index *first = &h.w->outputs[sweep.picked[from]].subaddress;
		cr_assert(sweep.ends[i] > from && sweep.ends[i] - from <= terms->max_inputs);
		for (size_t j = from; j < sweep.ends[i]; j++) {
			const struct sn_subaddress_index *other = &h.w->outputs[sweep.picked[j]].subaddress;
			cr_assert_eq(other->major, first->major);
			cr_assert(terms->join_addresses || other->minor == first->minor);
			cr_assert(!is_taken[sweep.picked[j]]);
			is_taken[sweep.picked[j]] = true;
		}
	}
	free(is_taken);
}

static void plan_account(int64_t account, size_t max_inputs, uint64_t dust)
{
	plan_for(&(struct sn_sweep_terms){.account = account, .max_inputs = max_inputs, .dust = dust});
}

static void plan(size_t max_inputs, uint64_t dust)
{
	plan_account(-1, max_inputs, dust);
}

/* One subaddress after the other, the primary address last, each in its own transactions. */
Test(hot_sweep, addresses_are_not_tied_together)
{
	static const uint32_t addresses[] = {0, 3, UINT32_MAX, 1, 3, 0};
	for (size_t i = 0; i < 6; i++)
		add_to(0, addresses[i], 100, 1);
	add_to(1, 3, 100, 1);
	hot_set_height(&h, HEIGHT);
	plan(10, 0);
	static const uint32_t order[] = {1, 3, UINT32_MAX, 0, 3};
	static const size_t ends[] = {1, 3, 4, 6, 7};
	cr_assert_eq(sweep.n_txs, 5);
	for (size_t i = 0; i < 5; i++)
		cr_assert(sweep.ends[i] == ends[i] &&
			  h.w->outputs[sweep.picked[ends[i] - 1]].subaddress.minor == order[i]);
	plan_for(&(struct sn_sweep_terms){.account = -1, .join_addresses = true, .max_inputs = 10});
	cr_assert(sweep.n_txs == 2 && sweep.ends[0] == 6 && sweep.ends[1] == 7);
}

/* Outputs of one transaction are not spent together as long as there are others. */
Test(hot_sweep, least_related_first)
{
	for (size_t i = 0; i < 20; i++)
		add_to(0, 0, 100, 1 + 100 * (i / 10));
	hot_set_height(&h, HEIGHT);
	plan(2, 0);
	for (size_t i = 0; i < 20; i += 2)
		cr_assert_neq(h.w->outputs[sweep.picked[i]].height, h.w->outputs[sweep.picked[i + 1]].height);
}

Test(hot_sweep, one_account)
{
	add(1, 100);
	size_t first = add(UINT32_MAX, 11);
	add(0, 100);
	add(UINT32_MAX, 10);
	add(0, 1);
	hot_set_height(&h, HEIGHT);
	plan_account(UINT32_MAX, 10, 10);
	cr_assert(sweep.n_txs == 1 && sweep.ends[0] == 1 && sweep.picked[0] == first);
	cr_assert(sweep.dust.n == 1 && sweep.dust.amount == 10 && sweep.rest.n == 0);
	plan_account(7, 10, 0);
	cr_assert(sweep.n_txs == 0 && sweep.dust.n == 0);
}

/* Frozen outputs stay where they are, and do not count as left behind. */
Test(hot_sweep, frozen_outputs_are_not_swept)
{
	size_t frozen = add(0, 100);
	size_t other = add(0, 200);
	hot_set_height(&h, HEIGHT);
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[frozen].key, true));
	plan(10, 0);
	cr_assert(sweep.n_txs == 1 && sweep.ends[0] == 1 && sweep.picked[0] == other);
	cr_assert(sweep.dust.n == 0 && sweep.rest.n == 0);
}

Test(hot_sweep, nothing)
{
	hot_set_height(&h, HEIGHT);
	plan(10, 0);
	cr_assert(sweep.n_txs == 0 && sweep.dust.n == 0 && sweep.rest.n == 0);
}

Test(hot_sweep, account_by_account_without_dust)
{
	size_t third = add(UINT32_MAX, 500);
	size_t first = add(0, 11);
	add(1, 10);
	size_t second[7];
	for (size_t i = 0; i < 7; i++)
		second[i] = add(1, 100 + i);
	add(0, 4);
	add(2, 10); /* all of an account */
	hot_set_height(&h, HEIGHT);
	plan(3, 10);
	cr_assert_eq(sweep.n_txs, 5); /* 1, 3 + 3 + 1, 1: each is filled before the next */
	cr_assert(sweep.ends[0] == 1 && sweep.picked[0] == first);
	cr_assert(sweep.ends[1] == 4 && sweep.ends[2] == 7 && sweep.ends[3] == 8);
	for (size_t i = 0; i < 7; i++) {
		size_t at = 1;
		while (at < 8 && sweep.picked[at] != second[i])
			at++;
		cr_assert_lt(at, 8);
	}
	cr_assert(sweep.ends[4] == 9 && sweep.picked[8] == third);
	cr_assert(sweep.dust.n == 3 && sweep.dust.amount == 24);
	cr_assert_eq(sweep.rest.n, 0);
	plan(3, 1000);
	cr_assert(sweep.n_txs == 0 && sweep.dust.n == 12);
}

Test(hot_sweep, sums_saturate)
{
	add(0, UINT64_MAX);
	add(0, UINT64_MAX - 1);
	hot_set_height(&h, HEIGHT);
	plan(1, UINT64_MAX);
	cr_assert(sweep.n_txs == 0 && sweep.dust.n == 2 && sweep.dust.amount == UINT64_MAX);
}

/* As many as a set holds; the rest needs another sweep. */
Test(hot_sweep, limits_of_a_set)
{
	for (size_t i = 0; i < SN_SWEEP_INPUTS_MAX + 5; i++)
		add(i < 100 ? 0 : i < SN_SWEEP_INPUTS_MAX + 3 ? 1 : 2, 1 + i);
	hot_set_height(&h, HEIGHT);
	const size_t max_inputs = 130, of_second = SN_SWEEP_INPUTS_MAX - 100;
	plan(max_inputs, 0);
	cr_assert_eq(sweep.n_txs, 1 + (of_second + max_inputs - 1) / max_inputs);
	cr_assert_eq(sweep.ends[sweep.n_txs - 1], SN_SWEEP_INPUTS_MAX);
	cr_assert_eq(sweep.rest.n, 5);

	plan(3, 0);
	cr_assert_eq(sweep.n_txs, SN_SET_TXS_MAX);
	cr_assert_eq(sweep.ends[33], 100); /* 34 for the first account */
	cr_assert_eq(sweep.ends[SN_SET_TXS_MAX - 1], 100 + 3 * (SN_SET_TXS_MAX - 34));
	cr_assert_eq(sweep.rest.n, SN_SWEEP_INPUTS_MAX + 5 - sweep.ends[SN_SET_TXS_MAX - 1]);
	plan(1, 0);
	cr_assert(sweep.n_txs == SN_SET_TXS_MAX && sweep.ends[SN_SET_TXS_MAX - 1] == SN_SET_TXS_MAX);
}
