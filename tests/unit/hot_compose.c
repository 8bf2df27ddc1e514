/* What composing refuses before it asks a daemon, and what it makes of a synthetic chain. Whether the network
 * accepts the result is tested on a real chain. */
#include "hot_compose_fixture.h"

#include <malloc.h>
#include <stdio.h>

static char address[32]; /* where no daemon listens */

static void set_up_without_daemon(void)
{
	set_up();
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	const struct sn_daemon_options options = {
		.address = address, .connect_timeout = 2, .stall_timeout = 2};
	cr_assert(!sn_daemon_open(&daemon, &options, &why), "%s", why.text);
}

static void tear_down_without_daemon(void)
{
	sn_daemon_close(daemon);
	hot_close(&h);
}

TestSuite(hot_compose, .init = set_up_without_daemon, .fini = tear_down_without_daemon);

Test(hot_compose, unlock_time_for_the_reference_wallet)
{
	request.unlock_time = 3000000;
	request.format = SN_REQUEST_MONERO;
	expect_error(SN_USAGE, "an unlock time cannot be used with format \"monero\"");
	request.format = SN_REQUEST_MONERO_0_18_0;
	expect_error(SN_DAEMON, address); /* passes the local checks */
}

Test(hot_compose, requests_that_make_no_sense)
{
	request.mixin = 10;
	expect_error(SN_USAGE, "mixin 10 is not allowed: every input must have exactly 15 decoys");
	request.mixin = 16;
	expect_error(SN_USAGE, "mixin 16 ");
	request.mixin = 15;
	request.priority = 5;
	expect_error(SN_USAGE, "priority 5");
	request.priority = 4;
	request.n_destinations = 0;
	expect_error(SN_USAGE, "no destination");
	request.n_destinations = 16;
	expect_error(SN_USAGE, "16 destinations are too many");
	request.n_destinations = 2;
	request.sweep_all = true;
	expect_error(SN_USAGE, "exactly one destination");
	request.sweep_all = false;
	destinations[1].amount = 0;
	expect_error(SN_USAGE, "an amount is zero");
	destinations[1].amount = UINT64_MAX - SN_DUST_BELOW + 1;
	expect_error(SN_USAGE, "larger than the money supply");
	destinations[1].amount = UINT64_MAX - SN_DUST_BELOW;
	expect_error(SN_DAEMON, address); /* passes the local checks */
	destinations[1].address.network = SN_STAGENET;
	expect_error(SN_BAD_INPUT, "stagenet");
	request.n_destinations = 15;
	expect_error(SN_BAD_INPUT, "stagenet");
}

/* Refused before any request to the daemon. The same address without its payment ID is another recipient. */
Test(hot_compose, integrated_address_is_paid_alone)
{
	request.n_destinations = 2;
	destinations[1].address = cold_integrated(&bob, 5);
	expect_error(SN_REFUSED, "destination 2: an integrated address cannot share");
	destinations[0].address = cold_integrated(&bob, 6);
	expect_error(SN_REFUSED, "destination 2: an integrated address cannot share");
	destinations[1].address = cold_address(&alice, 0, 0);
	expect_error(SN_REFUSED, "destination 1: an integrated address cannot share");
	destinations[0].address = cold_address(&alice, 0, 0);
	destinations[1].address = cold_address(&alice, 0, 1);
	destinations[2].address = cold_integrated(&bob, 6);
	request.n_destinations = 3;
	expect_error(SN_REFUSED, "destination 3: an integrated address cannot share");
	request.n_destinations = 2;
	destinations[1].address = destinations[0].address = destinations[2].address;
	expect_error(SN_DAEMON, address); /* passes the local checks */
}

TestSuite(hot_compose_chain, .init = set_up_chain, .fini = tear_down_chain);

/* The wallet may have funds that it has not scanned. */
Test(hot_compose_chain, wallet_that_was_never_synchronised)
{
	expect_error(SN_REFUSED, "has never been synchronized");
	cr_assert_eq(chain.n_fees, 0);
}

Test(hot_compose_chain, payment)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	cr_assert(result.txs[0].n_inputs == 1 && result.txs[0].amount == XMR / 4);
	cr_assert(result.dust.n == 0 && result.rest.n == 0);
	cr_assert(chain.n_infos == 1 && chain.n_fees == 1 && chain.n_distributions == 1 &&
		  chain.n_outputs == 1);
	cr_assert(h.w->n_payments == 1 && !sn_output_is_spendable(h.w, 0, NOW));
	expect_error(SN_REFUSED, "insufficient unlocked funds"); /* it is reserved */
	cr_assert(strstr(why.hint, "reserved for prepared payments"), "%s", why.hint);
	chain.n_blocks += 3; /* the missing funds may be in these blocks */
	expect_error(SN_REFUSED, "; scanned up to height ");
	cr_assert(strstr(why.hint, "run wo-sync") && why.reason == SN_REASON_NOT_ENOUGH_UNLOCKED, "%s",
		  why.hint);
	chain.n_blocks -= 3;
	release_all();
	request.priority = 3;
	expect_composed(1);
}

/* Change goes to the primary address of the paying account, whatever address received the inputs. */
Test(hot_compose_chain, change_stays_in_the_account)
{
	static const uint32_t accounts[] = {2, 0, 3};
	for (size_t i = 0; i < 3; i++) {
		size_t at = add(accounts[i], XMR);
		h.w->outputs[at].subaddress.minor = 5;
	}
	hot_set_height(&h, BLOCKS);
	for (size_t i = 0; i < 3; i++) {
		request.account = accounts[i];
		expect_composed(1);
		const struct sn_unsigned_tx *tx = &set.txs[0];
		cr_assert(tx->n_inputs == 1 && tx->inputs[0].subaddress.major == accounts[i]);
		cr_assert(tx->has_change && tx->change_to.major == accounts[i] && tx->change_to.minor == 0);
	}
}

Test(hot_compose_chain, money_that_cannot_be)
{
	add(0, 1ull << 63);
	add(0, 1ull << 63);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "larger than the money supply");
}

/* An error of a single transaction does not count transactions. */
Test(hot_compose_chain, the_same_keys_twice)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.n_destinations = 2;
	destinations[1].address.kind = SN_ADDRESS_SUBADDRESS;
	expect_error(SN_REFUSED, "the same keys occur as a subaddress and as a standard address");
	cr_assert_eq(strncmp(why.text, "the same keys", 13), 0, "%s", why.text);
}

/* A server composes repeatedly: a late refusal frees all memory, for one transaction, several, or a sweep. */
Test(hot_compose_chain, refusals_give_memory_back)
{
	enum { ROUNDS = 800 };
	static const struct sn_limits limits = {.has_max_fee = true, .max_fee = 1};
	static struct sn_payment_destination many[SN_TX_DESTINATIONS_MAX + 1];
	for (size_t i = 0; i < sizeof many / sizeof *many; i++)
		many[i] = destinations[0];
	for (size_t i = 0; i < 5; i++)
		add(0, XMR);
	hot_set_height(&h, BLOCKS);
	request.limits = &limits;
	for (int kind = 0; kind < 3; kind++) {
		request.sweep_all = kind == 1;
		request.may_be_several = kind == 2;
		request.destinations = kind == 2 ? many : destinations;
		request.n_destinations = kind == 2 ? sizeof many / sizeof *many : 1;
		size_t before = 0;
		for (int i = 0; i < 2 * ROUNDS; i++) {
			expect_error(SN_REFUSED, "is above the bound");
			if (i == ROUNDS - 1)
				before = mallinfo2().uordblks;
		}
		size_t after = mallinfo2().uordblks;
		cr_assert(after < before + ROUNDS * 16, "kind %d: %zu bytes became %zu", kind, before, after);
	}
}
