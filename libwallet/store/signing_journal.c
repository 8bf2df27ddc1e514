#include "store/signing_journal.h"

#include "base/file.h"
#include "base/seam.h"
#include "store/index.h"
#include "store/journal_replace.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Types of records. Part of the file format. */
enum {
	RECORD_WALLET = 1,
	RECORD_SIGNED = 2,
	RECORD_DONE = 3,
	RECORD_TIME = 4,
	RECORD_SIGNED_PROPOSAL = 5,
};

struct sn_signing_journal {
	struct sn_journal *journal; /* NULL: the file does not exist, and is not written */
	struct sn_signing_entry *entries;
	size_t n, cap;
	struct sn_index by_image; /* key image -> entries that spend it */
	struct sn_index by_tx;    /* tx hash -> entries */
	uint64_t latest;          /* time of an entry; 0: no entries */
	bool is_done;             /* the last record is not an entry: no entry is in the last commit alone */
	bool is_new;              /* created when it was opened */
	bool has_warned;          /* that the journal is empty */
	bool is_foreign;          /* it names another wallet */
};

/* Entries in memory */

/* Make room for n more entries with a total of n_images key images: adding them then cannot fail. */
static int reserve(struct sn_signing_journal *j, size_t n, size_t n_images)
{
	if (sn_index_reserve(&j->by_image, n_images) || sn_index_reserve(&j->by_tx, n))
		return SN_IO;
	if (n <= j->cap - j->n)
		return SN_OK;
	size_t cap = j->cap + (n > j->cap ? n : j->cap);
	struct sn_signing_entry *grown = reallocarray(j->entries, cap, sizeof *grown);
	if (!grown)
		return SN_IO;
	j->entries = grown;
	j->cap = cap;
	return SN_OK;
}

/* There is room. Takes ownership of the images. */
static void add(struct sn_signing_journal *j, const struct sn_signing_entry *entry)
{
	for (size_t i = 0; i < entry->n_images; i++)
		sn_index_add(&j->by_image, sn_index_hash(&entry->images[i], sizeof entry->images[i]), j->n);
	sn_index_add(&j->by_tx, sn_index_hash(&entry->tx_hash, sizeof entry->tx_hash), j->n);
	if (entry->time > j->latest)
		j->latest = entry->time;
	j->entries[j->n++] = *entry;
}

/* No entry is later than `time`. */
static void lower_times(struct sn_signing_journal *j, uint64_t time)
{
	for (size_t i = 0; i < j->n; i++)
		if (j->entries[i].time > time)
			j->entries[i].time = time;
	if (j->latest > time)
		j->latest = time;
}

static struct sn_point *copy_images(const void *images, size_t n)
{
	struct sn_point *copy = reallocarray(NULL, n, sizeof *copy);
	if (copy)
		memcpy(copy, images, n * sizeof *copy);
	return copy;
}

/* Records */

static void put_wallet(struct sn_buf *b, const struct sn_account *account)
{
	sn_put_u8(b, RECORD_WALLET);
	sn_put_bytes(b, &account->spend_public, sizeof account->spend_public);
}

static void put_signed(struct sn_buf *b, const struct sn_signing_entry *entry)
{
	sn_put_u8(b, entry->is_proposal ? RECORD_SIGNED_PROPOSAL : RECORD_SIGNED);
	sn_put_bytes(b, &entry->digest, sizeof entry->digest);
	sn_put_bytes(b, &entry->tx_hash, sizeof entry->tx_hash);
	sn_put_u64(b, entry->time);
	sn_put_u64(b, entry->amount);
	sn_put_u64(b, entry->fee);
	sn_put_u32(b, (uint32_t)entry->n_images);
	sn_put_bytes(b, entry->images, entry->n_images * sizeof *entry->images);
}

static bool is_signed(uint8_t type)
{
	return type == RECORD_SIGNED || type == RECORD_SIGNED_PROPOSAL;
}

/* Read an entry after its type. The caller frees the images. */
static int read_signed(struct sn_signing_entry *entry, uint8_t type, struct sn_reader *r)
{
	*entry = (struct sn_signing_entry){.is_proposal = type == RECORD_SIGNED_PROPOSAL};
	sn_read_copy(r, &entry->digest, sizeof entry->digest);
	sn_read_copy(r, &entry->tx_hash, sizeof entry->tx_hash);
	entry->time = sn_read_u64(r);
	entry->amount = sn_read_u64(r);
	entry->fee = sn_read_u64(r);
	entry->n_images = sn_read_u32(r);
	if (!entry->n_images || entry->n_images > r->left / sizeof *entry->images)
		return SN_BAD_INPUT;
	const uint8_t *images = sn_read_view(r, entry->n_images * sizeof *entry->images);
	entry->images = copy_images(images, entry->n_images);
	return entry->images ? SN_OK : SN_IO;
}

static int replay_signed(struct sn_signing_journal *j, uint8_t type, struct sn_reader *r)
{
	struct sn_signing_entry entry;
	int ret = read_signed(&entry, type, r);
	if (ret)
		return ret;
	if (reserve(j, 1, entry.n_images)) {
		free((void *)entry.images);
		return SN_IO;
	}
	add(j, &entry);
	return SN_OK;
}

/* Apply the records of one commit. The first record of a journal names the wallet, and occurs once.
 * SN_BAD_INPUT if a record is malformed or of an unknown type; SN_IO when out of memory. */
static int replay(struct sn_signing_journal *j, const struct sn_buf *commit, const struct sn_account *account,
		  bool *has_wallet)
{
	struct sn_reader r;
	sn_reader_init(&r, commit->data, commit->len);
	while (r.left) {
		uint8_t type = sn_read_u8(&r);
		struct sn_point spend;
		int ret = SN_BAD_INPUT;
		if (type == RECORD_WALLET && !*has_wallet) {
			sn_read_copy(&r, &spend, sizeof spend);
			*has_wallet = !r.failed && !memcmp(&spend, &account->spend_public, sizeof spend);
			j->is_foreign = !r.failed && !*has_wallet;
			ret = *has_wallet ? SN_OK : SN_BAD_INPUT;
		} else if (is_signed(type) && *has_wallet) {
			ret = replay_signed(j, type, &r);
		} else if (type == RECORD_DONE && *has_wallet) {
			ret = SN_OK;
		} else if (type == RECORD_TIME && *has_wallet) {
			const uint64_t time = sn_read_u64(&r);
			ret = r.failed ? SN_BAD_INPUT : SN_OK;
			if (!ret)
				lower_times(j, time);
		}
		j->is_done = !is_signed(type);
		if (ret)
			return ret;
	}
	return SN_OK;
}

/* Turn the error of the file into the refusal to sign without it. */
static int is_corrupt(struct sn_error *err)
{
	const struct sn_error why = err ? *err : (struct sn_error){0};
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED,
				 "the signing journal cannot be used: %s", why.text),
		"restore a good copy; without one, move it aside: a new journal is then started, "
		"which does not know earlier signatures and cannot prevent a double-spend of "
		"their outputs");
}

static int load(struct sn_signing_journal *j, const struct sn_account *account, struct sn_error *err)
{
	struct sn_buf commit = {0};
	const char *path = sn_journal_path(j->journal);
	bool at_end = false, has_wallet = false;
	int ret;
	while (!(ret = sn_journal_read(j->journal, &commit, &at_end, err)) && !at_end) {
		ret = replay(j, &commit, account, &has_wallet);
		if (ret == SN_IO)
			sn_error_memory(err);
		else if (j->is_foreign)
			sn_error_hint(err,
				      sn_error_because(err, ret, SN_REASON_FOREIGN,
						       "%s is the journal of another wallet", path),
				      "use a journal of the same seed phrase");
		else if (ret)
			sn_error_hint(err,
				      sn_error_set(err, ret, "%s contains an unknown record before byte %llu",
						   path, (unsigned long long)sn_journal_size(j->journal)),
				      "if a newer version wrote the file, install that version");
		if (ret)
			goto out;
	}
	if (!ret && !has_wallet)
		ret = sn_error_set(err, SN_BAD_INPUT, "%s is corrupt: it does not name a wallet", path);
	if (ret == SN_BAD_INPUT)
		ret = is_corrupt(err);
out:
	sn_buf_free(&commit);
	return ret;
}

/* The file */

char *sn_signing_journal_path(const struct sn_wallet *master)
{
	return sn_file_name_beside(sn_journal_path(sn_wallet_journal(master)), SN_SIGNING_JOURNAL_SUFFIX);
}

static int create(const char *path, const struct sn_wallet *master, struct sn_error *err)
{
	struct sn_buf records = {0};
	put_wallet(&records, master->account);
	int ret = records.failed ? sn_error_memory(err)
				 : sn_journal_create_like(path, SN_JOURNAL_SIGNED, sn_wallet_journal(master),
							  records.data, records.len, err);
	sn_buf_free(&records);
	/* Another process has just created it. */
	return ret == SN_REFUSED ? SN_OK : ret;
}

/* Create the file if it is missing and `for_writing`. `*exists`: it exists now; `*is_new`: it was created. */
static int prepare(bool *exists, bool *is_new, const char *path, const struct sn_wallet *master,
		   bool for_writing, struct sn_error *err)
{
	struct stat st;
	int ret = SN_OK;
	*exists = true;
	*is_new = false;
	if (!access(path, for_writing ? W_OK : R_OK))
		return SN_OK;
	if (errno == ENOENT && !lstat(path, &st))
		ret = sn_error_set(err, SN_IO, "%s is a broken symbolic link", path);
	else if (errno != ENOENT)
		ret = sn_error_errno(err, "cannot %s %s", for_writing ? "write" : "read", path);
	else if (for_writing)
		*is_new = !(ret = create(path, master, err));
	else
		*exists = false;
	if (ret) {
		const struct sn_error why = err ? *err : (struct sn_error){0};
		ret = sn_error_because(err, (enum sn_err)ret, SN_REASON_NO_JOURNAL, "%s%s",
				       for_writing ? "nothing is signed without its journal: " : "",
				       why.text);
	}
	return ret;
}

static int not_a_journal(const char *path, struct sn_error *err)
{
	return sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
				"%s is not a signing journal, or belongs to another network", path);
}

static int open_journal(struct sn_journal **out, const char *path, const struct sn_wallet *master,
			bool for_writing, struct sn_error *err)
{
	const struct sn_journal *wallet = sn_wallet_journal(master);
	int ret =
		sn_journal_open_companion(out, path, for_writing, NULL, wallet, sn_journal_log(wallet), err);
	/* A journal of this wallet file has its password and salt. */
	if (ret == SN_BAD_PASSWORD)
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
					 "%s is the journal of another wallet file, perhaps of an earlier "
					 "one with the same name",
					 path),
			"if both have the same seed phrase, run cold-sign -w MASTER --adopt-journal=%s; otherwise move it away",
			path);
	if (ret == SN_BAD_INPUT)
		return is_corrupt(err);
	if (!ret && (sn_journal_kind(*out) != SN_JOURNAL_SIGNED ||
		     sn_journal_network(*out) != sn_journal_network(wallet))) {
		sn_journal_close(*out);
		*out = NULL;
		ret = not_a_journal(path, err);
	}
	return ret;
}

/* Each name has a journal of its own. */
static void warn_of_names(const struct sn_wallet *master)
{
	const struct sn_journal *wallet = sn_wallet_journal(master);
	struct stat st;
	if (!stat(sn_journal_path(wallet), &st) && st.st_nlink > 1)
		sn_log(sn_journal_log(wallet), SN_LOG_WARNING,
		       "%s has %llu names (hard links), each with its own signing journal: signatures made under "
		       "another name are unknown here. Remove the other names",
		       sn_journal_path(wallet), (unsigned long long)st.st_nlink);
}

int sn_signing_journal_open(struct sn_signing_journal **out, const struct sn_wallet *master, bool for_writing,
			    struct sn_error *err)
{
	bool exists;
	*out = NULL;
	if (master->role != SN_ROLE_MASTER)
		return sn_error_hint(
			err,
			sn_error_because(err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					 "a watch-only wallet cannot sign: it has no signing journal"),
			"use the master wallet");
	struct sn_signing_journal *j = calloc(1, sizeof *j);
	char *path = sn_signing_journal_path(master);
	int ret = j && path ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = prepare(&exists, &j->is_new, path, master, for_writing, err);
	if (!ret && exists && !(ret = open_journal(&j->journal, path, master, for_writing, err)))
		ret = load(j, master->account, err);
	if (!ret) {
		if (for_writing)
			warn_of_names(master);
		*out = j;
		j = NULL;
	}
	free(path);
	sn_signing_journal_close(j);
	return ret;
}

void sn_signing_journal_warn(struct sn_signing_journal *j)
{
	if (!j || j->n || !j->journal || !sn_journal_is_writable(j->journal) || j->has_warned)
		return;
	j->has_warned = true;
	sn_log(sn_journal_log(j->journal), SN_LOG_WARNING,
	       j->is_new
		       ? "no signing journal at %s; starting a new one. If this wallet signed before, restore the old journal "
			 "first, or take over that of an earlier wallet file: cold-sign --adopt-journal"
		       : "the signing journal %s is empty. If this wallet signed before, restore the old journal first, "
			 "or take over that of an earlier wallet file: cold-sign --adopt-journal",
	       sn_journal_path(j->journal));
}

void sn_signing_journal_close(struct sn_signing_journal *j)
{
	if (!j)
		return;
	for (size_t i = 0; i < j->n; i++)
		free((void *)j->entries[i].images);
	free(j->entries);
	sn_index_free(&j->by_image);
	sn_index_free(&j->by_tx);
	sn_journal_close(j->journal);
	free(j);
}

struct sn_journal *sn_signing_journal_file(const struct sn_signing_journal *j)
{
	return j->journal;
}

const struct sn_log *sn_signing_journal_log(const struct sn_signing_journal *j)
{
	return j->journal ? sn_journal_log(j->journal) : NULL;
}

const struct sn_signing_entry *sn_signing_journal_entries(const struct sn_signing_journal *j, size_t *n)
{
	*n = j->n;
	return j->entries;
}

uint64_t sn_signing_journal_time(const struct sn_signing_journal *j, uint64_t clock)
{
	return clock > j->latest ? clock : j->latest;
}

static bool spends(const struct sn_signing_entry *entry, const struct sn_point *image)
{
	for (size_t i = 0; i < entry->n_images; i++)
		if (!memcmp(&entry->images[i], image, sizeof *image))
			return true;
	return false;
}

const struct sn_signing_entry *sn_signing_journal_find_before(const struct sn_signing_journal *j,
							      const struct sn_point *image,
							      const struct sn_signing_entry *before)
{
	const struct sn_signing_entry *latest = NULL;
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(image, sizeof *image));
	for (size_t i; (i = sn_index_next(&j->by_image, &walk)) != SIZE_MAX;)
		if ((!latest || &j->entries[i] > latest) && (!before || &j->entries[i] < before) &&
		    spends(&j->entries[i], image))
			latest = &j->entries[i];
	return latest;
}

const struct sn_signing_entry *sn_signing_journal_find(const struct sn_signing_journal *j,
						       const struct sn_point *image)
{
	return sn_signing_journal_find_before(j, image, NULL);
}

const struct sn_signing_entry *sn_signing_journal_find_tx(const struct sn_signing_journal *j,
							  const struct sn_hash *tx_hash)
{
	const struct sn_signing_entry *latest = NULL;
	struct sn_index_walk walk = sn_index_walk(sn_index_hash(tx_hash, sizeof *tx_hash));
	for (size_t i; (i = sn_index_next(&j->by_tx, &walk)) != SIZE_MAX;)
		if ((!latest || &j->entries[i] > latest) &&
		    !memcmp(&j->entries[i].tx_hash, tx_hash, sizeof *tx_hash))
			latest = &j->entries[i];
	return latest;
}

bool sn_signing_entry_is_equal(const struct sn_signing_entry *a, const struct sn_signing_entry *b)
{
	return sn_hash_is_equal(&a->digest, &b->digest) && a->is_proposal == b->is_proposal &&
	       sn_hash_is_equal(&a->tx_hash, &b->tx_hash) && a->time == b->time && a->amount == b->amount &&
	       a->fee == b->fee && a->n_images == b->n_images &&
	       !memcmp(a->images, b->images, a->n_images * sizeof *a->images);
}

static int put_done(struct sn_signing_journal *j, struct sn_error *err)
{
	const uint8_t record = RECORD_DONE;
	int ret = j->is_done ? SN_OK : sn_journal_append(j->journal, &record, sizeof record, err);
	if (!ret)
		j->is_done = true;
	return ret;
}

/* Append the entries as one commit. `*before` is the position before it. */
static int put_entries(struct sn_signing_journal *j, struct sn_journal_position *before,
		       const struct sn_signing_entry *entries, size_t n, struct sn_error *err)
{
	struct sn_buf records = {0};
	for (size_t i = 0; i < n; i++) {
		assert(entries[i].n_images > 0 && entries[i].n_images <= UINT32_MAX);
		put_signed(&records, &entries[i]);
	}
	SN_FAULT_POINT("journal's records", records.data, records.len);
	*before = sn_journal_position(j->journal);
	int ret = records.failed ? sn_error_memory(err)
				 : sn_journal_append(j->journal, records.data, records.len, err);
	sn_buf_free(&records);
	return ret;
}

/* Read the commit at `before` as a later open will read it. `entries` are zero. The caller frees their
 * images, after an error too. */
static int read_entries(struct sn_signing_entry *entries, size_t n, struct sn_signing_journal *j,
			const struct sn_journal_position *before, struct sn_error *err)
{
	const struct sn_journal_position after = sn_journal_position(j->journal);
	struct sn_journal_position from = *before;
	struct sn_buf commit = {0};
	struct sn_reader r;
	bool at_end;
	from.size = after.size;
	from.has_tail = after.has_tail;
	sn_journal_go_to(j->journal, &from);
	int ret = sn_journal_read(j->journal, &commit, &at_end, err);
	sn_reader_init(&r, commit.data, commit.len);
	for (size_t i = 0; !ret && i < n; i++) {
		const uint8_t type = sn_read_u8(&r);
		ret = is_signed(type) ? read_signed(&entries[i], type, &r) : SN_BAD_INPUT;
		if (ret == SN_IO)
			sn_error_memory(err);
	}
	if (ret == SN_BAD_INPUT || (!ret && r.left))
		ret = sn_error_set(err, SN_IO,
				   "self-check failed: the entries written to %s cannot be read back",
				   sn_journal_path(j->journal));
	sn_journal_go_to(j->journal, &after);
	sn_buf_free(&commit);
	return ret;
}

static int check_written(const struct sn_signing_entry *written, const struct sn_signing_entry *entries,
			 size_t n, const char *path, struct sn_error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!sn_signing_entry_is_equal(&written[i], &entries[i]))
			return sn_error_hint(
				err,
				sn_error_set(err, SN_IO,
					     "self-check failed: %s differs from the entries to write", path),
				SN_TEST_MEMORY);
	return SN_OK;
}

/* Memory is reserved first, so that entries in the file can always be added. The entries added are those read
 * back from the file. */
int sn_signing_journal_append(struct sn_signing_journal *j, const struct sn_signing_entry *entries, size_t n,
			      struct sn_error *err)
{
	struct sn_journal_position before;
	size_t n_images = 0;
	if (!j->journal)
		return n ? sn_error_set(err, SN_IO, "the signing journal is open for reading only") : SN_OK;
	int ret = put_done(j, err);
	if (ret || !n)
		return ret;
	struct sn_signing_entry *written = calloc(n, sizeof *written);
	for (size_t i = 0; i < n; i++)
		n_images += entries[i].n_images;
	if (!written || reserve(j, n, n_images)) {
		ret = sn_error_memory(err);
		goto out;
	}
	if ((ret = put_entries(j, &before, entries, n, err)))
		goto out;
	j->is_done = false;
	if ((ret = read_entries(written, n, j, &before, err)) ||
	    (ret = check_written(written, entries, n, sn_journal_path(j->journal), err)) ||
	    (ret = put_done(j, err))) {
		/* No signature leaves the program, so nothing relies on the commit. If it cannot be removed,
		 * the next append writes the mark after it. */
		j->is_done = !sn_journal_take_back(j->journal, NULL);
		goto out;
	}
	for (size_t i = 0; i < n; i++) {
		add(j, &written[i]);
		written[i].images = NULL;
	}
out:
	for (size_t i = 0; written && i < n; i++)
		free((void *)written[i].images);
	free(written);
	return ret;
}

/* A corrected clock */

size_t sn_signing_journal_count_after(const struct sn_signing_journal *j, uint64_t clock)
{
	size_t n = 0;
	for (size_t i = 0; i < j->n; i++)
		n += j->entries[i].time > clock;
	return n;
}

int sn_signing_journal_correct_times(struct sn_signing_journal *j, uint64_t clock, struct sn_error *err)
{
	struct sn_buf record = {0};
	if (!sn_signing_journal_count_after(j, clock))
		return SN_OK;
	int ret = put_done(j, err);
	if (ret)
		return ret;
	sn_put_u8(&record, RECORD_TIME);
	sn_put_u64(&record, clock);
	ret = record.failed ? sn_error_memory(err)
			    : sn_journal_append(j->journal, record.data, record.len, err);
	sn_buf_free(&record);
	if (!ret)
		lower_times(j, clock);
	return ret;
}

/* Journals of earlier wallet files */

static int open_other(struct sn_signing_journal **out, const struct sn_wallet *master, const char *path,
		      bool for_writing, const char *password, struct sn_error *err)
{
	const struct sn_journal *wallet = sn_wallet_journal(master);
	struct sn_signing_journal *j = calloc(1, sizeof *j);
	if (!j)
		return sn_error_memory(err);
	int ret = sn_journal_open(&j->journal, path, for_writing, password, wallet, sn_journal_log(wallet),
				  err);
	if (!ret && (sn_journal_kind(j->journal) != SN_JOURNAL_SIGNED ||
		     sn_journal_network(j->journal) != sn_journal_network(wallet)))
		ret = not_a_journal(path, err);
	if (!ret)
		ret = load(j, master->account, err);
	if (!ret) {
		*out = j;
		j = NULL;
	}
	sn_signing_journal_close(j);
	return ret;
}

static bool conflicts(const struct sn_signing_journal *j, const struct sn_signing_entry *entry)
{
	for (size_t i = 0; i < entry->n_images; i++) {
		const struct sn_signing_entry *known = sn_signing_journal_find(j, &entry->images[i]);
		if (known && !sn_hash_is_equal(&known->tx_hash, &entry->tx_hash))
			return true;
	}
	return false;
}

int sn_signing_journal_adopt(struct sn_signing_journal *j, const struct sn_wallet *master, const char *path,
			     const char *password, struct sn_adoption *result, struct sn_error *err)
{
	struct sn_signing_journal *other = NULL;
	struct sn_signing_entry *new = NULL;
	*result = (struct sn_adoption){0};
	int ret = open_other(&other, master, path, false, password, err);
	if (ret)
		return ret;
	new = calloc(other->n + 1, sizeof *new);
	if (!new) {
		ret = sn_error_memory(err);
		goto out;
	}
	result->n = other->n;
	for (size_t i = 0; i < other->n; i++)
		if (!sn_signing_journal_find_tx(j, &other->entries[i].tx_hash)) {
			result->n_conflicts += conflicts(j, &other->entries[i]);
			new[result->n_new++] = other->entries[i];
		}
	ret = sn_signing_journal_append(j, new, result->n_new, err);
out:
	free(new);
	sn_signing_journal_close(other);
	return ret;
}

int sn_signing_journal_adopt_in_place(const struct sn_wallet *master, const char *password, size_t *n,
				      struct sn_error *err)
{
	const struct sn_journal *wallet = sn_wallet_journal(master);
	struct sn_signing_journal *other = NULL;
	struct sn_journal *copy = NULL;
	char *path = sn_signing_journal_path(master);
	int ret = path ? open_other(&other, master, path, true, password, err) : sn_error_memory(err);
	if (ret)
		goto out;
	*n = other->n;
	ret = sn_journal_copy(&copy, other->journal, &(struct sn_journal_new_key){.like = wallet}, err);
	if (!ret)
		ret = sn_journal_take_over(other->journal, &copy, err);
out:
	sn_journal_drop_copy(copy);
	sn_signing_journal_close(other);
	free(path);
	return ret;
}
