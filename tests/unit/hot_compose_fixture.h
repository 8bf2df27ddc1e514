/* hot_compose_fixture.h - a wallet, a daemon with a chain, and a request, for the tests of hot/compose.h and
 * hot/release.h. */
#ifndef HOT_COMPOSE_FIXTURE_H
#define HOT_COMPOSE_FIXTURE_H

#include "cold_sets.h"
#include "handoff/envelope.h"
#include "handoff/plan.h"
#include "hot/balance.h"
#include "hot/compose.h"
#include "hot/fee.h"
#include "hot/release.h"
#include "hot/request.h"
#include "hot_chain.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <string.h>

#define NOW 1700000000
#define XMR 1000000000000ull
#define BLOCKS 1000
#define EACH 3 /* outputs of each block */

static struct hot h;
static struct sn_account alice, bob;
static struct chain chain;
static struct sn_daemon *daemon;
static struct sn_payment_destination destinations[SN_TX_OUTPUTS_MAX];
static struct sn_payment_request request;
static unsigned usual_priority = 1; /* the expected priority without a request */
static struct sn_compose_result result;
static struct sn_unsigned_set set;
static struct sn_error why;

static inline void set_up(void)
{
	alice = cold_account("alice");
	bob = cold_account("bob");
	hot_open(&h, &alice);
	for (size_t i = 0; i < SN_TX_OUTPUTS_MAX; i++)
		destinations[i] = (struct sn_payment_destination){cold_address(&bob, 0, 0), SN_DUST_BELOW};
	request = (struct sn_payment_request){
		.destinations = destinations,
		.n_destinations = 1,
		.mixin = SN_MIXIN,
	};
}

static inline void set_up_chain(void)
{
	set_up();
	chain_start(&chain, h.w, BLOCKS, EACH);
	daemon = chain.daemon;
}

static inline void tear_down_chain(void)
{
	sn_compose_result_free(&result);
	sn_unsigned_set_free(&set);
	chain_stop(&chain);
	hot_close(&h);
}

static inline size_t add(uint32_t account, uint64_t amount)
{
	/* The outputs are in the chain, and unrelated while there are few. */
	size_t n = h.w->n_outputs;
	struct sn_wallet_output o = hot_output(&h, amount, n < 45 ? 1 + 20 * n : 900 + (n - 45) / 2);
	o.subaddress.major = account;
	o.global_index = EACH * o.height + n % EACH;
	o.key = chain_key(o.global_index);
	return hot_add(&h, &o);
}

static inline uint64_t inputs_of(const struct sn_unsigned_tx *tx)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		sum += tx->inputs[i].amount;
	return sum;
}

/* Holds for every set: the amounts balance, the rings are complete, and the fee is that of the weight. */
static inline void check_tx(const struct sn_unsigned_tx *tx, const struct sn_composed *composed)
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

static inline int compose(void)
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
		cr_assert(out.len == 0 && result.n == 0 && !result.txs);
	}
	sn_buf_free(&out);
	sn_buf_free(&content);
	return ret;
}

static inline void expect_composed(size_t n_txs)
{
	cr_assert(!compose(), "%s", why.text);
	cr_assert_eq(result.n, n_txs);
}

static inline void expect_error(int code, const char *words)
{
	size_t before = h.w->n_payments;
	int ret = compose();
	cr_assert_eq(ret, code, "%d: %s", ret, why.text);
	cr_assert(strstr(why.text, words), "\"%s\" does not say \"%s\"", why.text, words);
	cr_assert_eq(h.w->n_payments, before);
}

static inline void release_all(void)
{
	size_t released;
	cr_assert(!sn_release(h.w, 0, false, &released, &why));
}

#endif
