#include "app/password.h"

#include "app/session_internal.h"
#include "store/wallet_password.h"

int sn_session_check_password(struct sn_session *s, const char *password, struct sn_error *err)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
	int ret = sn_wallet_check_password(s->wallet, password, err);
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}

int sn_session_change_password(struct sn_session *s, const char *password, const enum sn_kdf_cost *cost,
			       struct sn_error *err)
{
	int ret = SN_OK;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	if (s->role == SN_ROLE_MASTER && !s->journal)
		ret = sn_signing_journal_open(&s->journal, s->wallet, true, err);
	if (!ret) {
		const struct sn_password_change change = {
			.password = password, .cost = cost, .journal = s->journal};
		sn_wallet_change_begin(s->wallet);
		ret = sn_wallet_change_password(s->wallet, &change, err);
		sn_wallet_change_end(s->wallet);
		if (ret) { /* opened again when it is needed */
			sn_signing_journal_close(s->journal);
			s->journal = NULL;
		}
	}
	sn_work_end(&s->work);
	return ret;
}
