/* Requests with a reference are not paid twice. */
#include "hot/repeated_request.h"
#include "hot_compose_fixture.h"
#include "seed.h"

TestSuite(hot_repeated_request, .init = set_up_chain, .fini = tear_down_chain);

static struct sn_buf file; /* of the last compose_again */

static void refer(const char *reference)
{
	cr_assert(!sn_payment_request_set_reference(&request, reference, &why), "%s", why.text);
}

/* Compose the request, which may be a repeated one. */
static int compose_again(void)
{
	sn_compose_result_free(&result);
	sn_buf_free(&file);
	return sn_compose(&file, &result, h.w, daemon, &request, NOW, &why);
}

static void expect_repeated(uint64_t id, enum sn_payment_state state)
{
	const size_t before = h.w->n_payments;
	cr_assert(!compose_again(), "%s", why.text);
	cr_assert(result.is_repeated && result.n == 1 && result.txs[0].id == id);
	cr_assert_eq(result.txs[0].state, state);
	cr_assert_eq(h.w->n_payments, before);
}

static void set_state(uint64_t id, enum sn_payment_state state)
{
	struct sn_hash hash = {.b = {(uint8_t)id, 1}};
	cr_assert(!sn_wallet_set_payment(h.w, id, state, state == SN_PAYMENT_SUBMITTED ? &hash : NULL,
					 state == SN_PAYMENT_CONFIRMED ? BLOCKS : 0));
}

static void fund(size_t n)
{
	for (size_t i = 0; i < n; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
}

/* The same reference gets the same bytes until the payment is submitted, then its state, also without a
 * daemon; and pays again after the payment was released. */
Test(hot_repeated_request, one_payment_from_preparation_to_release)
{
	fund(4);
	refer("invoice 17");
	destinations[0].amount = XMR / 2;
	cr_assert(!compose_again(), "%s", why.text);
	cr_assert(!result.is_repeated && result.n == 1);
	const uint64_t id = result.txs[0].id, fee = result.txs[0].fee;
	struct sn_buf first = file;
	file = (struct sn_buf){0};
	struct sn_daemon *real = daemon;
	daemon = NULL;
	request.priority = 3; /* the terms of an attempt */
	expect_repeated(id, SN_PAYMENT_PREPARED);
	cr_assert(file.len == first.len && !memcmp(file.data, first.data, first.len));
	cr_assert(result.txs[0].fee == fee && result.txs[0].amount == XMR / 2);
	set_state(id, SN_PAYMENT_SUBMITTED);
	expect_repeated(id, SN_PAYMENT_SUBMITTED);
	cr_assert(file.len == 0 && result.txs[0].tx_hash.b[1] == 1);
	set_state(id, SN_PAYMENT_CONFIRMED);
	expect_repeated(id, SN_PAYMENT_CONFIRMED);
	cr_assert_eq(file.len, 0);
	daemon = real;
	set_state(id, SN_PAYMENT_RELEASED);
	request.even_if_pending = true;
	cr_assert(!compose_again() && !result.is_repeated && result.txs[0].id != id, "%s", why.text);
	sn_buf_free(&first);
	sn_buf_free(&file);
}

Test(hot_repeated_request, another_request_with_the_reference_is_refused)
{
	fund(4);
	refer("invoice 17");
	destinations[0].amount = destinations[1].amount = XMR / 10;
	cr_assert(!compose_again(), "%s", why.text);
	const struct sn_payment_request same = request;
	const struct sn_payment_destination to = destinations[0];
	for (int i = 0; i < 6; i++) {
		request = same;
		destinations[0] = to;
		destinations[0].amount += i == 0;
		request.n_destinations += i == 1;
		if (i == 2)
			destinations[0].address = cold_address(&bob, 0, 1);
		request.account += i == 3;
		request.unlock_time += i == 4;
		request.subtract_fee = i == 5;
		cr_assert_eq(compose_again(), SN_REFUSED, "%d", i);
		cr_assert(
			strstr(why.text,
			       "reference \"invoice 17\" belongs to payment 1, which is a different request"),
			"%s", why.text);
		cr_assert(file.len == 0 && h.w->n_payments == 1);
	}
	request = same;
	destinations[0] = to;
	expect_repeated(1, SN_PAYMENT_PREPARED);
	refer("invoice 18");
	cr_assert(!compose_again() && !result.is_repeated && h.w->n_payments == 2, "%s", why.text);
	sn_buf_free(&file);
}

/* Of several payments, one is released: the file would pay it. Once the others are
 * sent, only states are left. */
Test(hot_repeated_request, one_of_several_payments_is_released)
{
	fund(6);
	refer("list");
	request.may_be_several = true;
	request.n_destinations = SN_TX_DESTINATIONS_MAX + 1;
	for (size_t i = 0; i < request.n_destinations; i++)
		destinations[i].amount = XMR / 100;
	cr_assert(!compose_again() && result.n == 2, "%s", why.text);
	cr_assert(!compose_again() && result.is_repeated && file.len, "%s", why.text);
	set_state(1, SN_PAYMENT_RELEASED);
	cr_assert_eq(compose_again(), SN_REFUSED);
	cr_assert(strstr(why.text, "payment 1 is released and payment 2 is not"), "%s", why.text);
	cr_assert_eq(file.len, 0);
	set_state(2, SN_PAYMENT_SUBMITTED);
	cr_assert(!compose_again() && result.is_repeated && !file.len, "%s", why.text);
	cr_assert(result.txs[0].state == SN_PAYMENT_RELEASED && result.txs[1].state == SN_PAYMENT_SUBMITTED);
	set_state(2, SN_PAYMENT_RELEASED);
	cr_assert(!compose_again() && !result.is_repeated && result.n == 2, "%s", why.text);
	sn_buf_free(&file);
}

/* What the test knows of one of its references. */
struct known {
	size_t amount; /* 1 or 2 tenths */
	uint64_t id;   /* of its payment; 0: none */
	struct sn_buf file;
};

static void step(struct known *known, const char *reference, size_t tenths)
{
	const bool is_alive =
		known->id && sn_wallet_find_payment(h.w, known->id)->state != SN_PAYMENT_RELEASED;
	refer(reference);
	destinations[0].amount = tenths * XMR / 10;
	const int ret = compose_again();
	if (is_alive && tenths != known->amount) {
		cr_assert_eq(ret, SN_REFUSED);
	} else if (is_alive) {
		const bool can_sign = sn_wallet_find_payment(h.w, known->id)->state == SN_PAYMENT_PREPARED;
		cr_assert(!ret && result.is_repeated && result.txs[0].id == known->id, "%s", why.text);
		cr_assert_eq(file.len, can_sign ? known->file.len : 0);
		cr_assert(!can_sign || !memcmp(file.data, known->file.data, file.len));
	} else if (!ret) {
		cr_assert(!result.is_repeated && result.txs[0].id == h.w->n_payments);
		sn_buf_free(&known->file);
		*known = (struct known){tenths, result.txs[0].id, file};
		file = (struct sn_buf){0};
	} else {
		cr_assert(strstr(why.text, "insufficient"), "%s", why.text);
	}
}

/* Any order of requests, submissions, confirmations, releases: each reference has at most one payment that is
 * not released. */
Test(hot_repeated_request, random_steps_agree_with_a_model)
{
	static const char *const references[] = {"a", "b", "c"};
	struct known known[3] = {0};
	struct sn_random random = seed_stream("random_steps_agree_with_a_model");
	fund(12);
	request.even_if_pending = true;
	for (int i = 0; i < 300; i++) {
		const size_t r = sn_random_below(&random, 3);
		struct sn_wallet_payment *p = sn_wallet_find_payment(h.w, known[r].id);
		switch (sn_random_below(&random, 5)) {
		case 0:
			if (p && p->state == SN_PAYMENT_PREPARED)
				set_state(p->id, SN_PAYMENT_SUBMITTED);
			break;
		case 1:
			if (p && p->state == SN_PAYMENT_SUBMITTED && !sn_random_below(&random, 3))
				set_state(p->id, SN_PAYMENT_CONFIRMED);
			break;
		case 2:
			if (p && p->state != SN_PAYMENT_RELEASED)
				set_state(p->id, SN_PAYMENT_RELEASED);
			break;
		default:
			step(&known[r], references[r], 1 + sn_random_below(&random, 2));
		}
		size_t alive[3] = {0};
		for (size_t k = 0; k < h.w->n_requests; k++)
			alive[h.w->requests[k].reference[0] - 'a'] +=
				sn_wallet_find_payment(h.w, h.w->requests[k].first)->state !=
				SN_PAYMENT_RELEASED;
		for (size_t k = 0; k < 3; k++)
			cr_assert_leq(alive[k], 1);
	}
	for (size_t i = 0; i < 3; i++)
		sn_buf_free(&known[i].file);
	sn_buf_free(&file);
}
