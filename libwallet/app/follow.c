/* Each pass scans from the wallet's height to the daemon's top. Between two answers of the daemon, it yields
 * to other work and then continues. */
#include "app/follow.h"
#include "app/notify.h"
#include "app/session_internal.h"

#include "base/clock.h"
#include "base/parallel.h"
#include "hot/pool.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

/* ------------------------------------------------------------------ one pass */

#define PATIENCE 1000 /* milliseconds that a call may take while other work waits */
#define SILENCE \
	30000 /* total of abandoned calls since the last answer, after which the daemon has failed \
	       */

struct sn_session_pass {
	struct sn_session *s;
	const struct sn_sync_options *options; /* the caller's, or NULL */
	struct sn_sync_progress at;            /* at the last answer with blocks */
	uint64_t silence;                      /* milliseconds of abandoned calls since then */
	bool is_stopped;                       /* by the caller, or because the session stops */
	bool has_given_up;                     /* abandoned a call to the daemon because other work waits */
};

static bool is_wanted(struct sn_session_pass *pass)
{
	const struct sn_sync_options *options = pass->options;
	pass->is_stopped |= sn_session_is_stopping(pass->s, 0);
	if (!pass->is_stopped && options && options->progress)
		pass->is_stopped = !options->progress(options->context, &pass->at);
	return !pass->is_stopped;
}

static bool on_progress(void *context, const struct sn_sync_progress *progress)
{
	struct sn_session_pass *pass = context;
	struct sn_session *s = pass->s;
	pass->at = *progress;
	pass->silence = 0;
	pthread_mutex_lock(&s->mutex);
	s->status.daemon_height = progress->target;
	if (progress->height < progress->target)
		s->status.is_synchronized = false;
	pthread_mutex_unlock(&s->mutex);
	return is_wanted(pass) && !sn_work_should_yield(&s->work);
}

bool sn_session_waits_on(void *session, uint64_t ms)
{
	struct sn_session *s = session;
	struct sn_session_pass *pass = s->pass;
	if (!pass)
		return !sn_session_is_stopping(s, 1000 * SN_SESSION_STOP_SECONDS);
	if (ms < PATIENCE && !sn_session_is_stopping(s, 0))
		return true;
	if (is_wanted(pass) && !sn_work_should_yield(&s->work))
		return true;
	pass->has_given_up = true;
	pass->silence += ms;
	return false;
}

static void note_result(struct sn_session *s, int ret, const struct sn_sync_result *result,
			const struct sn_error *err)
{
	pthread_mutex_lock(&s->mutex);
	struct sn_session_status *status = &s->status;
	if (result->daemon_height) {
		status->daemon_height = result->daemon_height;
		status->target_height = result->target_height > result->daemon_height ? result->target_height
										      : result->daemon_height;
	}
	status->is_synchronized = !ret && !result->interrupted;
	if (result->newest_time)
		status->newest_time = result->newest_time;
	status->n_reorganizations += result->rollbacks;
	status->n_failures += ret != SN_OK;
	if (!ret && result->daemon_height)
		status->answered_ms = sn_monotonic_ms();
	/* After an abandoned call, the status of the daemon is unchanged. */
	if (ret || result->daemon_height) {
		status->has_failed = ret != SN_OK;
		status->failure_code = ret;
		status->failure = ret ? *err : (struct sn_error){0};
	}
	pthread_mutex_unlock(&s->mutex);
}

/* Add the counts of a part of a pass to `sum`; the state is that of the last part. */
static void add_part(struct sn_sync_result *sum, const struct sn_sync_result *part)
{
	struct sn_sync_result all = *part;
	if (!part->daemon_height) { /* no answer */
		all.daemon_height = sum->daemon_height;
		all.target_height = sum->target_height;
	}
	all.blocks += sum->blocks;
	if (!all.newest_time)
		all.newest_time = sum->newest_time;
	all.received += sum->received;
	all.spent += sum->spent;
	all.n_dropped += sum->n_dropped;
	all.dropped = sum->n_dropped ? sum->dropped : part->dropped;
	all.rollbacks += sum->rollbacks;
	if (sum->rollbacks && (!part->rollbacks || sum->fork_height < part->fork_height))
		all.fork_height = sum->fork_height;
	*sum = all;
}

/* Runs as work. An abandoned call is not a failure of the daemon, unless it has been silent for SILENCE. */
static int sync_part(struct sn_session_pass *pass, struct sn_sync_result *part, struct sn_error *err)
{
	struct sn_session *s = pass->s;
	const struct sn_sync_options own = {.progress = on_progress,
					    .context = pass,
					    .log = s->log,
					    .memory = &s->memory,
					    .now = pass->options ? pass->options->now : 0};
	pass->has_given_up = false;
	s->pass = pass;
	int ret = sn_sync(s->wallet, s->daemon, &own, part, err);
	s->pass = NULL;
	if (ret == SN_DAEMON && pass->has_given_up) {
		part->interrupted = pass->is_stopped || pass->silence < SILENCE;
		ret = part->interrupted ? SN_OK
					: sn_error_because(err, SN_DAEMON, SN_REASON_UNREACHABLE,
							   "the daemon at %s timed out after %u s",
							   sn_daemon_address(s->daemon),
							   (unsigned)(pass->silence / 1000));
	}
	return ret;
}

static int make_pass(struct sn_session *s, enum sn_work_rank rank, const struct sn_sync_options *options,
		     struct sn_sync_result *result, struct sn_error *err)
{
	struct sn_session_pass pass = {.s = s, .options = options};
	struct sn_sync_result part;
	int ret;
	*result = (struct sn_sync_result){0};
	do {
		sn_work_begin(&s->work, rank);
		pass.is_stopped = sn_session_is_stopping(s, 0);
		if (pass.is_stopped) {
			sn_work_end(&s->work);
			result->interrupted = true;
			ret = SN_OK;
			break;
		}
		ret = sync_part(&pass, &part, err);
		note_result(s, ret, &part, err);
		sn_work_end(&s->work);
		sn_session_note_part(s);
		add_part(result, &part);
	} while (!ret && part.interrupted && !pass.is_stopped);
	sn_wallet_read_begin(s->wallet);
	result->height = sn_wallet_height(s->wallet);
	sn_wallet_read_end(s->wallet);
	return ret;
}

int sn_session_refresh(struct sn_session *s, const struct sn_sync_options *options,
		       struct sn_sync_result *result, struct sn_error *err)
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

/* The last logged state: only changes are logged. */
struct logged {
	int ret;
	struct sn_error err;
	uint64_t unknown;
};

static void log_failure(struct sn_session *s, struct logged *last, int ret, const struct sn_error *err)
{
	bool is_news = ret != last->ret || (ret != SN_DAEMON && strcmp(err->text, last->err.text) != 0);
	if (is_news && ret == SN_DAEMON)
		sn_log(s->log, SN_LOG_WARNING, "%s", err->text);
	else if (is_news)
		sn_log(s->log, SN_LOG_ERROR, "cannot follow the chain: %s", err->text);
	if (is_news && err->hint[0])
		sn_log(s->log, SN_LOG_INFO, "hint: %s", err->hint);
	last->ret = ret;
	last->err = *err;
}

static void log_result(struct sn_session *s, struct logged *last, const struct sn_sync_result *r)
{
	if (last->ret == SN_DAEMON)
		sn_log(s->log, SN_LOG_INFO, "the daemon at %s is back", sn_daemon_address(s->daemon));
	else if (last->ret)
		sn_log(s->log, SN_LOG_INFO, "following the chain again");
	last->ret = SN_OK;
	if (r->rollbacks)
		sn_log(s->log, SN_LOG_WARNING,
		       "the chain was reorganized: blocks from %" PRIu64 " on were replaced", r->fork_height);
	if (r->blocks)
		sn_log(s->log, r->received || r->spent ? SN_LOG_INFO : SN_LOG_DEBUG,
		       "at height %" PRIu64 ": %" PRIu64 " block%s scanned, %" PRIu64
		       " output%s received, %" PRIu64 " spent",
		       r->height, r->blocks, SN_PLURAL(r->blocks), r->received, SN_PLURAL(r->received),
		       r->spent);
	if (r->n_unknown && r->unknown != last->unknown)
		sn_log(s->log, SN_LOG_WARNING,
		       "payment %" PRIu64
		       " was submitted, but for %d minutes and %d blocks the daemon has not shown it: "
		       "submit it again, or release it",
		       r->unknown, SN_STEM_SECONDS / 60, SN_STEM_BLOCKS);
	last->unknown = r->n_unknown ? r->unknown : 0;
}

/* Returns false to stop. */
static bool wait_a_while(struct sn_session *s)
{
	uint64_t until = sn_monotonic_ms() + s->seconds * UINT64_C(1000);
	pthread_mutex_lock(&s->mutex);
	while (!s->is_stopping && sn_cond_wait_until(&s->wake, &s->mutex, until))
		;
	bool goes_on = !s->is_stopping;
	pthread_mutex_unlock(&s->mutex);
	return goes_on;
}

static void *follow(void *arg)
{
	struct sn_session *s = arg;
	struct logged last = {0};
	do {
		struct sn_sync_result result;
		struct sn_error err = {0};
		int ret = make_pass(s, SN_WORK_FOLLOW, NULL, &result, &err);
		if (ret)
			log_failure(s, &last, ret, &err);
		else if (!result.interrupted || result.blocks)
			log_result(s, &last, &result);
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
		return sn_error_set(err, SN_USAGE, "already following the chain");
	}
	/* Block signals in the new thread: only the program's own threads receive them. */
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	s->seconds = seconds ? seconds : 1;
	s->has_follower = s->status.is_following = !pthread_create(&s->follower, NULL, follow, s);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!s->has_follower)
		ret = sn_error_set(err, SN_IO, "cannot start a thread to follow the chain");
	pthread_mutex_unlock(&s->mutex);
	return ret;
}
