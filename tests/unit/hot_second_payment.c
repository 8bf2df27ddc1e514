#include "hot/second_payment.h"

#include "hot/pool.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>
#include <string.h>

#define NOW 1700000000
#define HEIGHT 200
#define FEE 10
#define CHANGE 5

static struct {
	struct sn_account account;
	struct hot h;
	size_t outputs[2];
	uint64_t first; /* submitted; spends both outputs */
	struct sn_payment_destination to;
	struct sn_error err;
} t;

static void add_block(uint64_t height, uint8_t which)
{
	struct sn_hash hash = hot_hash(height);
	hash.b[0] ^= which;
	cr_assert(!sn_wallet_add_block(t.h.w, height, &hash, 0, 0));
}

/* The first payment is accepted; block HEIGHT spends its first output in another transaction. */
static void set_up(void)
{
	static const struct sn_hash rival = {{7}}, sent = {{9}};
	memset(&t, 0, sizeof t);
	hot_open(&t.h, &t.account);
	for (size_t i = 0; i < 2; i++)
		t.outputs[i] = hot_add_amount(&t.h, 1000, 1);
	hot_set_height(&t.h, HEIGHT);
	t.first = hot_pay(&t.h, SN_PAYMENT_PREPARED, t.outputs, 2, 1000, FEE, CHANGE);
	t.to = sn_wallet_find_payment(t.h.w, t.first)->destinations[0];
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_SUBMITTED, &sent, 0));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_RELEASED, NULL, HEIGHT));
	cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[0], HEIGHT, &rival));
	add_block(HEIGHT, 0);
	cr_assert(!sn_second_payment_note(t.h.w, NOW, &t.err));
}

static void tear_down(void)
{
	hot_close(&t.h);
}

TestSuite(hot_second_payment, .init = set_up, .fini = tear_down);

static int pay_again(uint64_t now)
{
	const struct sn_payment_request request = {.destinations = &t.to, .n_destinations = 1};
	return sn_second_payment_check(t.h.w, &request, now, &t.err);
}

/* Another payment reserves the second output. */
static void reserve_the_other_output(void)
{
	hot_pay(&t.h, SN_PAYMENT_PREPARED, &t.outputs[1], 1, 900, FEE, CHANGE);
}

/* Blocks from `height` on come, and the wallet notes it. */
static void scan(uint64_t height, uint64_t n, uint64_t now)
{
	for (uint64_t i = 0; i < n; i++)
		add_block(height + i, 1);
	cr_assert(!sn_second_payment_note(t.h.w, now, &t.err));
}

static enum sn_payment_state state(void)
{
	return sn_wallet_find_payment(t.h.w, t.first)->state;
}

Test(hot_second_payment, allowed_after_ten_blocks_and_fifteen_minutes)
{
	cr_assert_eq(pay_again(NOW + SN_STEM_SECONDS), SN_REFUSED);
	scan(HEIGHT + 1, SN_STEM_BLOCKS - 1, NOW + 1);
	cr_assert_eq(pay_again(NOW + SN_STEM_SECONDS - 1), SN_REFUSED);
	cr_assert(!pay_again(NOW + SN_STEM_SECONDS));
}

/* The payment is submitted again by itself. Whoever was told that it failed must not pay again. */
Test(hot_second_payment, refused_if_the_block_is_replaced)
{
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	scan(HEIGHT, 3 * SN_STEM_BLOCKS, NOW + 10);
	cr_assert_eq(state(), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(pay_again(NOW + 10 * SN_STEM_SECONDS), SN_REFUSED);
	cr_assert(!sn_wallet_set_doubtful(t.h.w, t.first, false)); /* a daemon accepts it */
	cr_assert(!pay_again(NOW + 10 * SN_STEM_SECONDS));
}

Test(hot_second_payment, ten_blocks_count_from_the_conflict_after_a_rescan)
{
	reserve_the_other_output();
	scan(HEIGHT + 1, SN_STEM_BLOCKS - 2, NOW + 1);
	cr_assert_eq(pay_again(NOW + SN_STEM_SECONDS), SN_REFUSED);
	cr_assert(!sn_wallet_reset(t.h.w));
	cr_assert_eq(state(), SN_PAYMENT_RELEASED);
	scan(1, HEIGHT + SN_STEM_BLOCKS - 2, NOW + 10);
	cr_assert_eq(sn_wallet_height(t.h.w), HEIGHT + SN_STEM_BLOCKS - 1);
	cr_assert_eq(pay_again(NOW + 10 + SN_STEM_SECONDS), SN_REFUSED);
	scan(HEIGHT + SN_STEM_BLOCKS - 1, 1, NOW + 11);
	cr_assert_eq(pay_again(NOW + 9 + SN_STEM_SECONDS), SN_REFUSED);
	cr_assert(!pay_again(NOW + 10 + SN_STEM_SECONDS));
}

/* The other transaction was removed with its block, and is mined again in a later one. */
Test(hot_second_payment, ten_blocks_count_from_the_last_conflict)
{
	static const struct sn_hash rival = {{7}};
	const uint64_t later = HEIGHT + 5;
	reserve_the_other_output();
	hot_pay(&t.h, SN_PAYMENT_PREPARED, &t.outputs[0], 1, 900, FEE, CHANGE);
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	scan(HEIGHT, 5, NOW + 10);
	cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[0], later, &rival));
	scan(later, SN_STEM_BLOCKS - 1, NOW + 20);
	cr_assert_eq(pay_again(NOW + 20 + SN_STEM_SECONDS), SN_REFUSED);
	scan(later + SN_STEM_BLOCKS - 1, 1, NOW + 21);
	cr_assert(!pay_again(NOW + 20 + SN_STEM_SECONDS));
}

/* It was given up, and a block has it: whoever prepares the next payment may not know. */
Test(hot_second_payment, refused_for_ten_blocks_from_the_one_that_has_it)
{
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	scan(HEIGHT, 1, NOW + 10);
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_CONFIRMED, NULL, HEIGHT));
	cr_assert(!pay_again(NOW + 20), "%s", t.err.text); /* an unknown recipient */
	t.to.address.spend.b[0] = 1;
	sn_wallet_find_payment(t.h.w, t.first)->destinations[0].address = t.to.address;
	cr_assert_eq(pay_again(NOW + 20), SN_REFUSED);
	cr_assert(strstr(t.err.text, "but is now in block 200: paying again can pay twice"), "%s",
		  t.err.text);
	scan(HEIGHT + 1, SN_SPENDABLE_AGE - 2, NOW + 10);
	cr_assert_eq(pay_again(NOW + 20), SN_REFUSED);
	scan(HEIGHT + SN_SPENDABLE_AGE - 1, 1, NOW + 10);
	cr_assert(!pay_again(NOW + 20), "%s", t.err.text);
	/* It never failed: both are wanted. */
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT + 1));
	cr_assert_eq(pay_again(NOW + 20), SN_REFUSED);
	cr_assert(!sn_wallet_set_doubtful(t.h.w, t.first, false));
	cr_assert(!pay_again(NOW + 20), "%s", t.err.text);
}

/* A false chain held the payment far up; the true one ends below. */
Test(hot_second_payment, removed_blocks_above_the_chain_are_forgotten)
{
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_CONFIRMED, NULL, HEIGHT + 5000));
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.first);
	cr_assert(p->state == SN_PAYMENT_SUBMITTED && p->undone_at == HEIGHT + 5000);
	cr_assert(!sn_wallet_forget_undone(t.h.w, HEIGHT + 5001));
	cr_assert_eq(p->undone_at, HEIGHT + 5000);
	cr_assert(!sn_wallet_forget_undone(t.h.w, HEIGHT));
	cr_assert_eq(p->undone_at, 0);
	cr_assert(!sn_wallet_store(t.h.w, &t.err));
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err));
	cr_assert_eq(sn_wallet_find_payment(t.h.w, t.first)->undone_at, 0);
}

/* A false chain spends an input of the payment far up, and the true one ends below. The payment does not
 * resume, because another one reserves its second output. */
Test(hot_second_payment, conflicts_above_the_chain_are_forgotten)
{
	static const struct sn_hash rival = {{8}};
	const uint64_t far = HEIGHT + 5000;
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_RELEASED, NULL, far));
	cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[0], far, &rival));
	reserve_the_other_output();
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	scan(HEIGHT, 1, NOW + 10);
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.first);
	cr_assert(p->state == SN_PAYMENT_RELEASED && p->height == far);
	cr_assert(!sn_wallet_forget_undone(t.h.w, far + 1));
	cr_assert_eq(p->height, far);
	cr_assert(!sn_wallet_forget_undone(t.h.w, HEIGHT + 1));
	cr_assert_eq(p->height, HEIGHT);
	cr_assert_eq(pay_again(NOW + 10 * SN_STEM_SECONDS), SN_REFUSED);
	scan(HEIGHT + 1, SN_STEM_BLOCKS - 1, NOW + 20);
	cr_assert_eq(pay_again(NOW + 19 + SN_STEM_SECONDS), SN_REFUSED);
	cr_assert(!pay_again(NOW + 20 + SN_STEM_SECONDS));
	cr_assert(!sn_wallet_store(t.h.w, &t.err));
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err));
	cr_assert_eq(sn_wallet_find_payment(t.h.w, t.first)->height, HEIGHT);
}

/* A removed block had the payment, and a later block with another spend of its input was removed, too. */
Test(hot_second_payment, removed_block_counts_after_a_conflict)
{
	static const struct sn_hash rival = {{7}};
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_CONFIRMED, NULL, HEIGHT + 50));
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	cr_assert(!sn_wallet_set_payment(t.h.w, t.first, SN_PAYMENT_RELEASED, NULL, HEIGHT));
	cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[0], HEIGHT, &rival));
	scan(HEIGHT, 1, NOW + 10);
	cr_assert(!sn_wallet_store(t.h.w, &t.err));
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err));
	cr_assert(!sn_wallet_rollback(t.h.w, HEIGHT));
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, t.first);
	cr_assert(p->state == SN_PAYMENT_SUBMITTED && p->undone_at == HEIGHT + 50, "%llu",
		  (unsigned long long)p->undone_at);
}
