#include "app/session.h"

#include "app/follow.h"
#include "app/notify.h"
#include "app/session_internal.h"

#include "base/clock.h"
#include "base/parallel.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ------------------------------------------------------------------ opening, closing */

static int init_locks(struct sn_session *s, struct sn_error *err)
{
	int ret = sn_work_init(&s->work, err);
	if (ret)
		return ret;
	if (pthread_mutex_init(&s->mutex, NULL))
		goto no_mutex;
	if (pthread_mutex_init(&s->balances_mutex, NULL))
		goto no_balances_mutex;
	if (pthread_mutex_init(&s->addresses_mutex, NULL))
		goto no_addresses_mutex;
	if (!sn_cond_init(&s->wake))
		return SN_OK;
	pthread_mutex_destroy(&s->addresses_mutex);
no_addresses_mutex:
	pthread_mutex_destroy(&s->balances_mutex);
no_balances_mutex:
	pthread_mutex_destroy(&s->mutex);
no_mutex:
	sn_work_destroy(&s->work);
	return sn_error_memory(err);
}

static void destroy_locks(struct sn_session *s)
{
	pthread_cond_destroy(&s->wake);
	pthread_mutex_destroy(&s->addresses_mutex);
	pthread_mutex_destroy(&s->balances_mutex);
	pthread_mutex_destroy(&s->mutex);
	sn_work_destroy(&s->work);
}

/* Only signing requires the journal: a session also opens with a corrupt one, or that of another wallet. If
 * there is none, the first signature creates it and logs a warning. */
static int open_journal(struct sn_session *s, struct sn_error *err)
{
	struct sn_error why;
	struct stat file;
	char *path = sn_signing_journal_path(s->wallet);
	bool is_missing = path && lstat(path, &file) && errno == ENOENT;
	free(path);
	if (is_missing)
		return SN_OK;
	int ret = sn_signing_journal_open(&s->journal, s->wallet, true, &why);
	if (ret == SN_BAD_INPUT) {
		sn_log(s->log, SN_LOG_ERROR, "cannot sign: %s", why.text);
		if (why.hint[0])
			sn_log(s->log, SN_LOG_ERROR, "hint: %s", why.hint);
		return SN_OK;
	}
	if (ret && err)
		*err = why;
	return ret;
}

int sn_session_open(struct sn_session **out, struct sn_wallet *wallet, struct sn_daemon *daemon,
		    const struct sn_log *log, struct sn_error *err)
{
	*out = NULL;
	struct sn_session *s = calloc(1, sizeof *s);
	if (!s)
		return sn_error_memory(err);
	s->wallet = wallet;
	s->account = wallet->account;
	s->role = wallet->role;
	s->addresses = (struct sn_own_addresses){
		.account = wallet->account, .names = &wallet->names, .mutex = &s->addresses_mutex};
	s->daemon = daemon;
	if (log) {
		s->sink = *log;
		s->log = &s->sink;
	}
	int ret = init_locks(s, err);
	if (ret) {
		free(s);
		return ret;
	}
	if (s->role == SN_ROLE_MASTER)
		ret = open_journal(s, err);
	if (ret) {
		destroy_locks(s);
		free(s);
		return ret;
	}
	if (daemon)
		sn_daemon_set_patience(daemon, sn_session_waits_on, s);
	*out = s;
	return SN_OK;
}

void sn_session_stop(struct sn_session *s)
{
	pthread_mutex_lock(&s->mutex);
	if (!s->is_stopping)
		s->stop_time = sn_monotonic_ms();
	s->is_stopping = true;
	pthread_cond_broadcast(&s->wake);
	pthread_mutex_unlock(&s->mutex);
}

int sn_session_close(struct sn_session *s, struct sn_error *err)
{
	if (!s)
		return SN_OK;
	sn_session_stop(s);
	if (s->has_follower)
		pthread_join(s->follower, NULL);
	sn_session_join_notifiers(s);
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_session_store(s, err);
	sn_work_end(&s->work);
	if (s->daemon)
		sn_daemon_set_patience(s->daemon, NULL, NULL);
	sn_signing_journal_close(s->journal);
	free(s->unsent);
	sn_session_free_balances(s);
	sn_own_addresses_free(&s->addresses);
	sn_wallet_close(s->wallet);
	sn_sync_memory_free(&s->memory);
	destroy_locks(s);
	free(s);
	return ret;
}

/* ------------------------------------------------------------------ reading */

bool sn_session_is_offline(const struct sn_session *s)
{
	return s->daemon == NULL;
}

int sn_session_need_chain(const struct sn_session *s, const struct sn_wallet *w, const char *subject,
			  struct sn_error *err)
{
	if (s->daemon || s->role != SN_ROLE_MASTER || w->n_blocks)
		return SN_OK;
	return sn_error_hint(err,
			     sn_error_because(err, SN_REFUSED, SN_REASON_OFFLINE,
					      "an offline master wallet does not know its %s", subject),
			     "use the watch-only wallet");
}

const struct sn_wallet *sn_session_read(struct sn_session *s)
{
	sn_wallet_read_begin(s->wallet);
	return s->wallet;
}

struct sn_own_addresses *sn_session_addresses(struct sn_session *s)
{
	return &s->addresses;
}

void sn_session_read_end(struct sn_session *s)
{
	sn_wallet_read_end(s->wallet);
}

void sn_session_status(struct sn_session *s, struct sn_session_status *status)
{
	pthread_mutex_lock(&s->mutex);
	*status = s->status;
	pthread_mutex_unlock(&s->mutex);
	status->height = sn_wallet_height(sn_session_read(s));
	sn_session_read_end(s);
}

/* ------------------------------------------------------------------ storing */

/* After a failure the changes stay in memory, for the next attempt. Only work may revert them. */
int sn_session_store(struct sn_session *s, struct sn_error *err)
{
	sn_wallet_change_begin(s->wallet);
	int ret = sn_wallet_store(s->wallet, err);
	sn_wallet_change_end(s->wallet);
	return ret;
}
