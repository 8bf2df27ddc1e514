#include "app/notify.h"
#include "app/session_internal.h"

#include "base/clock.h"
#include "base/parallel.h"

#include <signal.h>
#include <string.h>

/* ------------------------------------------------------------------ waiting */

void sn_session_note_part(struct sn_session *s)
{
	pthread_mutex_lock(&s->mutex);
	s->n_parts++;
	pthread_cond_broadcast(&s->wake);
	pthread_mutex_unlock(&s->mutex);
}

static uint64_t count_parts(struct sn_session *s)
{
	pthread_mutex_lock(&s->mutex);
	const uint64_t n = s->n_parts;
	pthread_mutex_unlock(&s->mutex);
	return n;
}

/* Wait until more parts ended than `seen`, or until the session stops. */
static void wait_for_part(struct sn_session *s, uint64_t seen)
{
	pthread_mutex_lock(&s->mutex);
	while (!s->is_stopping && s->n_parts == seen)
		pthread_cond_wait(&s->wake, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

static void pause_for(struct sn_session *s, unsigned seconds)
{
	const uint64_t until = sn_monotonic_ms() + seconds * UINT64_C(1000);
	pthread_mutex_lock(&s->mutex);
	while (!s->is_stopping && sn_cond_wait_until(&s->wake, &s->mutex, until))
		;
	pthread_mutex_unlock(&s->mutex);
}

/* ------------------------------------------------------------------ the wallet */

/* Changes of positions run as work: sn_notices_begin and sn_notices_repair may drop blocks. */
static int begin(struct sn_session *s, enum sn_notice_kind kind, bool *is_begun, struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
	int ret = sn_notices_begin(s->wallet, kind, is_begun);
	if (!ret && kind == SN_NOTICE_BLOCK)
		ret = sn_notices_repair(s->wallet);
	ret = sn_wallet_settle(s->wallet, ret ? sn_error_memory(err) : SN_OK, !ret, err);
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}

/* Whether `begin` has something to do. Blocks begin when the wallet has reached the top once. */
static bool must_begin(struct sn_session *s, enum sn_notice_kind kind)
{
	if (kind != SN_NOTICE_BLOCK)
		return false;
	pthread_mutex_lock(&s->mutex);
	const bool is_at_top = s->status.is_synchronized;
	pthread_mutex_unlock(&s->mutex);
	sn_wallet_read_begin(s->wallet);
	const bool must = (is_at_top && !s->wallet->noticed.has_blocks && s->wallet->n_blocks) ||
			  sn_notices_need_repair(s->wallet);
	sn_wallet_read_end(s->wallet);
	return must;
}

static bool find_next(struct sn_session *s, enum sn_notice_kind kind, struct sn_notice *notice)
{
	sn_wallet_read_begin(s->wallet);
	const bool has_next = sn_notices_next(notice, s->wallet, kind);
	sn_wallet_read_end(s->wallet);
	return has_next;
}

/* Not as work, which may take long: only the position changes, which no work uses. The changes of active work
 * so far are stored with it, as in sn_session_store. */
static int note_delivered(struct sn_session *s, const struct sn_notice *notice, struct sn_error *err)
{
	sn_wallet_change_begin(s->wallet);
	int ret = sn_notices_delivered(s->wallet, notice) ? sn_error_memory(err)
							  : sn_wallet_store(s->wallet, err);
	sn_wallet_change_end(s->wallet);
	return ret;
}

/* ------------------------------------------------------------------ deliveries */

static bool waits_on(void *session, uint64_t ms)
{
	return ms < SN_NOTIFY_SECONDS * 1000 &&
	       !sn_session_is_stopping(session, SN_NOTIFY_STOP_SECONDS * 1000);
}

static int deliver(struct sn_session_notifier *n, const struct sn_notice *notice, struct sn_error *err)
{
	const uint64_t start = sn_monotonic_ms();
	int ret = n->sink.deliver(n->sink.context, notice, waits_on, n->s, err);
	if (ret && sn_monotonic_ms() - start >= SN_NOTIFY_SECONDS * 1000)
		return sn_error_set(err, SN_IO, "timed out after %d s", SN_NOTIFY_SECONDS);
	return ret ? ret : note_delivered(n->s, notice, err);
}

/* Count the attempt in the status. */
static void note_result(struct sn_session_notifier *n, int ret, const struct sn_error *err)
{
	pthread_mutex_lock(&n->s->mutex);
	struct sn_session_deliveries *d = &n->s->status.notices[n->kind];
	*(ret ? &d->n_failures : &d->delivered) += 1;
	d->has_failed = ret != SN_OK;
	d->failure_code = ret;
	d->failure = ret ? *err : (struct sn_error){0};
	pthread_mutex_unlock(&n->s->mutex);
}

/* One line for a failure with a new reason, one when it is over. */
static void log_result(struct sn_session_notifier *n, int ret, const struct sn_error *err,
		       struct sn_error *last)
{
	const bool is_news = ret && strcmp(err->text, last->text) != 0;
	if (is_news)
		sn_log(n->s->log, SN_LOG_WARNING, "%s: %s; trying again", n->sink.name, err->text);
	if (is_news && err->hint[0])
		sn_log(n->s->log, SN_LOG_INFO, "hint: %s", err->hint);
	if (!ret && last->text[0])
		sn_log(n->s->log, SN_LOG_INFO, "%s works again", n->sink.name);
	*last = ret ? *err : (struct sn_error){0};
}

static void *notify(void *arg)
{
	struct sn_session_notifier *n = arg;
	struct sn_session *s = n->s;
	struct sn_error last = {0};
	unsigned pause = 0;
	while (!sn_session_is_stopping(s, 0)) {
		const uint64_t seen = count_parts(s);
		struct sn_error err = {0};
		struct sn_notice notice;
		bool is_begun;
		int ret = must_begin(s, n->kind) ? begin(s, n->kind, &is_begun, &err) : SN_OK;
		if (!ret && !find_next(s, n->kind, &notice)) {
			wait_for_part(s, seen);
			continue;
		}
		if (!ret)
			ret = deliver(n, &notice, &err);
		if (ret && sn_session_is_stopping(s, 0))
			break;
		note_result(n, ret, &err);
		log_result(n, ret, &err, &last);
		pause = !ret ? 0 : pause ? 2 * pause : SN_NOTIFY_FIRST_PAUSE;
		if (pause > SN_NOTIFY_LONGEST_PAUSE)
			pause = SN_NOTIFY_LONGEST_PAUSE;
		if (pause)
			pause_for(s, pause);
	}
	return NULL;
}

int sn_session_notify(struct sn_session *s, enum sn_notice_kind kind, const struct sn_notify_sink *sink,
		      struct sn_error *err)
{
	struct sn_session_notifier *n = &s->notifiers[kind];
	bool is_begun;
	int ret = sn_session_need_daemon(s, "a notice", err);
	if (!ret && (n->is_running || sn_session_is_stopping(s, 0)))
		ret = sn_error_set(err, SN_USAGE, "these notices are delivered already");
	if (!ret)
		ret = begin(s, kind, &is_begun, err);
	if (ret)
		return ret;
	n->s = s;
	n->kind = kind;
	n->sink = *sink;
	/* Signals are for the program's own threads. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	n->is_running = !pthread_create(&n->thread, NULL, notify, n);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!n->is_running)
		return sn_error_set(err, SN_IO, "cannot start a thread to deliver notices");
	pthread_mutex_lock(&s->mutex);
	s->status.notices[kind].is_active = true;
	pthread_mutex_unlock(&s->mutex);
	return SN_OK;
}

void sn_session_join_notifiers(struct sn_session *s)
{
	for (int kind = 0; kind < SN_NOTICE_KINDS; kind++)
		if (s->notifiers[kind].is_running)
			pthread_join(s->notifiers[kind].thread, NULL);
}
