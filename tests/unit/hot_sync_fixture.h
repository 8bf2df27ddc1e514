/* hot_sync_fixture.h - a wallet, and a daemon with a chain, for the tests of hot/sync.h. */
#ifndef HOT_SYNC_FIXTURE_H
#define HOT_SYNC_FIXTURE_H

#include "app_chain.h"
#include "cold_sets.h"
#include "hot/balance.h"
#include "hot/sync.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static struct {
	struct sn_account alice, bob;
	struct hot h;
	struct app_chain chain;
	struct sn_sync_memory memory;
	struct sn_sync_result result;
	struct sn_error err;
} t;

static inline void set_up(void)
{
	memset(&t, 0, sizeof t);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	hot_open(&t.h, &t.alice);
	app_chain_start(&t.chain);
	t.chain.per_answer = 500;
}

static inline void tear_down(void)
{
	sn_sync_memory_free(&t.memory);
	app_chain_stop(&t.chain);
	hot_close(&t.h);
}

static inline void sync_now(void)
{
	const struct sn_sync_options options = {.memory = &t.memory, .now = 1800000000};
	cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
}

static inline uint64_t total(void)
{
	struct sn_balance b;
	sn_balance(&b, t.h.w, -1, 1800000000);
	return b.total;
}

/* The wallet's blocks equal the daemon's. */
static inline void expect_same_chain(void)
{
	cr_assert_eq(sn_wallet_height(t.h.w), t.chain.n_blocks);
	for (size_t i = 0; i < t.h.w->n_blocks; i++) {
		const struct sn_wallet_block *b = &t.h.w->blocks[i];
		cr_assert(sn_hash_is_equal(&b->hash, &t.chain.blocks[b->height].id), "block %zu",
			  (size_t)b->height);
	}
}

#endif
