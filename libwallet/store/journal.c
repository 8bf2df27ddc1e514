#include "store/journal.h"

#include "base/file.h"
#include "base/secret.h"
#include "store/journal_internal.h"
#include "store/lock.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

/* Frame of a commit: bytes after the frame, name, keyed sum of both. */
enum {
	AT_FRAME_NAME = 8,
	AT_FRAME_SUM = AT_FRAME_NAME + sizeof(struct sn_journal_name),
	FRAME_BYTES = AT_FRAME_SUM + crypto_shorthash_BYTES,

	SEAL_BYTES = crypto_secretstream_xchacha20poly1305_ABYTES,
	LINK_BYTES = sizeof(struct sn_journal_name) +
		     SEAL_BYTES, /* first message: the name of the previous commit */
	CHUNK_BYTES = 65536,     /* contents of each later message except the last */

	TAG_MORE = crypto_secretstream_xchacha20poly1305_TAG_MESSAGE,
	TAG_LAST = crypto_secretstream_xchacha20poly1305_TAG_FINAL,
};

/* Commits, as bytes */

static void frame_sum(uint8_t sum[static crypto_shorthash_BYTES], const struct sn_journal_keys *k,
		      const uint8_t frame[static FRAME_BYTES])
{
	crypto_shorthash(sum, frame, AT_FRAME_SUM, k->frame);
}

static bool frame_is_valid(const struct sn_journal_keys *k, const uint8_t frame[static FRAME_BYTES])
{
	uint8_t sum[crypto_shorthash_BYTES];
	frame_sum(sum, k, frame);
	return memcmp(sum, frame + AT_FRAME_SUM, sizeof sum) == 0;
}

int sn_journal_seal(struct sn_buf *out, struct sn_journal_name *name, const struct sn_journal_keys *k,
		    const struct sn_journal_name *before, const uint8_t *contents, size_t len,
		    struct sn_error *err)
{
	assert(len > 0);
	size_t n_chunks = (len - 1) / CHUNK_BYTES + 1;
	size_t body = LINK_BYTES + len + n_chunks * SEAL_BYTES;
	uint8_t *frame = sn_buf_grow(out, FRAME_BYTES + body);
	if (!frame)
		return sn_error_memory(err);

	crypto_secretstream_xchacha20poly1305_state stream;
	crypto_secretstream_xchacha20poly1305_init_push(&stream, name->b, k->stream);
	sn_store_u64(frame, body);
	memcpy(frame + AT_FRAME_NAME, name->b, sizeof name->b);
	frame_sum(frame + AT_FRAME_SUM, k, frame);

	uint8_t *at = frame + FRAME_BYTES;
	crypto_secretstream_xchacha20poly1305_push(&stream, at, NULL, before->b, sizeof before->b, NULL, 0,
						   TAG_MORE);
	at += LINK_BYTES;
	while (len) {
		size_t n = len < CHUNK_BYTES ? len : CHUNK_BYTES;
		crypto_secretstream_xchacha20poly1305_push(&stream, at, NULL, contents, n, NULL, 0,
							   n < len ? TAG_MORE : TAG_LAST);
		contents += n;
		len -= n;
		at += n + SEAL_BYTES;
	}
	sn_wipe(&stream, sizeof stream);
	return SN_OK;
}

/* Read exactly `len` bytes at `offset`. SN_BAD_INPUT if the file ends before. */
static int read_at(const struct sn_journal *j, uint64_t offset, void *out, size_t len, struct sn_error *err)
{
	uint8_t *p = out;
	while (len) {
		ssize_t n = pread(j->fd, p, len, (off_t)offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sn_error_errno(err, "cannot read %s", j->path);
		if (n == 0)
			return SN_BAD_INPUT;
		p += n;
		offset += (uint64_t)n;
		len -= (size_t)n;
	}
	return SN_OK;
}

/* Read and open the next message of a commit, `len` sealed bytes, through the buffer `chunk`. SN_BAD_INPUT if
 * it does not open or has another tag (R4). */
static int pull(const struct sn_journal *j, crypto_secretstream_xchacha20poly1305_state *stream,
		uint64_t offset, uint8_t *chunk, size_t len, unsigned char tag, uint8_t *plain,
		struct sn_error *err)
{
	unsigned char its_tag = 0;
	int ret = read_at(j, offset, chunk, len, err);
	if (ret)
		return ret;
	if (crypto_secretstream_xchacha20poly1305_pull(stream, plain, NULL, &its_tag, chunk, len, NULL, 0) ||
	    its_tag != tag)
		return SN_BAD_INPUT;
	return SN_OK;
}

/* Read the commit at j->end: its contents, its name, the name of the previous commit, and its end.
 * SN_BAD_INPUT if it is incomplete (R4). The file size bounds the memory, not the length in the frame. */
static int read_commit(const struct sn_journal *j, struct sn_buf *contents, struct sn_journal_name *name,
		       struct sn_journal_name *before, uint64_t *end, struct sn_error *err)
{
	uint8_t frame[FRAME_BYTES];
	if (j->size - j->end < FRAME_BYTES)
		return SN_BAD_INPUT;
	int ret = read_at(j, j->end, frame, sizeof frame, err);
	if (ret)
		return ret;
	uint64_t at = j->end + FRAME_BYTES;
	uint64_t left = sn_load_u64(frame);
	if (!frame_is_valid(j->keys, frame) || left > j->size - at || left <= LINK_BYTES)
		return SN_BAD_INPUT;

	uint8_t *chunk = malloc(CHUNK_BYTES + SEAL_BYTES);
	if (!chunk)
		return sn_error_memory(err);
	crypto_secretstream_xchacha20poly1305_state stream;
	memcpy(name->b, frame + AT_FRAME_NAME, sizeof name->b);
	crypto_secretstream_xchacha20poly1305_init_pull(&stream, name->b, j->keys->stream);
	ret = pull(j, &stream, at, chunk, LINK_BYTES, TAG_MORE, before->b, err);
	at += LINK_BYTES;
	left -= LINK_BYTES;
	while (!ret && left) {
		size_t n = left < CHUNK_BYTES + SEAL_BYTES ? (size_t)left : CHUNK_BYTES + SEAL_BYTES;
		uint8_t *plain = n > SEAL_BYTES ? sn_buf_grow(contents, n - SEAL_BYTES) : NULL;
		if (plain)
			ret = pull(j, &stream, at, chunk, n, n < left ? TAG_MORE : TAG_LAST, plain, err);
		else
			ret = contents->failed ? sn_error_memory(err) : SN_BAD_INPUT;
		at += n;
		left -= n;
	}
	*end = at;
	sn_wipe(&stream, sizeof stream);
	free(chunk);
	return ret;
}

/* R7a: whether the frame at j->end is correct and the file continues after the commit. An interrupted append
 * ends the file. */
static int is_followed(const struct sn_journal *j, bool *found, struct sn_error *err)
{
	uint8_t frame[FRAME_BYTES];
	*found = false;
	if (j->size - j->end < FRAME_BYTES)
		return SN_OK;
	int ret = read_at(j, j->end, frame, sizeof frame, err);
	*found =
		!ret && frame_is_valid(j->keys, frame) && sn_load_u64(frame) < j->size - j->end - FRAME_BYTES;
	return ret;
}

/* R7b: whether a commit begins anywhere after j->end. Then the bad bytes are not an interrupted append: they
 * were synced before that commit was written. The sum of a frame is keyed; a random match has probability
 * 2^-64 per byte. */
static int has_later_commit(const struct sn_journal *j, bool *found, struct sn_error *err)
{
	enum { WINDOW = 65536 };
	uint8_t *window = malloc(WINDOW);
	if (!window)
		return sn_error_memory(err);
	int ret = SN_OK;
	*found = false;
	for (uint64_t at = j->end + 1; !*found && at + FRAME_BYTES <= j->size;
	     at += WINDOW - FRAME_BYTES + 1) {
		size_t n = j->size - at < WINDOW ? (size_t)(j->size - at) : WINDOW;
		ret = read_at(j, at, window, n, err);
		if (ret)
			break;
		for (size_t i = 0; !*found && i + FRAME_BYTES <= n; i++)
			*found = frame_is_valid(j->keys, window + i);
	}
	free(window);
	return ret;
}

static int corrupt(const struct sn_journal *j, const char *how, struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(err, SN_BAD_INPUT, "%s is %s at byte %llu", j->path, how,
			     (unsigned long long)j->end),
		"restore it from a backup, which lacks later payments: run wo-sync before you pay");
}

int sn_journal_read(struct sn_journal *j, struct sn_buf *contents, bool *at_end, struct sn_error *err)
{
	sn_buf_clear(contents);
	*at_end = j->end == j->size;
	if (*at_end)
		return SN_OK;

	struct sn_journal_name name, before;
	uint64_t end = 0;
	int ret = read_commit(j, contents, &name, &before, &end, err);
	if (ret == SN_OK && !memcmp(&before, &j->name, sizeof before)) {
		j->name = name;
		j->end = end;
		return SN_OK;
	}
	sn_buf_free(contents); /* possibly the first messages of an incomplete commit */
	if (ret == SN_OK)
		return corrupt(j, "tampered with or incomplete", err); /* R5 */
	if (ret != SN_BAD_INPUT)
		return ret;
	bool is_damaged = j->end == SN_JOURNAL_HEADER_BYTES; /* R6 */
	ret = is_damaged ? SN_OK : is_followed(j, &is_damaged, err);
	if (!ret && !is_damaged)
		ret = has_later_commit(j, &is_damaged, err);
	if (ret == SN_BAD_INPUT)
		sn_error_hint(err, sn_error_set(err, SN_BAD_INPUT, "%s shrank while it was read", j->path),
			      "try again");
	if (ret)
		return ret;
	if (is_damaged)
		return corrupt(j, "corrupt", err);
	sn_log(sn_journal_log(j), SN_LOG_WARNING, "%s: dropped an incomplete last change (%llu byte%s)",
	       j->path, (unsigned long long)(j->size - j->end), SN_PLURAL(j->size - j->end));
	j->size = j->end;
	j->has_tail = true;
	*at_end = true;
	return SN_OK;
}

void sn_journal_rewind(struct sn_journal *j)
{
	j->name = sn_journal_header_name(&j->header);
	j->end = SN_JOURNAL_HEADER_BYTES;
}

struct sn_journal_position sn_journal_position(const struct sn_journal *j)
{
	struct sn_journal_position position = {.end = j->end, .size = j->size, .has_tail = j->has_tail};
	static_assert(sizeof position.name == sizeof j->name.b, "both are names");
	memcpy(position.name, j->name.b, sizeof position.name);
	return position;
}

void sn_journal_go_to(struct sn_journal *j, const struct sn_journal_position *position)
{
	memcpy(j->name.b, position->name, sizeof position->name);
	j->end = position->end;
	j->size = position->size;
	j->has_tail = position->has_tail;
}

int sn_journal_open_file(struct sn_journal *j, struct sn_error *err)
{
	/* A compacting writer replaces the file while it holds the lock. A process that then gets the lock on
	 * the old file tries again. */
	for (int tries = 0; tries < 100; tries++) {
		/* Non-blocking: the path may name a FIFO. */
		j->fd = open(j->path, (j->writable ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NONBLOCK);
		if (j->fd < 0)
			return sn_error_errno(err, "cannot open %s", j->path);
		struct stat st;
		if (fstat(j->fd, &st))
			return sn_error_errno(err, "cannot open %s", j->path);
		if (!S_ISREG(st.st_mode))
			return sn_error_set(err, SN_BAD_INPUT, "%s is not a regular file", j->path);
		int ret = j->writable ? sn_lock(j->fd, j->path, err) : SN_OK;
		if (ret)
			return ret;
		if (!j->writable || sn_lock_is_at_path(j->fd, j->path)) {
			if (fstat(j->fd, &st)) /* again: now under the lock */
				return sn_error_errno(err, "cannot open %s", j->path);
			j->size = (uint64_t)st.st_size;
			return SN_OK;
		}
		close(j->fd);
		j->fd = -1;
	}
	return sn_error_hint(
		err, sn_error_set(err, SN_IO, "%s was replaced repeatedly while it was opened", j->path),
		"try again");
}

static int wrong_password(const char *path, struct sn_error *err)
{
	return sn_error_set(err, SN_BAD_PASSWORD, "wrong password for %s", path);
}

int sn_journal_open(struct sn_journal **out, const char *path, bool for_writing, const char *password,
		    const struct sn_journal *like, const struct sn_log *log, struct sn_error *err)
{
	*out = NULL;
	struct sn_journal *j = calloc(1, sizeof *j);
	if (!j)
		return sn_error_memory(err);
	j->fd = -1;
	j->writable = for_writing;
	j->has_log = log != NULL;
	if (log)
		j->log = *log;
	j->keys = sn_secret_alloc(sizeof *j->keys);
	int ret;
	if (!j->keys) {
		ret = sn_error_memory(err);
		goto out;
	}
	j->path = realpath(path, NULL); /* compaction must replace the file, not a symbolic link to it */
	if (!j->path) {
		ret = sn_error_errno(err, "cannot open %s", path);
		goto out;
	}
	ret = sn_journal_open_file(j, err);
	if (ret)
		goto out;
	size_t len = j->size < SN_JOURNAL_HEADER_BYTES ? (size_t)j->size : SN_JOURNAL_HEADER_BYTES;
	ret = read_at(j, 0, j->header.b, len, err);
	if (ret == SN_BAD_INPUT) /* the file shrank after fstat */
		len = 0;
	else if (ret)
		goto out;
	ret = sn_journal_header_parse(&j->header, len, j->path, err);
	if (ret)
		goto out;

	bool is_ours = false;
	if (like && sn_journal_header_is_like(&j->header, &like->header)) {
		*j->keys = *like->keys;
		is_ours = sn_journal_header_is_ours(&j->header, j->keys);
	}
	if (!is_ours && password) {
		ret = sn_journal_keys_from_password(j->keys, password, &j->header, err);
		if (ret)
			goto out;
		is_ours = sn_journal_header_is_ours(&j->header, j->keys);
	}
	if (!is_ours) {
		ret = wrong_password(j->path, err); /* R3 */
		goto out;
	}
	sn_journal_rewind(j);
	*out = j;
	j = NULL;
out:
	sn_journal_close(j);
	return ret;
}

void sn_journal_close(struct sn_journal *j)
{
	if (!j)
		return;
	if (j->fd >= 0)
		close(j->fd);
	sn_secret_free(j->keys);
	free(j->path);
	free(j);
}

static int create(const char *path, struct sn_journal_header *header, const struct sn_journal_keys *k,
		  const void *contents, size_t len, struct sn_error *err)
{
	struct sn_buf file = {0};
	struct sn_journal_name name;
	sn_journal_header_finish(header, k);
	sn_put_bytes(&file, header->b, sizeof header->b);
	const struct sn_journal_name before = sn_journal_header_name(header);
	int ret = sn_journal_seal(&file, &name, k, &before, contents, len, err);
	if (!ret)
		ret = sn_file_create(path, file.data, file.len, 0600, err);
	sn_buf_free(&file);
	return ret;
}

int sn_journal_create(const char *path, enum sn_journal_kind kind, enum sn_network network,
		      const char *password, enum sn_kdf_cost cost, const void *contents, size_t len,
		      struct sn_error *err)
{
	struct sn_journal_keys *k = sn_secret_alloc(sizeof *k);
	if (!k)
		return sn_error_memory(err);
	struct sn_journal_header header;
	sn_journal_header_init(&header, kind, network, cost);
	int ret = sn_journal_keys_from_password(k, password, &header, err);
	if (!ret)
		ret = create(path, &header, k, contents, len, err);
	sn_secret_free(k);
	return ret;
}

int sn_journal_create_like(const char *path, enum sn_journal_kind kind, const struct sn_journal *like,
			   const void *contents, size_t len, struct sn_error *err)
{
	struct sn_journal_header header;
	sn_journal_header_init_like(&header, kind, &like->header);
	return create(path, &header, like->keys, contents, len, err);
}

bool sn_journal_is_one(const char *path)
{
	struct sn_journal_header header;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	ssize_t n = fd < 0 ? -1 : pread(fd, &header, sizeof header, 0);
	if (fd >= 0)
		close(fd);
	return n > 0 && sn_journal_header_is_one(&header, (size_t)n);
}

enum sn_journal_kind sn_journal_kind(const struct sn_journal *j)
{
	return (enum sn_journal_kind)j->header.b[SN_JOURNAL_AT_KIND];
}

enum sn_network sn_journal_network(const struct sn_journal *j)
{
	return (enum sn_network)j->header.b[SN_JOURNAL_AT_NETWORK];
}

const char *sn_journal_path(const struct sn_journal *j)
{
	return j->path;
}
const struct sn_log *sn_journal_log(const struct sn_journal *j)
{
	return j->has_log ? &j->log : NULL;
}
uint64_t sn_journal_size(const struct sn_journal *j)
{
	return j->end;
}
bool sn_journal_is_writable(const struct sn_journal *j)
{
	return j->writable;
}

struct sn_password_cost sn_journal_cost(const struct sn_journal *j)
{
	return (struct sn_password_cost){.passes = sn_load_u32(j->header.b + SN_JOURNAL_AT_PASSES),
					 .memory = sn_load_u64(j->header.b + SN_JOURNAL_AT_MEMORY)};
}

int sn_journal_check_password(const struct sn_journal *j, const char *password, struct sn_error *err)
{
	struct sn_journal_keys *keys = sn_secret_alloc(sizeof *keys);
	int ret =
		keys ? sn_journal_keys_from_password(keys, password, &j->header, err) : sn_error_memory(err);
	if (!ret && !sn_journal_header_is_ours(&j->header, keys))
		ret = wrong_password(j->path, err);
	sn_secret_free(keys);
	return ret;
}

int sn_journal_prepare_to_write(struct sn_journal *j, struct sn_error *err)
{
	if (!j->writable)
		return sn_error_set(err, SN_IO, "%s is open for reading only", j->path);
	if (j->end != j->size)
		return sn_error_set(err, SN_IO, "%s was not read to its end; nothing was written", j->path);
	struct stat st;
	if (fstat(j->fd, &st))
		return sn_error_errno(err, "cannot write %s", j->path);
	if (!sn_lock_is_at_path(j->fd, j->path))
		return sn_error_set(err, SN_IO, "%s was moved or replaced while in use; nothing was written",
				    j->path);
	if (j->has_tail) { /* synced, so that after a power failure no part of it follows the new commit */
		if (ftruncate(j->fd, (off_t)j->end) || fsync(j->fd))
			return sn_error_errno(err, "cannot write %s", j->path);
		j->has_tail = false;
	} else if ((uint64_t)st.st_size != j->end) {
		return sn_error_set(err, SN_IO,
				    "%s was changed by another program while in use; nothing was written",
				    j->path);
	}
	if (j->directory_unsynced) {
		int ret = sn_file_sync_directory(j->path, err);
		if (ret)
			return ret;
		j->directory_unsynced = false;
	}
	return SN_OK;
}

int sn_journal_append(struct sn_journal *j, const void *contents, size_t len, struct sn_error *err)
{
	struct sn_buf commit = {0};
	struct sn_journal_name name;
	int ret = sn_journal_prepare_to_write(j, err);
	if (!ret)
		ret = sn_journal_seal(&commit, &name, j->keys, &j->name, contents, len, err);
	if (ret)
		goto out;
	if (lseek(j->fd, (off_t)j->end, SEEK_SET) < 0 || sn_file_write_all(j->fd, commit.data, commit.len) ||
	    fsync(j->fd)) {
		ret = sn_error_errno(err, "cannot write %s", j->path);
		/* W4. If this fails too, the next append truncates the tail. The next open drops the tail if
		 * it is incomplete, and reads it if it is a complete commit. */
		j->has_tail = ftruncate(j->fd, (off_t)j->end) != 0 || fsync(j->fd) != 0;
		goto out;
	}
	j->name_before = j->name;
	j->end_before = j->end;
	j->name = name;
	j->end += commit.len;
	j->size = j->end;
out:
	sn_buf_free(&commit);
	return ret;
}

bool sn_journal_has_tail(const struct sn_journal *j)
{
	return j->has_tail;
}
bool sn_journal_is_at_path(const struct sn_journal *j)
{
	return sn_lock_is_at_path(j->fd, j->path);
}

int sn_journal_take_back(struct sn_journal *j, struct sn_error *err)
{
	assert(j->end_before && j->end == j->size);
	int ret = sn_journal_prepare_to_write(j, err);
	if (ret)
		return ret;
	if (ftruncate(j->fd, (off_t)j->end_before))
		return sn_error_errno(err, "cannot write %s", j->path);
	/* After a power failure the commit may be there again. */
	(void)!fsync(j->fd);
	j->name = j->name_before;
	j->end = j->size = j->end_before;
	j->end_before = 0;
	return SN_OK;
}
