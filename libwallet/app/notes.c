#include "app/notes.h"

#include "app/session_internal.h"
#include "store/wallet_notes.h"

int sn_session_set_notes(struct sn_session *s, const struct sn_hash *tx_hashes, const char *const *texts,
			 size_t n, struct sn_error *err)
{
	int ret = SN_OK;
	sn_work_begin(&s->work, SN_WORK_PROMPT);
	sn_wallet_change_begin(s->wallet);
	for (size_t i = 0; !ret && i < n; i++)
		ret = sn_wallet_set_note(s->wallet, &tx_hashes[i], texts[i], err);
	ret = sn_wallet_settle(s->wallet, ret, !ret, err);
	sn_wallet_change_end(s->wallet);
	sn_work_end(&s->work);
	return ret;
}
