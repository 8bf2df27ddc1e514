#include "app/address.h"
#include "app/session.h"
#include "app/session_internal.h"
#include "hot/show.h"

/* Begin a change. Returns unscanned_below before it. */
static uint64_t begin(struct sn_session *s)
{
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
	return s->wallet->unscanned_below;
}

/* Store the change, unless `ret` is an error. *unscanned_below is 0 unless it was raised. */
static int end(struct sn_session *s, int ret, uint64_t before, uint64_t *unscanned_below,
	       struct sn_error *err)
{
	ret = sn_wallet_settle(s->wallet, ret, !ret, err);
	*unscanned_below = !ret && s->wallet->unscanned_below > before ? s->wallet->unscanned_below : 0;
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}

static int show(struct sn_session *s, struct sn_subaddress_index index, uint64_t *unscanned_below,
		struct sn_error *err)
{
	uint64_t before = begin(s);
	return end(s, sn_show_address(s->wallet, index, err), before, unscanned_below, err);
}

int sn_session_create_addresses(struct sn_session *s, uint32_t account, uint32_t n, const char *label,
				uint32_t *first, uint64_t *unscanned_below, struct sn_error *err)
{
	uint64_t before = begin(s);
	int ret = sn_create_addresses(s->wallet, account, n, label, first, err);
	return end(s, ret, before, unscanned_below, err);
}

int sn_session_create_account(struct sn_session *s, const char *label, uint32_t *account,
			      uint64_t *unscanned_below, struct sn_error *err)
{
	uint64_t before = begin(s);
	return end(s, sn_create_account(s->wallet, label, account, err), before, unscanned_below, err);
}

int sn_session_show(struct sn_session *s, struct sn_subaddress_index index, struct sn_address *address,
		    uint64_t *unscanned_below, struct sn_error *err)
{
	bool is_shown = sn_wallet_is_shown(sn_session_read(s), index);
	sn_session_read_end(s);
	*unscanned_below = 0;
	int ret = is_shown ? SN_OK : show(s, index, unscanned_below, err);
	if (!ret)
		sn_account_address(address, s->account, index);
	return ret;
}

int sn_session_save_watch_only(struct sn_session *s, const char *path, const char *password,
			       struct sn_error *err)
{
	struct sn_wallet *w = s->wallet;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	const struct sn_wallet_start start = {
		.account = w->account,
		.restore_height = w->restore_height,
		.lookahead_accounts = w->lookahead_accounts,
		.lookahead_addresses = w->lookahead_addresses,
		.shown = w->shown,
		.n_shown = w->n_shown,
		.is_sole = w->is_sole,
		.names = &w->names,
	};
	sn_wallet_change_begin(w);
	int ret = sn_wallet_set_sole(w, false) ? sn_error_memory(err) : SN_OK;
	ret = sn_wallet_settle(w, ret, !ret, err);
	sn_wallet_change_end(w);
	if (!ret)
		ret = sn_wallet_create_from(path, SN_ROLE_WATCH_ONLY, &start, password, SN_KDF_INTERACTIVE,
					    err);
	sn_work_end(&s->work);
	return ret;
}
