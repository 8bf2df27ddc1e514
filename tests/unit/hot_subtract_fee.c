/* Payments of which the recipients pay the fee. */
#include "hot_compose_fixture.h"

TestSuite(hot_subtract_fee, .init = set_up_chain, .fini = tear_down_chain);

/* The amounts of all destinations, together with the fee, are those of the request; the shares are equal. */
static void expect_shares(void)
{
	size_t at = 0;
	for (size_t i = 0; i < set.n; i++) {
		const struct sn_unsigned_tx *tx = &set.txs[i];
		const uint64_t n = tx->n_destinations;
		for (size_t j = 0; j < n; j++, at++)
			cr_assert_eq(request.destinations[at].amount - tx->destinations[j].amount,
				     tx->fee / n + (j < tx->fee % n), "%zu", at);
	}
	cr_assert(at == request.n_destinations && result.is_fee_subtracted);
}

Test(hot_subtract_fee, one_and_several_recipients)
{
	for (size_t i = 0; i < 4; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.subtract_fee = true;
	for (size_t n = 1; n <= 15; n++) {
		for (size_t i = 0; i < n; i++)
			destinations[i] = (struct sn_payment_destination){cold_address(&bob, 0, (uint32_t)i),
									  XMR / 20 + i};
		request.n_destinations = n;
		expect_composed(1);
		expect_shares();
		cr_assert(set.txs[0].has_change);
		release_all();
	}
	/* An exact fee that cannot be divided. */
	request.n_destinations = 7;
	request.fee = 9000000006;
	expect_composed(1);
	expect_shares();
	cr_assert_eq(destinations[6].amount - set.txs[0].destinations[6].amount, 9000000006 / 7);
}

/* The whole balance can be paid, without change. One piconero less leaves one as change. */
Test(hot_subtract_fee, everything)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR;
	expect_error(SN_REFUSED, "needed with the fee");
	request.subtract_fee = true;
	expect_composed(1);
	expect_shares();
	cr_assert(!set.txs[0].has_change && result.txs[0].change == 0);
	release_all();
	destinations[0].amount = XMR - 1;
	expect_composed(1);
	expect_shares();
	cr_assert_eq(result.txs[0].change, 1);
	release_all();
	destinations[0].amount = XMR + 1;
	expect_error(SN_REFUSED, "1.000000000000 XMR available, 1.000000000001 XMR needed");
	cr_assert(!strstr(why.text, "with the fee"));
}

Test(hot_subtract_fee, recipients_who_would_get_nothing_or_dust)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.subtract_fee = true;
	request.n_destinations = 2;
	destinations[0].amount = XMR / 2;
	request.fee = 9000000000;
	static const struct {
		uint64_t amount;
		const char *text;
	} bad[] = {
		{1,
		 "destination 2 would get nothing: of 0.000000000001 XMR, 0.004500000000 XMR are for the fee"},
		{4500000000, "destination 2 would get nothing"},
		{4500000001, "destination 2: the recipient gets dust"},
		{4500000000 + SN_DUST_BELOW - 1, "destination 2: the recipient gets dust"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		destinations[1].amount = bad[i].amount;
		expect_error(SN_REFUSED, bad[i].text);
	}
	destinations[1].amount++;
	expect_composed(1);
	expect_shares();
	cr_assert_eq(set.txs[0].destinations[1].amount, SN_DUST_BELOW);
}

/* Each transaction of a batch is paid for by its own recipients. */
Test(hot_subtract_fee, several_transactions)
{
	struct sn_payment_destination many[40];
	for (size_t i = 0; i < 40; i++)
		many[i] = (struct sn_payment_destination){cold_address(&bob, 0, (uint32_t)i), XMR / 100 + i};
	for (size_t i = 0; i < 5; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.destinations = many;
	request.n_destinations = 40;
	request.may_be_several = request.subtract_fee = true;
	expect_composed(3);
	expect_shares();
}
