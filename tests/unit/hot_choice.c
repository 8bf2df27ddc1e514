#include "hot/choice.h"

#include "base/hex.h"
#include "hot/payment_pairs.h"
#include "hot_compose_fixture.h"

#include <sodium.h>

TestSuite(hot_choice, .init = set_up_chain, .fini = tear_down_chain);

#define N 6

static char names[64][2 * sizeof(struct sn_point) + 1];
static const char *chosen[64];

/* Add outputs of 1 XMR, 2 XMR, ..., the last one to address 3; synchronize; list their names. */
static void own(void)
{
	for (size_t i = 0; i < N; i++) {
		add(0, (i + 1) * XMR);
		h.w->outputs[i].subaddress.minor = i == N - 1 ? 3 : 0;
	}
	hot_set_height(&h, BLOCKS);
	for (size_t i = 0; i < N; i++)
		sn_hex_encode(names[i], &h.w->outputs[i].key, sizeof(struct sn_point));
	request.choice.outputs = chosen;
}

static void choose(size_t n, const size_t *outputs)
{
	for (size_t i = 0; i < n; i++)
		chosen[i] = names[outputs[i]];
	request.choice.n_outputs = n;
}

#define CHOOSE(...) choose(sizeof(size_t[]){__VA_ARGS__} / sizeof(size_t), (size_t[]){__VA_ARGS__})

static bool spends(size_t output)
{
	for (size_t i = 0; i < h.w->n_payments; i++)
		if (h.w->payments[i].state == SN_PAYMENT_PREPARED &&
		    sn_payment_spends(&h.w->payments[i], &h.w->outputs[output].key))
			return true;
	return false;
}

/* The prepared payments spend exactly these outputs. */
static void expect_spent(size_t n, const size_t *outputs)
{
	size_t n_spent = 0;
	for (size_t i = 0; i < h.w->n_outputs; i++)
		n_spent += spends(i);
	cr_assert_eq(n_spent, n, "%zu", n_spent);
	for (size_t i = 0; i < n; i++)
		cr_assert(spends(outputs[i]), "%zu", outputs[i]);
	release_all();
}

#define EXPECT_SPENT(...) \
	expect_spent(sizeof(size_t[]){__VA_ARGS__} / sizeof(size_t), (size_t[]){__VA_ARGS__})

Test(hot_choice, payment_spends_only_the_chosen_outputs)
{
	own();
	destinations[0].amount = XMR / 2;
	for (size_t i = 0; i < N; i++) {
		CHOOSE(i);
		expect_composed(1);
		EXPECT_SPENT(i);
	}
	/* As many of them as the payment needs: the usual rules keep a second one of 5 XMR. */
	CHOOSE(0, 1, 2);
	destinations[0].amount = 5 * XMR;
	expect_composed(1);
	EXPECT_SPENT(0, 1, 2);
	CHOOSE(1, 4);
	destinations[0].amount = XMR / 10;
	expect_composed(1);
	EXPECT_SPENT(1);
}

Test(hot_choice, chosen_outputs_that_do_not_suffice)
{
	own();
	CHOOSE(0, 1);
	destinations[0].amount = 3 * XMR;
	expect_error(SN_REFUSED,
		     "insufficient funds in the chosen outputs of account 0: 3.000000000000 XMR available, "
		     "about 3.0");
	cr_assert(why.reason == SN_REASON_NOT_ENOUGH && strstr(why.hint, "choose more outputs"));
}

Test(hot_choice, outputs_that_cannot_be_chosen)
{
	own();
	size_t reserved = 1;
	const struct sn_hash hash = hot_hash(7);
	h.w->outputs[4].unlock_time = BLOCKS + 77;
	h.w->outputs[5].unlock_time = NOW + 5;
	cr_assert(!sn_wallet_set_spent(h.w, 0, BLOCKS - 1, &hash));
	hot_pay(&h, SN_PAYMENT_PREPARED, &reserved, 1, 1, 1, 1);
	cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[2].key, true));
	static const struct {
		const char *text, *hint;
	} expected[] = {
		{"is already spent", "wo-outputs lists the unspent outputs"},
		{"is reserved for payment 1", "--release=1"},
		{"is frozen", "wo-outputs --thaw="},
		{NULL, NULL},
		{"is locked until height 1077", "wo-sync"},
		{"is locked until Unix time 1700000005", "wo-sync"},
	};
	for (size_t i = 0; i < N; i++) {
		CHOOSE(3, i);
		if (i == 3) {
			expect_error(SN_USAGE, "is named twice");
			continue;
		}
		expect_error(SN_REFUSED, expected[i].text);
		cr_assert(strstr(why.text, names[i]) && strstr(why.hint, expected[i].hint), "%s", why.hint);
	}
	CHOOSE(3);
	request.account = 2;
	expect_error(SN_REFUSED, "belongs to account 0");
	cr_assert(strstr(why.hint, "--account=0"));
	request.account = 0;
	names[3][0] ^= 1;
	CHOOSE(3);
	expect_error(SN_REFUSED, "the wallet has no output");
	names[3][0] = 'x';
	expect_error(SN_USAGE, "is not the name of an output");
}

Test(hot_choice, outputs_of_some_addresses)
{
	static const uint32_t addresses[] = {3, 9};
	own();
	request.choice.addresses = addresses;
	request.choice.n_addresses = 2;
	destinations[0].amount = XMR / 2;
	expect_composed(1);
	EXPECT_SPENT(5);
	destinations[0].amount = 6 * XMR;
	expect_error(SN_REFUSED, "insufficient funds in the chosen outputs of account 0: 6.000000000000 XMR");
	/* Locked ones of the address may suffice later. */
	h.w->outputs[4].subaddress.minor = 9;
	h.w->outputs[4].unlock_time = BLOCKS + 77;
	expect_error(SN_REFUSED, "insufficient unlocked funds in the chosen outputs");
	request.choice.n_addresses = 1;
	expect_error(SN_REFUSED, "insufficient funds in the chosen outputs");
}

Test(hot_choice, sweep_of_the_chosen_outputs)
{
	own();
	request.sweep_all = true;
	CHOOSE(2);
	expect_composed(1);
	cr_assert_eq(set.txs[0].destinations[0].amount, 3 * XMR - result.txs[0].fee);
	EXPECT_SPENT(2);
	CHOOSE(0, 5, 1);
	expect_composed(2); /* address by address */
	EXPECT_SPENT(0, 1, 5);
	choose(0, NULL);
	request.choice.below = 3 * XMR;
	expect_composed(1);
	EXPECT_SPENT(0, 1);
	request.choice.below = 3 * XMR + 1;
	expect_composed(1);
	EXPECT_SPENT(0, 1, 2);
	request.choice.below = XMR;
	expect_error(SN_REFUSED, "none of the chosen outputs can be spent now");
	cr_assert(strstr(why.hint, "wo-outputs"));
}

/* A payment that replaces an earlier one must spend one of its outputs. */
Test(hot_choice, replacement_needs_an_output_of_the_earlier_payment)
{
	own();
	destinations[0].amount = XMR / 2;
	CHOOSE(3);
	expect_composed(1);
	const struct sn_hash hash = hot_hash(9);
	const uint64_t id = result.txs[0].id;
	size_t released;
	cr_assert(!sn_wallet_set_payment(h.w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	cr_assert(!sn_release(h.w, id, true, &released, &why));
	CHOOSE(4);
	expect_error(SN_REFUSED, "to the same recipient may still be mined");
	cr_assert(strstr(why.hint, "choose an output of payment 1, too: --input=") &&
			  strstr(why.hint, names[3]),
		  "%s", why.hint);
	CHOOSE(3, 4);
	expect_composed(1);
	cr_assert(spends(3));
}

/* Random choices and freezes: no payment, batch or sweep spends another output, or a frozen one. */
Test(hot_choice, never_spends_another_output)
{
	enum { OUTPUTS = 40, ROUNDS = 60 };
	struct sn_payment_destination many[20];
	size_t n_composed = 0;
	for (size_t i = 0; i < OUTPUTS; i++) {
		add(0, XMR / 2 + i);
		h.w->outputs[i].subaddress.minor = (uint32_t)(i % 3);
		sn_hex_encode(names[i], &h.w->outputs[i].key, sizeof(struct sn_point));
	}
	hot_set_height(&h, BLOCKS);
	for (size_t i = 0; i < 20; i++)
		many[i] = (struct sn_payment_destination){cold_address(&bob, 0, (uint32_t)i), XMR / 20};
	for (int round = 0; round < ROUNDS; round++) {
		bool may[OUTPUTS] = {false};
		size_t n = 0;
		request = (struct sn_payment_request){.mixin = SN_MIXIN,
						      .may_be_several = true,
						      .destinations = many,
						      .even_if_pending = true};
		request.sweep_all = round % 3 == 0;
		request.n_destinations = request.sweep_all ? 1 : 1 + randombytes_uniform(20);
		for (size_t i = 0; i < OUTPUTS; i++) {
			const bool is_frozen = randombytes_uniform(3) == 0;
			cr_assert(!sn_wallet_set_frozen(h.w, &h.w->outputs[i].key, is_frozen));
			may[i] = !is_frozen && randombytes_uniform(3) == 0;
			if (may[i])
				chosen[n++] = names[i];
		}
		request.choice.outputs = chosen;
		request.choice.n_outputs = n;
		if (!n || compose())
			continue;
		n_composed++;
		for (size_t i = 0; i < OUTPUTS; i++) {
			cr_assert(may[i] || !spends(i), "%zu", i);
			cr_assert(!request.sweep_all || spends(i) == may[i], "%zu", i);
		}
		release_all();
	}
	cr_assert_gt(n_composed, ROUNDS / 2);
}
