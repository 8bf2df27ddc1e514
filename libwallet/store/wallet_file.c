#include "store/wallet_file.h"

#include "base/secret.h"
#include "store/journal_replace.h"
#include "store/key_images.h"
#include "store/wallet_images.h"
#include "store/wallet_records.h"
#include "store/wallet_replay.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

#define COMPACT_ABOVE (256 * 1024)
#define COMPACT_FACTOR 4

int sn_wallet_create(const char *path, enum sn_role role, const struct sn_account *account,
		     uint64_t restore_height, const char *password, enum sn_kdf_cost cost,
		     struct sn_error *err)
{
	const struct sn_wallet_start start = {.account = account, .restore_height = restore_height};
	return sn_wallet_create_from(path, role, &start, password, cost, err);
}

int sn_wallet_create_from(const char *path, enum sn_role role, const struct sn_wallet_start *start,
			  const char *password, enum sn_kdf_cost cost, struct sn_error *err)
{
	const struct sn_account *account = start->account;
	if (role == SN_ROLE_MASTER && !account->has_spend_secret)
		return sn_error_set(err, SN_BAD_INPUT, "a master wallet needs the spend secret key");
	enum sn_journal_kind kind = role == SN_ROLE_MASTER ? SN_JOURNAL_MASTER : SN_JOURNAL_WATCH_ONLY;
	struct sn_buf records = {0};
	sn_record_put_account(&records, role, account, start->restore_height);
	if (start->lookahead_accounts && start->lookahead_addresses)
		sn_record_put_lookahead(&records, start->lookahead_accounts, start->lookahead_addresses);
	for (size_t i = 0; i < start->n_shown; i++)
		sn_record_put_shown(&records, start->shown[i].account, start->shown[i].addresses);
	if (start->is_sole)
		sn_record_put_sole(&records, true);
	if (start->names)
		sn_record_put_names(&records, start->names);
	int ret = records.failed ? sn_error_memory(err)
				 : sn_journal_create(path, kind, account->network, password, cost,
						     records.data, records.len, err);
	sn_buf_free(&records);
	return ret;
}

/* Replay the journal of an empty wallet, from its first commit to its end. */
static int load(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_journal *j = w->store->journal;
	struct sn_buf commit = {0};
	bool at_end = false;
	w->account->network = sn_journal_network(j);
	sn_journal_rewind(j);
	int ret;
	do {
		ret = sn_journal_read(j, &commit, &at_end, err);
		if (ret || at_end)
			break;
		ret = sn_records_replay(w, commit.data, commit.len);
		if (ret == SN_BAD_INPUT)
			sn_error_hint(
				err,
				sn_error_set(err, SN_BAD_INPUT,
					     "%s contains an unknown or invalid record before byte %llu",
					     sn_journal_path(j), (unsigned long long)sn_journal_size(j)),
				"if a newer version wrote the file, install that version");
		else if (ret)
			sn_error_memory(err);
	} while (!ret);
	if (!ret && !w->store->has_account)
		ret = sn_error_set(err, SN_BAD_INPUT, "%s contains no account", sn_journal_path(j));
	if (!ret && w->store->is_incomplete)
		ret = sn_error_hint(
			err,
			sn_error_set(err, SN_BAD_INPUT, "%s ends before its state is complete",
				     sn_journal_path(j)),
			"restore it from a backup, which lacks later payments: run wo-sync before you pay");
	sn_buf_free(&commit);
	return ret ? ret : sn_wallet_load_images(w, err);
}

int sn_wallet_open(struct sn_wallet **out, const char *path, enum sn_wallet_mode mode, const char *password,
		   const struct sn_log *log, struct sn_error *err)
{
	struct sn_wallet *w = NULL;
	struct sn_journal *j;
	*out = NULL;
	int ret = sn_journal_open(&j, path, mode != SN_WALLET_READ, password, NULL, log, err);
	if (ret)
		return ret;
	enum sn_journal_kind kind = sn_journal_kind(j);
	if (kind != SN_JOURNAL_MASTER && kind != SN_JOURNAL_WATCH_ONLY) {
		ret = sn_error_hint(err,
				    sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
						     "%s is not a wallet file, but belongs to one", path),
				    "use the wallet file, without .outkey2ki or .signed in its name");
		goto out;
	}
	w = sn_wallet_new(kind == SN_JOURNAL_MASTER ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
	if (!w) {
		ret = sn_error_memory(err);
		goto out;
	}
	w->store->journal = j;
	w->store->mode = mode;
	w->store->compact_above = COMPACT_ABOVE;
	if (mode != SN_WALLET_READ)
		(void)!sn_journal_remove_leftover(j, NULL);
	j = NULL;
	/* After the wallet file: a writer adds pairs first, so a reader finds the pairs that the wallet file
	 * relies on. */
	if (kind == SN_JOURNAL_WATCH_ONLY) {
		struct sn_error trouble;
		ret = sn_key_images_open(&w->store->images, w->store->journal, password, &trouble);
		if (ret == SN_BAD_INPUT) {
			/* Not an error yet: the wallet may rely on no pairs. */
			sn_log(log, SN_LOG_ERROR, "%s", trouble.text);
			ret = SN_OK;
		} else if (ret && err) {
			*err = trouble;
		}
	}
	if (!ret)
		ret = load(w, err);
	if (ret)
		goto out;
	*out = w;
	w = NULL;
out:
	sn_wallet_close(w);
	sn_journal_close(j);
	return ret;
}

void sn_wallet_close(struct sn_wallet *w)
{
	if (!w)
		return;
	sn_key_images_close(&w->store->images);
	sn_journal_close(w->store->journal);
	sn_wallet_free(w);
}

const struct sn_journal *sn_wallet_journal(const struct sn_wallet *w)
{
	return w->store->journal;
}

static int put_part(void *replacement, const struct sn_buf *records, struct sn_error *err)
{
	return sn_journal_replace_put(replacement, records->data, records->len, err);
}

/* In parts: without a second copy of the wallet in memory. */
static int compact(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_journal_replacement *replacement;
	int ret = sn_journal_replace_begin(&replacement, w->store->journal, err);
	return ret ? ret
		   : sn_journal_replace_end(replacement, sn_records_put_parts(w, put_part, replacement, err),
					    err);
}

/* The commit is already stored: a failure here is only logged. */
static void compact_if_worthwhile(struct sn_wallet *w)
{
	struct sn_wallet_store *s = w->store;
	uint64_t size = sn_journal_size(s->journal);
	if (size <= s->compact_above || size <= COMPACT_FACTOR * sn_records_size(w))
		return;
	struct sn_error err = {0};
	if (compact(w, &err)) {
		s->compact_above = 2 * size; /* do not try again at the next store */
		sn_log(sn_journal_log(s->journal), SN_LOG_WARNING, "compaction failed; no data is lost: %s",
		       err.text);
	} else {
		s->compact_above = COMPACT_ABOVE;
	}
}

uint64_t sn_wallet_revision(const struct sn_wallet *w)
{
	return w->store->n_changes;
}

int sn_wallet_store(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_wallet_store *s = w->store;
	struct sn_buf *pending = &s->pending;
	size_t mark = pending->len;
	struct sn_key_images_sum sum;
	if (s->is_given_up)
		return sn_error_hint(
			err,
			sn_error_set(err, SN_IO,
				     "%s could not be read again after an error; nothing was written",
				     sn_journal_path(s->journal)),
			"close the wallet and open it again");
	int ret = sn_wallet_check_images(w, err);
	if (!ret)
		ret = sn_wallet_store_images(w, &sum, err);
	if (ret)
		return ret;
	bool relies_anew = w->role == SN_ROLE_WATCH_ONLY &&
			   (w->n_images != s->n_relied || memcmp(&sum, &s->relied_sum, sizeof sum));
	if (relies_anew)
		sn_record_put_relied(pending, w->n_images, &sum);
	if (sn_wallet_note_failed(s, mark))
		ret = sn_error_memory(err);
	if (!ret && !pending->len)
		return SN_OK;
	if (!ret)
		ret = sn_journal_append(s->journal, pending->data, pending->len, err);
	if (ret) {
		pending->len = mark;
		/* Otherwise the next writer would add them and scan blocks again. */
		sn_wallet_take_back_images(w);
		return ret;
	}
	sn_wipe(pending->data, pending->len);
	sn_buf_clear(pending);
	if (relies_anew) {
		s->n_relied = w->n_images;
		s->relied_sum = sum;
	}
	compact_if_worthwhile(w);
	return SN_OK;
}

int sn_wallet_revert(struct sn_wallet *w, struct sn_error *err)
{
	struct sn_wallet *fresh = sn_wallet_new(w->role);
	if (!fresh) {
		w->store->is_given_up = true;
		return sn_error_memory(err);
	}
	fresh->store->journal = w->store->journal;
	fresh->store->mode = w->store->mode;
	fresh->store->n_changes = w->store->n_changes + 1;
	fresh->store->compact_above = w->store->compact_above;
	fresh->store->images = w->store->images;
	/* Both wallets use the same files: restore their positions if reading fails. */
	struct sn_journal *files[2] = {w->store->journal, w->store->images.journal};
	struct sn_journal_position before[2];
	for (int i = 0; i < 2; i++)
		if (files[i])
			before[i] = sn_journal_position(files[i]);
	int ret = load(fresh, err);
	w->store->is_given_up = ret != SN_OK;
	for (int i = 0; ret && i < 2; i++)
		if (files[i])
			sn_journal_go_to(files[i], &before[i]);
	if (!ret) {
		/* The account never changes, and callers may have a pointer to it. The lock must not be
		 * touched: other threads may wait for it at any time. */
		struct sn_account *spare = fresh->account;
		fresh->account = w->account;
		struct sn_wallet old = *w;
		memcpy(w, fresh, offsetof(struct sn_wallet, lock));
		memcpy(fresh, &old, offsetof(struct sn_wallet, lock));
		fresh->account = spare;
	}
	sn_wallet_free(fresh);
	return ret;
}

int sn_wallet_settle(struct sn_wallet *w, int ret, bool keep, struct sn_error *err)
{
	struct sn_error why, ignored;
	int failed = keep ? sn_wallet_store(w, &why) : SN_OK;
	if (!keep || failed)
		(void)!sn_wallet_revert(w, &ignored);
	if (failed && err)
		*err = why;
	return failed ? failed : ret;
}
