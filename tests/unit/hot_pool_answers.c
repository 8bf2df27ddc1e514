/* Answers about the pool: wrong, missing and large ones; interruptions; and what requests reveal. */
#include "hot/pool.h"

#include "crypto/keccak.h"
#include "hot_pool_fixture.h"
#include "node/daemon_pool.h"

#include <malloc.h>

TestSuite(hot_pool_answers, .init = set_up, .fini = tear_down, .timeout = 60);

/* Each byte of the answer for a hash matters, even if it parses. */
Test(hot_pool_answers, another_transaction_than_asked_for)
{
	pay(cold_address(&t.alice, 0, 0), 11);
	struct sn_buf *pruned = &t.chain.pool[0].pruned;
	for (size_t at = 0; at < pruned->len; at += 7) {
		pruned->data[at] ^= 4;
		look();
		cr_assert(t.h.w->n_incoming == 0 && n_useless() == 1);
		sn_sync_memory_free(&t.memory);
		pruned->data[at] ^= 4;
		cr_assert(!sn_subaddress_table_init(&t.memory.table, &t.alice, 3, 10));
		t.memory.has_table = true;
	}
	t.chain.pool[0].prunable_hash.b[5] ^= 1;
	look();
	cr_assert_eq(t.h.w->n_incoming, 0);
	cr_assert(t.n_lines == 0);
}

/* Valid transactions, each under the hash of the other. */
Test(hot_pool_answers, transactions_under_each_others_hashes)
{
	struct sn_hash a = pay(cold_address(&t.alice, 0, 0), 11), b = pay(cold_address(&t.alice, 0, 0), 22);
	t.chain.pool[0].hash = b;
	t.chain.pool[1].hash = a;
	look();
	cr_assert_eq(t.h.w->n_incoming, 0);
}

/* The table of addresses is made for the first transaction to examine. */
Test(hot_pool_answers, one_transaction_without_a_table)
{
	look(); /* the blocks */
	sn_sync_memory_free(&t.memory);
	pay(cold_address(&t.alice, 0, 0), 11);
	look();
	cr_assert(t.h.w->n_incoming == 1 && unconfirmed() == 11);
}

/* The memory of a pool is freed completely. */
Test(hot_pool_answers, memory_of_the_pool_is_freed)
{
	enum { N = 20 };
	size_t bytes = 0;
	if (!mallinfo2().uordblks)
		cr_skip_test("this allocator does not count");
	look();
	for (uint64_t i = 0; i < N; i++)
		pay(cold_address(&t.alice, 0, 0), 10 + i);
	look();
	for (size_t i = 0; i < t.chain.n_pool; i++)
		bytes += t.chain.pool[i].pruned.len;
	cr_assert(t.h.w->n_incoming == N && bytes > N * 100);
	bytes += malloc_usable_size(t.memory.pool.txs);
	size_t before = mallinfo2().uordblks;
	sn_pool_kept_free(&t.memory.pool);
	size_t freed = before - mallinfo2().uordblks;
	cr_assert(freed > bytes / 4 * 3, "%zu bytes of %zu", freed, bytes); /* malloc keeps some bytes */
}

/* A daemon without the call serves for everything else. */
Test(hot_pool_answers, a_pool_that_cannot_be_read_leaves_things_as_they_were)
{
	pay(cold_address(&t.alice, 0, 0), 11);
	look();
	t.chain.is_pool_broken = true;
	app_chain_mine(&t.chain, 0, &t.bob);
	look();
	look();
	cr_assert(unconfirmed() == 11 && t.n_lines == 1, "%zu lines", t.n_lines);
	cr_assert(strstr(t.log[0], "incoming payments"));
	app_chain_mine(&t.chain, 1, &t.bob);
	look();
	cr_assert(unconfirmed() == 0 && total() == 11);
	t.chain.is_pool_broken = false;
	look();
	t.chain.is_pool_broken = true;
	look();
	cr_assert_eq(t.n_lines, 2); /* logged again */
}

/* A daemon that lists transactions but does not return them is logged once. */
Test(hot_pool_answers, transactions_that_cannot_be_read_are_logged_once)
{
	pay(cold_address(&t.alice, 0, 0), 11);
	t.chain.are_pool_txs_broken = true;
	look();
	look();
	look();
	cr_assert(unconfirmed() == 0 && t.n_lines == 1, "%zu lines", t.n_lines);
	t.chain.are_pool_txs_broken = false;
	look();
	cr_assert(unconfirmed() == 11 && t.n_lines == 1);
}

/* An output whose key the wallet has, or that occurs twice in a transaction, is not an incoming payment. */
Test(hot_pool_answers, known_keys_are_not_incoming)
{
	pay(cold_address(&t.alice, 0, 0), 11);
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.chain.pool[0].whole.data, t.chain.pool[0].whole.len, false));
	struct sn_owned_output owned[SN_TX_OUTPUTS_MAX];
	cr_assert_eq(cold_receive(owned, &t.alice, &tx), 1);
	struct sn_wallet_output o = hot_output(&t.h, 5, 0);
	o.key = owned[0].key;
	hot_add(&t.h, &o);
	look();
	cr_assert(t.h.w->n_incoming == 0 && total() == 5);
	sn_tx_free(&tx);
}

static bool stop_at_once(void *context, const struct sn_sync_progress *progress)
{
	unsigned *calls = context;
	(void)progress;
	++*calls;
	return false;
}

/* With more than one request, `progress` is called in between, and finished work is not repeated. */
Test(hot_pool_answers, interrupted)
{
	look();
	unsigned calls = 0;
	struct sn_hash hash = pay(cold_address(&t.bob, 0, 1), 1);
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.chain.pool[0].whole.data, t.chain.pool[0].whole.len, false));
	(void)hash;
	while (t.chain.n_pool < SN_DAEMON_POOL_QUERY + 10) {
		app_chain_send(&t.chain, &tx);
		t.chain.pool[t.chain.n_pool - 1].hash = hot_hash(t.chain.n_pool);
	}
	sn_tx_free(&tx);
	sync_with((struct sn_sync_options){.progress = stop_at_once, .context = &calls});
	cr_assert(t.result.interrupted && calls == 1);
	cr_assert_eq(n_useless(), SN_DAEMON_POOL_QUERY);
	cr_assert_eq(t.chain.n_asked, SN_DAEMON_POOL_QUERY);
	sync_with((struct sn_sync_options){.progress = stop_at_once, .context = &calls});
	cr_assert(!t.result.interrupted && calls == 1);
	cr_assert(n_useless() == SN_DAEMON_POOL_QUERY + 10 && t.chain.n_asked == SN_DAEMON_POOL_QUERY + 10);
}

/* Entries that were not examined again for lack of time stay, and the next look examines them. */
Test(hot_pool_answers, interrupted_while_it_looks_again)
{
	enum { N = SN_DAEMON_POOL_QUERY + 10 };
	struct sn_wallet_incoming told[N];
	unsigned calls = 0;
	struct sn_hash hash = pay(cold_address(&t.alice, 0, 0), 11);
	look();
	struct sn_tx tx;
	cr_assert(!sn_tx_parse(&tx, t.chain.pool[0].whole.data, t.chain.pool[0].whole.len, false));
	for (size_t i = 0; i < N; i++) { /* they do not match their hashes */
		told[i] = t.h.w->incoming[0];
		told[i].tx_hash = hot_hash(i);
		app_chain_send(&t.chain, &tx);
		t.chain.pool[t.chain.n_pool - 1].hash = told[i].tx_hash;
	}
	sn_tx_free(&tx);
	app_chain_drop(&t.chain, &hash);
	cr_assert(!sn_wallet_set_incoming(t.h.w, told, N));
	t.memory.top.b[0] ^= 1;
	sync_with((struct sn_sync_options){.progress = stop_at_once, .context = &calls});
	cr_assert(t.result.interrupted && calls == 1 && n_useless() == SN_DAEMON_POOL_QUERY);
	cr_assert_eq(t.h.w->n_incoming, N - SN_DAEMON_POOL_QUERY);
	look();
	cr_assert(!t.result.interrupted && t.h.w->n_incoming == 0 && n_useless() == N);
}

/* ---------------------------------------------------------------- what the daemon learns */

/* Another wallet of the same daemon, without any transaction in the pool. */
struct stranger {
	struct sn_account account;
	struct hot h;
	struct sn_sync_memory memory;
};

/* Record the requests of both wallets for the same state of the daemon. */
static void both_look(struct stranger *s, struct sn_buf *ours, struct sn_buf *theirs)
{
	struct sn_sync_options options = {.memory = &s->memory, .now = t.now};
	struct sn_sync_result result;
	t.chain.record = ours;
	look();
	t.chain.record = theirs;
	cr_assert(!sn_sync(s->h.w, t.chain.daemon, &options, &result, &t.err), "%s", t.err.text);
	t.chain.record = NULL;
	cr_assert(ours->len && ours->len == theirs->len && !memcmp(ours->data, theirs->data, ours->len),
		  "%.*s\n"
		  "%.*s",
		  (int)ours->len, (char *)ours->data, (int)theirs->len, (char *)theirs->data);
}

/* A payment to us, a submitted one, a released one, and one made elsewhere: as they arrive, as key images
 * become known, after a block, and after they left. */
Test(hot_pool_answers, nobody_learns_what_is_ours)
{
	struct stranger s = {.account = cold_account("carol")};
	struct sn_buf ours = {0}, theirs = {0};
	struct own o;
	hot_open(&s.h, &s.account);
	cr_assert(!sn_subaddress_table_init(&s.memory.table, &s.account, 3, 10));
	s.memory.has_table = true;
	both_look(&s, &ours, &theirs);
	make_own(&o);
	both_look(&s, &ours, &theirs);
	submit(&o); /* the daemon does not have it yet */
	both_look(&s, &ours, &theirs);
	app_chain_send(&t.chain, &o.result.txs[0]);
	pay(cold_address(&t.alice, 0, 0), 11);
	pay(cold_address(&t.bob, 0, 1), 22);
	both_look(&s, &ours, &theirs);
	cr_assert(t.chain.n_asked == 6 && t.h.w->n_incoming == 1 && state(&o) == SN_PAYMENT_SUBMITTED);
	learn_image(&o);
	both_look(&s, &ours, &theirs);
	cr_assert(!sn_wallet_set_payment(t.h.w, o.id, SN_PAYMENT_RELEASED, NULL, 0));
	both_look(&s, &ours, &theirs);
	cr_assert_eq(state(&o), SN_PAYMENT_SUBMITTED);
	app_chain_drop(&t.chain, &o.hash);
	both_look(&s, &ours, &theirs);
	cr_assert_eq(t.result.n_unseen, 1);
	app_chain_mine(&t.chain, 1, &t.bob);
	both_look(&s, &ours, &theirs);
	cr_assert_eq(t.chain.n_asked, 6);
	app_chain_flush_pool(&t.chain);
	both_look(&s, &ours, &theirs);
	cr_assert_eq(t.h.w->n_incoming, 0);
	sn_buf_free(&ours);
	sn_buf_free(&theirs);
	sn_sync_memory_free(&s.memory);
	hot_close(&s.h);
	free_own(&o);
}
