#include "store/journal_replace.h"

#include "base/file.h"
#include "base/secret.h"
#include "store/journal_internal.h"
#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW_SUFFIX ".compact"

/* A new, locked file beside `j`, with its owner. -1 after an error. */
static int create_beside(const struct sn_journal *j, const char *path, struct sn_error *err)
{
	struct stat old;
	int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		(void)sn_error_errno(err, "cannot create %s", path);
		return -1;
	}
	int ret = sn_lock(fd, path, err);
	/* A file that root replaces still belongs to its user. */
	if (!ret && (fstat(j->fd, &old) || (old.st_uid != geteuid() && fchown(fd, old.st_uid, old.st_gid))))
		ret = sn_error_errno(err, "cannot replace %s", j->path);
	if (!ret)
		return fd;
	close(fd);
	(void)unlink(path);
	return -1;
}

struct sn_journal_replacement {
	struct sn_journal *j;
	char *path; /* of the new file */
	int fd;     /* -1: it is not there, or has replaced the old one */
	struct sn_journal_header header;
	struct sn_journal_name name; /* of its last commit */
	uint64_t size;
};

static int begin(struct sn_journal_replacement *r, struct sn_error *err)
{
	/* The name is fixed: we hold the lock, and the remains of a crash are overwritten. */
	r->path = sn_file_name_beside(r->j->path, NEW_SUFFIX);
	if (!r->path)
		return sn_error_memory(err);
	const int ret = sn_journal_prepare_to_write(r->j, err);
	if (ret)
		return ret;
	r->header = r->j->header;
	sn_journal_header_finish(&r->header, r->j->keys);
	r->name = sn_journal_header_name(&r->header);
	r->size = sizeof r->header.b;
	(void)unlink(r->path);
	r->fd = create_beside(r->j, r->path, err);
	if (r->fd < 0)
		return SN_IO;
	return sn_file_write_all(r->fd, r->header.b, sizeof r->header.b)
		       ? sn_error_errno(err, "cannot replace %s", r->j->path)
		       : SN_OK;
}

static void discard(struct sn_journal_replacement *r)
{
	if (r->fd >= 0) {
		close(r->fd);
		(void)unlink(r->path);
	}
	free(r->path);
	free(r);
}

int sn_journal_replace_begin(struct sn_journal_replacement **out, struct sn_journal *j, struct sn_error *err)
{
	*out = NULL;
	struct sn_journal_replacement *r = calloc(1, sizeof *r);
	if (!r)
		return sn_error_memory(err);
	r->j = j;
	r->fd = -1;
	const int ret = begin(r, err);
	if (ret)
		discard(r);
	else
		*out = r;
	return ret;
}

int sn_journal_replace_put(struct sn_journal_replacement *r, const void *contents, size_t len,
			   struct sn_error *err)
{
	struct sn_buf commit = {0};
	const struct sn_journal_name before = r->name;
	int ret = sn_journal_seal(&commit, &r->name, r->j->keys, &before, contents, len, err);
	if (!ret && sn_file_write_all(r->fd, commit.data, commit.len))
		ret = sn_error_errno(err, "cannot replace %s", r->j->path);
	r->size += commit.len;
	sn_buf_free(&commit);
	return ret;
}

int sn_journal_replace_end(struct sn_journal_replacement *r, int ret, struct sn_error *err)
{
	struct sn_journal *j = r->j;
	if (!ret && (fsync(r->fd) || rename(r->path, j->path)))
		ret = sn_error_errno(err, "cannot replace %s", j->path);
	if (!ret) {
		close(j->fd);
		j->fd = r->fd;
		r->fd = -1;
		j->header = r->header;
		j->name = r->name;
		j->end = j->size = r->size;
		j->end_before = 0;
		/* W6: the new file is in place, but its directory entry may not be on the disk yet. */
		j->directory_unsynced = sn_file_sync_directory(j->path, NULL) != SN_OK;
	}
	discard(r);
	return ret;
}

/* Copies with another key */

/* The header at `path`; `*len` of its bytes are there, and `*size` in the file. */
static bool read_header(const char *path, struct sn_journal_header *header, size_t *len, off_t *size)
{
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	ssize_t n =
		fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) ? -1 : pread(fd, header, sizeof *header, 0);
	if (fd >= 0)
		close(fd);
	if (n < 0)
		return false;
	*len = (size_t)n;
	*size = st.st_size;
	return true;
}

/* Whether the file at `path` has the salt and costs of `j`. */
static bool is_like(const char *path, const struct sn_journal *j)
{
	struct sn_journal_header header;
	size_t len;
	off_t size;
	return read_header(path, &header, &len, &size) &&
	       !sn_journal_header_parse(&header, len, path, NULL) &&
	       sn_journal_header_is_like(&header, &j->header);
}

bool sn_journal_is_current(const struct sn_journal *j)
{
	return sn_lock_is_at_path(j->fd, j->path) || is_like(j->path, j);
}

/* Whether the first bytes are those of a header that was not written completely: after a power failure, zeros
 * may be in their place. */
static bool is_begun(const struct sn_journal_header *header, size_t len)
{
	static const struct sn_journal_header nothing;
	return memcmp(header, &nothing, len) == 0 || sn_journal_header_is_begun(header, len);
}

static bool is_copy(const struct sn_journal_header *header, const struct sn_journal *j)
{
	return sn_journal_header_is_copy(header, j->keys);
}

/* It has the key of `j`: after a change of the password, it would open with the former one. */
static bool is_replacement(const struct sn_journal_header *header, const struct sn_journal *j)
{
	return sn_journal_header_is_like(header, &j->header);
}

/* Whether the file was begun for `j`: finished or not, `is_ours` is true of its header. Such a file is synced
 * after its header: without a complete one, it has nothing else. */
static bool is_leftover(const char *path, const struct sn_journal *j,
			bool (*is_ours)(const struct sn_journal_header *, const struct sn_journal *))
{
	struct sn_journal_header header = {0};
	size_t len;
	off_t size;
	if (!read_header(path, &header, &len, &size))
		return false;
	if (header.b[SN_JOURNAL_AT_RESERVED] == SN_JOURNAL_DRAFT)
		header.b[SN_JOURNAL_AT_RESERVED] = 0;
	return sn_journal_header_parse(&header, len, path, NULL)
		       ? size <= SN_JOURNAL_HEADER_BYTES && is_begun(&header, len)
		       : is_ours(&header, j);
}

static int remove_replacement(const struct sn_journal *j, struct sn_error *err)
{
	int ret = SN_OK;
	char *path = sn_file_name_beside(j->path, NEW_SUFFIX);
	if (!path)
		return sn_error_memory(err);
	if (is_leftover(path, j, is_replacement) && unlink(path))
		ret = sn_error_errno(err, "cannot remove %s", path);
	free(path);
	return ret;
}

int sn_journal_remove_leftover(struct sn_journal *j, struct sn_error *err)
{
	struct stat st;
	int ret = remove_replacement(j, err);
	if (ret)
		return ret;
	char *path = sn_file_name_beside(j->path, SN_JOURNAL_COPY_SUFFIX);
	if (!path)
		return sn_error_memory(err);
	if (lstat(path, &st) && errno == ENOENT)
		goto out;
	if (!is_leftover(path, j, is_copy))
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_REFUSED, "%s is not a copy of %s", path, j->path),
				    "move the first file away");
	else if (unlink(path))
		ret = sn_error_errno(err, "cannot remove %s", path);
out:
	free(path);
	return ret;
}

/* Argon2id runs twice: a fault of the memory in one run would make a file that no password opens. */
static int derive(struct sn_journal_keys *k, const char *password, const struct sn_journal_header *header,
		  struct sn_error *err)
{
	struct sn_journal_keys *again = sn_secret_alloc(sizeof *again);
	int ret = again ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = sn_journal_keys_from_password(k, password, header, err);
	if (!ret)
		ret = sn_journal_keys_from_password(again, password, header, err);
	if (!ret && sodium_memcmp(k, again, sizeof *k))
		ret = sn_error_hint(
			err, sn_error_set(err, SN_IO, "self-check failed: Argon2id gave two different keys"),
			SN_TEST_MEMORY);
	sn_secret_free(again);
	return ret;
}

static int choose_key(struct sn_journal *copy, const struct sn_journal *j,
		      const struct sn_journal_new_key *key, struct sn_error *err)
{
	const enum sn_journal_kind kind = sn_journal_kind(j);
	if (key->like) {
		sn_journal_header_init_like(&copy->header, kind, &key->like->header);
		*copy->keys = *key->like->keys;
		return SN_OK;
	}
	if (key->cost) {
		sn_journal_header_init(&copy->header, kind, sn_journal_network(j), *key->cost);
	} else {
		sn_journal_header_init_like(&copy->header, kind, &j->header);
		sn_journal_header_renew_salt(&copy->header);
	}
	return derive(copy->keys, key->password, &copy->header, err);
}

static int write_out(struct sn_journal *copy, struct sn_buf *out, struct sn_error *err)
{
	if (sn_file_write_all(copy->fd, out->data, out->len))
		return sn_error_errno(err, "cannot write %s", copy->path);
	copy->end += out->len;
	sn_buf_clear(out);
	return SN_OK;
}

static void hash_commit(crypto_generichash_state *sum, const struct sn_buf *commit)
{
	uint8_t len[8];
	sn_store_u64(len, commit->len);
	crypto_generichash_update(sum, len, sizeof len);
	crypto_generichash_update(sum, commit->data, commit->len);
}

struct sum {
	uint8_t b[crypto_generichash_BYTES];
};

/* Seal all commits of `j`, after its header. */
static int write_commits(struct sn_journal *copy, struct sn_journal *j, struct sum *sum, struct sn_error *err)
{
	enum { PORTION = 1 << 20 };
	crypto_generichash_state state;
	struct sn_buf commit = {0}, out = {0};
	bool at_end = false;
	int ret;
	crypto_generichash_init(&state, NULL, 0, sizeof sum->b);
	sn_journal_rewind(j);
	while (!(ret = sn_journal_read(j, &commit, &at_end, err)) && !at_end) {
		const struct sn_journal_name before = copy->name;
		hash_commit(&state, &commit);
		ret = sn_journal_seal(&out, &copy->name, copy->keys, &before, commit.data, commit.len, err);
		if (!ret && out.len >= PORTION)
			ret = write_out(copy, &out, err);
		if (ret)
			break;
	}
	if (!ret)
		ret = write_out(copy, &out, err);
	crypto_generichash_final(&state, sum->b, sizeof sum->b);
	sn_wipe(&state, sizeof state); /* it has contents */
	sn_buf_free(&commit);
	sn_buf_free(&out);
	return ret;
}

static int differs(const struct sn_journal *copy, struct sn_error *err)
{
	return sn_error_hint(
		err, sn_error_set(err, SN_IO, "self-check failed: %s differs from its original", copy->path),
		"test the memory and the disk of this machine");
}

static int check_copy(struct sn_journal *copy, const struct sum *expected, struct sn_error *err)
{
	crypto_generichash_state state;
	struct sn_buf commit = {0};
	struct sum sum;
	bool at_end = false;
	int ret;
	crypto_generichash_init(&state, NULL, 0, sizeof sum.b);
	copy->size = copy->end;
	sn_journal_rewind(copy);
	while (!(ret = sn_journal_read(copy, &commit, &at_end, err)) && !at_end)
		hash_commit(&state, &commit);
	crypto_generichash_final(&state, sum.b, sizeof sum.b);
	sn_wipe(&state, sizeof state);
	sn_buf_free(&commit);
	return ret == SN_BAD_INPUT || (!ret && (copy->has_tail || memcmp(&sum, expected, sizeof sum)))
		       ? differs(copy, err)
		       : ret;
}

/* The mode last: it may deny access. A file system without modes refuses: see base/file.c. */
static int set_mode(int fd, const struct sn_journal *j)
{
	struct stat old, now;
	if (fstat(j->fd, &old) || fstat(fd, &now))
		return SN_IO;
	if ((old.st_gid != now.st_gid && fchown(fd, (uid_t)-1, old.st_gid)) ||
	    ((old.st_mode ^ now.st_mode) & 0777 && fchmod(fd, old.st_mode & 0777)))
		return errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP ? SN_OK : SN_IO;
	return SN_OK;
}

/* One byte of its header distinguishes a copy that is not finished: no crash leaves a half of it. */
static int begin_copy(struct sn_journal *copy, struct sn_error *err)
{
	struct sn_journal_header draft = copy->header;
	draft.b[SN_JOURNAL_AT_RESERVED] = SN_JOURNAL_DRAFT;
	copy->end = SN_JOURNAL_HEADER_BYTES;
	if (sn_file_write_all(copy->fd, draft.b, sizeof draft.b) || fsync(copy->fd))
		return sn_error_errno(err, "cannot write %s", copy->path);
	return SN_OK;
}

/* The copy is complete: from now on, it can be the companion of a wallet with its key. */
static int finish_copy(struct sn_journal *copy, struct sn_error *err)
{
	struct sn_journal_header header;
	size_t len;
	off_t size;
	if (lseek(copy->fd, SN_JOURNAL_AT_RESERVED, SEEK_SET) < 0 ||
	    sn_file_write_all(copy->fd, &copy->header.b[SN_JOURNAL_AT_RESERVED], 1) || fsync(copy->fd))
		return sn_error_errno(err, "cannot write %s", copy->path);
	if (!read_header(copy->path, &header, &len, &size) || len != sizeof header ||
	    memcmp(&header, &copy->header, sizeof header))
		return differs(copy, err);
	return SN_OK;
}

static int fill_copy(struct sn_journal *copy, struct sn_journal *j, const struct sn_journal_new_key *key,
		     struct sn_error *err)
{
	struct sum sum;
	int ret = choose_key(copy, j, key, err);
	if (ret)
		return ret;
	sn_journal_header_finish_copy(&copy->header, copy->keys, j->keys);
	copy->name = sn_journal_header_name(&copy->header);
	copy->fd = create_beside(j, copy->path, err);
	if (copy->fd < 0)
		return SN_IO;
	if ((ret = begin_copy(copy, err)) || (ret = write_commits(copy, j, &sum, err)))
		return ret;
	if (set_mode(copy->fd, j) || fsync(copy->fd))
		return sn_error_errno(err, "cannot write %s", copy->path);
	if ((ret = check_copy(copy, &sum, err)) || (ret = finish_copy(copy, err)))
		return ret;
	return sn_file_sync_directory(copy->path, err);
}

int sn_journal_copy(struct sn_journal **out, struct sn_journal *j, const struct sn_journal_new_key *key,
		    struct sn_error *err)
{
	*out = NULL;
	int ret = sn_journal_prepare_to_write(j, err);
	if (!ret)
		ret = sn_journal_remove_leftover(j, err);
	if (ret)
		return ret;
	struct sn_journal *copy = calloc(1, sizeof *copy);
	if (!copy)
		return sn_error_memory(err);
	copy->fd = -1;
	copy->writable = true;
	copy->has_log = j->has_log;
	copy->log = j->log;
	copy->keys = sn_secret_alloc(sizeof *copy->keys);
	copy->path = sn_file_name_beside(j->path, SN_JOURNAL_COPY_SUFFIX);
	const struct sn_journal_position position = sn_journal_position(j);
	ret = copy->keys && copy->path ? fill_copy(copy, j, key, err) : sn_error_memory(err);
	sn_journal_go_to(j, &position);
	if (ret)
		sn_journal_drop_copy(copy);
	else
		*out = copy;
	return ret;
}

void sn_journal_drop_copy(struct sn_journal *copy)
{
	if (copy && copy->fd >= 0)
		(void)unlink(copy->path);
	sn_journal_close(copy);
}

void sn_journal_use_copy(struct sn_journal *j, struct sn_journal **copy)
{
	const struct sn_journal old = *j;
	*j = **copy;
	**copy = old;
	sn_journal_close(*copy);
	*copy = NULL;
}

int sn_journal_take_over(struct sn_journal *j, struct sn_journal **copy, struct sn_error *err)
{
	if (rename((*copy)->path, j->path))
		return sn_error_errno(err, "cannot replace %s", j->path);
	char *path = (*copy)->path;
	(*copy)->path = j->path;
	j->path = path;
	sn_journal_use_copy(j, copy);
	j->directory_unsynced = sn_file_sync_directory(j->path, NULL) != SN_OK;
	return SN_OK;
}

bool sn_journal_is_synced(const struct sn_journal *j)
{
	return !j->directory_unsynced;
}

/* K3 after a crash. The wallet's new name may not be on the disk yet: until then the old companion is needed.
 * Whoever changes the password holds the lock of the copy. */
static int complete(const char *copy, const char *path, const struct sn_journal *wallet, struct sn_error *err)
{
	int ret = sn_file_sync_directory(wallet->path, err);
	if (ret)
		return ret;
	int fd = open(copy, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", copy);
	ret = sn_lock(fd, copy, err);
	if (!ret && sn_lock_is_at_path(fd, copy) && is_like(copy, wallet))
		ret = rename(copy, path) ? sn_error_errno(err, "cannot replace %s", path)
					 : sn_file_sync_directory(path, err);
	close(fd);
	return ret;
}

/* Open `path` or `copy`, whichever has the key of the wallet. */
static int open_either(struct sn_journal **out, const char *path, const char *copy, bool for_writing,
		       const char *password, const struct sn_journal *wallet, const struct sn_log *log,
		       struct sn_error *err)
{
	int ret;
	for (int tries = 0; tries < 10; tries++) {
		if (is_like(path, wallet) || !is_like(copy, wallet))
			break;
		if (for_writing) {
			if ((ret = complete(copy, path, wallet, err)))
				return ret;
			continue;
		}
		/* If it was renamed meanwhile, try again. */
		ret = sn_journal_open(out, copy, false, password, wallet, log, err);
		if (!ret || is_like(copy, wallet))
			return ret;
	}
	return sn_journal_open(out, path, for_writing, password, wallet, log, err);
}

int sn_journal_open_companion(struct sn_journal **out, const char *path, bool for_writing,
			      const char *password, const struct sn_journal *wallet, const struct sn_log *log,
			      struct sn_error *err)
{
	*out = NULL;
	char *real = realpath(path, NULL);
	char *copy = real ? sn_file_name_beside(real, SN_JOURNAL_COPY_SUFFIX) : NULL;
	int ret;
	if (!real)
		ret = sn_error_errno(err, "cannot open %s", path);
	else if (!copy)
		ret = sn_error_memory(err);
	else
		ret = open_either(out, real, copy, for_writing, password, wallet, log, err);
	/* For a writer: now under the lock of the companion, which a change of the password needs. */
	if (((!ret && for_writing) || ret == SN_BAD_PASSWORD) && !sn_journal_is_current(wallet)) {
		sn_journal_close(*out);
		*out = NULL;
		ret = sn_error_hint(
			err,
			sn_error_set(err, SN_IO, "the password of %s was changed meanwhile", wallet->path),
			"run the command again, with the new password");
	}
	if (!ret && for_writing)
		(void)!sn_journal_remove_leftover(*out, NULL);
	free(real);
	free(copy);
	return ret;
}
