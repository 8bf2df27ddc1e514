#include "tools/cold_sign_batch.h"

#include "base/file.h"
#include "base/hex.h"
#include "base/text.h"
#include "handoff/envelope.h"
#include "tools/cli_approve.h"
#include "tools/cli_data.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Room for what sn_file_create appends to the name of its temporary file. */
#define TEMPORARY_SUFFIX ".XXXXXX"
#define NAME_BYTES_MAX 255

struct batch {
	struct cold_signer *signer;
	const char *in, *out; /* as given */
	int in_fd;
	char **names; /* sorted by bytes */
	size_t n;
};

enum status { SIGNED, ALREADY_SIGNED, REFUSED, BAD_INPUT, UNREADABLE, SKIPPED, FAILED };

/* In the report. */
static const char *const words[] = {
	[SIGNED] = "signed",	     [ALREADY_SIGNED] = "already-signed", [REFUSED] = "refused", [BAD_INPUT] = "bad-input",
	[UNREADABLE] = "unreadable", [SKIPPED] = "skipped",		  [FAILED] = "failed",
};

/* What became of one file. */
struct outcome {
	enum status status;
	struct sn_review review;
	struct sn_hash *hashes; /* review.n of them, when signed */
};

/* ------------------------------------------------------------------ signals */

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	stopped = signal;
}

/* From here on they wait for the end of the file at hand. What nohup(1) had ignored stays so. */
static void catch_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	const struct sigaction action = {.sa_handler = stop, .sa_flags = SA_RESTART};
	struct sigaction old;
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

/* ------------------------------------------------------------------ the directories */

int cold_sign_batch_check(struct cli *cli, const char *in, const char *out)
{
	const char *const paths[] = {in, out};
	struct stat status[2];
	for (size_t i = 0; i < 2; i++) {
		if (stat(paths[i], &status[i]))
			return sn_error_errno(&cli->err, "cannot open %s", paths[i]);
		if (!S_ISDIR(status[i].st_mode))
			return cli_usage_error(cli, "%s is no directory", paths[i]);
	}
	if (status[0].st_dev == status[1].st_dev && status[0].st_ino == status[1].st_ino)
		return cli_usage_error(cli, "--in-dir and --out-dir are the same directory");
	return SN_OK;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static int add_name(struct batch *b, size_t *room, const char *name, struct sn_error *err)
{
	if (b->n == *room) {
		size_t more = *room ? 2 * *room : 64;
		char **names = reallocarray(b->names, more, sizeof *names);
		if (!names)
			return sn_error_memory(err);
		b->names = names;
		*room = more;
	}
	b->names[b->n] = strdup(name);
	return b->names[b->n++] ? SN_OK : sn_error_memory(err);
}

/* Open the in-directory and take down its names. What comes into it later waits for the next run. */
static int list_names(struct batch *b, struct sn_error *err)
{
	size_t room = 0;
	int ret = SN_OK;
	DIR *directory = opendir(b->in);
	b->in_fd = directory ? fcntl(dirfd(directory), F_DUPFD_CLOEXEC, 3) : -1;
	if (b->in_fd < 0)
		ret = sn_error_errno(err, "cannot open %s", b->in);
	while (!ret) {
		errno = 0;
		const struct dirent *entry = readdir(directory);
		if (!entry) {
			if (errno)
				ret = sn_error_errno(err, "cannot read %s", b->in);
			break;
		}
		if (entry->d_name[0] != '.')
			ret = add_name(b, &room, entry->d_name, err);
	}
	if (directory)
		closedir(directory);
	if (b->n)
		qsort(b->names, b->n, sizeof *b->names, by_name);
	return ret;
}

static void batch_free(struct batch *b)
{
	for (size_t i = 0; i < b->n; i++)
		free(b->names[i]);
	free(b->names);
	if (b->in_fd >= 0)
		close(b->in_fd);
}

/* ------------------------------------------------------------------ one file */

/* All of a regular file, which nothing can make us wait for. */
static int read_regular(struct sn_buf *file, int fd, const char *name, struct sn_error *err)
{
	struct stat status;
	uint8_t chunk[65536];
	if (fstat(fd, &status))
		return sn_error_errno(err, "cannot look at %s", name);
	if (!S_ISREG(status.st_mode))
		return sn_error_set(err, SN_REFUSED, "%s is no regular file", name);
	if (status.st_size > SN_ENVELOPE_MAX)
		return sn_error_set(err, SN_BAD_INPUT, "%s is larger than %d bytes", name, SN_ENVELOPE_MAX);
	for (;;) {
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sn_error_errno(err, "cannot read %s", name);
		if (n == 0)
			break;
		sn_put_bytes(file, chunk, (size_t)n);
		if (file->failed)
			return sn_error_memory(err);
		if (file->len > SN_ENVELOPE_MAX)
			return sn_error_set(err, SN_BAD_INPUT, "%s is larger than %d bytes", name, SN_ENVELOPE_MAX);
	}
	return file->len ? SN_OK : sn_error_set(err, SN_BAD_INPUT, "%s is empty", name);
}

/* O_NONBLOCK: opening a pipe must not wait for its other end. */
static int read_input(struct batch *b, const char *name, struct sn_buf *file, struct sn_error *err)
{
	int fd = openat(b->in_fd, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ELOOP)
		return sn_error_set(err, SN_REFUSED, "%s is a symbolic link, which is not followed", name);
	if (fd < 0 && (errno == ENXIO || errno == ENODEV))
		return sn_error_set(err, SN_REFUSED, "%s is no regular file", name);
	if (fd < 0)
		return sn_error_errno(err, "cannot open %s", name);
	int ret = read_regular(file, fd, name, err);
	close(fd);
	return ret;
}

static bool is_directory(const struct batch *b, const char *name)
{
	struct stat status;
	return !fstatat(b->in_fd, name, &status, AT_SYMLINK_NOFOLLOW) && S_ISDIR(status.st_mode);
}

/* SN_REFUSED unless it is these very bytes that `path` has. */
static int check_same(const char *path, const struct sn_buf *bytes, struct sn_error *err)
{
	struct sn_buf there = {0};
	struct sn_error ignored;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
	int ret = fd < 0 ? SN_IO : read_regular(&there, fd, path, &ignored);
	if (ret == SN_IO)
		ret = sn_error_set(err, SN_REFUSED, "%s exists already, cannot be read, and is left as it is", path);
	else if (ret || there.len != bytes->len || memcmp(there.data, bytes->data, bytes->len))
		ret = sn_error_set(err, SN_REFUSED, "%s exists already, with other contents, and is left as it is",
				   path);
	if (fd >= 0)
		close(fd);
	sn_buf_free(&there);
	return ret;
}

static int out_path(char **path, const struct batch *b, const char *name, struct sn_error *err)
{
	*path = NULL;
	if (strlen(name) + strlen(COLD_SIGN_SUFFIX TEMPORARY_SUFFIX) > NAME_BYTES_MAX)
		return sn_error_set(err, SN_REFUSED, "the name is too long to have " COLD_SIGN_SUFFIX " after it");
	if (asprintf(path, "%s/%s" COLD_SIGN_SUFFIX, b->out, name) < 0) {
		*path = NULL;
		return sn_error_memory(err);
	}
	return SN_OK;
}

static bool journal_knows(const struct sn_signing_journal *journal, const struct sn_hash *hashes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!sn_signing_journal_find_tx(journal, &hashes[i]))
			return false;
	return true;
}

static bool is_signed(const struct outcome *o)
{
	return o->status == SIGNED || o->status == ALREADY_SIGNED;
}

/* Of a failure that is not one of reading the file. */
static enum status status_of(int ret)
{
	return ret == SN_REFUSED ? REFUSED : ret == SN_IO ? FAILED : BAD_INPUT;
}

/* Sign, and write it unless it is there already. The journal learns of nothing that is not written: what stands in the way is
 * compared with a signature of which the journal knows nothing, and which goes nowhere. */
static int sign_and_write(struct cold_signer *s, struct outcome *o, const struct sn_unsigned_set *set, const char *path,
			  struct sn_error *err)
{
	struct sn_buf out = {0};
	struct stat status;
	const bool exists = !lstat(path, &status);
	cold_signer_look_at_clock(s);
	struct sn_signing trial = s->signing;
	trial.journal = NULL;
	int ret = sn_cold_sign(&out, o->hashes, s->keys.account, set, &s->limits, exists ? &trial : &s->signing, err);
	if (ret || !exists) {
		if (!ret)
			ret = sn_file_create(path, out.data, out.len, 0600, err);
		o->status = SIGNED;
		goto out;
	}
	o->status = ALREADY_SIGNED;
	ret = check_same(path, &out, err);
	if (!ret && !journal_knows(s->signing.journal, o->hashes, set->n)) {
		out.len = 0;
		ret = sn_cold_sign(&out, NULL, s->keys.account, set, &s->limits, &s->signing, err);
	}
out:
	sn_buf_free(&out);
	return ret;
}

static int sign_bytes(struct cold_signer *s, struct outcome *o, const struct sn_buf *file, const char *path,
		      struct sn_error *err)
{
	struct sn_unsigned_set set = {0};
	int ret;
	if ((ret = sn_cold_open_jobs(&set, &o->review, s->keys.account, &s->limits, file->data, file->len,
				     s->signing.jobs, err)) ||
	    (ret = sn_cold_check_journal(&o->review, s->keys.account, &set, &s->signing, err)))
		goto out;
	o->hashes = calloc(set.n ? set.n : 1, sizeof *o->hashes);
	if (!o->hashes) {
		ret = sn_error_memory(err);
		goto out;
	}
	ret = sign_and_write(s, o, &set, path, err);
out:
	sn_unsigned_set_free(&set);
	return ret;
}

static int sign_file(struct batch *b, struct outcome *o, const char *name, struct sn_error *err)
{
	struct sn_buf file = {0};
	char *path;
	int ret = out_path(&path, b, name, err);
	bool is_unreadable = false;
	if (!ret) {
		ret = read_input(b, name, &file, err);
		is_unreadable = ret == SN_IO; /* no reason to give up the others */
	}
	if (!ret)
		ret = cold_signer_check_output(b->signer, path, err);
	if (!ret)
		ret = sign_bytes(b->signer, o, &file, path, err);
	if (ret)
		o->status = is_unreadable ? UNREADABLE : status_of(ret);
	sn_buf_free(&file);
	free(path);
	return ret;
}

/* ------------------------------------------------------------------ the report */

/* Bytes of the character at `p`; 0 when they are no UTF-8 (RFC 3629, section 4). */
static size_t utf8_len(const unsigned char *p)
{
	size_t len = *p < 0x80			       ? 1
		     : *p >= 0xc2 && *p <= 0xdf ? 2
		     : (*p & 0xf0) == 0xe0      ? 3
		     : *p >= 0xf0 && *p <= 0xf4 ? 4
						: 0;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) ||
	    (*p == 0xf4 && p[1] > 0x8f))
		return 0;
	return len;
}

/* A file's name may be any bytes; a JSON text is UTF-8. U+FFFD stands for each byte that is none. */
static void put_utf8(struct sn_buf *out, const char *text)
{
	for (const unsigned char *p = (const unsigned char *)text; *p;) {
		size_t len = utf8_len(p);
		if (len)
			sn_put_bytes(out, p, len);
		else
			sn_put_bytes(out, "\xef\xbf\xbd", 3);
		p += len ? len : 1;
	}
	sn_put_u8(out, 0);
}

static int put_json(struct sn_buf *out, const struct outcome *o, const char *name, const struct sn_error *why)
{
	struct sn_buf text = {0}, error = {0};
	cJSON *root = cJSON_CreateObject();
	put_utf8(&text, name);
	put_utf8(&error, why ? why->text : "");
	int ret = text.failed || error.failed || !cli_json_text(root, "file", (char *)text.data) ||
				  !cli_json_text(root, "status", words[o->status]) ||
				  (why && !cli_json_text(root, "error", (char *)error.data)) ||
				  (is_signed(o) && sn_signed_json(root, &o->review, o->hashes, o->review.n, NULL)) ||
				  sn_json_print(out, root, false)
			  ? SN_IO
			  : SN_OK;
	sn_json_free(root);
	sn_buf_free(&text);
	sn_buf_free(&error);
	return ret;
}

/* STATUS, NAME, and the hashes or the reason. Error texts are plain already. */
static int put_text(struct sn_buf *out, const struct outcome *o, const char *name, const struct sn_error *why)
{
	char *plain = strdup(name);
	if (!plain)
		return SN_IO;
	sn_text_make_plain(plain);
	sn_put_bytes(out, words[o->status], strlen(words[o->status]));
	sn_put_u8(out, '\t');
	sn_put_bytes(out, plain, strlen(plain));
	sn_put_u8(out, '\t');
	for (size_t i = 0; is_signed(o) && i < o->review.n; i++) {
		char hash[2 * sizeof *o->hashes + 1];
		sn_hex_encode(hash, &o->hashes[i], sizeof *o->hashes);
		sn_put_bytes(out, i ? " " : "", i ? 1 : 0);
		sn_put_bytes(out, hash, strlen(hash));
	}
	if (why)
		sn_put_bytes(out, why->text, strlen(why->text));
	free(plain);
	return SN_OK;
}

static int report(struct cli *cli, const struct outcome *o, const char *name, const struct sn_error *why)
{
	struct sn_buf line = {0};
	int ret = cli->json ? put_json(&line, o, name, why) : put_text(&line, o, name, why);
	sn_put_u8(&line, '\n');
	ret = ret || line.failed ? sn_error_memory(&cli->err) : cli_data_print(cli, (char *)line.data, line.len);
	sn_buf_free(&line);
	return ret;
}

/* For the record, on stderr: what was signed. */
static int record(struct cli *cli, const struct outcome *o, const char *name)
{
	char plain[NAME_BYTES_MAX + 1];
	snprintf(plain, sizeof plain, "%s", name);
	sn_text_make_plain(plain);
	cli_say(cli, "%s:", plain);
	return cli_approve(cli, "Sign", &o->review); /* --yes: it does not ask */
}

/* An error ends the run. */
static int do_file(struct batch *b, const char *name, size_t *n_unsigned)
{
	struct cli *cli = b->signer->cli;
	struct outcome o = {0};
	struct sn_error why = {0};
	if (is_directory(b, name)) {
		o.status = SKIPPED;
		sn_error_set(&why, SN_OK, "a directory");
		return report(cli, &o, name, &why);
	}
	int failed = sign_file(b, &o, name, &why);
	int ret = failed ? SN_OK : record(cli, &o, name);
	if (!ret)
		ret = report(cli, &o, name, failed ? &why : NULL);
	if (!ret && o.status == FAILED) { /* nothing more can be written */
		cli->err = why;
		ret = failed;
	}
	*n_unsigned += failed != SN_OK;
	sn_review_free(&o.review);
	free(o.hashes);
	return ret;
}

int cold_sign_batch(struct cold_signer *s, const char *in, const char *out)
{
	struct batch b = {.signer = s, .in = in, .out = out, .in_fd = -1};
	struct sn_error *err = &s->cli->err;
	size_t done = 0, n_unsigned = 0;
	int ret = list_names(&b, err);
	catch_signals();
	while (!ret && !stopped && done < b.n)
		ret = do_file(&b, b.names[done++], &n_unsigned);
	if (!ret && done < b.n)
		ret = sn_error_set(err, SN_REFUSED, "ended by a signal: %zu of %zu entries of %s were not looked at",
				   b.n - done, b.n, in);
	else if (!ret && n_unsigned)
		ret = sn_error_set(err, SN_REFUSED, "%zu of %zu entries of %s were not signed", n_unsigned, b.n, in);
	batch_free(&b);
	return ret;
}
