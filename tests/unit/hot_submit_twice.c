/* The suite hot_submit: a payment is not submitted if its recipient would be paid twice: an earlier payment
 * was reported as failed, this one was prepared instead of it, and the earlier one has returned. */
#include "hot_submit_setup.h"

#include "hot/pool.h"

#include <criterion/criterion.h>

#include <string.h>

/* The wallet has the same recipient for both payments. */
static void set_recipient(uint64_t id)
{
	sn_wallet_find_payment(t->h.w, id)->destinations[0].address =
		sn_wallet_find_payment(t->h.w, t->ids[0])->destinations[0].address;
}

/* Submit transaction `i` alone. */
static int submit_one(size_t i)
{
	const struct sn_signed_tx first = t->set.txs[0];
	set_recipient(t->ids[1]);
	t->set.txs[0] = t->set.txs[i];
	t->set.txs[i] = first;
	int ret = submit_signed(1);
	t->set.txs[i] = t->set.txs[0];
	t->set.txs[0] = first;
	return ret;
}

static void expect_second_refused(size_t i, const char *words)
{
	cr_assert_eq(submit_one(i), SN_REFUSED);
	cr_assert(strstr(t->err.text, words), "\"%s\" does not say \"%s\"", t->err.text, words);
	cr_assert(t->sends == 0 && t->result.n == 0);
}

static void release(size_t i)
{
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[i], SN_PAYMENT_RELEASED, NULL, 0));
}

/* The decoys of payment i were drawn when the chain had `height` blocks. */
static void draw_rings(size_t i, uint64_t height)
{
	struct sn_wallet_ring ring = {.key = t->h.w->outputs[i].key, .height = height};
	for (size_t k = 0; k < SN_WALLET_DECOYS; k++)
		ring.decoys[k] = k;
	cr_assert(!sn_wallet_set_ring(t->h.w, &ring));
}

static void submit_first_and_release(void)
{
	cr_assert(!submit_one(0), "%s", t->err.text);
	release(0);
}

/* A daemon withheld the first one, which was released, and shows it now. */
Test(hot_submit, second_one_while_the_first_one_is_pending_again)
{
	submit_first_and_release();
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_SUBMITTED, NULL, 0));
	cr_assert(!sn_wallet_set_doubtful(t->h.w, t->ids[0], true));
	expect_second_refused(1, "failed, but may still be mined");
	cr_assert(t->result.n_failed == 1 && !t->result.failed[0].may_be_sent);
	cr_assert_eq(submit_state_of(1), SN_PAYMENT_PREPARED);
	/* Later it counts as missing again. */
	cr_assert(!sn_wallet_set_missing(t->h.w, t->ids[0], NOW));
	cr_assert(!sn_wallet_declare_missing(t->h.w, t->ids[0]));
	cr_assert(!submit_one(1), "%s", t->err.text);
}

Test(hot_submit, second_one_after_the_first_one_is_mined)
{
	draw_rings(1, 190);
	submit_first_and_release();
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_CONFIRMED, NULL, 190));
	cr_assert(!sn_wallet_set_doubtful(t->h.w, t->ids[0], true));
	expect_second_refused(1, "is now in block 190");
	/* Prepared when that block was known. */
	draw_rings(1, 200);
	cr_assert(!submit_one(1), "%s", t->err.text);
}

/* The first one never failed: both were wanted. */
Test(hot_submit, second_one_beside_the_first_one)
{
	draw_rings(1, 190);
	cr_assert(!submit_one(0), "%s", t->err.text);
	cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[0], SN_PAYMENT_CONFIRMED, NULL, 195));
	cr_assert(!submit_one(1), "%s", t->err.text);
}

/* Submitting a file again is always safe, even after its payment was released and replaced. */
Test(hot_submit, first_one_again_after_it_was_replaced)
{
	static const enum sn_payment_state states[] = {SN_PAYMENT_PREPARED, SN_PAYMENT_SUBMITTED,
						       SN_PAYMENT_CONFIRMED};
	static const struct sn_hash hash = {{3}};
	submit_first_and_release();
	for (size_t i = 0; i < 3; i++) {
		cr_assert(!sn_wallet_set_payment(t->h.w, t->ids[1], states[i], &hash, 199));
		expect_second_refused(0, "to the same recipient was prepared after payment 1");
		cr_assert(t->result.n_failed == 1 && t->result.failed[0].may_be_sent);
		cr_assert(strstr(t->err.text, "it was submitted before"), "%s", t->err.text);
		cr_assert_eq(submit_state_of(0), SN_PAYMENT_RELEASED);
	}
	release(1);
	cr_assert(!submit_one(0), "%s", t->err.text);
}

/* The first one is missing, but not released. Only what was prepared afterwards replaces it. */
Test(hot_submit, first_one_again_after_it_was_missing)
{
	cr_assert(!submit_one(0), "%s", t->err.text);
	cr_assert(!sn_wallet_set_missing(t->h.w, t->ids[0], NOW));
	cr_assert(!sn_wallet_declare_missing(t->h.w, t->ids[0]));
	draw_rings(1, 200 + SN_STEM_BLOCKS);
	expect_second_refused(0, "to the same recipient was prepared after payment 1");
	draw_rings(1, 200 + SN_STEM_BLOCKS - 1);
	cr_assert(!submit_one(0), "%s", t->err.text);
}

/* Both files, or both transactions of a file, that spend a common output cannot both be mined. */
Test(hot_submit, first_one_again_beside_a_replacement_of_the_same_output)
{
	const size_t spent = 0;
	submit_first_and_release();
	release(1);
	uint64_t id = hot_pay(&t->h, SN_PAYMENT_PREPARED, &spent, 1, COLD_SMALL, COLD_FEE, 1);
	set_recipient(id);
	cr_assert(!submit_one(0), "%s", t->err.text);
}

/* The transactions of one file were prepared together. */
Test(hot_submit, set_with_two_payments_to_one_recipient)
{
	set_recipient(t->ids[1]);
	t->send[0] = REJECTED;
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	cr_assert_eq(t->result.n, 1);
	t->send[0] = ACCEPTED;
	cr_assert(!submit_signed(2), "%s", t->err.text);
}

/* Both payments of the file were released. Prepare payment `i` again: the same transaction. */
static void prepare_again(size_t i)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t->h.w, t->ids[i]);
	set_recipient(
		hot_pay(&t->h, SN_PAYMENT_PREPARED, &i, 1, p->destinations[0].amount, p->fee, p->change));
}

static void reject_and_release_both(void)
{
	set_recipient(t->ids[1]);
	t->send[0] = t->send[1] = REJECTED;
	cr_assert_eq(submit_signed(2), SN_REFUSED);
	release(0);
	release(1);
	t->send[0] = t->send[1] = ACCEPTED;
}

Test(hot_submit, set_with_two_payments_to_one_recipient_again)
{
	reject_and_release_both();
	prepare_again(0);
	prepare_again(1);
	cr_assert(!submit_signed(2), "%s", t->err.text);
}

Test(hot_submit, only_one_of_two_payments_to_one_recipient_again)
{
	reject_and_release_both();
	prepare_again(1);
	cr_assert_eq(submit_one(0), SN_REFUSED);
	cr_assert(strstr(t->err.text, "submitting both would pay twice"), "%s", t->err.text);
}
