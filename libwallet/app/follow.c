/* Following the chain: in passes, each from where the wallet stands to the daemon's top, which give way to other work
 * between two answers of the daemon and go on afterwards. */
#include "app/session_internal.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------ one pass */

struct pass {
	struct sn_session *s;
	const struct sn_sync_options *options; /* the caller's, or NULL */
	bool is_stopped;                       /* by the caller, or since the session closes */
};

static bool on_progress(void *context, const struct sn_sync_progress *progress)
{
	struct pass *pass = context;
	struct sn_session *s = pass->s;
	pthread_mutex_lock(&s->mutex);
	s->status.daemon_height = progress->target;
	if (progress->height < progress->target)
		s->status.is_synchronized = false;
	pass->is_stopped |= s->is_stopping;
	pthread_mutex_unlock(&s->mutex);
	if (pass->options && pass->options->progress && !pass->options->progress(pass->options->context, progress))
		pass->is_stopped = true;
	return !pass->is_stopped && !sn_work_should_yield(&s->work);
}

static void note_result(struct sn_session *s, int ret, const struct sn_sync_result *result, const struct sn_error *err)
{
	pthread_mutex_lock(&s->mutex);
	struct sn_session_status *status = &s->status;
	if (result->daemon_height) {
		status->daemon_height = result->daemon_height;
		status->target_height = result->target_height > result->daemon_height ? result->target_height
										      : result->daemon_height;
	}
	status->is_synchronized = !ret && !result->interrupted;
	status->has_failed = ret != SN_OK;
	status->failure_code = ret;
	status->failure = ret ? *err : (struct sn_error){0};
	pthread_mutex_unlock(&s->mutex);
}

/* What the parts of a pass did counts together, and where things stand says the last. */
static void add_part(struct sn_sync_result *sum, const struct sn_sync_result *part)
{
	struct sn_sync_result all = *part;
	all.blocks += sum->blocks;
	all.received += sum->received;
	all.spent += sum->spent;
	all.rollbacks += sum->rollbacks;
	if (sum->rollbacks && (!part->rollbacks || sum->fork_height < part->fork_height))
		all.fork_height = sum->fork_height;
	*sum = all;
}

static bool is_stopping(struct sn_session *s)
{
	pthread_mutex_lock(&s->mutex);
	bool is_it = s->is_stopping;
	pthread_mutex_unlock(&s->mutex);
	return is_it;
}

static int make_pass(struct sn_session *s, enum sn_work_rank rank, const struct sn_sync_options *options,
		     struct sn_sync_result *result, struct sn_error *err)
{
	struct pass pass = {.s = s, .options = options};
	const struct sn_sync_options own = {on_progress, &pass, s->log};
	struct sn_sync_result part;
	int ret;
	*result = (struct sn_sync_result){0};
	do {
		sn_work_begin(&s->work, rank);
		if (is_stopping(s)) {
			sn_work_end(&s->work);
			result->interrupted = true;
			return SN_OK;
		}
		ret = sn_sync(s->wallet, s->daemon, &own, &part, err);
		note_result(s, ret, &part, err);
		sn_work_end(&s->work);
		add_part(result, &part);
	} while (!ret && part.interrupted && !pass.is_stopped);
	return ret;
}

int sn_session_refresh(struct sn_session *s, const struct sn_sync_options *options, struct sn_sync_result *result,
		       struct sn_error *err)
{
	struct sn_error why = {0};
	*result = (struct sn_sync_result){0};
	int ret = sn_session_need_daemon(s, "refresh", err);
	if (ret)
		return ret;
	ret = make_pass(s, SN_WORK_REFRESH, options, result, &why);
	if (ret && err)
		*err = why;
	return ret;
}

/* ------------------------------------------------------------------ the thread */

/* What the log was told last: it is told news only. */
struct told {
	int ret;
	struct sn_error err;
	uint64_t unknown;
};

static void tell_failure(struct sn_session *s, struct told *told, int ret, const struct sn_error *err)
{
	bool is_news = ret != told->ret || (ret != SN_DAEMON && strcmp(err->text, told->err.text) != 0);
	if (is_news && ret == SN_DAEMON)
		sn_log(s->log, SN_LOG_WARNING, "%s", err->text);
	else if (is_news)
		sn_log(s->log, SN_LOG_ERROR, "following the chain: %s", err->text);
	told->ret = ret;
	told->err = *err;
}

static void tell_result(struct sn_session *s, struct told *told, const struct sn_sync_result *r)
{
	if (told->ret == SN_DAEMON)
		sn_log(s->log, SN_LOG_INFO, "the daemon at %s answers again", sn_daemon_address(s->daemon));
	else if (told->ret)
		sn_log(s->log, SN_LOG_INFO, "following the chain again");
	told->ret = SN_OK;
	if (r->rollbacks)
		sn_log(s->log, SN_LOG_WARNING, "the chain was reorganised: blocks from %" PRIu64 " on were replaced",
		       r->fork_height);
	if (r->blocks)
		sn_log(s->log, r->received || r->spent ? SN_LOG_INFO : SN_LOG_DEBUG,
		       "at height %" PRIu64 ": %" PRIu64 " blocks scanned, %" PRIu64 " outputs received, %" PRIu64 " spent",
		       r->height, r->blocks, r->received, r->spent);
	if (r->n_unknown && r->unknown != told->unknown)
		sn_log(s->log, SN_LOG_WARNING,
		       "payment %" PRIu64 " was submitted, but is in no block, and the daemon does not know it: submit it "
		       "again, or release it",
		       r->unknown);
	told->unknown = r->n_unknown ? r->unknown : 0;
}

/* False: stop. */
static bool wait_a_while(struct sn_session *s)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += s->seconds;
	pthread_mutex_lock(&s->mutex);
	while (!s->is_stopping && pthread_cond_timedwait(&s->wake, &s->mutex, &until) == 0)
		;
	bool goes_on = !s->is_stopping;
	pthread_mutex_unlock(&s->mutex);
	return goes_on;
}

static void *follow(void *arg)
{
	struct sn_session *s = arg;
	struct told told = {0};
	do {
		struct sn_sync_result result;
		struct sn_error err = {0};
		int ret = make_pass(s, SN_WORK_FOLLOW, NULL, &result, &err);
		if (atomic_load(&s->is_interrupted))
			break;
		if (ret)
			tell_failure(s, &told, ret, &err);
		else
			tell_result(s, &told, &result);
		if (ret == SN_NEEDS_REPAIR)
			break;
	} while (wait_a_while(s));
	pthread_mutex_lock(&s->mutex);
	s->status.is_following = false;
	pthread_mutex_unlock(&s->mutex);
	return NULL;
}

int sn_session_follow(struct sn_session *s, unsigned seconds, struct sn_error *err)
{
	int ret = sn_session_need_daemon(s, "following the chain", err);
	if (ret)
		return ret;
	pthread_mutex_lock(&s->mutex);
	if (s->has_follower || s->is_stopping) {
		pthread_mutex_unlock(&s->mutex);
		return sn_error_set(err, SN_USAGE, "this wallet follows the chain already");
	}
	/* Signals are for the threads that the program itself made. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	s->seconds = seconds ? seconds : 1;
	s->has_follower = s->status.is_following = !pthread_create(&s->follower, NULL, follow, s);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!s->has_follower)
		ret = sn_error_set(err, SN_IO, "no thread can be started to follow the chain");
	pthread_mutex_unlock(&s->mutex);
	return ret;
}

void sn_session_stop_following(struct sn_session *s)
{
	pthread_mutex_lock(&s->mutex);
	s->is_stopping = true;
	bool has_follower = s->has_follower;
	s->has_follower = false;
	pthread_cond_broadcast(&s->wake);
	pthread_mutex_unlock(&s->mutex);
	if (!has_follower)
		return;
	/* It may wait for a daemon that says nothing for minutes. What others are at is finished first. */
	if (sn_work_is_under_way(&s->work, SN_WORK_FOLLOW))
		sn_session_interrupt(s);
	pthread_join(s->follower, NULL);
}
