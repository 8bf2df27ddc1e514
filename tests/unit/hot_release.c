#include "hot_compose_fixture.h"
#include "store/wallet_state.h"

TestSuite(hot_release, .init = set_up_chain, .fini = tear_down_chain);

Test(hot_release, release)
{
	static const enum sn_payment_state states[] = {
		SN_PAYMENT_PREPARED,  SN_PAYMENT_PREPARED,  SN_PAYMENT_PREPARED,
		SN_PAYMENT_SUBMITTED, SN_PAYMENT_CONFIRMED,
	};
	size_t outputs[5], released;
	uint64_t ids[5];
	struct sn_error err = {0};
	for (size_t i = 0; i < 5; i++)
		outputs[i] = hot_add_amount(&h, 100, 1);
	hot_set_height(&h, 100);
	for (size_t i = 0; i < 5; i++)
		ids[i] = hot_pay(&h, states[i], &outputs[i], 1, 1, 1, 98);

	cr_assert_eq(sn_release(h.w, 99, false, &released, &err), SN_USAGE);
	cr_assert(strstr(err.text, "payment 99 does not exist") && released == 0, "%s", err.text);
	cr_assert(strstr(err.hint, "wo-history"), "%s", err.hint);
	cr_assert_eq(sn_release(h.w, ids[4], false, &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "is in a block and cannot be released") && released == 0, "%s", err.text);

	cr_assert(!sn_release(h.w, ids[1], false, &released, &err) && released == 1);
	cr_assert(sn_output_is_spendable(h.w, outputs[1], NOW));
	cr_assert(!sn_output_is_spendable(h.w, outputs[0], NOW) &&
		  !sn_output_is_spendable(h.w, outputs[2], NOW));
	cr_assert_eq(sn_release(h.w, ids[1], false, &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "is already released") && released == 0, "%s", err.text);

	cr_assert(!sn_release(h.w, 0, false, &released, &err) && released == 2);
	cr_assert(sn_output_is_spendable(h.w, outputs[0], NOW) &&
		  sn_output_is_spendable(h.w, outputs[2], NOW));
	cr_assert(!sn_output_is_spendable(h.w, outputs[3], NOW));
	cr_assert(!sn_release(h.w, 0, false, &released, &err) && released == 0);

	/* A submitted payment is released only by its id, and only if it is missing. */
	cr_assert_eq(sn_release(h.w, ids[3], false, &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "was submitted and may still be mined") && released == 0, "%s", err.text);
	cr_assert(strstr(err.hint, "network does not have it, use --even-if-pending"), "%s", err.hint);
	cr_assert(!sn_wallet_set_missing(h.w, ids[3], NOW) && !sn_wallet_set_missing(h.w, ids[3], 0));
	cr_assert_eq(sn_release(h.w, ids[3], false, &released, &err), SN_REFUSED);
	cr_assert(!sn_output_is_spendable(h.w, outputs[3], NOW));
	cr_assert(!sn_wallet_set_missing(h.w, ids[3], NOW));
	cr_assert_eq(sn_release(h.w, ids[3], false, &released, &err),
		     SN_REFUSED); /* not missing long enough */
	cr_assert(strstr(err.hint, "--even-if-pending"), "%s", err.hint);
	/* A replaced block far above: the hint names it. */
	h.w->payments[3].undone_at = 5000;
	cr_assert_eq(sn_release(h.w, ids[3], false, &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "; block 5000, which contained it, was replaced"), "%s", err.text);
	cr_assert(strstr(err.hint, "has scanned block 5000"), "%s", err.hint);
	h.w->payments[3].undone_at = 0;
	cr_assert(!sn_wallet_declare_missing(h.w, ids[3]) && !sn_wallet_set_missing(h.w, ids[3], NOW + 1));
	cr_assert_eq(sn_release(h.w, ids[3], false, &released, &err),
		     SN_REFUSED); /* it was found in between */
	cr_assert(!sn_wallet_declare_missing(h.w, ids[3]));
	cr_assert(!sn_release(h.w, ids[3], false, &released, &err) && released == 1);
	cr_assert(sn_output_is_spendable(h.w, outputs[3], NOW));
	/* even_if_pending releases it, but not a payment that is confirmed or already released. */
	cr_assert(!sn_wallet_set_payment(h.w, ids[3], SN_PAYMENT_SUBMITTED, NULL, 0));
	cr_assert(!sn_release(h.w, ids[3], true, &released, &err) && released == 1);
	cr_assert_eq(sn_release(h.w, ids[3], true, &released, &err), SN_REFUSED);
	cr_assert_eq(sn_release(h.w, ids[4], true, &released, &err), SN_REFUSED);
}

/* A composed set that could not be handed out is released completely. */
Test(hot_release, release_what_was_composed)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	cr_assert(!sn_output_is_spendable(h.w, 0, NOW));
	cr_assert(!sn_release_composed(h.w, &result, &why), "%s", why.text);
	cr_assert(sn_output_is_spendable(h.w, 0, NOW) && h.w->payments[0].state == SN_PAYMENT_RELEASED);
}

/* There is no memory for the record of the second payment. */
Test(hot_release, release_without_memory)
{
	size_t outputs[2], released;
	for (size_t i = 0; i < 2; i++)
		outputs[i] = hot_add_amount(&h, 100, 1);
	hot_set_height(&h, 100);
	uint64_t id = hot_pay(&h, SN_PAYMENT_PREPARED, &outputs[0], 1, 1, 1, 98);
	hot_pay(&h, SN_PAYMENT_PREPARED, &outputs[1], 1, 1, 1, 98);
	for (int all = 0; all < 2; all++) {
		why.text[0] = 0;
		h.w->store->pending.failed = true;
		cr_assert_eq(sn_release(h.w, all ? 0 : id, false, &released, &why), SN_IO);
		cr_assert(strstr(why.text, "memory") && released == 0, "%s", why.text);
		cr_assert(!sn_output_is_spendable(h.w, outputs[0], NOW));
	}
	cr_assert(!sn_release(h.w, 0, false, &released, &why) && released == 2, "%s", why.text);
}
