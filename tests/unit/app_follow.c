#include "app/follow.h"
#include "app_fixture.h"
#include "node/daemon_info.h"

#include <stdatomic.h>
#include <string.h>

TestSuite(app_follow, .init = session_set_up, .fini = session_tear_down, .timeout = 60);

/* ---------------------------------------------------------------- following */

Test(app_follow, refresh_reports_what_it_scanned)
{
	struct sn_sync_result result;
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	struct sn_payment_request r = request(1);
	struct sn_session_payment payment;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "has never been synchronized") && t.chain.n_requests == 1, "%s",
		  t.err.text);

	cr_assert(!status().is_synchronized && status().daemon_height == 0 && status().height == 0);
	cr_assert(!sn_session_refresh(t.s, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(result.blocks == 5 && result.received == 5 && result.height == 6 &&
		  result.daemon_height == 6);
	cr_assert(status().is_synchronized && status().height == 6 && status().daemon_height == 6);
	cr_assert(status().target_height == 6 && !status().is_following && !status().has_failed);
	const struct sn_wallet *w = sn_session_read(t.s);
	cr_assert_eq(w->outputs[4].time, 1700000000 + 120 * 5);
	sn_session_read_end(t.s);

	/* Nothing new: one request for the chain, one for network upgrades, one for the pool. */
	unsigned before = t.chain.n_requests;
	cr_assert(!sn_session_refresh(t.s, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(result.blocks == 0 && result.height == 6 && t.chain.n_requests == before + 3);

	/* Another chain, of the same length. */
	app_chain_pop(&t.chain, 2);
	app_chain_mine(&t.chain, 2, &t.bob);
	cr_assert(!sn_session_refresh(t.s, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(result.blocks == 2 && result.rollbacks == 1 && result.fork_height == 4 &&
		  result.received == 0);
	cr_assert_eq(balance().total, 3 * APP_REWARD);

	t.chain.is_busy = true;
	cr_assert_eq(sn_session_refresh(t.s, NULL, &result, &t.err), SN_DAEMON);
	cr_assert(status().has_failed && status().failure_code == SN_DAEMON && !status().is_synchronized);
	cr_assert(strstr(status().failure.text, "busy") && status().daemon_height == 6);
	struct sn_wallet *file = look_at_file();
	cr_assert(sn_wallet_height(file) == 6 && file->n_outputs == 3 &&
		  file->outputs[0].time == 1700000000 + 120);
	sn_wallet_close(file);
}

Test(app_follow, following_goes_on_after_a_failure_of_the_daemon)
{
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 1, &t.err), "%s", t.err.text);
	cr_assert_eq(sn_session_follow(t.s, 1, &t.err), SN_USAGE);
	WAIT_UNTIL(status().is_synchronized);
	cr_assert(status().is_following && status().height == 6);
	app_chain_mine(&t.chain, 2, &t.alice);
	WAIT_UNTIL(status().height == 8);

	/* One line when the daemon fails, one when it is back. */
	t.chain.is_busy = true;
	WAIT_UNTIL(status().has_failed);
	unsigned n = t.chain.n_requests;
	WAIT_UNTIL(t.chain.n_requests >= n + 2);
	t.chain.is_busy = false;
	WAIT_UNTIL(status().is_synchronized);
	WAIT_UNTIL(count_lines(SN_LOG_INFO, " is back") == 1);
	/* One more line: the daemon became busy while the pool was read. */
	cr_assert_eq(count_lines(SN_LOG_WARNING, "the daemon at") -
			     count_lines(SN_LOG_WARNING, "incoming payments"),
		     1);
	cr_assert_eq(count_lines(SN_LOG_INFO, "5 outputs received"), 1);
}

/* A daemon of another network is an error, logged once. */
Test(app_follow, following_another_network_fails)
{
	t.alice.network = SN_STAGENET;
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 1, &t.err), "%s", t.err.text);
	WAIT_UNTIL(t.chain.n_requests >= 3);
	cr_assert_eq(count_lines(SN_LOG_ERROR, "is on mainnet, the wallet on stagenet"), 1);
	cr_assert(status().has_failed && status().failure_code == SN_BAD_INPUT && status().is_following);
}

Test(app_follow, closing_ends_a_scan_and_keeps_its_blocks)
{
	app_chain_mine(&t.chain, 3, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	WAIT_UNTIL(status().is_synchronized);
	double start = seconds();
	cr_assert(!sn_session_close(t.s, &t.err));
	cr_assert(seconds() - start < 0.5, "it took %f s", seconds() - start);

	/* In the middle of a long scan, and with a silent daemon. */
	t.chain.per_answer = 2;
	t.chain.delay = 5000;
	app_chain_mine(&t.chain, 400, &t.alice);
	open_again(true);
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	WAIT_UNTIL(status().height > 20);
	start = seconds();
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	cr_assert(seconds() - start < 2, "it took %f s", seconds() - start);
	struct sn_wallet *w = look_at_file();
	cr_assert(sn_wallet_height(w) > 20 && sn_wallet_height(w) < 400 &&
		  w->n_outputs == sn_wallet_height(w) - 1);
	sn_wallet_close(w);
	t.s = NULL;
}

Test(app_follow, closing_does_not_wait_for_a_silent_daemon)
{
	app_chain_mine(&t.chain, 3, &t.alice);
	t.chain.is_stalled = true;
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	WAIT_UNTIL(t.chain.n_requests >= 1);
	double start = seconds();
	cr_assert(!sn_session_close(t.s, &t.err));
	cr_assert(seconds() - start < 2, "it took %f s", seconds() - start);
	cr_assert_eq(t.n_lines, 0, "%s", t.lines[0].text);
	t.s = NULL;
}

struct refreshing {
	pthread_t thread;
	struct sn_sync_result result;
	int ret;
};

static void *refresh_anyhow(void *arg)
{
	struct refreshing *r = arg;
	r->ret = sn_session_refresh(t.s, NULL, &r->result, &t.err);
	return NULL;
}

static void start_refreshing(struct refreshing *r)
{
	unsigned before = t.chain.n_requests;
	cr_assert(!pthread_create(&r->thread, NULL, refresh_anyhow, r));
	WAIT_UNTIL(t.chain.n_requests > before);
}

/* The second signal. */
Test(app_follow, an_interrupt_ends_the_calls_for_good)
{
	struct refreshing r = {0};
	struct sn_sync_result result;
	t.chain.is_stalled = true;
	open_session(SN_ROLE_WATCH_ONLY, true);
	start_refreshing(&r);
	double start = seconds();
	sn_daemon_interrupt(t.chain.daemon);
	pthread_join(r.thread, NULL);
	cr_assert(seconds() - start < 1.5, "it took %f s", seconds() - start);
	cr_assert(r.ret == SN_DAEMON && strstr(t.err.text, "interrupted"), "%d: %s", r.ret, t.err.text);
	/* For good. */
	start = seconds();
	cr_assert_eq(sn_session_refresh(t.s, NULL, &result, &t.err), SN_DAEMON);
	cr_assert(seconds() - start < 0.5 && strstr(t.err.text, "interrupted"), "%s", t.err.text);
	cr_assert_eq(t.chain.n_requests, 1);
}

/* ---------------------------------------------------------------- a silent daemon */

/* Only its caller waits for the daemon. The abandoned call is not a failure of the daemon. */
Test(app_follow, only_the_caller_waits_for_a_silent_daemon)
{
	size_t released;
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	app_chain_mine(&t.chain, 5, &t.alice);
	t.chain.is_stalled = true;
	unsigned n = t.chain.n_requests;
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	WAIT_UNTIL(t.chain.n_requests > n);
	double start = seconds();
	cr_assert(!sn_session_store(t.s, &t.err), "%s", t.err.text);
	cr_assert(seconds() - start < 0.5, "storing took %f s", seconds() - start);
	for (int i = 0; i < 2; i++) {
		n = t.chain.n_requests;
		start = seconds();
		cr_assert(!sn_session_release(t.s, 0, false, &released, &t.err) && released == 0);
		cr_assert(seconds() - start < 2.5, "releasing took %f s", seconds() - start);
		WAIT_UNTIL(t.chain.n_requests > n); /* requested again */
		cr_assert(!status().has_failed && status().height == 6);
	}
	/* Its earlier failure is still reported. */
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	t.chain.is_stalled = false;
	t.chain.is_busy = true;
	open_again(true);
	cr_assert(!sn_session_follow(t.s, 1, &t.err), "%s", t.err.text);
	WAIT_UNTIL(status().has_failed);
	t.chain.is_stalled = true;
	n = t.chain.n_requests;
	WAIT_UNTIL(t.chain.n_requests > n);
	cr_assert(!sn_session_release(t.s, 0, false, &released, &t.err) && released == 0);
	cr_assert(status().has_failed && strstr(status().failure.text, "busy"), "%s", status().failure.text);
	t.chain.is_busy = false;
	/* It answers again, and the next call succeeds. */
	t.chain.is_stalled = false;
	cr_assert(!sn_session_release(t.s, 0, false, &released, &t.err));
	WAIT_UNTIL(status().is_synchronized && status().height == 11);
	cr_assert(!status().has_failed && count_lines(SN_LOG_WARNING, "") == 1, "%s", t.lines[0].text);
}

/* Following and refreshing stop without a failure. The daemon can be used afterwards. */
Test(app_follow, stopping_does_not_wait_for_a_silent_daemon)
{
	struct sn_daemon_info info;
	struct refreshing r[2] = {0};
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	t.chain.is_stalled = true;
	start_refreshing(&r[0]);
	cr_assert(!pthread_create(&r[1].thread, NULL, refresh_anyhow, &r[1]));
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	double start = seconds();
	sn_session_stop(t.s);
	for (int i = 0; i < 2; i++) {
		pthread_join(r[i].thread, NULL);
		cr_assert(!r[i].ret && r[i].result.interrupted && r[i].result.height == 6, "%d: %s", r[i].ret,
			  t.err.text);
	}
	cr_assert(!sn_session_close(t.s, &t.err));
	cr_assert(seconds() - start < 2.5, "it took %f s", seconds() - start);
	t.s = NULL;
	cr_assert_eq(count_lines(SN_LOG_WARNING, ""), 0, "%s", t.lines[0].text);
	t.chain.is_stalled = false;
	cr_assert(!sn_daemon_get_info(t.chain.daemon, &info, &t.err), "%s", t.err.text);
}

/* A long scan with a working daemon. */
Test(app_follow, a_stop_interrupts_a_scan)
{
	struct refreshing r = {0};
	app_chain_mine(&t.chain, 400, &t.alice);
	t.chain.per_answer = 2;
	t.chain.delay = 10000;
	open_session(SN_ROLE_WATCH_ONLY, true);
	start_refreshing(&r);
	WAIT_UNTIL(status().height > 20);
	double start = seconds();
	sn_session_stop(t.s);
	pthread_join(r.thread, NULL);
	cr_assert(seconds() - start < 1, "it took %f s", seconds() - start);
	cr_assert(!r.ret && r.result.interrupted && r.result.blocks > 10 && status().height < 400, "%s",
		  t.err.text);
}

static bool never(void *context, const struct sn_sync_progress *progress)
{
	(void)progress;
	++*(unsigned *)context;
	return false;
}

Test(app_follow, the_progress_callback_ends_the_wait)
{
	unsigned calls = 0;
	const struct sn_sync_options options = {.progress = never, .context = &calls};
	struct sn_sync_result result;
	t.chain.is_stalled = true;
	open_session(SN_ROLE_WATCH_ONLY, true);
	double start = seconds();
	cr_assert(!sn_session_refresh(t.s, &options, &result, &t.err), "%s", t.err.text);
	cr_assert(seconds() - start < 2.5, "it took %f s", seconds() - start);
	cr_assert(result.interrupted && calls == 1 && !status().has_failed);
}

/* ---------------------------------------------------------------- beside each other */

static atomic_bool is_over;
static atomic_uint n_reads;

/* Every block pays us one output. The first answer has five blocks; each further one repeats one block and
 * has four new ones. */
static void *read_on(void *arg)
{
	bool *is_right = arg;
	uint64_t last = 0;
	while (!is_over) {
		const struct sn_wallet *w = sn_session_read(t.s);
		struct sn_balance b;
		sn_balance(&b, w, -1, 0);
		*is_right &= b.total == w->n_outputs * APP_REWARD && w->n_blocks == w->n_outputs &&
			     (w->n_outputs == 0 || w->n_outputs % 4 == 1) && w->n_outputs >= last;
		last = w->n_outputs;
		sn_session_read_end(t.s);
		n_reads++;
		usleep(200);
	}
	return NULL;
}

#define READERS 4
static pthread_t readers[READERS];
static bool is_right[READERS];

static void start_readers(void)
{
	for (int i = 0; i < READERS; i++) {
		is_right[i] = true;
		cr_assert(!pthread_create(&readers[i], NULL, read_on, &is_right[i]));
	}
}

static void end_readers(void)
{
	is_over = true;
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	for (int i = 0; i < READERS; i++)
		cr_assert(is_right[i], "reader %d saw half an answer", i);
	cr_assert_gt(n_reads, 50);
}

Test(app_follow, readers_see_whole_answers)
{
	struct refreshing r = {0};
	app_chain_mine(&t.chain, 149, &t.alice);
	t.chain.per_answer = 5;
	t.chain.delay = 1000;
	open_session(SN_ROLE_WATCH_ONLY, true);
	start_readers();
	refresh_anyhow(&r);
	end_readers();
	cr_assert(!r.ret, "%s", t.err.text);
	cr_assert_eq(status().height, 150);
}

/* A failure that reloads the wallet from its file, which reallocates all arrays. */
Test(app_follow, readers_see_the_stored_state_after_a_revert)
{
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	refresh();
	start_readers();
	for (int i = 0; i < 50 || n_reads <= 50; i++) {
		sn_wallet_change_begin(t.w);
		cr_assert(!sn_wallet_revert(t.w, &t.err), "%s", t.err.text);
		sn_wallet_change_end(t.w);
		usleep(500);
	}
	end_readers();
	cr_assert_eq(status().height, 6);
}

/* Work does not wait until a pass that follows the chain is complete. */
Test(app_follow, following_yields_to_work)
{
	app_chain_mine(&t.chain, 300, &t.alice);
	t.chain.per_answer = 3;
	t.chain.delay = 5000;
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 3600, &t.err), "%s", t.err.text);
	WAIT_UNTIL(status().height > 5);
	for (int i = 0; i < 3; i++) {
		size_t released;
		cr_assert(!sn_session_release(t.s, 0, false, &released, &t.err) && released == 0);
		cr_assert(!status().is_synchronized && status().height < 301, "%d: %d", i,
			  (int)status().height);
	}
	/* Refreshing reaches the top itself, and then the follower has nothing to do. */
	t.chain.delay = 0;
	t.chain.per_answer = 50;
	refresh();
	cr_assert(status().height == 301 && status().daemon_height == 301);
	WAIT_UNTIL(status().is_synchronized);
}

static bool ask_to_stop(void *context, const struct sn_sync_progress *progress)
{
	unsigned *calls = context;
	cr_assert(progress->target == 191 && progress->height <= 191);
	return ++*calls < 4;
}

Test(app_follow, the_progress_callback_ends_a_refresh)
{
	unsigned calls = 0;
	const struct sn_sync_options options = {.progress = ask_to_stop, .context = &calls};
	struct sn_sync_result result;
	app_chain_mine(&t.chain, 190, &t.alice);
	t.chain.per_answer = 11;
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_refresh(t.s, &options, &result, &t.err), "%s", t.err.text);
	cr_assert(result.interrupted && calls == 4 && result.blocks == 41 && status().height == 42);
	cr_assert(!status().is_synchronized && !status().has_failed && status().daemon_height == 191);
}
