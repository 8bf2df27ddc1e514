#include "hot/balance.h"

#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define NOW 1700000000

static struct hot h;

static void set_up(void)
{
	struct sn_account account = cold_account("alice");
	hot_open(&h, &account);
}

static void tear_down(void)
{
	hot_close(&h);
}

TestSuite(hot_balance, .init = set_up, .fini = tear_down);

static struct sn_balance balance_of(int64_t account)
{
	struct sn_balance b;
	sn_balance(&b, h.w, account, NOW);
	return b;
}

/* Transactions in the pool do not count. */
Test(hot_balance, unconfirmed)
{
	struct sn_wallet_incoming in[] = {
		{.tx_hash = hot_hash(1), .subaddress = {0, 3}, .amount = 5},
		{.tx_hash = hot_hash(2), .subaddress = {2, 0}, .amount = 7},
		{.tx_hash = hot_hash(3), .subaddress = {2, 1}, .amount = UINT64_MAX}};
	struct sn_balances all;
	cr_assert(!sn_wallet_set_incoming(h.w, in, 2));
	cr_assert(balance_of(-1).unconfirmed == 12 && balance_of(-1).pending_in == 12 &&
		  balance_of(-1).total == 0);
	cr_assert(balance_of(0).unconfirmed == 5 && balance_of(1).unconfirmed == 0 &&
		  balance_of(2).unconfirmed == 7);
	cr_assert(!sn_balances_make(&all, h.w, NOW) && all.n_accounts == 2 && !all.n_addresses);
	cr_assert(all.accounts[0].account == 0 && all.accounts[0].balance.pending_in == 5);
	cr_assert(all.accounts[1].account == 2 && all.accounts[1].balance.unconfirmed == 7 &&
		  all.accounts[1].balance.total == 0);
	sn_balances_free(&all);
	cr_assert(!sn_wallet_set_incoming(h.w, in, 3));
	cr_assert(balance_of(-1).unconfirmed == UINT64_MAX && balance_of(-1).total == 0);
}

Test(hot_balance, nothing)
{
	struct sn_balance b = balance_of(-1), zero = {0};
	cr_assert(!memcmp(&b, &zero, sizeof b));
}

/* height: of the output; unlocked_at: number of blocks in the chain. */
Test(hot_balance, unlock_rules)
{
	static const struct {
		uint64_t height, unlock_time;
		bool is_coinbase;
		uint64_t unlocked_at;
	} cases[] = {
		{100, 0, false, 110},
		{100, 160, true, 160},
		{100, 0, true, 160}, /* 60 blocks in any case */
		{100, 1, false, 110},
		{100, 110, false, 110},
		{100, 111, false, 111},
		{100, 5000, false, 5000},
		{100, 5000, true, 5000},
		{0, 0, false, 10},
		{100, 499999999, false, 499999999}, /* the largest number that is a height */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct sn_wallet_output o = {.height = cases[i].height,
					     .unlock_time = cases[i].unlock_time,
					     .is_coinbase = cases[i].is_coinbase};
		cr_assert(!sn_output_is_unlocked(&o, cases[i].unlocked_at - 1, NOW), "case %zu", i);
		cr_assert(sn_output_is_unlocked(&o, cases[i].unlocked_at, NOW), "case %zu", i);
		cr_assert(sn_output_is_unlocked(&o, UINT64_MAX, NOW), "case %zu", i);
	}
}

Test(hot_balance, locked_until_a_time)
{
	struct sn_wallet_output o = {.height = 100, .unlock_time = 500000000};
	cr_assert(!sn_output_is_unlocked(&o, 200, 499999999));
	cr_assert(sn_output_is_unlocked(&o, 200, 500000000));
	cr_assert(!sn_output_is_unlocked(&o, 109, 500000000)); /* and old enough */
	o.unlock_time = UINT64_MAX;
	cr_assert(!sn_output_is_unlocked(&o, UINT64_MAX, UINT64_MAX - 1));
}

Test(hot_balance, old_and_young)
{
	hot_add_amount(&h, 1, 90);
	hot_add_amount(&h, 20, 91);
	struct sn_wallet_output coinbase = hot_output(&h, 300, 95), timed = hot_output(&h, 4000, 95);
	coinbase.is_coinbase = true;
	coinbase.unlock_time = 155;
	timed.unlock_time = NOW + 1;
	hot_add(&h, &coinbase);
	hot_add(&h, &timed);
	hot_set_height(&h, 100);
	struct sn_balance b = balance_of(-1);
	cr_assert_eq(b.total, 4321);
	cr_assert_eq(b.unlocked, 1);
	cr_assert_eq(b.reserved, 0);
	/* The output that waits for a time no longer counts as waiting for blocks. */
	cr_assert_eq(b.blocks_to_unlock, 55);
	cr_assert(b.without_image == 4321 && b.n_without_image == 4);
	cr_assert(sn_output_is_spendable(h.w, 0, NOW) && !sn_output_is_spendable(h.w, 1, NOW));
	cr_assert(!sn_output_is_spendable(h.w, 2, NOW) && !sn_output_is_spendable(h.w, 3, NOW));

	hot_set_height(&h, 101);
	b = balance_of(-1);
	cr_assert(b.unlocked == 21 && b.blocks_to_unlock == 54);
	hot_set_height(&h, 155);
	b = balance_of(-1);
	cr_assert(b.unlocked == 321 && b.blocks_to_unlock == 0 && b.total == 4321);
	sn_balance(&b, h.w, -1, NOW + 1);
	cr_assert_eq(b.unlocked, 4321);
}

Test(hot_balance, key_images)
{
	struct sn_point image = hot_image(0);
	hot_add_amount(&h, 1, 0);
	hot_add_amount(&h, 20, 0);
	hot_set_height(&h, 100);
	cr_assert(!sn_wallet_add_image(h.w, &h.w->outputs[0].key, &image));
	struct sn_balance b = balance_of(-1);
	cr_assert(b.without_image == 20 && b.n_without_image == 1 && b.total == 21);
}

Test(hot_balance, spent)
{
	struct sn_hash hash = hot_hash(9);
	hot_add_amount(&h, 1, 0);
	hot_add_amount(&h, 20, 0);
	hot_set_height(&h, 100);
	cr_assert(!sn_wallet_set_spent(h.w, 1, 50, &hash));
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 1 && b.unlocked == 1 && b.n_without_image == 1);
	cr_assert(!sn_output_counts(h.w, 1) && !sn_output_is_spendable(h.w, 1, NOW));
}

/* Of outputs with the same key, only the largest can be spent. */
Test(hot_balance, burnt)
{
	struct sn_wallet_output a = hot_output(&h, 10, 1), b = hot_output(&h, 500, 2),
				c = hot_output(&h, 500, 3);
	b.key = c.key = a.key;
	hot_add(&h, &a);
	hot_add(&h, &b);
	hot_add(&h, &c);
	hot_set_height(&h, 100);
	struct sn_balance balance = balance_of(-1);
	cr_assert(balance.total == 500 && balance.unlocked == 500 && balance.n_without_image == 1);
	cr_assert(!sn_output_is_spendable(h.w, 0, NOW) && sn_output_is_spendable(h.w, 1, NOW) &&
		  !sn_output_is_spendable(h.w, 2, NOW));
	/* A spend concerns all of them: here the smallest was spent. */
	struct sn_hash hash = hot_hash(9);
	cr_assert(!sn_wallet_set_spent(h.w, 0, 50, &hash));
	balance = balance_of(-1);
	cr_assert(balance.total == 0 && balance.unlocked == 0);
}

/* A frozen output counts, but cannot be spent. A reserved one counts as reserved only. */
Test(hot_balance, frozen)
{
	size_t spent = 1;
	for (uint64_t i = 0; i < 4; i++)
		hot_add_amount(&h, 1000 + i, i == 3 ? 95 : 1);
	hot_set_height(&h, 100);
	hot_pay(&h, SN_PAYMENT_PREPARED, &spent, 1, 900, 7, 94);
	for (size_t i = 0; i < 4; i++)
		if (i != 2)
			cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[i].key, true));
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 4006 && b.unlocked == 1002 && b.reserved == 1001 && b.frozen == 2003);
	cr_assert_eq(b.blocks_to_unlock, 0); /* the locked one is frozen */
	cr_assert(sn_output_counts(h.w, 0) && !sn_output_is_spendable(h.w, 0, NOW) &&
		  sn_output_is_spendable(h.w, 2, NOW));
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[0].key, false));
	cr_assert(sn_output_is_spendable(h.w, 0, NOW) && balance_of(0).frozen == 1003);
}

/* Version 1 outputs are ours, but today's payments cannot spend them. */
Test(hot_balance, without_ringct)
{
	struct sn_wallet_output o = hot_output(&h, 10, 1);
	o.is_rct = false;
	hot_add(&h, &o);
	hot_set_height(&h, 100);
	cr_assert_eq(balance_of(-1).total, 10);
	cr_assert(sn_output_counts(h.w, 0) && !sn_output_is_spendable(h.w, 0, NOW));
}

Test(hot_balance, payment_from_prepared_to_confirmed)
{
	size_t spent[2] = {0, 1};
	for (int i = 0; i < 3; i++)
		hot_add_amount(&h, 1000, 0);
	hot_set_height(&h, 100);
	uint64_t id = hot_pay(&h, SN_PAYMENT_PREPARED, spent, 2, 1200, 7, 793);
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 3000 && b.unlocked == 1000 && b.reserved == 2000 && b.pending_out == 0 &&
		  b.pending_in == 0);
	cr_assert(sn_output_counts(h.w, 0) && !sn_output_is_spendable(h.w, 0, NOW));

	struct sn_hash hash = hot_hash(77);
	cr_assert(!sn_wallet_set_payment(h.w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	b = balance_of(-1);
	cr_assert(b.total == 1793 && b.unlocked == 1000 && b.reserved == 0 && b.pending_out == 1207 &&
		  b.pending_in == 793);
	cr_assert(!sn_output_counts(h.w, 0));

	/* In a block: the change is an output now, and the inputs are spent. */
	cr_assert(!sn_wallet_set_payment(h.w, id, SN_PAYMENT_CONFIRMED, NULL, 100));
	cr_assert(!sn_wallet_set_spent(h.w, 0, 100, &hash) && !sn_wallet_set_spent(h.w, 1, 100, &hash));
	hot_add_amount(&h, 793, 100);
	hot_set_height(&h, 101);
	b = balance_of(-1);
	cr_assert(b.total == 1793 && b.unlocked == 1000 && b.reserved == 0 && b.pending_out == 0 &&
		  b.pending_in == 0);
	cr_assert_eq(b.blocks_to_unlock, 9);
}

Test(hot_balance, released_payment)
{
	size_t spent[1] = {0};
	hot_add_amount(&h, 1000, 0);
	hot_set_height(&h, 100);
	hot_pay(&h, SN_PAYMENT_RELEASED, spent, 1, 900, 7, 93);
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 1000 && b.unlocked == 1000 && b.reserved == 0 && b.pending_out == 0);
}

Test(hot_balance, one_account)
{
	for (uint32_t i = 0; i < 3; i++) {
		struct sn_wallet_output o = hot_output(&h, 1 + i, 0);
		o.subaddress = (struct sn_subaddress_index){i, 5};
		hot_add(&h, &o);
	}
	hot_set_height(&h, 100);
	for (uint32_t i = 0; i < 3; i++)
		cr_assert_eq(balance_of(i).total, 1 + i);
	cr_assert_eq(balance_of(3).total, 0);
	cr_assert_eq(balance_of(-1).total, 6);
	/* The change belongs to the account of the payment. */
	size_t spent[1] = {1};
	hot_pay(&h, SN_PAYMENT_SUBMITTED, spent, 1, 1, 0, 1);
	cr_assert(balance_of(1).total == 1 && balance_of(1).pending_out == 1 &&
		  balance_of(1).pending_in == 1 && balance_of(1).unlocked == 0);
	cr_assert(balance_of(0).total == 1 && balance_of(0).pending_out == 0 &&
		  balance_of(0).pending_in == 0);
	cr_assert(balance_of(-1).total == 5 && balance_of(-1).unlocked == 4);
}

/* The same result account by account, in any order. */
Test(hot_balance, all_accounts)
{
	static const uint32_t majors[] = {7, 0, 49, 7, 3, 0, 4000000000, 3};
	struct sn_balances all;
	size_t spent[1] = {2}, reserved[1] = {4};
	cr_assert(!sn_balances_make(&all, h.w, NOW) && all.n_accounts == 0);
	sn_balances_free(&all);
	for (size_t i = 0; i < sizeof majors / sizeof *majors; i++) {
		struct sn_wallet_output o = hot_output(&h, 1u << i, i < 6 ? 0 : 95);
		o.subaddress.major = majors[i];
		hot_add(&h, &o);
	}
	hot_set_height(&h, 100);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, spent, 1, 1, 1, 2);
	hot_pay(&h, SN_PAYMENT_PREPARED, reserved, 1, 16, 0, 0);
	cr_assert(!sn_balances_make(&all, h.w, NOW));
	static const uint32_t sorted[] = {0, 3, 7, 49, 4000000000};
	const struct sn_account_balance *accounts = all.accounts;
	cr_assert_eq(all.n_accounts, sizeof sorted / sizeof *sorted);
	for (size_t i = 0; i < all.n_accounts; i++) {
		struct sn_balance one = balance_of(sorted[i]);
		cr_assert_eq(accounts[i].account, sorted[i]);
		cr_assert(!memcmp(&accounts[i].balance, &one, sizeof one), "account %u", sorted[i]);
	}
	cr_assert(accounts[3].balance.pending_in == 2 && accounts[1].balance.reserved == 16);
	const struct sn_balance every = balance_of(-1), none = sn_balances_of_account(&all, 8);
	cr_assert(!memcmp(&all.all, &every, sizeof every) && none.total == 0);
	sn_balances_free(&all);
}

/* Payment 2 spends the change of payment 1, which was in a block. */
static void chain_of_change(size_t *first, struct sn_point *change)
{
	*first = hot_add_amount(&h, 100, 10);
	hot_set_height(&h, 15);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, first, 1, 29, 1, 70);
	struct sn_wallet_output o = hot_output(&h, 70, 30);
	*change = o.key;
	size_t second = hot_add(&h, &o);
	cr_assert(!sn_wallet_set_change_keys(h.w, 1, change, 1));
	cr_assert(!sn_wallet_set_payment(h.w, 1, SN_PAYMENT_CONFIRMED, &o.tx_hash, 30));
	cr_assert(!sn_wallet_set_spent(h.w, *first, 30, &o.tx_hash));
	hot_set_height(&h, 60);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &second, 1, 18, 2, 50);
}

Test(hot_balance, change_that_is_spent_counts_once)
{
	size_t first;
	struct sn_point change;
	chain_of_change(&first, &change);
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 50 && b.pending_in == 50 && b.pending_out == 20 && b.n_waiting == 0);

	/* The block with the change is removed; the block with its input is not. */
	cr_assert(!sn_wallet_rollback(h.w, 20));
	b = balance_of(-1);
	cr_assert(b.total == 50 && b.pending_in == 50 && b.pending_out == 50 && b.n_waiting == 0);
	struct sn_balances all;
	cr_assert(!sn_balances_make(&all, h.w, NOW));
	cr_assert(all.n_accounts == 1 && all.accounts[0].balance.total == 50 &&
		  all.accounts[0].balance.pending_out == 50);
	cr_assert(all.n_addresses == 1 && all.addresses[0].balance.total == 50);
	sn_balances_free(&all);
	b = balance_of(0);
	cr_assert(b.total == 50 && b.pending_in == 50);

	/* The file agrees. */
	struct sn_error err;
	cr_assert(!sn_wallet_store(h.w, &err) && !sn_wallet_revert(h.w, &err), "%s", err.text);
	cr_assert(balance_of(-1).total == 50 && sn_wallet_find_change(h.w, &change)->id == 1);
}

/* A payment of account 1 spends change of account 0, too, which has lost its block. */
Test(hot_balance, change_of_another_account_counts_once)
{
	struct sn_wallet_output o = hot_output(&h, 40, 10);
	o.subaddress.major = 1;
	size_t inputs[2] = {hot_add(&h, &o)}, first = hot_add_amount(&h, 100, 10);
	hot_set_height(&h, 15);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &first, 1, 29, 1, 70);
	o = hot_output(&h, 70, 30);
	inputs[1] = hot_add(&h, &o);
	cr_assert(!sn_wallet_set_change_keys(h.w, 1, &o.key, 1));
	hot_set_height(&h, 60);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, inputs, 2, 90, 2, 18);
	cr_assert(!sn_wallet_rollback(h.w, 20));
	const struct sn_balance every = balance_of(-1);
	cr_assert(every.total == 18 && every.pending_in == 18 && every.n_waiting == 0);
	struct sn_balances all;
	cr_assert(!sn_balances_make(&all, h.w, NOW));
	cr_assert(!memcmp(&all.all, &every, sizeof every));
	sn_balances_free(&all);
}

Test(hot_balance, payments_wait_for_what_they_spend)
{
	size_t first;
	struct sn_point change;
	chain_of_change(&first, &change);
	cr_assert(!sn_wallet_reset(h.w));
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 0 && b.pending_in == 0 && b.pending_out == 0 && b.n_waiting == 2);
	/* After its release, the first one has no change that the second could spend. */
	hot_add_amount(&h, 7, 10);
	cr_assert(!sn_wallet_set_payment(h.w, 1, SN_PAYMENT_RELEASED, NULL, 0));
	b = balance_of(-1);
	cr_assert(b.total == 7 && b.n_waiting == 1 && !sn_wallet_find_change(h.w, &change));
}

/* Of two payments with the same input, the first one reserves it. */
Test(hot_balance, rivals_count_once)
{
	size_t output = hot_add_amount(&h, 100, 10);
	hot_set_height(&h, 60);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &output, 1, 29, 1, 70);
	hot_pay(&h, SN_PAYMENT_SUBMITTED, &output, 1, 39, 1, 60);
	struct sn_balance b = balance_of(-1);
	cr_assert(b.total == 70 && b.pending_out == 30 && b.n_waiting == 1);
}
