#include "store/wallet_password.h"

#include "store/journal_replace.h"
#include "store/wallet_state.h"

#include <sys/stat.h>

static struct sn_journal *companion_of(const struct sn_wallet *w, const struct sn_signing_journal *journal)
{
	if (w->role == SN_ROLE_MASTER)
		return journal ? sn_signing_journal_file(journal) : NULL;
	return w->store->images.is_unusable ? NULL : w->store->images.journal;
}

const char *sn_wallet_companion(const struct sn_wallet *w, const struct sn_signing_journal *journal)
{
	const struct sn_journal *companion = companion_of(w, journal);
	return companion ? sn_journal_path(companion) : NULL;
}

int sn_wallet_check_password(const struct sn_wallet *w, const char *password, struct sn_error *err)
{
	return sn_journal_check_password(w->store->journal, password, err);
}

struct sn_password_cost sn_wallet_password_cost(const struct sn_wallet *w)
{
	return sn_journal_cost(w->store->journal);
}

static void warn_of_names(const struct sn_journal *j, const struct sn_log *log)
{
	struct stat st;
	if (!stat(sn_journal_path(j), &st) && st.st_nlink > 1)
		sn_log(log, SN_LOG_WARNING,
		       "%s has %llu names (hard links): the other names keep a file with the old password",
		       sn_journal_path(j), (unsigned long long)st.st_nlink);
}

/* K3. The wallet has the new key already: errors are warnings. */
static void replace_companion(struct sn_journal *companion, struct sn_journal **copy, bool may_replace,
			      const struct sn_log *log)
{
	struct sn_error why;
	if (may_replace && !sn_journal_take_over(companion, copy, &why))
		return;
	if (may_replace)
		sn_log(log, SN_LOG_WARNING,
		       "%s; programs use the copy with the suffix " SN_JOURNAL_COPY_SUFFIX
		       " instead of the file, until one of them opens the file for writing",
		       why.text);
	sn_journal_use_copy(companion, copy);
}

int sn_wallet_change_password(struct sn_wallet *w, const struct sn_password_change *change,
			      struct sn_error *err)
{
	struct sn_journal *wallet = w->store->journal;
	struct sn_journal *companion = NULL;
	struct sn_journal *wallet_copy = NULL, *companion_copy = NULL;
	const struct sn_log *log = sn_journal_log(wallet);
	int ret = sn_wallet_store(w, err);
	if (!ret) /* storing may have created it */
		companion = companion_of(w, change->journal);
	if (!ret)
		ret = sn_journal_copy(
			&wallet_copy, wallet,
			&(struct sn_journal_new_key){.password = change->password, .cost = change->cost},
			err);
	if (!ret && companion)
		ret = sn_journal_copy(&companion_copy, companion,
				      &(struct sn_journal_new_key){.like = wallet_copy}, err);
	if (!ret) {
		warn_of_names(wallet, log);
		if (companion)
			warn_of_names(companion, log);
		ret = sn_journal_take_over(wallet, &wallet_copy, err);
	}
	if (ret) {
		sn_journal_drop_copy(companion_copy);
		sn_journal_drop_copy(wallet_copy);
		return ret;
	}
	const bool is_synced = sn_journal_is_synced(wallet);
	if (companion)
		replace_companion(companion, &companion_copy, is_synced, log);
	if (!is_synced)
		ret = sn_error_hint(
			err,
			sn_error_set(
				err, SN_IO,
				"%s has the new password, but its directory cannot be synced: after a power "
				"failure it may have the old one",
				sn_journal_path(wallet)),
			"check the disk, then open the wallet with the new password");
	return ret;
}
