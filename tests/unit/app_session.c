#include "app/follow.h"
#include "app/pay.h"
#include "app/session.h"

#include "app_chain.h"
#include "cold/files.h"
#include "cold_sets.h"
#include "handoff/envelope.h"
#include "hot/balance.h"
#include "hot/request.h"
#include "node/daemon_info.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#define PASSWORD "correct horse"
#define LOG_MAX 64

static struct {
	struct sn_account alice, bob;
	struct app_chain chain;
	char directory[64], path[96];
	struct sn_wallet *w; /* of:  */
	struct sn_session *s;
	struct sn_error err;

	pthread_mutex_t mutex; /* of the log */
	struct {
		enum sn_log_level level;
		char text[512];
	} lines[LOG_MAX];
	size_t n_lines;
} t;

static void on_line(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	pthread_mutex_lock(&t.mutex);
	if (t.n_lines < LOG_MAX) {
		t.lines[t.n_lines].level = level;
		snprintf(t.lines[t.n_lines++].text, sizeof t.lines[0].text, "%s", line);
	}
	pthread_mutex_unlock(&t.mutex);
}

static size_t count_lines(enum sn_log_level level, const char *words)
{
	size_t n = 0;
	pthread_mutex_lock(&t.mutex);
	for (size_t i = 0; i < t.n_lines; i++)
		n += t.lines[i].level == level && strstr(t.lines[i].text, words);
	pthread_mutex_unlock(&t.mutex);
	return n;
}

static void set_up(void)
{
	memset(&t, 0, sizeof t);
	pthread_mutex_init(&t.mutex, NULL);
	cr_assert(sodium_init() >= 0);
	t.alice = cold_account("alice");
	t.bob = cold_account("bob");
	strcpy(t.directory, "/tmp/sn-app-XXXXXX");
	cr_assert(mkdtemp(t.directory) != NULL);
	snprintf(t.path, sizeof t.path, "%s/wallet", t.directory);
	app_chain_start(&t.chain);
}

static void remove_beside(const char *suffix)
{
	char path[128];
	snprintf(path, sizeof path, "%s%s", t.path, suffix);
	unlink(path);
}

static void tear_down(void)
{
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	app_chain_stop(&t.chain);
	remove_beside("");
	remove_beside(".signed");
	remove_beside(".outkey2ki");
	cr_assert(rmdir(t.directory) == 0, "rubbish left in %s", t.directory);
}

TestSuite(app_session, .init = set_up, .fini = tear_down, .timeout = 60);

static void open_again(bool is_online)
{
	const struct sn_log log = {SN_LOG_INFO, on_line, NULL};
	cr_assert(!sn_wallet_open(&t.w, t.path, SN_WALLET_WRITE, PASSWORD, NULL, &t.err), "%s", t.err.text);
	cr_assert(!sn_session_open(&t.s, t.w, is_online ? t.chain.daemon : NULL, &log, &t.err), "%s",
		  t.err.text);
}

static void open_session(enum sn_role role, bool is_online)
{
	cr_assert(!sn_wallet_create(t.path, role, &t.alice, 0, PASSWORD, SN_KDF_TEST, &t.err), "%s",
		  t.err.text);
	open_again(is_online);
}

/* Open the wallet again, as the next program does. */
static struct sn_wallet *look_at_file(void)
{
	struct sn_wallet *w;
	cr_assert(!sn_wallet_open(&w, t.path, SN_WALLET_READ, PASSWORD, NULL, &t.err), "%s", t.err.text);
	return w;
}

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#define WAIT_UNTIL(condition)                            \
	do {                                             \
		double end_ = seconds() + 20;            \
		while (!(condition) && seconds() < end_) \
			usleep(2000);                    \
		cr_assert(condition);                    \
	} while (0)

static struct sn_session_status status(void)
{
	struct sn_session_status x;
	sn_session_status(t.s, &x);
	return x;
}

static void refresh(void)
{
	struct sn_sync_result result;
	cr_assert(!sn_session_refresh(t.s, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(!result.interrupted);
}

static struct sn_balance balance(void)
{
	struct sn_balance b;
	sn_balance(&b, sn_session_read(t.s), -1, (uint64_t)time(NULL));
	sn_session_read_end(t.s);
	return b;
}

static enum sn_payment_state state_of(uint64_t id)
{
	enum sn_payment_state state = sn_wallet_find_payment(sn_session_read(t.s), id)->state;
	sn_session_read_end(t.s);
	return state;
}

/* ---------------------------------------------------------------- what role and daemon forbid */

static void expect_reason(int ret, int code, enum sn_reason reason)
{
	cr_assert_eq(ret, code, "%d: %s", ret, t.err.text);
	cr_assert_eq(t.err.reason, reason, "%d: %s", t.err.reason, t.err.text);
	t.err = (struct sn_error){0};
}

static const struct sn_approval respend = {.allow_respend = true};
static struct sn_payment_destination to_bob;

static struct sn_payment_request request(uint64_t amount)
{
	to_bob = (struct sn_payment_destination){cold_address(&t.bob, 0, 0), amount};
	return (struct sn_payment_request){.destinations = &to_bob, .n_destinations = 1, .mixin = SN_MIXIN};
}

static void expect_offline(void)
{
	struct sn_payment_request r = request(1);
	struct sn_session_payment payment;
	struct sn_submit_result submitted;
	struct sn_sync_result synced;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_BAD_INPUT,
		      SN_REASON_OFFLINE);
	expect_reason(sn_session_submit(t.s, "x", 1, NULL, &submitted, &t.err), SN_BAD_INPUT,
		      SN_REASON_OFFLINE);
	expect_reason(sn_session_refresh(t.s, NULL, &synced, &t.err), SN_BAD_INPUT, SN_REASON_OFFLINE);
	expect_reason(sn_session_follow(t.s, 1, &t.err), SN_BAD_INPUT, SN_REASON_OFFLINE);
	cr_assert(sn_session_is_offline(t.s));
	cr_assert_eq(t.chain.n_requests, 0);
	cr_assert(!sn_session_store(t.s, &t.err));
}

static struct sn_buf seal_unsigned(const struct sn_unsigned_set *set)
{
	struct sn_buf content = {0}, file = {0};
	cr_assert(!sn_unsigned_set_encode(&content, set, &t.err), "%s", t.err.text);
	cr_assert(!sn_envelope_seal(&file, SN_ENVELOPE_UNSIGNED_SET, SN_MAINNET, &t.alice.view_secret,
				    content.data, content.len, &t.err));
	sn_buf_free(&content);
	return file;
}

Test(app_session, watch_only_offline)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set);
	struct sn_session_signed result;
	struct sn_review review;
	open_session(SN_ROLE_WATCH_ONLY, false);
	expect_offline();
	expect_reason(sn_session_sign(t.s, file.data, file.len, NULL, &respend, &result, &t.err),
		      SN_BAD_INPUT, SN_REASON_WRONG_ROLE);
	cr_assert(!sn_session_describe(t.s, file.data, file.len, NULL, &review, &t.err), "%s", t.err.text);
	cr_assert_eq(review.sent, COLD_XMR / 4);
	sn_review_free(&review);
	cr_assert(sn_session_describe(t.s, file.data, file.len - 1, NULL, &review, &t.err));
	sn_buf_free(&file);
	cold_free(&set);
}

struct answer {
	bool is_yes, stops;
	unsigned n_asked;
	uint64_t sent;
	uint64_t release; /* this payment, during the confirmation */
};

static bool approve(void *context, const struct sn_review *review)
{
	struct answer *answer = context;
	size_t released;
	answer->n_asked++;
	answer->sent = review->sent;
	if (answer->release)
		cr_assert(!sn_session_release(t.s, answer->release, false, &released, NULL) && released == 1);
	if (answer->stops)
		sn_session_stop(t.s);
	return answer->is_yes;
}

Test(app_session, master_offline)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set), first = {0};
	struct sn_session_signed result;
	struct answer answer = {0};
	const struct sn_approval approval = {approve, &answer, false};
	open_session(SN_ROLE_MASTER, false);
	expect_offline();
	cr_assert_eq(sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "not confirmed") && result.signed_set.len == 0 && !result.hashes);
	cr_assert(answer.n_asked == 1 && answer.sent == COLD_XMR / 4);
	answer.is_yes = true;
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), "%s",
		  t.err.text);
	cr_assert(result.review.n == 1 && result.signed_set.len > 0);
	sn_put_bytes(&first, result.signed_set.data, result.signed_set.len);
	sn_session_signed_free(&result);

	/* Another transaction that spends the same output. */
	struct sn_buf other;
	set.txs[0].fee += 10000;
	set.txs[0].change -= 10000;
	other = seal_unsigned(&set);
	expect_reason(sn_session_sign(t.s, other.data, other.len, NULL, NULL, &result, &t.err), SN_REFUSED,
		      SN_REASON_SIGNED_AWAY);
	cr_assert(result.signed_set.len == 0 && !result.hashes && !result.review.txs);
	cr_assert(!sn_session_sign(t.s, other.data, other.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	cr_assert(result.signed_set.len != first.len ||
		  memcmp(result.signed_set.data, first.data, first.len));
	sn_session_signed_free(&result);
	sn_buf_free(&other);
	sn_buf_free(&first);
	sn_buf_free(&file);
	cold_free(&set);
}

/* The wallet can be read. Only signing requires the journal, and can use it again once it can be opened. */
Test(app_session, a_damaged_journal_prevents_only_signing)
{
	struct sn_unsigned_set set = cold_everyday(&t.alice, cold_address(&t.bob, 0, 0));
	struct sn_buf file = seal_unsigned(&set);
	struct sn_session_signed result;
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {approve, &answer, false};
	const struct sn_payment_destination to = {cold_address(&t.bob, 0, 0), COLD_XMR};
	const struct sn_payment_request request = {
		.destinations = &to, .n_destinations = 1, .mixin = SN_MIXIN};
	char journal[128];
	snprintf(journal, sizeof journal, "%s.signed", t.path);
	open_session(SN_ROLE_MASTER, true);
	cr_assert(access(journal, F_OK)); /* reading creates no journal */
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &respend, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	cr_assert(!sn_session_close(t.s, &t.err) && !truncate(journal, 150));
	t.n_lines = 0;
	open_again(true);
	cr_assert(count_lines(SN_LOG_ERROR, journal) == 1 &&
		  count_lines(SN_LOG_ERROR, "hint: restore a good copy") == 1);
	sn_session_read(t.s);
	sn_session_read_end(t.s);
	cr_assert(!sn_session_refresh(t.s, NULL, &(struct sn_sync_result){0}, &t.err), "%s", t.err.text);
	expect_reason(sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err),
		      SN_BAD_INPUT, SN_REASON_DAMAGED);
	expect_reason(sn_session_transfer(t.s, &request, NULL, &approval, &payment, &t.err), SN_BAD_INPUT,
		      SN_REASON_DAMAGED);
	sn_session_payment_free(&payment);
	cr_assert_eq(answer.n_asked, 0);
	cr_assert_eq(sn_session_read(t.s)->n_payments, 0);
	sn_session_read_end(t.s);

	cr_assert(!unlink(journal));
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, &approval, &result, &t.err), "%s",
		  t.err.text);
	sn_session_signed_free(&result);
	sn_buf_free(&file);
	cold_free(&set);
}

/* ---------------------------------------------------------------- following */

Test(app_session, refresh)
{
	struct sn_sync_result result;
	app_chain_mine(&t.chain, 5, &t.alice);
	open_session(SN_ROLE_WATCH_ONLY, true);
	struct sn_payment_request r = request(1);
	struct sn_session_payment payment;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "has never been synchronised") && t.chain.n_requests == 1, "%s",
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

Test(app_session, follow)
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
Test(app_session, following_another_network_fails)
{
	t.alice.network = SN_STAGENET;
	open_session(SN_ROLE_WATCH_ONLY, true);
	cr_assert(!sn_session_follow(t.s, 1, &t.err), "%s", t.err.text);
	WAIT_UNTIL(t.chain.n_requests >= 3);
	cr_assert_eq(count_lines(SN_LOG_ERROR, "is on mainnet, the wallet on stagenet"), 1);
	cr_assert(status().has_failed && status().failure_code == SN_BAD_INPUT && status().is_following);
}

Test(app_session, close_while_following)
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

Test(app_session, close_before_a_silent_daemon)
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
Test(app_session, interrupt)
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

/* ---------------------------------------------------------------- a daemon that says nothing */

/* Only its caller waits for the daemon. The abandoned call is not a failure of the daemon. */
Test(app_session, silent_daemon)
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
Test(app_session, stop_before_a_silent_daemon)
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
Test(app_session, a_stop_interrupts_a_scan)
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

Test(app_session, progress_stops_waiting)
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

Test(app_session, readers_see_whole_answers)
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
Test(app_session, readers_beside_a_revert)
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
Test(app_session, following_yields_to_work)
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

Test(app_session, progress_stops_a_refresh)
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

/* ---------------------------------------------------------------- a master wallet that pays */

static void open_with(size_t n_outputs, enum sn_role role)
{
	app_chain_mine(&t.chain, n_outputs, &t.alice);
	app_chain_mine(&t.chain, 100, &t.bob);
	open_session(role, true);
	refresh();
	cr_assert_eq(balance().unlocked, n_outputs * APP_REWARD);
}

static void open_rich(enum sn_role role)
{
	open_with(4, role);
}

Test(app_session, watch_only_prepares_a_payment)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {0};
	const struct sn_approval approval = {approve, &answer, false};
	size_t released;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(payment.unsigned_set.len > 0 && payment.size == 0 && payment.submitted.n == 0 &&
		  answer.n_asked == 0);
	cr_assert(payment.composed.n == 1 && state_of(payment.composed.txs[0].id) == SN_PAYMENT_PREPARED);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 1 && w->payments[0].state == SN_PAYMENT_PREPARED);
	sn_wallet_close(w);
	cr_assert(!sn_session_release(t.s, payment.composed.txs[0].id, false, &released, &t.err) &&
		  released == 1);
	w = look_at_file();
	cr_assert_eq(w->payments[0].state, SN_PAYMENT_RELEASED);
	sn_wallet_close(w);
	sn_session_payment_free(&payment);

	r.destinations =
		&(struct sn_payment_destination){cold_address(&t.bob, 0, 0), 100 * (uint64_t)APP_REWARD};
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED,
		      SN_REASON_NOT_ENOUGH);
}

Test(app_session, master_signs_and_broadcasts)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {approve, &answer, false};
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && answer.sent == APP_REWARD / 2);
	cr_assert(payment.unsigned_set.len == 0 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	cr_assert(payment.size > 1000 && payment.size == t.chain.pool[0].whole.len);
	cr_assert(sn_hash_is_equal(&payment.submitted.txs[0].tx_hash, &t.chain.pool[0].hash));
	uint64_t id = payment.composed.txs[0].id, fee = payment.composed.txs[0].fee;
	cr_assert_eq(state_of(id), SN_PAYMENT_SUBMITTED);
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);

	app_chain_mine(&t.chain, 1, &t.bob);
	refresh();
	cr_assert_eq(state_of(id), SN_PAYMENT_CONFIRMED);
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);
	cr_assert(balance().n_without_image == 0 && balance().pending_out == 0);
	sn_session_payment_free(&payment);
}

/* A payment that has started is completed. */
Test(app_session, stop_while_paying)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true, .stops = true};
	const struct sn_approval approval = {approve, &answer, false};
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	cr_assert_eq(state_of(payment.composed.txs[0].id), SN_PAYMENT_SUBMITTED);
	sn_session_payment_free(&payment);
}

/* A second payment while the daemon has the first one would pay twice. */
Test(app_session, a_submitted_payment_is_not_released)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	size_t released;
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	uint64_t id = payment.composed.txs[0].id;
	sn_session_payment_free(&payment);
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	refresh();
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(released == 0 && state_of(id) == SN_PAYMENT_SUBMITTED);
	app_chain_flush_pool(&t.chain);
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED); /* no pass since */
	refresh();
	/* The daemon may hide it. */
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(released == 0 && state_of(id) == SN_PAYMENT_SUBMITTED);
	cr_assert(!sn_session_release(t.s, id, true, &released, &t.err) && released == 1, "%s", t.err.text);
	cr_assert_eq(balance().unlocked, 4 * APP_REWARD);
}

/* Spends by another program with the same keys are detected: key images are known with their outputs. */
Test(app_session, master_sees_foreign_spends)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	open_rich(SN_ROLE_MASTER);
	cr_assert(!sn_session_close(t.s, &t.err));
	char aside[128];
	snprintf(aside, sizeof aside, "%s.aside", t.path);
	cr_assert(!rename(t.path, aside));
	remove_beside(".signed");
	open_session(SN_ROLE_MASTER, true);
	refresh();
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	uint64_t fee = payment.composed.txs[0].fee;
	sn_session_payment_free(&payment);
	cr_assert(!sn_session_close(t.s, &t.err));
	app_chain_mine(&t.chain, 1, &t.bob);

	cr_assert(!rename(aside, t.path));
	remove_beside(".signed");
	open_again(true);
	cr_assert_eq(balance().total, 4 * APP_REWARD);
	refresh();
	cr_assert_eq(balance().total, 4 * APP_REWARD - APP_REWARD / 2 - fee);
}

static void expect_nothing_reserved(const struct sn_session_payment *payment)
{
	cr_assert(!payment->composed.txs && payment->submitted.n == 0 && payment->unsigned_set.len == 0);
	cr_assert(balance().unlocked == 4 * APP_REWARD && balance().reserved == 0);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments >= 1);
	for (size_t i = 0; i < w->n_payments; i++)
		cr_assert_eq(w->payments[i].state, SN_PAYMENT_RELEASED);
	sn_wallet_close(w);
}

Test(app_session, master_asks_and_obeys_the_limits)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {0};
	const struct sn_approval approval = {approve, &answer, false};
	open_rich(SN_ROLE_MASTER);
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "not confirmed") && t.chain.n_sends == 0, "%s", t.err.text);
	expect_nothing_reserved(&payment);

	/* Nor if the confirmation comes too late. */
	answer = (struct answer){.is_yes = true, .release = 2};
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "payment 2 was released") && t.chain.n_sends == 0, "%s", t.err.text);
	expect_nothing_reserved(&payment);

	/* Nor if the fee is above the limit. */
	const struct sn_limits limits = {.has_max_fee = true, .max_fee = 1};
	answer = (struct answer){.is_yes = true};
	cr_assert_eq(sn_session_transfer(t.s, &r, &limits, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);

	/* Nor if it would lock its outputs without permission. */
	r.unlock_time = 3000000;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "--allow-unlock-time"), "%s", t.err.text);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);
}

/* Only the daemon claims a rejection: the outputs stay reserved, and the recipients are not paid again. */
static void expect_blocked(uint64_t id)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {approve, &answer, true};
	const size_t n_sends = t.chain.n_sends;
	char words[64];
	snprintf(words, sizeof words, "payment %llu to the same recipient was rejected",
		 (unsigned long long)id);
	t.chain.send = APP_ACCEPT;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, words), "%s", t.err.text);
	cr_assert(!answer.n_asked && t.chain.n_sends == n_sends && balance().reserved == 0);
}

Test(app_session, master_is_rejected)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	const struct sn_payment_destination to_another = {cold_address(&t.bob, 0, 9), APP_REWARD / 2};
	struct sn_session_payment payment;
	size_t released;
	open_rich(SN_ROLE_MASTER);
	t.chain.send = APP_REJECT;
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "rejects") && t.chain.n_sends == 1, "%s", t.err.text);
	cr_assert_eq(payment.submitted.n_failed, 1);
	const uint64_t id = payment.submitted.failed[0].payment_id;
	sn_session_payment_free(&payment);
	cr_assert_eq(state_of(id), SN_PAYMENT_SUBMITTED);
	expect_blocked(id);
	/* It does not obstruct other payments. */
	r.destinations = &to_another;
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	sn_session_payment_free(&payment);
	/* Nor does the signature prevent the next attempt of a user who trusts the daemon. */
	cr_assert_eq(sn_session_release(t.s, id, false, &released, &t.err), SN_REFUSED);
	cr_assert(!sn_session_release(t.s, id, true, &released, &t.err) && released == 1, "%s", t.err.text);
	for (int i = 0; i < 3; i++) {
		r = request(APP_REWARD - 1000000000);
		cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%d: %s", i,
			  t.err.text);
		sn_session_payment_free(&payment);
	}
}

/* The daemon reports a rejection, and relays the transaction. Enough other outputs are left to make the same
 * payment again. */
Test(app_session, a_false_rejection_keeps_the_outputs_reserved)
{
	struct sn_payment_request r = request(APP_REWARD * 5 / 2);
	struct sn_session_payment payment;
	open_with(12, SN_ROLE_MASTER);
	t.chain.send = APP_LIE;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON,
		      SN_REASON_REJECTED);
	const uint64_t id = payment.submitted.failed[0].payment_id;
	sn_session_payment_free(&payment);
	for (int i = 0; i < 4; i++)
		expect_blocked(id);
	cr_assert_eq(t.chain.n_pool, 1);
	app_chain_mine(&t.chain, 1, &t.bob);
	refresh();
	cr_assert_eq(state_of(id), SN_PAYMENT_CONFIRMED);
}

#define MANY 16 /* destinations: two transactions */

static struct sn_payment_request request_many(struct sn_payment_destination to[static MANY])
{
	struct sn_payment_request r = request(1);
	for (unsigned i = 0; i < MANY; i++)
		to[i] = (struct sn_payment_destination){cold_address(&t.bob, 0, i), 1000000000};
	r.destinations = to;
	r.n_destinations = MANY;
	r.may_be_several = true;
	return r;
}

/* One of two is rejected; the daemon accepts the other without an answer. */
static void expect_one_maybe_sent(int first, int second, enum sn_reason of_first, enum sn_reason of_second)
{
	struct sn_payment_destination to[MANY];
	struct sn_payment_request r = request_many(to);
	struct sn_session_payment payment;
	open_with(3, SN_ROLE_MASTER); /* the additional output does not cover the payment without the other
					 signed one */
	t.chain.send = first;
	t.chain.send_next = second;
	expect_reason(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON,
		      SN_REASON_MAYBE_SENT);
	cr_assert(t.chain.n_pool == 1 && payment.submitted.n == 0 && payment.submitted.n_failed == 2);
	cr_assert_eq(payment.submitted.failed[0].why.reason, of_first);
	cr_assert_eq(payment.submitted.failed[1].why.reason, of_second);
	sn_session_payment_free(&payment);
}

/* Repeating the payment would pay one of the recipients twice. That is never silent. */
static void expect_not_twice(enum sn_reason reason)
{
	struct sn_payment_destination to[MANY];
	struct sn_payment_request r = request_many(to);
	struct sn_session_payment payment;
	struct answer answer = {.is_yes = true};
	const struct sn_approval approval = {approve, &answer, false};
	size_t n_sends = t.chain.n_sends;
	t.chain.send = APP_ACCEPT;
	expect_reason(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED, reason);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == n_sends && t.chain.n_pool == 1);
	cr_assert(!payment.composed.txs && balance().reserved == 0);
}

Test(app_session, master_is_rejected_and_maybe_sent)
{
	size_t released;
	expect_one_maybe_sent(APP_FEE, APP_VANISH, SN_REASON_REJECTED, SN_REASON_MAYBE_SENT);
	expect_not_twice(SN_REASON_NONE);
	/* Nor if the rejected one is released, which does not affect the other. */
	cr_assert(!sn_session_release(t.s, 1, true, &released, &t.err) && released == 1, "%s", t.err.text);
	expect_not_twice(SN_REASON_SIGNED_AWAY);
}

Test(app_session, master_is_maybe_sent_and_not_sent)
{
	expect_one_maybe_sent(APP_VANISH, APP_ACCEPT, SN_REASON_MAYBE_SENT, SN_REASON_NONE);
	expect_not_twice(SN_REASON_SIGNED_AWAY);
}

/* Only the user knows whether a transaction that was exported as a file may be replaced. */
Test(app_session, master_refuses_a_double_spend)
{
	struct sn_payment_request r = request(3 * (uint64_t)APP_REWARD);
	struct sn_session_payment payment;
	struct sn_session_signed result;
	struct answer answer = {.is_yes = true};
	struct sn_approval approval = {approve, &answer, false};
	size_t released;
	open_rich(SN_ROLE_WATCH_ONLY);
	cr_assert(!sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), "%s", t.err.text);
	struct sn_buf file = payment.unsigned_set;
	payment.unsigned_set = (struct sn_buf){0};
	cr_assert(!sn_session_release(t.s, payment.composed.txs[0].id, false, &released, &t.err));
	sn_session_payment_free(&payment);
	cr_assert(!sn_session_close(t.s, &t.err));
	unlink(t.path);
	open_session(SN_ROLE_MASTER, true);
	refresh();
	cr_assert(!sn_session_sign(t.s, file.data, file.len, NULL, NULL, &result, &t.err), "%s", t.err.text);
	sn_session_signed_free(&result);

	expect_reason(sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), SN_REFUSED,
		      SN_REASON_SIGNED_AWAY);
	cr_assert(answer.n_asked == 0 && t.chain.n_sends == 0);
	expect_nothing_reserved(&payment);
	approval.allow_respend = true;
	cr_assert(!sn_session_transfer(t.s, &r, NULL, &approval, &payment, &t.err), "%s", t.err.text);
	cr_assert(answer.n_asked == 1 && payment.submitted.n == 1 && t.chain.n_sends == 1);
	sn_session_payment_free(&payment);
	sn_buf_free(&file);
}

static void *interrupt_sending(void *arg)
{
	(void)arg;
	while (t.chain.n_sends == 0)
		usleep(1000);
	sn_daemon_interrupt(t.chain.daemon);
	return NULL;
}

/* It may have arrived, and did. */
Test(app_session, without_an_answer_a_payment_stays_submitted)
{
	struct sn_payment_request r = request(APP_REWARD / 2);
	struct sn_session_payment payment;
	pthread_t thread;
	open_rich(SN_ROLE_MASTER);
	t.chain.send = APP_STALL;
	cr_assert(!pthread_create(&thread, NULL, interrupt_sending, NULL));
	cr_assert_eq(sn_session_transfer(t.s, &r, NULL, NULL, &payment, &t.err), SN_DAEMON);
	pthread_join(thread, NULL);
	cr_assert(payment.submitted.n == 0 && payment.submitted.n_failed == 1);
	sn_session_payment_free(&payment);
	struct sn_wallet *w = look_at_file();
	cr_assert(w->n_payments == 1 && w->payments[0].state == SN_PAYMENT_SUBMITTED);
	sn_wallet_close(w);
}
