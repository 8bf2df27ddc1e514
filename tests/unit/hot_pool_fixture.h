/* hot_pool_fixture.h - a wallet, a daemon with a pool, and payments in it, for the tests of hot/pool.h. */
#ifndef HOT_POOL_FIXTURE_H
#define HOT_POOL_FIXTURE_H

#include "app_chain.h"
#include "cold_sets.h"
#include "hot/balance.h"
#include "hot/release.h"
#include "hot/sync.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOW 1800000000

static struct {
	struct sn_account alice, bob;
	struct hot h;
	struct app_chain chain;
	struct sn_sync_memory memory;
	struct sn_sync_result result;
	struct sn_error err;
	uint64_t now;
	char log[8][256];
	size_t n_lines;
} t;

static inline void on_line(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	if (level <= SN_LOG_WARNING && t.n_lines < 8)
		snprintf(t.log[t.n_lines++], sizeof t.log[0], "%s", line);
}

static const struct sn_log sink = {SN_LOG_INFO, on_line, NULL};

static inline void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	t.now = NOW;
	hot_open(&t.h, &t.alice);
	app_chain_start(&t.chain);
	app_chain_mine(&t.chain, 3, &t.bob);
	cr_assert(!sn_subaddress_table_init(&t.memory.table, &t.alice, 3, 10));
	t.memory.has_table = true;
}

static inline void tear_down(void)
{
	sn_sync_memory_free(&t.memory);
	app_chain_stop(&t.chain);
	hot_close(&t.h);
}

static inline void sync_with(struct sn_sync_options options)
{
	options.memory = &t.memory;
	options.now = t.now;
	options.log = &sink;
	cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
}

static inline void look(void)
{
	sync_with((struct sn_sync_options){0});
}

/* Send a payment from bob to the pool; returns its hash. */
static inline struct sn_hash pay(struct sn_address to, uint64_t amount)
{
	struct sn_unsigned_set set = cold_set(1);
	struct sn_hash hash;
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR);
	cold_pay(&set.txs[0], to, amount);
	cold_change(&set.txs[0], 0, 0);
	struct cold_result result = cold_sign(&t.bob, &set);
	cr_assert(!sn_tx_hash(&hash, &result.txs[0]));
	app_chain_send(&t.chain, &result.txs[0]);
	cold_result_free(&result);
	cold_free(&set);
	return hash;
}

static inline uint64_t unconfirmed(void)
{
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	return b.unconfirmed;
}

static inline uint64_t total(void)
{
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, NOW);
	return b.total;
}

/* In the pool, examined, and not ours. */
static inline size_t n_useless(void)
{
	size_t n = 0;
	for (size_t i = 0; i < t.memory.pool.n; i++)
		n += t.memory.pool.txs[i].is_looked_at && !t.memory.pool.txs[i].is_of_use &&
		     !t.memory.pool.txs[i].is_ours;
	return n;
}

/* Alice pays; the wallet has the spent output. */
struct own {
	struct sn_unsigned_set set;
	struct cold_result result;
	struct sn_hash hash;
	size_t output;
	uint64_t id;
};

static inline void make_own(struct own *o)
{
	o->set = cold_set(1);
	cold_spend_amount(&o->set.txs[0], &t.alice, COLD_XMR);
	cold_pay(&o->set.txs[0], cold_address(&t.bob, 0, 0), COLD_SMALL);
	cold_change(&o->set.txs[0], 0, 0);
	o->result = cold_sign(&t.alice, &o->set);
	struct sn_wallet_output output = hot_output(&t.h, COLD_XMR, 0);
	output.key = o->result.set.txs[0].spent[0];
	o->output = hot_add(&t.h, &output);
	cr_assert(!sn_tx_hash(&o->hash, &o->result.txs[0]));
	o->id = hot_pay(&t.h, SN_PAYMENT_PREPARED, &o->output, 1, COLD_SMALL, COLD_FEE,
			COLD_XMR - COLD_SMALL - COLD_FEE);
}

static inline void submit(struct own *o)
{
	cr_assert(!sn_wallet_set_payment(t.h.w, o->id, SN_PAYMENT_SUBMITTED, &o->hash, 0));
}

static inline void free_own(struct own *o)
{
	cold_result_free(&o->result);
	cold_free(&o->set);
}

static inline enum sn_payment_state state(const struct own *o)
{
	return sn_wallet_find_payment(t.h.w, o->id)->state;
}

static inline void learn_image(const struct own *o)
{
	cr_assert(!sn_wallet_add_image(t.h.w, &t.h.w->outputs[o->output].key,
				       &o->result.txs[0].inputs[0].key_image));
}

static inline int release(const struct own *o)
{
	size_t released;
	return sn_release(t.h.w, o->id, false, &released, &t.err);
}

#endif
