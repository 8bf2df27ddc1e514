/* Sealed journal files, as a disk or a hand may change them. The input says which commits are sealed, and
 * then what is done to the file's bytes; what is read afterwards must be the first of these commits in
 * their order, never anything else. What begins like such a file is taken as one.
 *
 * Commits: one byte of length L, and L % 64 + 1 bytes; up to MAX_COMMITS of them, ended by the byte 255.
 * Then edits: operation, place (2 bytes), argument. The files are in memory: descriptors of memfd_create. */
#include "fuzz.h"
#include "store/journal.h"
#include "store/journal_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MAX_COMMITS = 4, MAX_EDITS = 4, NO_MORE = 255, PATH_SIZE = 32, FILE_MAX = 1536 };
/* Frame, name of the commit before, tags: doc/reference/wallet-file.md. */
enum { COMMIT_OVERHEAD = 8 + 24 + 8 + (24 + 17) + 17 };

enum { EDIT_XOR, EDIT_CUT, EDIT_REPEAT, EDIT_REMOVE, EDIT_ZERO, EDITS };

static int fd = -1; /* the file that is tried */
static char path[PATH_SIZE];
static struct sn_journal *like;         /* another one with the same password: Argon2id runs once */
static struct sn_journal_header header; /* of the file that is tried */

static int new_file(char name[static PATH_SIZE], const struct sn_journal_header *h)
{
	int file = memfd_create("journal", MFD_CLOEXEC);
	FUZZ_CHECK(file >= 0);
	snprintf(name, PATH_SIZE, "/proc/self/fd/%d", file);
	FUZZ_CHECK(pwrite(file, h->b, sizeof h->b, 0) == sizeof h->b);
	return file;
}

static void start(void)
{
	static struct sn_journal_keys keys;
	struct sn_error err = {0};
	char name[PATH_SIZE];
	sn_journal_header_init(&header, SN_JOURNAL_WATCH_ONLY, SN_STAGENET, SN_KDF_TEST);
	FUZZ_CHECK(!sn_journal_keys_from_password(&keys, "password", &header, &err));
	sn_journal_header_finish(&header, &keys);
	fd = new_file(path, &header);
	new_file(name, &header);
	FUZZ_CHECK(!sn_journal_open(&like, name, false, "password", NULL, NULL, &err));
}

static void write_commits(struct sn_buf commits[MAX_COMMITS], size_t *n, struct sn_reader *r)
{
	struct sn_journal *j;
	struct sn_buf none = {0};
	struct sn_error err = {0};
	bool at_end;
	FUZZ_CHECK(!ftruncate(fd, 0) && pwrite(fd, header.b, sizeof header.b, 0) == sizeof header.b);
	FUZZ_CHECK(!sn_journal_open(&j, path, true, NULL, like, NULL, &err));
	FUZZ_CHECK(!sn_journal_read(j, &none, &at_end, &err) && at_end);
	for (*n = 0; *n < MAX_COMMITS && r->left && r->at[0] != NO_MORE; ++*n) {
		size_t len = sn_read_u8(r) % 64u + 1;
		len = len < r->left ? len : r->left;
		if (!len)
			break;
		sn_put_bytes(&commits[*n], sn_read_view(r, len), len);
		FUZZ_CHECK(!sn_journal_append(j, commits[*n].data, len, &err));
	}
	if (r->left)
		(void)sn_read_u8(r);
	sn_journal_close(j);
}

/* One change of `file`. True when it is at most cut off. */
static bool edit(uint8_t *file, size_t *len, struct sn_reader *r)
{
	unsigned operation = sn_read_u8(r) % EDITS;
	size_t at = sn_read_u16(r), n = sn_read_u8(r);
	if (r->failed || at >= *len)
		return true;
	if (n > *len - at)
		n = *len - at;
	switch (operation) {
	case EDIT_XOR:
		file[at] ^= (uint8_t)n;
		return n == 0;
	case EDIT_CUT:
		*len = at;
		return true;
	case EDIT_REPEAT: /* at the end */
		if (*len + n <= FILE_MAX) {
			memcpy(file + *len, file + at, n);
			*len += n;
		}
		return n == 0;
	case EDIT_REMOVE:
		memmove(file + at, file + at + n, *len - at - n);
		*len -= n;
		return n == 0;
	default:
		memset(file + at, 0, n);
		return n == 0;
	}
}

/* How many of the commits come out. */
static size_t read_commits(const struct sn_buf *commits, size_t n, int *ret, struct sn_error *err)
{
	struct sn_journal *j;
	struct sn_buf contents = {0};
	bool at_end = false;
	size_t i = 0;
	*ret = sn_journal_open(&j, path, false, NULL, like, NULL, err);
	if (*ret)
		return 0;
	while (!(*ret = sn_journal_read(j, &contents, &at_end, err)) && !at_end) {
		FUZZ_CHECK(i < n && fuzz_is_same(&contents, commits[i].data, commits[i].len));
		i++;
	}
	FUZZ_CHECK(!*ret || !contents.len);
	sn_buf_free(&contents);
	sn_journal_close(j);
	return i;
}

static void check_refused(int ret, const struct sn_error *err)
{
	FUZZ_CHECK(ret == SN_BAD_INPUT || ret == SN_BAD_PASSWORD);
	fuzz_check_sentence(err);
}

static void put_file(const uint8_t *data, size_t len)
{
	FUZZ_CHECK(!ftruncate(fd, 0) && pwrite(fd, data, len, 0) == (ssize_t)len);
}

static void try_edits(struct sn_reader *r)
{
	struct sn_buf commits[MAX_COMMITS] = {{0}};
	struct sn_error err = {0};
	uint8_t file[FILE_MAX];
	size_t n;
	int ret;
	write_commits(commits, &n, r);
	ssize_t got = pread(fd, file, sizeof file, 0);
	FUZZ_CHECK(got > 0 && (size_t)got < sizeof file);
	size_t len = (size_t)got;
	bool is_only_cut = true;
	for (int i = 0; i < MAX_EDITS && r->left; i++)
		is_only_cut &= edit(file, &len, r);
	put_file(file, len);
	size_t n_read = read_commits(commits, n, &ret, &err);
	if (ret)
		check_refused(ret, &err);
	else if (n_read)
		fuzz_accept();
	/* Cut off behind its first commit is what a crash leaves a file: then it must open. */
	size_t first = SN_JOURNAL_HEADER_BYTES + COMMIT_OVERHEAD + commits[0].len;
	FUZZ_CHECK(!ret || !is_only_cut || !n || len < first);
	FUZZ_CHECK(n_read == n || len != (size_t)got || !is_only_cut);
	for (size_t i = 0; i < MAX_COMMITS; i++)
		sn_buf_free(&commits[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_reader r;
	if (!like)
		start();
	if (len >= 8 && !memcmp(data, "SNJOURNL", 8)) {
		struct sn_error err = {0};
		int ret;
		put_file(data, len);
		FUZZ_CHECK(!read_commits(NULL, 0, &ret, &err) && ret);
		check_refused(ret, &err);
		return 0;
	}
	sn_reader_init(&r, data, len);
	try_edits(&r);
	return 0;
}
