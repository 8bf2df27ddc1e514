/* Sets of several transactions, and sweeps. */
#include "hot_compose_fixture.h"

TestSuite(hot_compose_several, .init = set_up_chain, .fini = tear_down_chain);

/* Any number of destinations, in their order, each transaction filled; the set is prepared as a whole. */
Test(hot_compose_several, several_transactions)
{
	struct sn_payment_destination many[40];
	for (size_t i = 0; i < 40; i++)
		many[i] = (struct sn_payment_destination){cold_address(&bob, 0, (uint32_t)(i % 38)),
							  XMR / 100 + i};
	for (size_t i = 0; i < 5; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.destinations = many;
	request.n_destinations = 40;
	expect_error(SN_USAGE,
		     "40 destinations are too many: a transaction has at most 15 besides the change");
	request.may_be_several = true;
	expect_composed(3);
	size_t at = 0;
	for (size_t i = 0; i < 3; i++) {
		cr_assert_eq(set.txs[i].n_destinations, i < 2 ? 15 : 10);
		cr_assert(set.txs[i].n_inputs == (i < 2 ? 1 : 2) && set.txs[i].has_change);
		for (size_t j = 0; j < set.txs[i].n_destinations; j++, at++) {
			cr_assert_eq(set.txs[i].destinations[j].amount, many[at].amount);
			cr_assert(sn_point_is_equal(&set.txs[i].destinations[j].address.spend,
						    &many[at].address.spend));
		}
		for (size_t j = 0; j < i; j++)
			cr_assert(!sn_point_is_equal(&set.txs[i].inputs[0].tx_key,
						     &set.txs[j].inputs[0].tx_key));
	}
	cr_assert(at == 40 && h.w->n_payments == 3);
	cr_assert(result.duplicates.n == 2 && result.duplicates.first == 38 && result.duplicates.of == 0);
	/* One output is left: not enough for three, and nothing is reserved. */
	expect_error(SN_REFUSED, "too few outputs: 3 transactions");
	release_all();
	expect_composed(3);
	release_all();
	request.n_destinations = 15;
	expect_composed(1);
}

/* Each transaction has the exact fee. An error names the position in the list of destinations. */
Test(hot_compose_several, several_transactions_with_conditions)
{
	struct sn_payment_destination many[31];
	for (size_t i = 0; i < 31; i++)
		many[i] = (struct sn_payment_destination){cold_address(&bob, 0, 0), XMR / 100};
	for (size_t i = 0; i < 3; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.destinations = many;
	request.n_destinations = 31;
	request.may_be_several = true;
	request.fee = 9000000000;
	expect_composed(3);
	release_all();
	request.fee = 1;
	expect_error(SN_REFUSED, "the fee is too low for the daemon");
	request.fee = 0;
	many[29].amount = SN_DUST_BELOW - 1;
	expect_error(SN_REFUSED, "destination 30: the recipient gets dust");
	many[29].amount = 0;
	expect_error(SN_USAGE, "destination 30: an amount is zero");
	many[29].amount = XMR;
	many[20].address = cold_integrated(&bob, 5);
	expect_error(SN_REFUSED, "destination 21: an integrated address cannot share a transaction");
	many[20].address = cold_address(&bob, 0, 0);
	many[29].amount = 2 * XMR;
	expect_error(SN_REFUSED, "the outputs cannot be divided in this way: 3 transactions");
	many[29].amount = 4 * XMR;
	expect_error(SN_REFUSED, "insufficient funds");
}

#define DUST 1000000 /* an input costs some 14 million */

Test(hot_compose_several, sweep_leaves_out_what_is_not_worth_it)
{
	for (size_t i = 0; i < 3; i++) {
		add(0, XMR + i);
		add(0, DUST);
	}
	add(1, DUST);
	add(2, 20000000); /* more than the cost of an input, less than that of a transaction */
	add(3, XMR);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_composed(2);
	cr_assert(result.txs[0].n_inputs == 3 && result.txs[1].n_inputs == 1);
	cr_assert(result.dust.n == 5 && result.dust.amount == 4 * DUST + 20000000 && result.rest.n == 0);
	expect_error(SN_REFUSED, "the unlocked outputs are worth less than the fee");
	release_all();
	request.fee = XMR / 100; /* exact: the same outputs are dust */
	expect_composed(2);
	cr_assert(result.dust.n == 5);
}

Test(hot_compose_several, sweep_of_nothing)
{
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "no funds to send");
}

Test(hot_compose_several, sweep_of_dust)
{
	add(0, DUST);
	add(4, 1);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "the unlocked outputs are worth less than the fee");
	cr_assert_eq(chain.n_outputs, 0);
}

/* Each transaction is filled to two thirds of the limit, 149,400, by the reference wallet's estimate. */
Test(hot_compose_several, sweep_in_parts)
{
	for (size_t i = 0; i < 200; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_composed(2);
	cr_assert(result.txs[0].n_inputs == 146 && result.txs[1].n_inputs == 54);
	cr_assert_leq(result.txs[0].weight, 149400 * 3 / 4);
	release_all();
	request.sweep_all = false;
	destinations[0].amount = 160 * XMR;
	expect_error(SN_REFUSED, "this payment needs more than 14");
}
