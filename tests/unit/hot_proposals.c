#include "cold/proposal_sign.h"
#include "handoff/envelope.h"
#include "handoff/proposal_set.h"
#include "hot/compose.h"
#include "hot/estimate.h"
#include "hot/proposals.h"
#include "hot_carrot_chain.h"

#include <string.h>

#define NOW 1800000000
#define PER_BYTE 20000 /* of the daemon, priority 1 */

static struct sn_payment_destination destinations[SN_TX_OUTPUTS_MAX];
static struct sn_payment_request request;
static struct sn_compose_result result;
static struct sn_proposal_set set;
static struct sn_buf file;

static void start(void)
{
	set_up();
	for (size_t i = 0; i < SN_TX_OUTPUTS_MAX; i++)
		destinations[i] = (struct sn_payment_destination){cold_address(&t.bob, 0, 0), COLD_XMR / 10};
	request = (struct sn_payment_request){.destinations = destinations,
					      .n_destinations = 1,
					      .mixin = SN_MIXIN,
					      .priority = 1,
					      .format = SN_REQUEST_PROPOSALS};
}

static void end(void)
{
	sn_compose_result_free(&result);
	sn_proposal_set_free(&set);
	sn_buf_free(&file);
	tear_down();
}

TestSuite(hot_proposals, .init = start, .fini = end);

/* ---------------------------------------------------------------- composing */

static void check_proposal(const struct sn_proposal *p, const struct sn_composed *composed)
{
	const struct sn_proposal_payments *to = &p->payments;
	const size_t weight = sn_proposal_weight_of(p->n_inputs, to->n_destinations);
	uint64_t in = 0, paid = 0;
	for (size_t i = 0; i < p->n_inputs; i++)
		in += p->inputs[i].amount;
	for (size_t i = 0; i < to->n_destinations; i++)
		paid += to->destinations[i].amount;
	cr_assert_eq(to->n_self_sends, 1);
	cr_assert(to->self_sends[0].enote_type == SN_CARROT_CHANGE);
	cr_assert(to->self_sends[0].subaddress.major == p->inputs[0].subaddress.major &&
		  to->self_sends[0].subaddress.minor == 0);
	cr_assert_eq(in, paid + to->self_sends[0].amount + to->fee);
	cr_assert_eq(to->fee, request.fee ? request.fee : weight * PER_BYTE);
	cr_assert(composed->amount == paid && composed->change == to->self_sends[0].amount);
	cr_assert(composed->fee == to->fee && composed->weight == weight);
	cr_assert(composed->n_inputs == p->n_inputs && composed->id == 0);
}

static int compose(void)
{
	struct sn_buf content = {0};
	const size_t n_payments = t.h.w->n_payments;
	sn_compose_result_free(&result);
	sn_proposal_set_free(&set);
	sn_buf_free(&file);
	t.err = (struct sn_error){0};
	int ret = sn_compose(&file, &result, t.h.w, t.chain.daemon, &request, NOW, &t.err);
	cr_assert_eq(t.h.w->n_payments, n_payments); /* nothing is reserved */
	if (ret) {
		cr_assert(file.len == 0 && result.n == 0);
		return ret;
	}
	cr_assert(!sn_envelope_open(&content, SN_ENVELOPE_PROPOSALS, t.alice.network, &t.alice.view_secret,
				    file.data, file.len, &t.err));
	cr_assert(!sn_proposal_set_decode(&set, t.alice.network, content.data, content.len, &t.err));
	cr_assert(set.n == result.n && result.has_proposals);
	for (size_t i = 0; i < set.n; i++)
		check_proposal(&set.proposals[i], &result.txs[i]);
	sn_buf_free(&content);
	return SN_OK;
}

static void expect_composed(size_t n)
{
	cr_assert(!compose(), "%s", t.err.text);
	cr_assert_eq(set.n, n);
}

static void expect_refused(int code, const char *words)
{
	int ret = compose();
	cr_assert_eq(ret, code, "%d: %s", ret, t.err.text);
	cr_assert(strstr(t.err.text, words), "%s", t.err.text);
}

/* The signer computes each input again, so it signs only with the right values. */
static void expect_signed(void)
{
	struct sn_signed_proposals signed_set;
	struct sn_hash digest, messages[8];
	cr_assert(set.n <= 8);
	cr_assert(!sn_proposal_digest(&digest, &set, t.alice.network, &t.err));
	cr_assert(!sn_sign_proposals(&signed_set, messages, &t.alice, &set, &digest, NULL, 1, &t.err), "%s",
		  t.err.text);
	sn_signed_proposals_free(&signed_set);
}

/* An output of before the upgrade, 20 blocks old. */
static void give_old(uint64_t amount)
{
	const struct sn_address main = cold_address(&t.alice, 0, 0);
	send_old(&main, amount);
	mine(16, 20, &t.bob);
	sync_now();
}

/* Outputs of all kinds, after the upgrade: old, normal, normal with a payment ID, of a subaddress, special,
 * coinbase. */
static void give_all(void)
{
	const struct sn_address main = cold_address(&t.alice, 0, 0),
				integrated = cold_integrated(&t.alice, 0x1122334455667788);
	const struct sn_point image = cold_random_point();
	send_old(&main, COLD_XMR / 2);
	mine(16, 1, &t.bob);
	mine(17, 1, &t.alice);
	send_to(&main, COLD_XMR);
	send_to(&integrated, 2 * (uint64_t)COLD_XMR);
	send_to_index(0, 3, 3 * (uint64_t)COLD_XMR);
	send(carrot_tx_pay(&t.alice, &image, 1, &main, 5 * (uint64_t)COLD_XMR, 4 * (uint64_t)COLD_XMR));
	mine(18, 70, &t.bob);
	sync_now();
}

Test(hot_proposals, an_everyday_payment)
{
	give_old(COLD_XMR / 2);
	expect_composed(1);
	cr_assert_eq(file.len, SN_ENVELOPE_PROPOSAL);
	cr_assert_eq(set.proposals[0].inputs[0].kind, SN_PROPOSAL_OLD);
	expect_signed();
	/* The same again: nothing is reserved. */
	expect_composed(1);
}

Test(hot_proposals, inputs_of_all_kinds)
{
	size_t n[4] = {0};
	give_all();
	request.sweep_all = true;
	expect_composed(2); /* main address, subaddress */
	for (size_t i = 0; i < set.n; i++)
		for (size_t k = 0; k < set.proposals[i].n_inputs; k++)
			n[set.proposals[i].inputs[k].kind]++;
	cr_assert(n[SN_PROPOSAL_OLD] == 1 && n[SN_PROPOSAL_NORMAL] == 4 && n[SN_PROPOSAL_SPECIAL] == 1 &&
		  n[SN_PROPOSAL_COINBASE] == 1);
	for (size_t i = 0; i < set.n; i++)
		cr_assert_eq(set.proposals[i].payments.self_sends[0].amount, 0);
	expect_signed();
	request.join_addresses = true;
	expect_composed(1);
	expect_signed();
}

/* The daemon learns nothing of outputs. */
Test(hot_proposals, the_daemon_is_asked_for_state_and_fees_only)
{
	struct sn_buf record = {0};
	give_old(COLD_XMR / 2);
	t.chain.record = &record;
	expect_composed(1);
	t.chain.record = NULL;
	sn_put_u8(&record, 0);
	cr_assert(strstr((char *)record.data, "get_fee_estimate"));
	cr_assert(!strstr((char *)record.data, "get_out"));
	sn_buf_free(&record);
}

Test(hot_proposals, an_account_pays_from_its_outputs_and_gets_the_change)
{
	mine(17, 1, &t.bob);
	send_to_index(2, 5, COLD_XMR);
	send_to_index(0, 0, COLD_XMR);
	mine(17, 15, &t.bob);
	sync_now();
	request.account = 2;
	expect_composed(1);
	cr_assert(set.proposals[0].n_inputs == 1 &&
		  set.proposals[0].payments.self_sends[0].subaddress.major == 2);
	expect_signed();
}

Test(hot_proposals, a_payment_id_and_subaddresses)
{
	give_old(COLD_XMR / 2);
	destinations[0].address = cold_integrated(&t.bob, 7);
	expect_composed(1);
	expect_signed();
	destinations[0].address = cold_address(&t.bob, 1, 1);
	destinations[1].address = cold_address(&t.bob, 0, 2);
	destinations[2].address = cold_address(&t.alice, 0, 1); /* our own */
	request.n_destinations = 3;
	expect_composed(1);
	expect_signed();
	destinations[1].address = destinations[0].address;
	destinations[1].address.kind = SN_ADDRESS_STANDARD;
	expect_refused(SN_REFUSED, "the same keys occur as a subaddress");
}

Test(hot_proposals, several_transactions)
{
	static struct sn_payment_destination many[20];
	for (size_t i = 0; i < 20; i++)
		many[i] =
			(struct sn_payment_destination){cold_address(&t.bob, 0, (uint32_t)i), COLD_XMR / 20};
	give_old(COLD_XMR * 9 / 10);
	give_old(COLD_XMR * 9 / 10);
	request.destinations = many;
	request.n_destinations = 20;
	request.may_be_several = true;
	expect_composed(2);
	cr_assert(set.proposals[0].payments.n_destinations == 15 &&
		  set.proposals[1].payments.n_destinations == 5);
	expect_signed();
}

/* ---------------------------------------------------------------- amounts and fees */

/* Four equal outputs of alice. */
static void give_four(void)
{
	mine(17, 1, &t.bob);
	for (size_t i = 0; i < 4; i++)
		send_to_index(0, 0, COLD_XMR / 4);
	mine(17, 15, &t.bob);
	sync_now();
}

/* The fee of each number of inputs counts, not a multiple of the first ones: all the funds can be paid. */
Test(hot_proposals, all_funds_with_the_exact_fee)
{
	const uint64_t fee = sn_proposal_weight_of(4, 1) * (uint64_t)PER_BYTE;
	give_four();
	destinations[0].amount = COLD_XMR - fee;
	expect_composed(1);
	cr_assert(set.proposals[0].n_inputs == 4 && set.proposals[0].payments.self_sends[0].amount == 0);
	expect_signed();
	destinations[0].amount++;
	expect_refused(SN_REFUSED, "insufficient funds");
	destinations[0].amount -= 100;
	expect_composed(1);
	cr_assert_eq(set.proposals[0].payments.self_sends[0].amount, 99);
}

Test(hot_proposals, recipients_pay_the_fee)
{
	give_four();
	request.subtract_fee = true;
	request.n_destinations = 2;
	destinations[0].amount = destinations[1].amount = COLD_XMR / 2;
	expect_composed(1);
	cr_assert(set.proposals[0].payments.self_sends[0].amount == 0 && result.is_fee_subtracted);
	expect_signed();
}

Test(hot_proposals, fee_and_priority)
{
	give_old(COLD_XMR / 2);
	request.priority = 0;
	request.fee = 1;
	expect_refused(SN_REFUSED, "the fee is too low");
	request.fee = sn_proposal_weight_of(1, 1) * (uint64_t)PER_BYTE + 12345;
	expect_composed(1);
	expect_signed();
	request.fee = 0;
	request.limits = &(struct sn_limits){.has_max_fee = true, .max_fee = 1000};
	expect_refused(SN_REFUSED, "bound");
	request.limits = NULL;
	struct sn_estimate list[SN_ESTIMATES_MAX];
	size_t n;
	cr_assert(!sn_estimate(list, &n, t.h.w, t.chain.daemon, &request, NOW, &t.err), "%s", t.err.text);
	cr_assert(n == 4 && list[1].fee == sn_proposal_weight_of(1, 1) * 80000ull);
}

Test(hot_proposals, a_transaction_has_at_most_128_inputs)
{
	mine(17, 130, &t.alice);
	mine(18, 61, &t.bob);
	sync_now();
	request.sweep_all = true;
	expect_composed(2);
	cr_assert(set.proposals[0].n_inputs == 128 && set.proposals[1].n_inputs == 2);
	request.sweep_all = false;
	destinations[0].amount = 128 * APP_REWARD;
	expect_refused(SN_REFUSED, "more than 128 inputs");
}

Test(hot_proposals, dust_and_unusable_requests)
{
	give_old(COLD_XMR / 2);
	destinations[0].amount = 1;
	expect_refused(SN_REFUSED, "dust");
	destinations[0].amount = COLD_XMR / 4;
	request.unlock_time = 100;
	expect_refused(SN_USAGE, "no unlock time");
	request.unlock_time = 0;
	strcpy(request.reference, "a");
	expect_refused(SN_USAGE, "no reference");
	*request.reference = 0;
	expect_composed(1);
}

/* ---------------------------------------------------------------- the upgrade */

Test(hot_proposals, at_every_version_of_the_chain)
{
	give_old(COLD_XMR / 2);
	expect_composed(1);
	for (unsigned version = 17; version <= 18; version++) {
		mine(version, 1, &t.bob);
		t.chain.reported_version = version;
		sync_now();
		expect_composed(1);
		request.format = SN_REQUEST_SNEAKERNOTE;
		cr_assert_eq(sn_compose(&file, &result, t.h.w, t.chain.daemon, &request, NOW, &t.err),
			     SN_REFUSED);
		cr_assert(t.err.reason == SN_REASON_FORK && strstr(t.err.hint, "wo-transfer --proposal"),
			  "%s", t.err.hint);
		request.format = SN_REQUEST_PROPOSALS;
	}
	t.chain.reported_version = 19;
	expect_refused(SN_REFUSED, "network upgrade 19");
	cr_assert(!strstr(t.err.hint, "--proposal"));
}
