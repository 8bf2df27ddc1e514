#include "app_fixture.h"
#include "app/follow.h"
#include "cold_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>

struct session_test t;

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

size_t count_lines(enum sn_log_level level, const char *words)
{
	size_t n = 0;
	pthread_mutex_lock(&t.mutex);
	for (size_t i = 0; i < t.n_lines; i++)
		n += t.lines[i].level == level && strstr(t.lines[i].text, words);
	pthread_mutex_unlock(&t.mutex);
	return n;
}

void session_set_up(void)
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

void remove_beside(const char *suffix)
{
	char path[128];
	snprintf(path, sizeof path, "%s%s", t.path, suffix);
	unlink(path);
}

void session_tear_down(void)
{
	cr_assert(!sn_session_close(t.s, &t.err), "%s", t.err.text);
	app_chain_stop(&t.chain);
	remove_beside("");
	remove_beside(".signed");
	remove_beside(".outkey2ki");
	cr_assert(rmdir(t.directory) == 0, "rubbish left in %s", t.directory);
}

void open_again(bool is_online)
{
	const struct sn_log log = {SN_LOG_INFO, on_line, NULL};
	cr_assert(!sn_wallet_open(&t.w, t.path, SN_WALLET_WRITE, PASSWORD, NULL, &t.err), "%s", t.err.text);
	cr_assert(!sn_session_open(&t.s, t.w, is_online ? t.chain.daemon : NULL, &log, &t.err), "%s",
		  t.err.text);
}

void open_session(enum sn_role role, bool is_online)
{
	cr_assert(!sn_wallet_create(t.path, role, &t.alice, 0, PASSWORD, SN_KDF_TEST, &t.err), "%s",
		  t.err.text);
	open_again(is_online);
}

struct sn_wallet *look_at_file(void)
{
	struct sn_wallet *w;
	cr_assert(!sn_wallet_open(&w, t.path, SN_WALLET_READ, PASSWORD, NULL, &t.err), "%s", t.err.text);
	return w;
}

double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct sn_session_status status(void)
{
	struct sn_session_status x;
	sn_session_status(t.s, &x);
	return x;
}

void refresh(void)
{
	struct sn_sync_result result;
	cr_assert(!sn_session_refresh(t.s, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(!result.interrupted);
}

struct sn_balance balance(void)
{
	struct sn_balance b;
	sn_balance(&b, sn_session_read(t.s), -1, (uint64_t)time(NULL));
	sn_session_read_end(t.s);
	return b;
}

enum sn_payment_state state_of(uint64_t id)
{
	enum sn_payment_state state = sn_wallet_find_payment(sn_session_read(t.s), id)->state;
	sn_session_read_end(t.s);
	return state;
}

void expect_reason(int ret, int code, enum sn_reason reason)
{
	cr_assert_eq(ret, code, "%d: %s", ret, t.err.text);
	cr_assert_eq(t.err.reason, reason, "%d: %s", t.err.reason, t.err.text);
	t.err = (struct sn_error){0};
}

const struct sn_approval respend = {.allow_respend = true};
static struct sn_payment_destination to_bob;

struct sn_payment_request request(uint64_t amount)
{
	to_bob = (struct sn_payment_destination){cold_address(&t.bob, 0, 0), amount};
	return (struct sn_payment_request){.destinations = &to_bob, .n_destinations = 1, .mixin = SN_MIXIN};
}

bool approve(void *context, const struct sn_review *review)
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
