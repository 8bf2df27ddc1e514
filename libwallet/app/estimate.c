#include "app/estimate.h"

#include "app/session_internal.h"
#include "base/clock.h"

int sn_session_estimate(struct sn_session *s, const struct sn_payment_request *request,
			struct sn_estimate list[SN_ESTIMATES_MAX], size_t *n, struct sn_error *err)
{
	int ret = sn_session_need_daemon(s, "transfer", err);
	if (ret)
		return ret;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	ret = sn_estimate(list, n, s->wallet, s->daemon, request, sn_unix_time(), err);
	sn_work_end(&s->work);
	return ret;
}
