#include "hot/compose.h"

#include "cold_sets.h"
#include "hot/balance.h"
#include "hot_wallet.h"
#include "node_server.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

#define NOW 1700000000

/* What composing refuses before it asks a daemon, and giving back what it reserved. Composing itself is tested
 * on a real chain. */

static struct hot h;
static struct sn_account alice, bob;
static struct sn_daemon *daemon;
static char address[32];
static struct sn_payment_destination destinations[SN_TX_OUTPUTS_MAX];
static struct sn_payment_request request;

static void set_up(void)
{
	struct sn_error err = {""};
	alice = cold_account("alice");
	bob = cold_account("bob");
	hot_open(&h, &alice);
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	const struct sn_daemon_options options = {.address = address, .connect_timeout = 2, .stall_timeout = 2};
	cr_assert(!sn_daemon_open(&daemon, &options, &err), "%s", err.text);
	for (size_t i = 0; i < SN_TX_OUTPUTS_MAX; i++)
		destinations[i] = (struct sn_payment_destination){cold_address(&bob, 0, 0), 1000};
	request = (struct sn_payment_request){.destinations = destinations, .n_destinations = 1, .mixin = SN_MIXIN};
}

static void tear_down(void)
{
	sn_daemon_close(daemon);
	hot_close(&h);
}

TestSuite(hot_compose, .init = set_up, .fini = tear_down);

static void expect_refused(int code, const char *words)
{
	struct sn_buf out = {0};
	struct sn_compose_result result;
	struct sn_error err = {""};
	int ret = sn_compose(&out, &result, h.w, daemon, &request, NOW, &err);
	cr_assert_eq(ret, code, "%d: %s", ret, err.text);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(out.len == 0 && result.n == 0 && !result.txs && h.w->n_payments == 0);
	sn_buf_free(&out);
}

Test(hot_compose, requests_that_make_no_sense)
{
	request.mixin = 10;
	expect_refused(SN_USAGE, "mixin 10 is not possible: every input has exactly 15 decoys");
	request.mixin = 16;
	expect_refused(SN_USAGE, "mixin 16 ");
	request.mixin = 15;
	request.priority = 5;
	expect_refused(SN_USAGE, "priority 5");
	request.priority = 4;
	request.n_destinations = 0;
	expect_refused(SN_USAGE, "no destination");
	request.n_destinations = 16;
	expect_refused(SN_USAGE, "16 destinations are too many");
	request.n_destinations = 2;
	request.sweep_all = true;
	expect_refused(SN_USAGE, "one destination only");
	request.sweep_all = false;
	destinations[1].amount = 0;
	expect_refused(SN_USAGE, "an amount is zero");
	destinations[1].amount = UINT64_MAX - 999;
	expect_refused(SN_USAGE, "more than there can be");
	destinations[1].amount = UINT64_MAX - 1000;
	expect_refused(SN_DAEMON, address); /* that far it is a request */
	destinations[1].address.network = SN_STAGENET;
	expect_refused(SN_BAD_INPUT, "stagenet");
	request.n_destinations = 15;
	expect_refused(SN_BAD_INPUT, "stagenet");
}

Test(hot_compose, release)
{
	size_t outputs[4], released;
	uint64_t ids[4];
	struct sn_error err = {""};
	for (size_t i = 0; i < 4; i++)
		outputs[i] = hot_add_amount(&h, 100, 1);
	hot_set_height(&h, 100);
	for (size_t i = 0; i < 4; i++)
		ids[i] = hot_pay(&h, i == 3 ? SN_PAYMENT_SUBMITTED : SN_PAYMENT_PREPARED, &outputs[i], 1, 1, 1, 98);

	cr_assert_eq(sn_release(h.w, 99, &released, &err), SN_USAGE);
	cr_assert(strstr(err.text, "no payment 99") && released == 0, "%s", err.text);
	cr_assert_eq(sn_release(h.w, ids[3], &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "it is submitted") && released == 0, "%s", err.text);

	cr_assert(!sn_release(h.w, ids[1], &released, &err) && released == 1);
	cr_assert(sn_output_is_spendable(h.w, outputs[1], NOW));
	cr_assert(!sn_output_is_spendable(h.w, outputs[0], NOW) && !sn_output_is_spendable(h.w, outputs[2], NOW));
	cr_assert_eq(sn_release(h.w, ids[1], &released, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "released already") && released == 0, "%s", err.text);

	cr_assert(!sn_release(h.w, 0, &released, &err) && released == 2);
	cr_assert(sn_output_is_spendable(h.w, outputs[0], NOW) && sn_output_is_spendable(h.w, outputs[2], NOW));
	cr_assert(!sn_output_is_spendable(h.w, outputs[3], NOW));
	cr_assert(!sn_release(h.w, 0, &released, &err) && released == 0);
}
