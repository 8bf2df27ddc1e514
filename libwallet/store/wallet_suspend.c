#include "store/wallet_suspend.h"

#include "store/journal_suspend.h"
#include "store/wallet_file.h"
#include "store/wallet_state.h"

#include <unistd.h>

static void suspend_images(struct sn_key_images *k)
{
	if (k->journal)
		sn_journal_suspend(k->journal);
}

void sn_wallet_suspend(struct sn_wallet *w)
{
	suspend_images(&w->store->images);
	sn_journal_suspend(w->store->journal);
}

/* Find and open the file anew: it was created or replaced, perhaps by its copy with another key
 * (store/journal_replace.h). An unusable file is no error yet: the wallet may rely on no pairs. */
static int reopen_images(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_key_images *k = &w->store->images;
	const struct sn_journal *journal = w->store->journal;
	struct sn_error trouble = {0};
	sn_key_images_close(k);
	int ret = sn_key_images_open(k, journal, NULL, &trouble);
	if (ret == SN_BAD_INPUT) {
		sn_log(sn_journal_log(journal), SN_LOG_ERROR, "%s", trouble.text);
		return SN_OK;
	}
	if (ret && err)
		*err = trouble;
	return ret;
}

static int resume_images(struct sn_wallet *w, bool *is_changed, struct sn_error *err)
{
	struct sn_key_images *k = &w->store->images;
	if (w->role != SN_ROLE_WATCH_ONLY)
		return SN_OK;
	if (!k->journal && !k->is_unusable && k->path && access(k->path, F_OK))
		return SN_OK;
	bool is_other = true;
	if (k->journal && !k->is_unusable) {
		int ret = sn_journal_resume(k->journal, &is_other, err);
		*is_changed |= is_other;
		if (!ret || ret == SN_BUSY)
			return ret;
	}
	*is_changed = true;
	return reopen_images(w, err);
}

int sn_wallet_resume(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_wallet_store *s = w->store;
	bool is_changed = false;
	int ret = sn_journal_resume(s->journal, &is_changed, err);
	if (ret)
		return ret;
	ret = resume_images(w, &is_changed, err);
	s->must_reload |= is_changed;
	if (!ret && s->must_reload)
		ret = sn_wallet_revert(w, err);
	if (ret)
		sn_wallet_suspend(w);
	return ret;
}
