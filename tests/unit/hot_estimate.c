#include "hot/estimate.h"

#include "hot/report_estimate.h"
#include "hot_compose_fixture.h"

#include <string.h>

TestSuite(hot_estimate, .init = set_up_chain, .fini = tear_down_chain);

static struct sn_estimate list[SN_ESTIMATES_MAX];
static size_t n;

static void estimate(size_t expected)
{
	const size_t payments = h.w->n_payments;
	cr_assert(!sn_estimate(list, &n, h.w, daemon, &request, NOW, &why), "%s", why.text);
	cr_assert_eq(n, expected, "%zu", n);
	cr_assert_eq(h.w->n_payments, payments);
}

/* The payment costs what was estimated, or a little less: the rings are encoded in fewer bytes. */
Test(hot_estimate, fee_of_each_priority)
{
	add(0, 2 * XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR;
	estimate(4);
	for (unsigned i = 0; i < 4; i++) {
		const struct sn_estimate *e = &list[i];
		cr_assert(e->priority == i + 1 && e->is_automatic == (i == 0) && e->n_txs == 1 &&
			  e->n_inputs == 1 && e->amount == XMR);
		cr_assert(e->amount + e->fee + e->change == 2 * XMR && (!i || e->fee > list[i - 1].fee));
		request.priority = i + 1;
		expect_composed(1);
		cr_assert(result.txs[0].fee <= e->fee && result.txs[0].fee > e->fee - e->fee / 10);
		release_all();
		request.priority = 0;
	}
	request.priority = 3;
	const uint64_t fee = list[2].fee;
	estimate(1);
	cr_assert(list[0].priority == 3 && !list[0].is_automatic && list[0].fee == fee);
	request.priority = 0;
	request.fee = 9000000000;
	estimate(1);
	cr_assert(list[0].priority == 0 && list[0].fee == 9000000000 && list[0].change == XMR - 9000000000);
}

/* Priorities for which the funds do not suffice are left out; without any it is an error. */
Test(hot_estimate, funds_that_do_not_suffice)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 2;
	estimate(4);
	destinations[0].amount = XMR - list[2].fee - 1;
	estimate(3);
	destinations[0].amount = XMR;
	cr_assert_eq(sn_estimate(list, &n, h.w, daemon, &request, NOW, &why), SN_REFUSED);
	cr_assert(why.reason == SN_REASON_NOT_ENOUGH && strstr(why.text, "insufficient funds"));
}

Test(hot_estimate, sweep_choice_and_subtracted_fee)
{
	for (size_t i = 0; i < 3; i++)
		add(0, (i + 1) * XMR);
	h.w->outputs[2].subaddress.minor = 5;
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	request.n_destinations = 1;
	estimate(4);
	cr_assert(list[0].n_txs == 2 && list[0].n_inputs == 3 && list[0].change == 0 &&
		  list[0].amount + list[0].fee == 6 * XMR);
	static const uint32_t address = 5;
	request.choice.addresses = &address;
	request.choice.n_addresses = 1;
	estimate(4);
	cr_assert(list[3].n_txs == 1 && list[3].amount + list[3].fee == 3 * XMR);
	request.sweep_all = false;
	request.subtract_fee = true;
	destinations[0].amount = 3 * XMR;
	estimate(4);
	cr_assert(list[1].amount + list[1].fee == 3 * XMR && list[1].change == 0);
}

/* Recipients pay the fee: priorities for which a recipient would get nothing are left out. */
Test(hot_estimate, recipients_that_cannot_pay_the_fee)
{
	add(0, 2 * XMR);
	hot_set_height(&h, BLOCKS);
	const struct sn_limits limits = {.allow_dust = true};
	request.limits = &limits;
	request.subtract_fee = true;
	destinations[0].amount = XMR;
	estimate(4);
	const uint64_t fees[3] = {list[0].fee, list[1].fee, list[2].fee};
	for (size_t i = 0; i < 3; i++) {
		destinations[0].amount = fees[i] + 1;
		estimate(i + 1);
		cr_assert(list[i].amount == 1 && list[i].fee == fees[i]);
	}
	destinations[0].amount = fees[0];
	cr_assert_eq(sn_estimate(list, &n, h.w, daemon, &request, NOW, &why), SN_REFUSED);
	cr_assert(why.reason == SN_REASON_FEE && strstr(why.text, "destination 1 would get nothing"));
}

/* Dust is refused as in the payment itself; if the fee makes it, only at this priority. */
Test(hot_estimate, dust)
{
	struct sn_limits limits = {0};
	add(0, 2 * XMR);
	hot_set_height(&h, BLOCKS);
	request.limits = &limits;
	request.subtract_fee = true;
	destinations[0].amount = XMR;
	estimate(4);
	destinations[0].amount = list[1].fee + SN_DUST_BELOW - 1;
	estimate(1);
	destinations[0].amount++;
	estimate(2);
	request.subtract_fee = false;
	request.n_destinations = 2;
	destinations[1].amount = SN_DUST_BELOW - 1;
	cr_assert_eq(sn_estimate(list, &n, h.w, daemon, &request, NOW, &why), SN_REFUSED);
	cr_assert(strstr(why.text, "destination 2: the recipient gets dust"), "%s", why.text);
	limits.allow_dust = true;
	estimate(4);
}

Test(hot_estimate, report)
{
	const struct sn_estimate two[2] = {{1, true, 1, 2, XMR, 30000000, 5}, {0, false, 2, 3, 7, 1, 0}};
	struct sn_buf text = {0}, json = {0};
	cJSON *object = cJSON_CreateObject();
	cr_assert(!sn_report_estimate_text(&text, two, 2) && !sn_report_estimate_json(object, two, 1) &&
		  !sn_json_print(&json, object, false));
	sn_put_u8(&text, 0);
	sn_put_u8(&json, 0);
	cr_assert_str_eq(
		(char *)text.data,
		"priority      transactions inputs                amount               fee                 "
		"total                change\n"
		"1 (automatic)            1      2        1.000000000000    0.000030000000        "
		"1.000030000000        0.000000000005\n"
		"fee given                2      3        0.000000000007    0.000000000001        "
		"0.000000000008        0.000000000000\n");
	cr_assert_str_eq(
		(char *)json.data,
		"{\"estimates\":[{\"priority\":1,\"automatic\":true,\"transactions\":1,\"inputs\":2,"
		"\"amount\":1000000000000,\"fee\":30000000,\"change_amount\":5,\"total\":1000030000000}]}");
	sn_json_free(object);
	sn_buf_free(&text);
	sn_buf_free(&json);
}
