#include "app/names.h"

#include "app/session_internal.h"

static void begin(struct sn_session *s)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
}

static int end(struct sn_session *s, int ret, struct sn_error *err)
{
	ret = sn_wallet_settle(s->wallet, ret, !ret, err);
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}

int sn_session_add_contact(struct sn_session *s, const char *name, const struct sn_address *address,
			   struct sn_error *err)
{
	begin(s);
	return end(s, sn_wallet_add_contact(s->wallet, name, address, err), err);
}

int sn_session_remove_contact(struct sn_session *s, const char *name, struct sn_error *err)
{
	begin(s);
	return end(s, sn_wallet_remove_contact(s->wallet, name, err), err);
}

int sn_session_set_label(struct sn_session *s, struct sn_subaddress_index at, const char *text,
			 struct sn_error *err)
{
	begin(s);
	return end(s, sn_wallet_set_label(s->wallet, at, text, err), err);
}
