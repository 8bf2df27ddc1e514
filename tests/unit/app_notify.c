#include "app/notify.h"

#include "app/follow.h"
#include "app_fixture.h"

#include <stdatomic.h>
#include <string.h>

TestSuite(app_notify, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

#define NOTICES_MAX 64

/* A recipient, which stores what it gets. */
static struct recipient {
	atomic_bool is_down, hangs;
	atomic_uint n, n_attempts;
	uint64_t heights[NOTICES_MAX];
	struct sn_hash hashes[NOTICES_MAX];
} shop[SN_NOTICE_KINDS];

static int deliver(void *context, const struct sn_notice *notice, sn_notify_patience *waits_on,
		   void *patience_context, struct sn_error *err)
{
	struct recipient *r = context;
	r->n_attempts++;
	for (uint64_t ms = 0; r->hangs && waits_on(patience_context, ms); ms += 5)
		usleep(5000);
	if (r->is_down || r->hangs)
		return sn_error_set(err, SN_IO, "the shop is closed");
	cr_assert(r->n < NOTICES_MAX && notice->kind == (r == &shop[SN_NOTICE_BLOCK]));
	r->heights[r->n] = notice->height;
	r->hashes[r->n] = notice->hash;
	r->n++;
	return SN_OK;
}

static int notify(enum sn_notice_kind kind)
{
	const struct sn_notify_sink sink = {deliver, &shop[kind], kind == SN_NOTICE_TX ? "--tx" : "--block"};
	return sn_session_notify(t.s, kind, &sink, &t.err);
}

static void notify_both(void)
{
	cr_assert(!notify(SN_NOTICE_TX) && !notify(SN_NOTICE_BLOCK), "%s", t.err.text);
}

static bool has(enum sn_notice_kind kind, unsigned n, uint64_t first)
{
	for (unsigned i = 0; shop[kind].n == n && i < n; i++)
		if (shop[kind].heights[i] != first + i)
			return false;
	return shop[kind].n == n;
}

static bool blocks_have_begun(void)
{
	const bool has = sn_session_read(t.s)->noticed.has_blocks;
	sn_session_read_end(t.s);
	return has;
}

static void close_session(void)
{
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	t.s = NULL;
}

Test(app_notify, notices_are_delivered_in_order)
{
	app_chain_mine(&t.chain, 3, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	notify_both();
	cr_assert_eq(notify(SN_NOTICE_TX), SN_USAGE);
	refresh();
	/* A new wallet: every transaction, and the blocks after its first scan. */
	WAIT_UNTIL(has(SN_NOTICE_TX, 3, 1));
	WAIT_UNTIL(blocks_have_begun());
	app_chain_mine(&t.chain, 4, &t.alice);
	refresh();
	WAIT_UNTIL(has(SN_NOTICE_TX, 7, 1) && has(SN_NOTICE_BLOCK, 4, 4));
	close_session();
	struct sn_wallet *file = look_at_file();
	cr_assert(file->noticed.tx_height == 7 && file->noticed.next_block == 8);
	sn_wallet_close(file);
}

Test(app_notify, a_recipient_that_was_down_misses_none)
{
	app_chain_mine(&t.chain, 3, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	shop[SN_NOTICE_TX].is_down = shop[SN_NOTICE_BLOCK].is_down = true;
	notify_both();
	app_chain_mine(&t.chain, 4, &t.alice);
	refresh();
	WAIT_UNTIL(shop[SN_NOTICE_TX].n_attempts && shop[SN_NOTICE_BLOCK].n_attempts);
	close_session();
	/* The next run does not notice, the one after that does. */
	open_again(true);
	app_chain_mine(&t.chain, 1, &t.alice);
	refresh();
	close_session();
	open_again(true);
	notify_both();
	WAIT_UNTIL(shop[SN_NOTICE_TX].n_attempts >= 2 && shop[SN_NOTICE_BLOCK].n_attempts >= 2);
	cr_assert_eq(shop[SN_NOTICE_TX].n, 0);
	shop[SN_NOTICE_TX].is_down = shop[SN_NOTICE_BLOCK].is_down = false;
	WAIT_UNTIL(has(SN_NOTICE_TX, 5, 4) && has(SN_NOTICE_BLOCK, 5, 4));
	close_session();
	cr_assert(count_lines(SN_LOG_WARNING, "--tx: the shop is closed; trying again") >= 1);
	cr_assert_eq(count_lines(SN_LOG_INFO, "--tx works again"), 1);
	open_again(true);
	notify_both();
	refresh();
	close_session();
	cr_assert(has(SN_NOTICE_TX, 5, 4) && has(SN_NOTICE_BLOCK, 5, 4));
}

/* After 1, 2 and 4 seconds. */
Test(app_notify, attempts_become_rarer)
{
	app_chain_mine(&t.chain, 2, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	shop[SN_NOTICE_TX].is_down = true;
	cr_assert(!notify(SN_NOTICE_TX));
	refresh();
	WAIT_UNTIL(shop[SN_NOTICE_TX].n_attempts == 1);
	const double start = seconds();
	WAIT_UNTIL(shop[SN_NOTICE_TX].n_attempts == 4);
	cr_assert(seconds() - start > 6.9 && count_lines(SN_LOG_WARNING, "--tx: the shop is closed") == 1);
}

/* Following, refreshing and reading do not wait for it, and the end only for two seconds. */
Test(app_notify, a_hanging_delivery_delays_nothing)
{
	app_chain_mine(&t.chain, 2, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	shop[SN_NOTICE_TX].hangs = true;
	notify_both();
	cr_assert(!sn_session_follow(t.s, 1, &t.err));
	WAIT_UNTIL(shop[SN_NOTICE_TX].n_attempts == 1 && blocks_have_begun());
	app_chain_mine(&t.chain, 2, &t.alice);
	double start = seconds();
	refresh();
	cr_assert(balance().total == 4 * APP_REWARD && seconds() - start < 1);
	WAIT_UNTIL(shop[SN_NOTICE_BLOCK].n == 2);
	start = seconds();
	close_session();
	cr_assert(seconds() - start < 4 && shop[SN_NOTICE_TX].n == 0 && shop[SN_NOTICE_TX].n_attempts == 1);
	shop[SN_NOTICE_TX].hangs = false;
	open_again(true);
	notify_both();
	WAIT_UNTIL(has(SN_NOTICE_TX, 4, 1));
}

Test(app_notify, replaced_blocks_are_noticed)
{
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	notify_both();
	app_chain_pop(&t.chain, 2);
	app_chain_mine(&t.chain, 3, &t.alice);
	refresh();
	WAIT_UNTIL(has(SN_NOTICE_TX, 3, 4) && has(SN_NOTICE_BLOCK, 3, 4));
	cr_assert(sn_hash_is_equal(&shop[SN_NOTICE_BLOCK].hashes[0], &t.chain.blocks[4].id));
}

Test(app_notify, offline)
{
	open_session(SN_ROLE_WATCH_ONLY, false);
	expect_reason(notify(SN_NOTICE_TX), SN_BAD_INPUT, SN_REASON_OFFLINE);
}
