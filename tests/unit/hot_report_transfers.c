#include "hot/report_transfers.h"

#include "hot/history.h"
#include "hot_report_fixture.h"

#include <stdlib.h>

TestSuite(hot_report_transfers, .init = set_up, .fini = tear_down);

static size_t receive(uint64_t tx, uint64_t amount, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, amount, height);
	o.tx_hash = hot_hash(tx);
	o.index = (uint32_t)h.n;
	return hot_add(&h, &o);
}

static void report(void)
{
	struct sn_error err = {0};
	struct sn_transfer *transfers;
	size_t n;
	cr_assert(!sn_history(&transfers, &n, h.w, NULL, NOW, &err), "%s", err.text);
	struct sn_own_addresses own = {.account = h.w->account, .names = &h.w->names};
	cr_assert(!sn_report_transfer_lists_json(object, h.w, &own, transfers, n));
	sn_own_addresses_free(&own);
	free(transfers);
}

/* A payment to the wallet itself, whose outputs and change are all at one address. */
Test(hot_report_transfers, the_change_is_not_among_the_amounts)
{
	const struct sn_hash hash = hot_hash(9);
	const size_t spent = receive(1, 107, 10);
	const uint64_t id = hot_pay(&h, SN_PAYMENT_SUBMITTED, &spent, 1, 40, 7, 60);
	receive(9, 60, 20);
	receive(9, 30, 20);
	receive(9, 10, 20);
	receive(8, 5, 20);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 20, &hash));
	cr_assert(!sn_wallet_set_payment(h.w, id, SN_PAYMENT_CONFIRMED, &hash, 20));
	hot_set_height(&h, 21);
	report();
	struct sn_buf printed = {0};
	cr_assert(!sn_json_print(&printed, object, false));
	sn_put_u8(&printed, 0);
	cr_assert(strstr((char *)printed.data, "\"amounts\":[30,10]"), "%s", (char *)printed.data);
	cr_assert(strstr((char *)printed.data, "\"amounts\":[5]"), "%s", (char *)printed.data);
	sn_buf_free(&printed);
}

/* A client finds the payment of an order by the reference that it gave. */
Test(hot_report_transfers, a_payment_has_the_reference_of_its_request)
{
	const size_t spent[] = {receive(1, 100, 10), receive(2, 100, 11)};
	hot_pay(&h, SN_PAYMENT_PREPARED, &spent[0], 1, 40, 7, 53);
	const struct sn_wallet_request request = {
		.reference = "order 2",
		.first = hot_pay(&h, SN_PAYMENT_PREPARED, &spent[1], 1, 40, 7, 53),
		.n = 1};
	cr_assert(!sn_wallet_add_request(h.w, &request));
	hot_set_height(&h, 30);
	report();
	struct sn_buf printed = {0};
	cr_assert(!sn_json_print(&printed, object, false));
	sn_put_u8(&printed, 0);
	cr_assert(strstr((char *)printed.data, "\"id\":1}"), "%s", (char *)printed.data);
	cr_assert(strstr((char *)printed.data, "\"id\":2,\"reference\":\"order 2\"}"), "%s",
		  (char *)printed.data);
	sn_buf_free(&printed);
}

/* The time of a report does not grow with the square of the number of outputs. */
Test(hot_report_transfers, many, .timeout = 40)
{
	enum { MANY = 30000 };
	for (size_t i = 0; i < MANY; i++) {
		receive(i, 1, 1 + i);
		receive(i, 2, 1 + i);
	}
	for (size_t i = 0; i < 2 * MANY; i++) {
		const struct sn_hash hash = hot_hash(MANY + i / 2);
		cr_assert(!sn_wallet_set_spent(h.w, i, MANY + 1, &hash));
	}
	hot_set_height(&h, MANY + 2);
	report();
	cr_assert_eq(cJSON_GetArraySize(cJSON_GetObjectItem(object, "in")), MANY);
	cr_assert_eq(cJSON_GetArraySize(cJSON_GetObjectItem(object, "out")), MANY);
}
