#include "hot/sweep.h"

#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

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

static size_t add(uint32_t account, uint64_t amount)
{
	struct sn_wallet_output o = hot_output(&h, amount, 1);
	o.subaddress.major = account;
	return hot_add(&h, &o);
}

static void plan_account(int64_t account, size_t max_inputs, uint64_t dust)
{
	sn_sweep_free(&sweep);
	cr_assert(!sn_sweep_plan(&sweep, h.w, account, NOW, max_inputs, dust, &err), "%s", err.text);
	size_t from = 0;
	for (size_t i = 0; i < sweep.n_txs; from = sweep.ends[i++]) {
		cr_assert(sweep.ends[i] > from && sweep.ends[i] - from <= max_inputs);
		for (size_t j = from; j < sweep.ends[i]; j++)
			cr_assert_eq(h.w->outputs[sweep.picked[j]].subaddress.major,
				     h.w->outputs[sweep.picked[from]].subaddress.major);
	}
}

static void plan(size_t max_inputs, uint64_t dust)
{
	plan_account(-1, max_inputs, dust);
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
	cr_assert_eq(sweep.n_txs, 5); /* 1, 2 + 2 + 3, 1 */
	cr_assert(sweep.ends[0] == 1 && sweep.picked[0] == first);
	cr_assert(sweep.ends[1] == 3 && sweep.ends[2] == 5 && sweep.ends[3] == 8);
	for (size_t i = 0; i < 7; i++)
		cr_assert_eq(sweep.picked[1 + i], second[i]);
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

/* As many as a set holds, the rest another time. */
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
	cr_assert_eq(sweep.rest.amount, 5ull * SN_SWEEP_INPUTS_MAX + 1 + 2 + 3 + 4 + 5);

	plan(3, 0);
	cr_assert_eq(sweep.n_txs, SN_SET_TXS_MAX);
	cr_assert_eq(sweep.ends[33], 100); /* 34 for the first account */
	cr_assert_eq(sweep.ends[SN_SET_TXS_MAX - 1], 100 + 3 * (SN_SET_TXS_MAX - 34));
	cr_assert_eq(sweep.rest.n, SN_SWEEP_INPUTS_MAX + 5 - sweep.ends[SN_SET_TXS_MAX - 1]);
	plan(1, 0);
	cr_assert(sweep.n_txs == SN_SET_TXS_MAX && sweep.ends[SN_SET_TXS_MAX - 1] == SN_SET_TXS_MAX);
}
