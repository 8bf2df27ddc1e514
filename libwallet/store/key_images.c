#include "store/key_images.h"

#include "base/file.h"
#include "store/journal_replace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

enum { OWNER_BYTES = 64 };

int sn_key_images_open(struct sn_key_images *k, const struct sn_journal *wallet, const char *password,
		       struct sn_error *err)
{
	struct stat st;
	*k = (struct sn_key_images){0};
	k->path = sn_file_name_beside(sn_journal_path(wallet), SN_KEY_IMAGES_SUFFIX);
	if (!k->path)
		return sn_error_memory(err);
	if (stat(k->path, &st))
		return errno == ENOENT ? SN_OK : sn_error_errno(err, "cannot open %s", k->path);

	int ret = sn_journal_open_companion(&k->journal, k->path, sn_journal_is_writable(wallet), password,
					    wallet, sn_journal_log(wallet), err);
	if (ret == SN_BAD_PASSWORD)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				       "%s belongs to another wallet, or has another password", k->path);
	if (!ret && (sn_journal_kind(k->journal) != SN_JOURNAL_KEY_IMAGES ||
		     sn_journal_network(k->journal) != sn_journal_network(wallet))) {
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				       "%s is not a key-image file, or belongs to another network", k->path);
		sn_journal_close(k->journal);
		k->journal = NULL;
	}
	k->is_unusable = ret == SN_BAD_INPUT;
	return ret;
}

void sn_key_images_close(struct sn_key_images *k)
{
	sn_journal_close(k->journal);
	free(k->path);
	*k = (struct sn_key_images){0};
}

static bool is_owner(const uint8_t owner[static OWNER_BYTES], const struct sn_account *account)
{
	return memcmp(owner, account->view_public.b, 32) == 0 &&
	       memcmp(owner + 32, account->spend_public.b, 32) == 0;
}

int sn_key_images_read(struct sn_key_images *k, const struct sn_account *account, sn_key_images_take *take,
		       void *context, struct sn_error *err)
{
	struct sn_buf commit = {0};
	bool at_end = false, is_first = true;
	int ret;
	if (!k->journal)
		return SN_OK;
	k->is_unusable = false;
	sn_journal_rewind(k->journal);
	while (!(ret = sn_journal_read(k->journal, &commit, &at_end, err)) && !at_end) {
		size_t skip = is_first ? OWNER_BYTES : 0;
		if (commit.len < skip || (commit.len - skip) % SN_KEY_IMAGES_PAIR_BYTES) {
			ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
					       "%s contains data other than key images", k->path);
			break;
		}
		if (is_first && !is_owner(commit.data, account)) {
			ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					       "%s belongs to another wallet", k->path);
			break;
		}
		is_first = false;
		ret = take(context, commit.data + skip, (commit.len - skip) / SN_KEY_IMAGES_PAIR_BYTES, err);
		if (ret)
			break;
	}
	if (!ret && is_first)
		ret = sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
				       "%s is truncated after its header", k->path);
	k->is_unusable = ret == SN_BAD_INPUT;
	sn_buf_free(&commit);
	return ret;
}

/* Rename the file to a free name. We hold the lock of the wallet, so no other process does the same. */
static int move_aside(struct sn_key_images *k, const struct sn_log *log, struct sn_error *err)
{
	char suffix[32] = ".damaged";
	struct stat st;
	for (unsigned i = 2; i < 1000; i++) {
		char *name = sn_file_name_beside(k->path, suffix);
		if (!name)
			return sn_error_memory(err);
		if (lstat(name, &st)) {
			int ret = errno == ENOENT && rename(k->path, name) == 0
					  ? SN_OK
					  : sn_error_errno(err, "cannot rename %s", k->path);
			if (!ret)
				sn_log(log, SN_LOG_WARNING, "renamed %s to %s", k->path, name);
			free(name);
			return ret;
		}
		free(name);
		snprintf(suffix, sizeof suffix, ".damaged.%u", i);
	}
	return sn_error_set(err, SN_IO, "cannot rename %s: too many files %s.damaged.N exist", k->path,
			    k->path);
}

/* Replace an unusable file. The new file is written first, under another name, so that little can fail after
 * the old one is renamed. */
static int replace(struct sn_key_images *k, const struct sn_journal *wallet, const struct sn_buf *contents,
		   struct sn_error *err)
{
	char *temporary = sn_file_name_beside(k->path, ".new");
	if (!temporary)
		return sn_error_memory(err);
	(void)unlink(temporary); /* the remains of a crash */
	int ret = sn_journal_create_like(temporary, SN_JOURNAL_KEY_IMAGES, wallet, contents->data,
					 contents->len, err);
	if (ret)
		goto out;
	ret = move_aside(k, sn_journal_log(wallet), err);
	if (ret) {
		(void)unlink(temporary);
		goto out;
	}
	sn_journal_close(k->journal);
	k->journal = NULL;
	k->is_unusable = false;
	ret = rename(temporary, k->path) ? sn_error_errno(err, "cannot create %s", k->path)
					 : sn_file_sync_directory(k->path, err);
	if (ret) {
		(void)unlink(temporary);
		(void)unlink(k->path);
	}
out:
	free(temporary);
	return ret;
}

static int create(struct sn_key_images *k, const struct sn_journal *wallet, const struct sn_account *account,
		  const struct sn_buf *pairs, struct sn_error *err)
{
	struct sn_buf contents = {0};
	bool at_end;
	sn_put_bytes(&contents, account->view_public.b, 32);
	sn_put_bytes(&contents, account->spend_public.b, 32);
	if (pairs->len)
		sn_put_bytes(&contents, pairs->data, pairs->len);
	int ret;
	if (contents.failed)
		ret = sn_error_memory(err);
	else if (k->is_unusable)
		ret = replace(k, wallet, &contents, err);
	else
		ret = sn_journal_create_like(k->path, SN_JOURNAL_KEY_IMAGES, wallet, contents.data,
					     contents.len, err);
	if (ret == SN_REFUSED) /* another process created it while the wallet was open */
		ret = sn_error_set(err, SN_IO, "%s appeared while the wallet was in use; nothing was written",
				   k->path);
	if (ret)
		goto out;
	ret = sn_journal_open(&k->journal, k->path, true, NULL, wallet, sn_journal_log(wallet), err);
	/* All commits must be read before an append. */
	if (!ret)
		ret = sn_journal_read(k->journal, &contents, &at_end, err);
	if (!ret)
		ret = sn_journal_read(k->journal, &contents, &at_end, err);
	if (ret) { /* nothing relies on the new file: the caller may try again */
		sn_journal_close(k->journal);
		k->journal = NULL;
		(void)unlink(k->path);
	}
out:
	sn_buf_free(&contents);
	return ret;
}

int sn_key_images_append(struct sn_key_images *k, const struct sn_journal *wallet,
			 const struct sn_account *account, const struct sn_buf *pairs, struct sn_error *err)
{
	if (!sn_journal_is_writable(wallet))
		return sn_error_set(err, SN_IO, "%s is open for reading only", sn_journal_path(wallet));
	if (!k->journal || k->is_unusable) {
		bool is_first = !k->is_unusable;
		int ret = create(k, wallet, account, pairs, err);
		k->is_new = !ret && is_first;
		k->is_replaced = !ret && !is_first;
		return ret;
	}
	k->is_new = k->is_replaced = false;
	return pairs->len ? sn_journal_append(k->journal, pairs->data, pairs->len, err) : SN_OK;
}

int sn_key_images_take_back(struct sn_key_images *k, struct sn_error *err)
{
	if (k->is_replaced)
		return sn_error_set(err, SN_IO, "%s is kept, because it replaced a corrupt file", k->path);
	if (!k->is_new)
		return sn_journal_take_back(k->journal, err);
	if (unlink(k->path))
		return sn_error_errno(err, "cannot remove %s", k->path);
	sn_journal_close(k->journal);
	k->journal = NULL;
	k->is_new = false;
	return SN_OK;
}

void sn_key_images_sum_add(struct sn_key_images_summing *summing, const uint8_t *pairs, size_t n)
{
	if (!summing->n)
		crypto_generichash_init(&summing->state, NULL, 0, sizeof(struct sn_key_images_sum));
	crypto_generichash_update(&summing->state, pairs, n * SN_KEY_IMAGES_PAIR_BYTES);
	summing->n += n;
}

struct sn_key_images_sum sn_key_images_sum(const struct sn_key_images_summing *summing)
{
	struct sn_key_images_sum sum = {{0}};
	crypto_generichash_state state = summing->state;
	if (summing->n)
		crypto_generichash_final(&state, sum.b, sizeof sum.b);
	return sum;
}
