#include "hot/compose.h"
#include "hot/release.h"

#include "cold_sets.h"
#include "handoff/envelope.h"
#include "handoff/plan.h"
#include "hot/balance.h"
#include "hot/fee.h"
#include "hot/request.h"
#include "hot_chain.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <malloc.h>
#include <stdio.h>
#include <string.h>

#define NOW 1700000000

/* What composing refuses before it asks a daemon, what it makes of a made-up chain, and giving back what it
 * reserved. What the network says to the result is tested on a real chain. */

static struct hot h;
static struct sn_account alice, bob;
static struct sn_daemon *daemon;
static char address[32];
static struct sn_payment_destination destinations[SN_TX_OUTPUTS_MAX];
static struct sn_payment_request request;

static void set_up(void)
{
	struct sn_error err = {0};
	alice = cold_account("alice");
	bob = cold_account("bob");
	hot_open(&h, &alice);
	snprintf(address, sizeof address, "127.0.0.1:%u", server_dead_port());
	const struct sn_daemon_options options = {
		.address = address, .connect_timeout = 2, .stall_timeout = 2};
	cr_assert(!sn_daemon_open(&daemon, &options, &err), "%s", err.text);
	for (size_t i = 0; i < SN_TX_OUTPUTS_MAX; i++)
		destinations[i] = (struct sn_payment_destination){cold_address(&bob, 0, 0), SN_DUST_BELOW};
	request = (struct sn_payment_request){
		.destinations = destinations,
		.n_destinations = 1,
		.mixin = SN_MIXIN,
	};
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
	struct sn_error err = {0};
	int ret = sn_compose(&out, &result, h.w, daemon, &request, NOW, &err);
	cr_assert_eq(ret, code, "%d: %s", ret, err.text);
	cr_assert(strstr(err.text, words), "\"%s\" does not say \"%s\"", err.text, words);
	cr_assert(out.len == 0 && result.n == 0 && !result.txs && h.w->n_payments == 0);
	sn_buf_free(&out);
}

Test(hot_compose, unlock_time_for_the_reference_wallet)
{
	request.unlock_time = 3000000;
	request.format = SN_REQUEST_MONERO;
	expect_refused(SN_USAGE, "an unlock time cannot be used with format \"monero\"");
	request.format = SN_REQUEST_MONERO_0_18_0;
	expect_refused(SN_DAEMON, address); /* passes the local checks */
}

Test(hot_compose, requests_that_make_no_sense)
{
	request.mixin = 10;
	expect_refused(SN_USAGE, "mixin 10 is not allowed: every input must have exactly 15 decoys");
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
	expect_refused(SN_USAGE, "exactly one destination");
	request.sweep_all = false;
	destinations[1].amount = 0;
	expect_refused(SN_USAGE, "an amount is zero");
	destinations[1].amount = UINT64_MAX - SN_DUST_BELOW + 1;
	expect_refused(SN_USAGE, "larger than the money supply");
	destinations[1].amount = UINT64_MAX - SN_DUST_BELOW;
	expect_refused(SN_DAEMON, address); /* passes the local checks */
	destinations[1].address.network = SN_STAGENET;
	expect_refused(SN_BAD_INPUT, "stagenet");
	request.n_destinations = 15;
	expect_refused(SN_BAD_INPUT, "stagenet");
}

/* Refused before any request to the daemon. The same address without its payment ID is another recipient. */
Test(hot_compose, integrated_address_is_paid_alone)
{
	request.n_destinations = 2;
	destinations[1].address = cold_integrated(&bob, 5);
	expect_refused(SN_REFUSED, "destination 2: an integrated address cannot share");
	destinations[0].address = cold_integrated(&bob, 6);
	expect_refused(SN_REFUSED, "destination 2: an integrated address cannot share");
	destinations[1].address = cold_address(&alice, 0, 0);
	expect_refused(SN_REFUSED, "destination 1: an integrated address cannot share");
	destinations[0].address = cold_address(&alice, 0, 0);
	destinations[1].address = cold_address(&alice, 0, 1);
	destinations[2].address = cold_integrated(&bob, 6);
	request.n_destinations = 3;
	expect_refused(SN_REFUSED, "destination 3: an integrated address cannot share");
	request.n_destinations = 2;
	destinations[1].address = destinations[0].address = destinations[2].address;
	expect_refused(SN_DAEMON, address); /* passes the local checks */
}

Test(hot_compose, release)
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

/* ---------------------------------------------------------------- on a made-up chain */

#define XMR 1000000000000ull
#define BLOCKS 1000
#define EACH 3

static struct chain chain;
static struct sn_compose_result result;
static struct sn_unsigned_set set;
static struct sn_error why;

static void set_up_chain(void)
{
	set_up();
	sn_daemon_close(daemon);
	chain_start(&chain, h.w, BLOCKS, EACH);
	daemon = chain.daemon;
}

static void tear_down_chain(void)
{
	sn_compose_result_free(&result);
	sn_unsigned_set_free(&set);
	chain_stop(&chain);
	hot_close(&h);
}

TestSuite(hot_compose_chain, .init = set_up_chain, .fini = tear_down_chain);

static size_t add(uint32_t account, uint64_t amount)
{
	/* The outputs are in the chain, and unrelated while there are few. */
	size_t n = h.w->n_outputs;
	struct sn_wallet_output o = hot_output(&h, amount, n < 45 ? 1 + 20 * n : 900 + (n - 45) / 2);
	o.subaddress.major = account;
	o.global_index = EACH * o.height + n % EACH;
	o.key = chain_key(o.global_index);
	return hot_add(&h, &o);
}

static uint64_t inputs_of(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		sum += tx->inputs[i].amount;
	return sum;
}

static unsigned usual_priority = 1; /* the expected priority without a request */

/* Holds for every set: the amounts balance, the rings are complete, and the fee is that of the weight. */
static void check_tx(const struct sn_unsigned_tx *tx, const struct sn_composed *composed)
{
	struct sn_tx_plan plan;
	uint64_t sum = 0;
	cr_assert(!sn_tx_plan(&plan, &alice, tx, &why), "%s", why.text);
	for (size_t i = 0; i < tx->n_destinations; i++)
		sum += tx->destinations[i].amount;
	cr_assert_eq(inputs_of(tx), sum + tx->change + tx->fee);
	cr_assert_eq(tx->has_change, tx->change > 0);
	cr_assert(composed->amount == sum && composed->change == tx->change && composed->fee == tx->fee);
	cr_assert(composed->weight == plan.weight && composed->n_inputs == tx->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++)
		cr_assert_eq(tx->inputs[i].n_ring, SN_RING_SIZE);
	uint64_t usual = sn_fee_for_weight(&chain.fees, request.priority ? request.priority : usual_priority,
					   plan.weight);
	if (request.fee)
		cr_assert_eq(tx->fee, request.fee);
	else
		cr_assert_eq(tx->fee, usual);
}

static int compose(void)
{
	struct sn_buf out = {0}, content = {0};
	sn_compose_result_free(&result);
	sn_unsigned_set_free(&set);
	why.text[0] = 0;
	int ret = sn_compose(&out, &result, h.w, daemon, &request, NOW, &why);
	if (!ret) {
		cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_UNSIGNED_SET, alice.network,
					    &alice.view_secret, out.data, out.len, &why));
		cr_assert(!sn_unsigned_set_decode(&set, alice.network, content.data, content.len, &why));
		cr_assert_eq(set.n, result.n);
		for (size_t i = 0; i < set.n; i++)
			check_tx(&set.txs[i], &result.txs[i]);
	} else {
		cr_assert(out.len == 0 && result.n == 0);
	}
	sn_buf_free(&out);
	sn_buf_free(&content);
	return ret;
}

static void expect_composed(size_t n_txs)
{
	cr_assert(!compose(), "%s", why.text);
	cr_assert_eq(result.n, n_txs);
}

static void expect_error(int code, const char *words)
{
	size_t before = h.w->n_payments;
	int ret = compose();
	cr_assert_eq(ret, code, "%d: %s", ret, why.text);
	cr_assert(strstr(why.text, words), "\"%s\" does not say \"%s\"", why.text, words);
	cr_assert_eq(h.w->n_payments, before);
}

static void release_all(void)
{
	size_t released;
	cr_assert(!sn_release(h.w, 0, false, &released, &why));
}

/* The wallet may have funds that it has not scanned. */
Test(hot_compose_chain, wallet_that_was_never_synchronised)
{
	expect_refused(SN_REFUSED, "has never been synchronised");
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

/* A composed set that could not be handed out is released completely. */
Test(hot_compose_chain, release_what_was_composed)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	cr_assert(!sn_output_is_spendable(h.w, 0, NOW));
	cr_assert(!sn_release_composed(h.w, &result, &why), "%s", why.text);
	cr_assert(sn_output_is_spendable(h.w, 0, NOW) && h.w->payments[0].state == SN_PAYMENT_RELEASED);
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

/* The signer's rule applies, so that nothing is reserved for a set that the signer would refuse. */
Test(hot_compose_chain, fee_above_the_limit)
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

/* The same applies to a destination that gets dust. */
Test(hot_compose_chain, dust_has_to_be_allowed)
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
Test(hot_compose_chain, sweep_that_brings_dust)
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
Test(hot_compose_chain, nearly_everything)
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
Test(hot_compose_chain, exact_payment_without_change)
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

/* The reference wallet up to 0.18.3.3 paid for its estimate if the transaction was lighter. */
Test(hot_compose_chain, fee_is_of_the_weight_not_of_an_estimate)
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
Test(hot_compose_chain, priority_that_is_not_given)
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

/* An exact fee has no priority. */
Test(hot_compose_chain, fee_that_is_given)
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

#define DUST 1000000 /* an input costs some 14 million */

Test(hot_compose_chain, sweep_leaves_out_what_is_not_worth_it)
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

Test(hot_compose_chain, sweep_of_nothing)
{
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "no funds to send");
}

Test(hot_compose_chain, sweep_of_dust)
{
	add(0, DUST);
	add(4, 1);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "the unlocked outputs are worth less than the fee");
	cr_assert_eq(chain.n_outputs, 0);
}

/* Each transaction is filled to two thirds of the limit, 149,400, by the reference wallet's estimate. */
Test(hot_compose_chain, sweep_in_parts)
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

Test(hot_compose_chain, money_that_cannot_be)
{
	add(0, 1ull << 63);
	add(0, 1ull << 63);
	hot_set_height(&h, BLOCKS);
	request.sweep_all = true;
	expect_error(SN_REFUSED, "larger than the money supply");
}

/* Any number of destinations, in their order, each transaction filled; the set is prepared as a whole. */
Test(hot_compose_chain, several_transactions)
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
Test(hot_compose_chain, several_transactions_with_conditions)
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

/* A daemon with fewer blocks than the wallet gets no request for outputs, wherever our outputs are. */
Test(hot_compose_chain, daemon_that_is_behind)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	chain.n_blocks--;
	expect_error(SN_DAEMON, "has the outputs of 999 blocks, but this wallet has scanned 1000");
	chain.n_blocks = 12; /* just above our output */
	expect_error(SN_DAEMON, "has the outputs of 12 blocks, but this wallet has scanned 1000");
	cr_assert_eq(chain.n_outputs, 0);
	chain.n_blocks = BLOCKS;
	expect_composed(1);
}

#define CONTRADICTION ": it follows another chain, it lies, or an earlier daemon lied"

/* A wrong index in the right block is detected when the daemon returns the output. */
Test(hot_compose_chain, wrong_index_in_the_right_block)
{
	size_t ours = add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	h.w->outputs[ours].global_index++;
	expect_error(SN_DAEMON, "returned a different output in place of ours" CONTRADICTION);
	cr_assert(strstr(why.hint, "--wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit"), "%s",
		  why.hint);
	cr_assert_eq(h.w->rescan_from, UINT64_MAX);
}

/* The distribution must agree with the places of our outputs, spent or not; otherwise the daemon controls the
 * decoys. The requests must not show whether a lie concerns an output of ours: outputs are requested anyway,
 * and no rescan follows. */
Test(hot_compose_chain, distribution_that_lies)
{
	add(0, XMR);
	add(0, XMR);
	add(3, 1); /* in block 41 */
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	const struct {
		size_t from, to;
	} lies[] = {{30, 35}, {30, 50}, {35, 30}, {500, 30}, {41, 40}, {41, 42}};
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
		unsigned asked = chain.n_outputs;
		chain.per_block[lies[i].from] -= 3;
		chain.per_block[lies[i].to] += 3;
		bool is_seen = lies[i].from == 41 || (lies[i].from <= 41) != (lies[i].to < 41);
		if (is_seen) {
			expect_error(
				SN_DAEMON,
				"reports that output 125 is not in block 41, where this wallet found it" CONTRADICTION);
		} else {
			expect_composed(1);
			release_all();
		}
		cr_assert_eq(chain.n_outputs, asked + 1);
		chain.per_block[lies[i].from] += 3;
		chain.per_block[lies[i].to] -= 3;
	}
	cr_assert_eq(h.w->rescan_from, UINT64_MAX);
	expect_composed(1);
}

/* The daemon claims that only its last blocks have outputs. Then ours cannot be requested, and is not; but
 * the number of requested outputs is as usual. */
Test(hot_compose_chain, distribution_without_our_output)
{
	struct sn_wallet_output o = hot_output(&h, XMR, 500);
	o.global_index = EACH * o.height;
	o.key = chain_key(o.global_index);
	hot_add(&h, &o);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	for (size_t b = 100; b < BLOCKS; b++)
		chain.per_block[b] = b == BLOCKS - 1 ? EACH * 900 : 0;
	expect_error(SN_DAEMON, "where this wallet found it" CONTRADICTION);
	cr_assert_eq(chain.n_outputs, 1);
	size_t n = chain.n_asked;
	for (size_t i = 0; i < n; i++)
		cr_assert_lt(chain.asked[i], EACH * 100);
	for (size_t b = 100; b < BLOCKS; b++)
		chain.per_block[b] = EACH;
	expect_composed(1);
	cr_assert_lt(chain.n_asked - n, n + 20);
}

/* The daemon claims many nonexistent outputs in scanned blocks. Of all requested outputs, only ours would
 * exist: nothing is requested. */
Test(hot_compose_chain, inflated_distribution)
{
	add(0, XMR);
	hot_set_top(&h, 950, EACH * 950);
	hot_set_top(&h, BLOCKS, EACH * BLOCKS);
	destinations[0].amount = XMR / 4;
	for (size_t b = 900; b < BLOCKS; b++)
		chain.per_block[b] = 1000000000;
	expect_error(
		SN_DAEMON,
		"reports a different number of outputs up to block 949 than this wallet has counted" CONTRADICTION);
	cr_assert_eq(chain.n_asked, 0);
	for (size_t b = 900; b < BLOCKS; b++)
		chain.per_block[b] = EACH;
	expect_composed(1);
}

/* The same above the scanned blocks. Some more outputs than usual are accepted. */
Test(hot_compose_chain, inflated_above_the_top)
{
	add(0, XMR);
	hot_set_top(&h, BLOCKS - 9, EACH * (BLOCKS - 9));
	destinations[0].amount = XMR / 4;
	chain.per_block[BLOCKS - 5] = 1200;
	expect_error(SN_DAEMON, "reports 1224 outputs in 9 blocks that this wallet has not scanned");
	cr_assert_eq(chain.n_asked, 0);
	chain.per_block[BLOCKS - 5] = 1000;
	expect_composed(1);
}

/* A year of blocks without outputs would have all decoys drawn from the youngest ones. The daemon is not
 * asked for outputs. */
Test(hot_compose_chain, empty_blocks_above_the_top)
{
	const size_t year = 262800;
	add(0, XMR);
	hot_set_top(&h, BLOCKS, EACH * BLOCKS);
	destinations[0].amount = XMR / 4;
	chain.per_block = reallocarray(chain.per_block, BLOCKS + year, sizeof *chain.per_block);
	cr_assert_not_null(chain.per_block);
	for (size_t b = BLOCKS; b < BLOCKS + year; b++)
		chain.per_block[b] = 0;
	chain.n_blocks = BLOCKS + year;
	expect_error(SN_DAEMON, "reports 0 outputs in 262800 blocks that this wallet has not scanned");
	chain.n_blocks = BLOCKS + 10;
	expect_error(SN_DAEMON, "reports 0 outputs in 10 blocks that this wallet has not scanned");
	cr_assert(chain.n_asked == 0 && h.w->n_rings == 0);
	chain.n_blocks = BLOCKS + 9;
	expect_composed(1);
	cr_assert_leq(h.w->rings[0].height, BLOCKS + 9);
}

static uint64_t known[CHAIN_ASKED_MAX];
static size_t n_known;

static bool is_new(uint64_t index)
{
	for (size_t i = 0; i < n_known; i++)
		if (known[i] == index)
			return false;
	return true;
}

static void know(const uint64_t *indices, size_t n)
{
	memcpy(known, indices, n * sizeof *known);
	n_known = n;
	chain.is_locked = is_new;
}

/* A daemon that reports all decoys as locked except the earlier ones cannot restore the earlier ring for
 * another recipient. */
Test(hot_compose_chain, other_rings_with_a_daemon_that_wants_the_same)
{
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	know(set.txs[0].inputs[0].global_index, SN_RING_SIZE);
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_error(SN_DAEMON, "has only 15 usable outputs");
	chain.is_locked = NULL;
	expect_composed(1);
}

/* On the smallest chains all outputs are requested, in any order: only the result counts. */
Test(hot_compose_chain, other_rings_on_a_small_chain)
{
	chain.n_blocks = 28;
	add(0, XMR);
	hot_set_height(&h, 28);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	know(set.txs[0].inputs[0].global_index, SN_RING_SIZE);
	release_all();
	expect_composed(1); /* the same payment may have the same rings */
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_error(
		SN_DAEMON,
		"leaves only the rings of payment 1, from which this payment differs only in the recipients");
}

/* An output that is composed again keeps its ring. */
Test(hot_compose_chain, rings_are_kept)
{
	uint64_t before[SN_RING_SIZE];
	add(0, XMR);
	hot_set_height(&h, BLOCKS);
	destinations[0].amount = XMR / 4;
	expect_composed(1);
	memcpy(before, set.txs[0].inputs[0].global_index, sizeof before);
	release_all();
	destinations[0].amount = XMR / 5;
	expect_composed(1);
	cr_assert_arr_eq(set.txs[0].inputs[0].global_index, before, sizeof before);
	release_all();
	request.fee = 1;
	expect_error(SN_REFUSED, "the fee is too low for the daemon");
	request.fee = 0;
	chain.refuses_outputs = true;
	expect_error(SN_DAEMON, "the daemon at");
	chain.refuses_outputs = false;
	expect_composed(1);
	cr_assert_arr_eq(set.txs[0].inputs[0].global_index, before, sizeof before);
	/* A payment that differs only in the recipients must be recognisable after signing. */
	release_all();
	destinations[0].address = cold_address(&bob, 0, 7);
	expect_composed(1);
	size_t same = 0;
	for (size_t i = 0; i < SN_RING_SIZE; i++)
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			same += set.txs[0].inputs[0].global_index[i] == before[j];
	cr_assert_eq(same, SN_RING_SIZE - 1);
}
