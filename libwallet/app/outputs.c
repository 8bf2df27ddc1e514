#include "app/outputs.h"

#include "app/session_internal.h"
#include "hot/outputs.h"

int sn_session_freeze(struct sn_session *s, const char *const *names, size_t n, bool is_frozen,
		      size_t *changed, struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	int ret = sn_outputs_freeze(s->wallet, names, n, is_frozen, changed, err);
	ret = sn_session_settle(s, ret, err);
	sn_work_end(&s->work);
	return ret;
}
