#include "hot/replacement.h"

#include "cold_sets.h"
#include "handoff/envelope.h"
#include "hot/compose.h"
#include "hot/pool.h"
#include "hot/release.h"
#include "hot_chain.h"
#include "hot_wallet.h"
#include "seed.h"

#include <criterion/criterion.h>

#include <string.h>

#define NOW 1700000000
#define XMR 1000000000000ull
#define BLOCKS 1000
#define EACH 3
#define OUTPUTS 8

/* Payments to bob that a wallet with OUTPUTS outputs submitted, and that count as missing. */
static struct {
	struct hot h;
	struct chain chain;
	struct sn_account alice, bob;
	size_t outputs[OUTPUTS];
	struct sn_payment_destination to[2 * SN_TX_DESTINATIONS_MAX];
	struct sn_payment_request request;
	struct sn_compose_result result;
	struct sn_error err;
} t;

static size_t add(uint32_t account, uint64_t amount)
{
	size_t n = t.h.w->n_outputs;
	struct sn_wallet_output o = hot_output(&t.h, amount, 1 + 20 * n);
	o.subaddress.major = account;
	o.global_index = EACH * o.height + n % EACH;
	o.key = chain_key(o.global_index);
	return hot_add(&t.h, &o);
}

static void set_up(void)
{
	memset(&t, 0, sizeof t);
	seed_libsodium(NULL);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	hot_open(&t.h, &t.alice);
	chain_start(&t.chain, t.h.w, BLOCKS, EACH);
	/* Of 4, 5, 6, 7, 8, 1, 2 and 3 XMR. A selection takes the oldest one, of 1 XMR, and adds the smallest
	 * one, of 2 XMR, if it may choose. */
	for (size_t i = 0; i < OUTPUTS; i++)
		t.outputs[(i + 5) % OUTPUTS] = add(0, (1 + i) * XMR);
	hot_set_top(&t.h, BLOCKS, EACH * BLOCKS);
	for (size_t i = 0; i < 2 * SN_TX_DESTINATIONS_MAX; i++)
		t.to[i] = (struct sn_payment_destination){cold_address(&t.bob, 0, (uint32_t)i), XMR / 2};
	t.request = (struct sn_payment_request){.destinations = t.to, .n_destinations = 1, .mixin = SN_MIXIN};
}

static void tear_down(void)
{
	sn_compose_result_free(&t.result);
	chain_stop(&t.chain);
	hot_close(&t.h);
}

TestSuite(hot_replacement, .init = set_up, .fini = tear_down);

/* A payment to the first `n_to` recipients that was submitted; it is missing. */
static uint64_t lose(const size_t *outputs, size_t n, size_t n_to)
{
	struct sn_point inputs[OUTPUTS];
	struct sn_hash hash = hot_hash(0xbeef + t.h.w->n_payments);
	uint64_t id;
	for (size_t i = 0; i < n; i++)
		inputs[i] = t.h.w->outputs[outputs[i]].key;
	const struct sn_wallet_payment payment = {.state = SN_PAYMENT_PREPARED,
						  .inputs = inputs,
						  .n_inputs = n,
						  .destinations = t.to,
						  .n_destinations = n_to};
	cr_assert(!sn_wallet_add_payment(t.h.w, &payment, &id));
	cr_assert(!sn_wallet_set_payment(t.h.w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(!sn_wallet_set_missing(t.h.w, id, NOW - SN_STEM_SECONDS));
	cr_assert(!sn_wallet_declare_missing(t.h.w, id));
	return id;
}

static void release(uint64_t id)
{
	size_t released;
	cr_assert(!sn_release(t.h.w, id, false, &released, &t.err), "%s", t.err.text);
}

static int compose(void)
{
	struct sn_buf out = {0};
	sn_compose_result_free(&t.result);
	t.err = (struct sn_error){0};
	int ret = sn_compose(&out, &t.result, t.h.w, t.chain.daemon, &t.request, NOW, &t.err);
	sn_buf_free(&out);
	return ret;
}

static void expect_composed(void)
{
	int ret = compose();
	cr_assert(!ret, "%s", t.err.text);
}

static void expect_refused(const char *text, const char *hint)
{
	const size_t before = t.h.w->n_payments;
	cr_assert_eq(compose(), SN_REFUSED, "%s", t.err.text);
	cr_assert(strstr(t.err.text, text), "%s", t.err.text);
	cr_assert(strstr(t.err.hint, hint), "%s", t.err.hint);
	cr_assert_eq(t.h.w->n_payments, before);
}

#define BOTH "to the same recipient may still be mined"

/* Transaction `at` of the last result. */
static const struct sn_wallet_payment *composed(size_t at)
{
	return sn_wallet_find_payment(t.h.w, t.result.txs[at].id);
}

static bool does_spend(const struct sn_wallet_payment *p, size_t output)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (sn_point_is_equal(&p->inputs[i], &t.h.w->outputs[output].key))
			return true;
	return false;
}

/* A daemon accepts the first payment, withholds it, and sends it after the second one. */
Test(hot_replacement, second_payment_spends_an_output_of_the_first)
{
	uint64_t id = lose(t.outputs, 1, 1);
	expect_refused(BOTH, "release payment 1: the next payment then spends one of its outputs");
	release(id);
	for (int i = 0; i < 5; i++) {
		expect_composed();
		cr_assert(does_spend(composed(0), t.outputs[0]));
		cr_assert_eq(t.result.txs[0].replaces, id);
		release(t.result.txs[0].id);
	}
	/* The output does not suffice: others are added. */
	t.to[0].amount = 10 * XMR;
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]) && composed(0)->n_inputs >= 2);
}

Test(hot_replacement, other_payments_are_free)
{
	release(lose(t.outputs, 1, 1));
	t.request.destinations = t.to + 1; /* another recipient */
	expect_composed();
	cr_assert(!does_spend(composed(0), t.outputs[0]) && !t.result.txs[0].replaces);
	/* Never submitted; in a block; or a block spends its input. */
	t.request.destinations = t.to;
	release(t.result.txs[0].id);
	static const struct sn_hash rival = {{7}};
	cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[0], BLOCKS - 1, &rival));
	expect_composed();
	cr_assert(!does_spend(composed(0), t.outputs[0]));
}

/* The user insists: both may be wanted. */
Test(hot_replacement, even_if_pending)
{
	uint64_t id = lose(t.outputs, 1, 1);
	expect_refused(BOTH, "--even-if-pending");
	t.request.even_if_pending = true;
	expect_composed();
	cr_assert(!does_spend(composed(0), t.outputs[0]) && !t.result.txs[0].replaces);
	release(id);
	release(t.result.txs[0].id);
	expect_composed();
	cr_assert(!does_spend(composed(0), t.outputs[0]));
}

/* One output of each payment, or one that several share. */
Test(hot_replacement, several_earlier_payments)
{
	const size_t shared[] = {t.outputs[0], t.outputs[2]};
	release(lose(&shared[0], 1, 1));
	release(lose(shared, 2, 1));
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]) && !does_spend(composed(0), t.outputs[2]));
	release(t.result.txs[0].id);
	release(lose(&t.outputs[3], 2, 1)); /* the larger one is taken */
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]) && does_spend(composed(0), t.outputs[4]));
	cr_assert(!does_spend(composed(0), t.outputs[3]));
}

/* The first payment and its replacement exclude each other, and a third one is wanted in addition. */
Test(hot_replacement, replaced_payment_does_not_count)
{
	static const struct sn_hash hash = {{5}};
	release(lose(t.outputs, 1, 1));
	expect_composed();
	uint64_t second = t.result.txs[0].id;
	/* Nobody has seen it yet. */
	expect_refused(BOTH, "payment 2 reserves these outputs: submit it, or release it");
	cr_assert(!sn_wallet_set_payment(t.h.w, second, SN_PAYMENT_SUBMITTED, &hash, 0));
	expect_composed();
	release(t.result.txs[0].id);
	/* It is lost as well: one common input is enough. */
	cr_assert(!sn_wallet_set_missing(t.h.w, second, NOW));
	cr_assert(!sn_wallet_declare_missing(t.h.w, second));
	expect_refused(BOTH, "payment 2 reserves these outputs: submit it, or release it");
	release(second);
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]));
}

/* Two payments were lost, and both return after one that excludes both. A further payment would be the third
 * one: of two wanted. */
Test(hot_replacement, payment_replaces_only_one)
{
	static const struct sn_hash hash = {{5}};
	release(lose(&t.outputs[0], 1, 1));
	release(lose(&t.outputs[2], 1, 1));
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]) && does_spend(composed(0), t.outputs[2]));
	const uint64_t third = t.result.txs[0].id;
	cr_assert(!sn_wallet_set_payment(t.h.w, third, SN_PAYMENT_SUBMITTED, &hash, 0));
	expect_refused(BOTH, "wait until payment 3 is in a block");
	/* Its block spends the inputs of both. */
	for (size_t i = 0; i < 3; i += 2)
		cr_assert(!sn_wallet_set_spent(t.h.w, t.outputs[i], BLOCKS - 1, &hash));
	cr_assert(!sn_wallet_set_payment(t.h.w, third, SN_PAYMENT_CONFIRMED, &hash, BLOCKS - 1));
	expect_composed();
	cr_assert(!t.result.txs[0].replaces);
}

/* A released payment to somebody else with a common input replaces nothing. */
Test(hot_replacement, payment_to_another_does_not_replace)
{
	static const struct sn_hash hash = {{5}};
	release(lose(t.outputs, 2, 1));
	struct sn_point input = t.h.w->outputs[t.outputs[1]].key;
	const struct sn_wallet_payment other = {.state = SN_PAYMENT_PREPARED,
						.inputs = &input,
						.n_inputs = 1,
						.destinations = t.to + 1,
						.n_destinations = 1};
	uint64_t id;
	cr_assert(!sn_wallet_add_payment(t.h.w, &other, &id));
	cr_assert(!sn_wallet_set_payment(t.h.w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]));
}

Test(hot_replacement, outputs_of_another_account)
{
	size_t other = add(3, 2 * XMR);
	release(lose(&other, 1, 1));
	expect_refused(BOTH, "spend from account 3, which has these outputs");
	t.request.account = 3;
	expect_composed();
	cr_assert(does_spend(composed(0), other));
}

/* The user has frozen the output in the meantime. */
Test(hot_replacement, frozen_output)
{
	const struct sn_point *key = &t.h.w->outputs[t.outputs[0]].key;
	release(lose(t.outputs, 1, 1));
	cr_assert(!sn_wallet_set_frozen(t.h.w, key, true));
	expect_refused(BOTH, "thaw an output of payment 1: wo-outputs --thaw=");
	cr_assert(!sn_wallet_set_frozen(t.h.w, key, false));
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]));
}

/* After a rescan from a higher block, the wallet does not know the outputs of the payment. */
Test(hot_replacement, outputs_below_the_restore_height)
{
	const struct sn_point known = t.h.w->outputs[t.outputs[0]].key;
	t.h.w->outputs[t.outputs[0]].key = (struct sn_point){{1}};
	release(lose(t.outputs, 1, 1));
	t.h.w->outputs[t.outputs[0]].key = known;
	expect_refused(BOTH, "scan blocks again from a lower height");
}

/* An output that costs more than its value is spent nevertheless. */
Test(hot_replacement, dust)
{
	size_t dust = add(0, 1);
	release(lose(&dust, 1, 1));
	expect_composed();
	cr_assert(does_spend(composed(0), dust) && composed(0)->n_inputs >= 2);
}

/* The recipients are in two transactions: each spends an output of the first payment. */
Test(hot_replacement, several_transactions)
{
	t.request.n_destinations = SN_TX_DESTINATIONS_MAX + 1;
	t.request.may_be_several = true;
	release(lose(t.outputs, 2, SN_TX_DESTINATIONS_MAX + 1));
	expect_composed();
	cr_assert_eq(t.result.n, 2);
	for (size_t i = 0; i < 2; i++)
		cr_assert_neq(does_spend(composed(i), t.outputs[0]), does_spend(composed(i), t.outputs[1]));
	for (size_t i = 0; i < 2; i++)
		release(t.result.txs[i].id);
	/* There is only one output for both. */
	const uint64_t id = lose(t.outputs, 1, SN_TX_DESTINATIONS_MAX + 1);
	release(id);
	expect_refused(BOTH, "or first pay those of payment 4 alone");
	cr_assert_eq(id, 4);
	t.request.n_destinations = SN_TX_DESTINATIONS_MAX;
	expect_composed();
}

/* The first half of the recipients and the second one change places. */
static void swap_halves(void)
{
	for (size_t i = 0; i < SN_TX_DESTINATIONS_MAX; i++) {
		const struct sn_payment_destination first = t.to[i];
		t.to[i] = t.to[i + SN_TX_DESTINATIONS_MAX];
		t.to[i + SN_TX_DESTINATIONS_MAX] = first;
	}
}

/* Two lost transactions with one input each: in the same order, the recipients can be paid again. */
Test(hot_replacement, order_of_the_recipients)
{
	const struct sn_payment_destination first = t.to[0];
	t.request.n_destinations = 2 * SN_TX_DESTINATIONS_MAX;
	t.request.may_be_several = true;
	for (size_t i = 0; i < 2 * SN_TX_DESTINATIONS_MAX; i++)
		t.to[i].amount = XMR / 100;
	for (size_t i = 0; i < 2; i++) {
		release(lose(&t.outputs[i], 1, SN_TX_DESTINATIONS_MAX));
		swap_halves();
	}
	expect_composed();
	for (size_t i = 0; i < 2; i++) {
		cr_assert(does_spend(composed(i), t.outputs[i]));
		release(t.result.txs[i].id);
	}
	memmove(&t.to[0], &t.to[1], (2 * SN_TX_DESTINATIONS_MAX - 1) * sizeof *t.to);
	t.to[2 * SN_TX_DESTINATIONS_MAX - 1] = first;
	expect_refused(BOTH, "give the recipients in the order of the earlier payments; or");
}

/* If one recipient is paid in both transactions, one of them is enough. */
Test(hot_replacement, recipient_of_two_transactions)
{
	t.request.n_destinations = SN_TX_DESTINATIONS_MAX + 1;
	t.request.may_be_several = true;
	t.to[SN_TX_DESTINATIONS_MAX] = t.to[0];
	release(lose(t.outputs, 1, 1));
	expect_composed();
	cr_assert_eq(t.result.n, 2);
	cr_assert_neq(does_spend(composed(0), t.outputs[0]), does_spend(composed(1), t.outputs[0]));
}

/* Two lost payments: each transaction excludes one. If one of them excluded both, the other one could be a
 * third payment. */
Test(hot_replacement, two_payments_and_two_transactions)
{
	t.request.n_destinations = SN_TX_DESTINATIONS_MAX + 1;
	t.request.may_be_several = true;
	t.to[SN_TX_DESTINATIONS_MAX] = t.to[0];
	release(lose(&t.outputs[0], 1, 1));
	release(lose(&t.outputs[2], 1, 1));
	expect_composed();
	for (size_t i = 0; i < 2; i++)
		cr_assert_neq(does_spend(composed(i), t.outputs[0]), does_spend(composed(i), t.outputs[2]));
	/* The other one of two that exclude each other needs nothing more. */
	for (size_t i = 0; i < 2; i++)
		release(t.result.txs[i].id);
	release(lose(&t.outputs[2], 2, 1));
	expect_composed();
	for (size_t i = 0; i < 2; i++)
		cr_assert_neq(does_spend(composed(i), t.outputs[0]), does_spend(composed(i), t.outputs[2]));
}

/* Another payment in the pool spends the output: nothing is to be submitted or released. */
Test(hot_replacement, output_in_another_pending_payment)
{
	static const struct sn_hash hash = {{5}};
	release(lose(t.outputs, 1, 2));
	expect_composed();
	const uint64_t second = t.result.txs[0].id;
	cr_assert(!sn_wallet_set_payment(t.h.w, second, SN_PAYMENT_SUBMITTED, &hash, 0));
	t.request.destinations = t.to + 1; /* the other recipient of the first payment */
	expect_refused(BOTH, "wait until payment 2 is in a block: it spends these outputs");
}

/* Selecting in turn fails: the outputs that a transaction must spend stay with it. */
Test(hot_replacement, several_transactions_with_scarce_outputs)
{
	t.request.n_destinations = SN_TX_DESTINATIONS_MAX + 1;
	t.request.may_be_several = true;
	for (size_t i = 0; i < SN_TX_DESTINATIONS_MAX; i++)
		t.to[i].amount = 8 * XMR / SN_TX_DESTINATIONS_MAX;
	t.to[SN_TX_DESTINATIONS_MAX].amount = 26 * XMR;
	struct sn_payment_destination first = t.to[0];
	t.to[0] = t.to[SN_TX_DESTINATIONS_MAX];
	release(lose(t.outputs, 1, 1));
	t.to[0] = first;
	expect_composed();
	cr_assert_eq(t.result.n, 2);
	cr_assert(does_spend(composed(1), t.outputs[0]) && !does_spend(composed(0), t.outputs[0]));
}

Test(hot_replacement, sweep)
{
	t.request.sweep_all = true;
	uint64_t id = lose(t.outputs, 1, 1);
	expect_refused(BOTH, "release payment 1");
	release(id);
	expect_composed();
	cr_assert(does_spend(composed(0), t.outputs[0]));
	release(t.result.txs[0].id);
	/* The sweep leaves the outputs of another account. */
	size_t other = add(3, 2 * XMR);
	release(lose(&other, 1, 1));
	t.request.one_account = true;
	expect_refused(BOTH, "spend from account 3");
	t.request.even_if_pending = true;
	expect_composed();
	t.request.even_if_pending = false;
	release(t.result.txs[0].id);
	t.request.one_account = false;
	expect_composed();
}

/* Another wallet file prepared it: its recipient is unknown, and is not compared. */
Test(hot_replacement, unknown_recipient)
{
	struct sn_payment_destination bob = t.to[0];
	t.to[0].address = (struct sn_address){0};
	release(lose(t.outputs, 1, 1));
	t.to[0] = bob;
	expect_composed();
	cr_assert(!does_spend(composed(0), t.outputs[0]));
}
