#include "app/session_internal.h"

#include "base/clock.h"

int sn_session_need_daemon(const struct sn_session *s, const char *activity, struct sn_error *err)
{
	if (s->daemon)
		return SN_OK;
	return sn_error_hint(err,
			     sn_error_because(err, SN_BAD_INPUT, SN_REASON_OFFLINE,
					      "%s needs a daemon, and this wallet is offline", activity),
			     "%s",
			     s->role == SN_ROLE_MASTER ? "use the watch-only wallet on the online machine"
						       : "start sneakernote without --offline-mode");
}

int sn_session_settle(struct sn_session *s, int ret, struct sn_error *err)
{
	sn_wallet_change_begin(s->wallet);
	ret = sn_wallet_settle(s->wallet, ret, ret != SN_IO, err);
	sn_wallet_change_end(s->wallet);
	return ret;
}

bool sn_session_is_stopping(struct sn_session *s, uint64_t ms)
{
	pthread_mutex_lock(&s->mutex);
	bool is_stopping = s->is_stopping && sn_monotonic_ms() - s->stop_time >= ms;
	pthread_mutex_unlock(&s->mutex);
	return is_stopping;
}
