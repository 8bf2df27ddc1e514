/* The fee of a composed transaction, its bounds, and amounts that it makes too small. */
#include "hot_compose_fixture.h"

TestSuite(hot_compose_fee, .init = set_up_chain, .fini = tear_down_chain);

/* The signer's rule applies, so that nothing is reserved for a set that the signer would refuse. */
Test(hot_compose_fee, fee_above_the_limit)
{
	add(0, 30 * XMR);
	hot_set_height(&h, BLOCKS);
	request.fee = 10 * XMR;
	expect_error(SN_REFUSED, "the fee of 10.000000000000 XMR is above the bound of 0.0");
	cr_assert_eq(chain.n_outputs, 0); /* the daemon does not learn the inputs */
	struct sn_limits limits = {.has_max_fee = true, .max_fee = 10 * XMR - 1};
	request.limits = &limits;
	expect_error(SN_REFUSED, "is above the bound of 9.999999999999 XMR");
	limits.max_fee++;
	expect_composed(1);
	release_all();

	/* The limit applies to the daemon's recommended fee as well. */
	request.limits = NULL;
	request.fee = 0;
	expect_composed(1);
	limits.max_fee = result.txs[0].fee - 1;
	release_all();
	request.limits = &limits;
	expect_error(SN_REFUSED, "is above the bound");
	/* And to a fee that includes the rest. */
	request.limits = NULL;
	request.fee = XMR / 10;
	request.sweep_all = true;
	expect_error(SN_REFUSED, "the fee of 0.100000000000 XMR is above the bound");
}

/* An exact fee has no priority. */
Test(hot_compose_fee, fee_that_is_given)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	expect_composed(1);
	size_t weight = result.txs[0].weight;
	release_all();
	request.fee = sn_fee_for_weight(&chain.fees, 1, weight) * 94 / 100;
	expect_composed(1);
	release_all();
	request.fee = sn_fee_for_weight(&chain.fees, 1, weight) * 85 / 100;
	expect_error(SN_REFUSED, "the fee is too low for the daemon: it must be at least 0.0000");
	request.fee = XMR / 1000;
	destinations[0].amount = XMR - XMR / 1000;
	chain.n_backlogs = 0;
	expect_composed(1);
	cr_assert_eq(chain.n_backlogs, 0);
	cr_assert(result.txs[0].change == 0);
	release_all();
	destinations[0].amount++;
	expect_error(SN_REFUSED, "insufficient");
}

/* The reference wallet up to 0.18.3.3 paid for its estimate if the transaction was lighter. */
Test(hot_compose_fee, fee_is_of_the_weight_not_of_an_estimate)
{
	add(0, XMR);
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR + XMR / 2;
	expect_composed(1);
	cr_assert_eq(result.txs[0].n_inputs, 2);
	cr_assert_neq(result.txs[0].weight, sn_fee_estimate_weight(2, 2, 0));
	cr_assert_eq(result.txs[0].fee, sn_fee_for_weight(&chain.fees, 1, result.txs[0].weight));
}

/* The same applies to a destination that gets dust. */
Test(hot_compose_fee, dust_has_to_be_allowed)
{
	const struct sn_limits limits = {.allow_dust = true}, other = {.allow_unlock_time = true};
	const char *words = "destination 2: the recipient gets dust: 0.000013999999 XMR; amounts below "
			    "0.000014000000 XMR cost more to spend than they are worth";
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.n_destinations = 2;
	destinations[1].amount = SN_DUST_BELOW - 1;
	expect_error(SN_REFUSED, words);
	request.limits = &other;
	expect_error(SN_REFUSED, words);
	cr_assert_eq(chain.n_outputs, 0); /* the daemon does not learn the inputs */
	request.limits = &limits;
	expect_composed(1);
	release_all();
	request.n_destinations = 1;
	destinations[0].amount = 1;
	expect_composed(1);
	release_all();
	request.limits = NULL;
	expect_error(SN_REFUSED, "the recipient gets dust: 0.000000000001 XMR");
	destinations[0].amount = SN_DUST_BELOW;
	expect_composed(1);
}

/* The amount is known only with the fee. */
Test(hot_compose_fee, sweep_that_brings_dust)
{
	const struct sn_limits limits = {.allow_dust = true};
	request.sweep_all = true;
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.fee = XMR / 1000;
	h.w->outputs[0].amount = request.fee + SN_DUST_BELOW - 1;
	expect_error(SN_REFUSED, "the recipient gets dust: 0.000013999999 XMR");
	request.limits = &limits;
	expect_composed(1);
	cr_assert_eq(result.txs[0].amount, SN_DUST_BELOW - 1);
	release_all();
	request.limits = NULL;
	h.w->outputs[0].amount++;
	expect_composed(1);
}

/* The fee is estimated with the indices of this chain: nearly the whole balance can be sent. */
Test(hot_compose_fee, nearly_everything)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	expect_composed(1);
	uint64_t fee = result.txs[0].fee;
	release_all();
	/* The estimate exceeds the true weight by at most one byte for each ring member and nine for the
	 * fee. */
	destinations[0].amount = XMR - fee - (SN_RING_SIZE + 9) * chain.fees.per_byte[0];
	expect_composed(1);
	release_all();
	destinations[0].amount = XMR - fee + 20 * chain.fees.per_byte[0];
	expect_error(SN_REFUSED, "insufficient funds");
	/* Up to the first refusal: as long as there is change, the fee is an ordinary one (check_tx). */
	request.n_destinations = 2;
	destinations[0].amount = destinations[1].amount = SN_DUST_BELOW;
	expect_composed(1);
	fee = result.txs[0].fee;
	release_all();
	destinations[0].amount = XMR - SN_DUST_BELOW - fee - 50 * chain.fees.per_byte[0];
	size_t n = 0;
	for (; !compose(); n++, destinations[0].amount += 2 * chain.fees.per_byte[0] + 1)
		release_all();
	cr_assert(n > 10 && n < 40, "%zu", n);
	cr_assert(strstr(why.text, "insufficient"), "%s", why.text);
}

/* The exact amount that these rings leave for the recipients. */
static uint64_t exact_amount(size_t n_destinations)
{
	const uint64_t all = h.w->outputs[0].amount, others = (n_destinations - 1) * SN_DUST_BELOW;
	struct sn_tx_plan plan;
	request.n_destinations = n_destinations;
	destinations[0].amount = XMR / 10;
	expect_composed(1);
	set.txs[0].has_change = false;
	set.txs[0].change = 0;
	cr_assert(!sn_tx_plan(&plan, &alice, &set.txs[0], &why), "%s", why.text);
	release_all();
	return all - others - sn_fee_for_weight(&chain.fees, request.priority, plan.weight);
}

/* The fee is that of the finished transaction, never a random rest: see check_tx. */
Test(hot_compose_fee, exact_payment_without_change)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	/* Not 2: it could be mistaken for the payment with n = 1, and would get other rings. */
	for (size_t n = 1; n <= 4; n += 1 + (n == 1)) {
		for (size_t i = 1; i < n; i++)
			destinations[i].amount = SN_DUST_BELOW;
		uint64_t amount = exact_amount(n);
		destinations[0].amount = amount;
		expect_composed(1);
		cr_assert_eq(result.txs[0].change, 0, "%zu", n);
		release_all();
		destinations[0].amount = amount + 1;
		cr_assert_eq(compose(), SN_REFUSED, "%zu", n);
		/* The rings, which are not drawn yet, determine the last bytes. */
		cr_assert(strstr(why.text, "1.000000000000 XMR available, about 1.0000") ||
				  strstr(why.text, "no set of inputs fits"),
			  "%s", why.text);
		destinations[0].amount = amount - 1;
		int ret = compose(); /* n = 1: a dummy output weighs as much as change */
		cr_assert_eq(ret, n == 1 ? SN_OK : SN_REFUSED, "%zu", n);
		if (!ret)
			release_all();
	}
	/* With another input there is change. */
	destinations[1].amount = SN_DUST_BELOW;
	destinations[0].amount = exact_amount(2) - 1;
	add(0, XMR / 2);
	expect_composed(1);
	cr_assert(result.txs[0].n_inputs == 2 && result.txs[0].change > 0);
}

static void expect_level(unsigned level, unsigned n_backlogs, unsigned n_headers)
{
	chain.n_backlogs = chain.n_headers = 0;
	usual_priority = level;
	expect_composed(1);
	cr_assert(chain.n_backlogs == n_backlogs && chain.n_headers == n_headers, "%u, %u", chain.n_backlogs,
		  chain.n_headers);
	release_all();
}

/* Without a priority it is 1, or 2 while the network is busy (hot/priority.h). */
Test(hot_compose_fee, priority_that_is_not_given)
{
	struct sn_buf pool = {0};
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	expect_level(1, 1, 1);
	cr_assert_eq(chain.first_header, chain.n_blocks - 10);
	chain.block_weight = 242999;
	expect_level(1, 1, 1);
	chain.block_weight = 243000;
	expect_level(2, 1, 1);
	chain.refuses_headers = true;
	expect_level(1, 1, 1);

	for (int i = 0; i < 3; i++) {
		chain.backlog = &pool;
		expect_level(1, 1, 1);
		sn_put_u64(&pool, 100000);
		sn_put_u64(&pool, 100000 * chain.fees.per_byte[0]);
		sn_put_u64(&pool, UINT64_MAX - 3);
	}
	expect_level(2, 1, 0); /* this request decides */
	chain.refuses_backlog = true;
	chain.refuses_headers = false;
	expect_level(1, 1, 0);
	chain.refuses_backlog = false;
	chain.block_weight_limit = 0;
	expect_level(1, 1, 0);
	chain.block_weight_limit = 1;
	expect_level(1, 1, 0);
	chain.block_weight_limit = 600000;
	for (unsigned priority = 1; priority <= 4; priority++) {
		request.priority = priority;
		expect_level(priority, 0, 0);
	}
	sn_buf_free(&pool);
}
