#include "store/wallet_requests.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_requests, .init = set_up, .fini = tear_down);

static void set_state(struct sn_wallet *w, uint64_t id, enum sn_payment_state state)
{
	const struct sn_hash hash = hash_of(1000 + id);
	ok(sn_wallet_set_payment(w, id, state, state == SN_PAYMENT_SUBMITTED ? &hash : NULL, 0));
}

static uint64_t first_of(const struct sn_wallet *w, const char *reference)
{
	const struct sn_wallet_request *request = sn_wallet_find_request(w, reference);
	return request ? request->first : 0;
}

/* A reference can be used again after all payments of its request were released. */
Test(store_wallet_requests, found_until_all_payments_are_released)
{
	struct sn_wallet *w = new_wallet();
	add_payment(w, 1, 1);
	add_payment(w, 2, 1);
	add_request(w, "june", 1);
	add_payment(w, 3, 1);
	add_payment(w, 4, 1);
	add_request(w, "july", 4);
	cr_assert(first_of(w, "june") == 1 && first_of(w, "july") == 4 && first_of(w, "may") == 0);
	cr_assert(sn_wallet_request_of(w, 2) == &w->requests[0] && !sn_wallet_request_of(w, 3));
	cr_assert(sn_wallet_request_of(w, 4) == &w->requests[1] && !sn_wallet_request_of(w, 5));
	set_state(w, 1, SN_PAYMENT_RELEASED);
	cr_assert_eq(first_of(w, "june"), 1);
	set_state(w, 2, SN_PAYMENT_SUBMITTED);
	cr_assert_eq(first_of(w, "june"), 1);
	set_state(w, 2, SN_PAYMENT_RELEASED);
	cr_assert_eq(first_of(w, "june"), 0);
	expect_stored(w);
	add_payment(w, 5, 1);
	add_request(w, "june", 5);
	cr_assert_eq(first_of(w, "june"), 5);
	expect_stored(w);
	sn_wallet_close(w);
}

/* The unsigned file is kept while a payment of it can be signed, in memory, in the file, and in its compacted
 * copy. */
Test(store_wallet_requests, unsigned_file_is_kept_while_a_payment_is_prepared)
{
	struct sn_wallet *w = new_wallet();
	add_payment(w, 1, 1);
	add_payment(w, 2, 1);
	add_request(w, "june", 1);
	set_state(w, 1, SN_PAYMENT_SUBMITTED);
	expect_stored(w);
	cr_assert_eq(w->requests[0].unsigned_set.len, 8);
	set_state(w, 2, SN_PAYMENT_RELEASED);
	expect_stored(w);
	cr_assert_eq(w->requests[0].unsigned_set.len, 0);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy) && first_of(copy, "june") == 1);
	sn_wallet_free(copy);
	sn_wallet_close(w);
}

Test(store_wallet_requests, payments_of_two_requests_do_not_overlap)
{
	struct sn_wallet *w = new_wallet();
	struct sn_wallet_request request = {.reference = "a", .first = 1, .n = 1};
	cr_assert_eq(sn_wallet_add_request(w, &request), SN_BAD_INPUT);
	add_payment(w, 1, 1);
	add_payment(w, 2, 1);
	ok(sn_wallet_add_request(w, &request));
	request.n = 2;
	cr_assert_eq(sn_wallet_add_request(w, &request), SN_BAD_INPUT);
	request.first = 2;
	cr_assert_eq(sn_wallet_add_request(w, &request), SN_BAD_INPUT);
	request.n = 0;
	cr_assert_eq(sn_wallet_add_request(w, &request), SN_BAD_INPUT);
	request.n = 1;
	ok(sn_wallet_add_request(w, &request));
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_requests, reference_is_one_line_of_ascii)
{
	char longest[SN_REFERENCE_MAX + 2];
	memset(longest, 'x', sizeof longest);
	longest[SN_REFERENCE_MAX + 1] = 0;
	const char *const bad[] = {"", " a", "a ", "a\nb", "a\x7f", "\u00e9", longest};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_assert_eq(sn_reference_check(bad[i], &err), SN_BAD_INPUT, "%zu", i);
	longest[SN_REFERENCE_MAX] = 0;
	ok(sn_reference_check(longest, &err));
	ok(sn_reference_check("Invoice 2026-11/17 (a~b)", &err));
}
