#include "store/journal.h"

#include "base/hex.h"
#include "store/journal_header.h"
#include "store/journal_replace.h"
#include "store_journal_fixture.h"

#include <sys/resource.h>

TestSuite(store_journal, .init = set_up, .fini = tear_down);

Test(store_journal, commits_are_read_back)
{
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends);
	expect_contents(path, first_words(N_WORDS));
	struct stat st;
	cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
	for (size_t i = 0; i < N_WORDS; i++)
		cr_assert(memmem(file.data, file.len, words[i], strlen(words[i])) == NULL);
	sn_buf_free(&file);
}

Test(store_journal, commits_of_all_sizes_are_read_back)
{
	static const size_t sizes[] = {1, 65535, 65536, 65537, 131072, 200000};
	uint8_t *data = malloc(200000);
	seed_libsodium("commits_of_all_sizes_are_read_back");
	randombytes_buf(data, 200000);
	ok(sn_journal_create(path, SN_JOURNAL_SIGNED, SN_STAGENET, PASSWORD, SN_KDF_TEST, data, sizes[0],
			     &err));
	struct sn_journal *j = open_file(path, true);
	struct sn_buf commit = {0};
	bool at_end;
	ok(sn_journal_read(j, &commit, &at_end, &err));
	for (size_t i = 1; i < 6; i++)
		ok(sn_journal_append(j, data, sizes[i], &err));
	sn_journal_rewind(j);
	for (size_t i = 0; i < 6; i++) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		cr_assert(!at_end && commit.len == sizes[i] && !memcmp(commit.data, data, commit.len));
	}
	ok(sn_journal_read(j, &commit, &at_end, &err));
	cr_assert(at_end);
	cr_assert(sn_journal_kind(j) == SN_JOURNAL_SIGNED && sn_journal_network(j) == SN_STAGENET);
	sn_journal_close(j);
	sn_buf_free(&commit);
	free(data);
}

Test(store_journal, existing_file_is_not_overwritten)
{
	create_file(path);
	struct sn_buf before = slurp(path);
	fails(sn_journal_create(path, SN_JOURNAL_MASTER, SN_MAINNET, "x", SN_KDF_TEST, "y", 1, &err),
	      SN_REFUSED);
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(store_journal, wrong_password_is_refused)
{
	static const char *const wrong[] = {"", "correct hors", "correct horse ", "Correct horse"};
	create_file(path);
	for (size_t i = 0; i < 4; i++) {
		struct sn_journal *j;
		fails(sn_journal_open(&j, path, false, wrong[i], NULL, NULL, &err), SN_BAD_PASSWORD);
		cr_assert(j == NULL);
	}
}

Test(store_journal, every_truncation_gives_whole_commits_or_nothing)
{
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends);
	struct sn_buf all = {0};
	for (size_t len = 0; len <= file.len; len++) {
		int lines;
		struct sn_log log = counting_log(&lines);
		struct sn_journal *j;
		spill(path, file.data, len);
		int ret = sn_journal_open(&j, path, true, PASSWORD, NULL, &log, &err);
		cr_assert((ret == SN_OK) == (len >= SN_JOURNAL_HEADER_BYTES));
		if (ret) {
			cr_assert(ret == SN_BAD_INPUT);
			continue;
		}
		size_t whole = 0;
		while (whole < N_WORDS && ends[whole] <= len)
			whole++;
		if (!whole && len > SN_JOURNAL_HEADER_BYTES) {
			fails(read_all(j, &all), SN_BAD_INPUT);
			sn_journal_close(j);
			continue;
		}
		ok(read_all(j, &all));
		bool torn = whole && len != ends[whole - 1];
		cr_assert(lines == torn);
		cr_assert(is_text(&all, first_words(whole)));

		/* The next commit replaces the torn one. */
		append(j, "again");
		sn_journal_close(j);
		char longer[160];
		snprintf(longer, sizeof longer, "%sagain\n", first_words(whole));
		expect_contents(path, longer);
	}
	sn_buf_free(&file);
	sn_buf_free(&all);
}

Test(store_journal, every_flipped_bit_is_detected)
{
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends);
	struct sn_buf all = {0};
	for (size_t bit = 0; bit < 8 * file.len; bit++) {
		int lines;
		struct sn_log log = counting_log(&lines);
		struct sn_journal *j;
		file.data[bit / 8] ^= 1 << bit % 8;
		spill(path, file.data, file.len);
		file.data[bit / 8] ^= 1 << bit % 8;
		int ret = sn_journal_open(&j, path, false, PASSWORD, NULL, &log, &err);
		if (bit / 8 < SN_JOURNAL_HEADER_BYTES) {
			cr_assert(ret == SN_BAD_INPUT);
			continue;
		}
		ok(ret);
		ret = read_all(j, &all);
		if (bit / 8 < ends[N_WORDS - 2]) {
			fails(ret, SN_BAD_INPUT);
		} else {
			ok(ret);
			cr_assert(lines == 1 && is_text(&all, first_words(N_WORDS - 1)));
		}
		sn_journal_close(j);
	}
	sn_buf_free(&file);
	sn_buf_free(&all);
}

/* Correct the plain sum, as after a deliberate change of the header. */
static void forge_checksum(uint8_t *file)
{
	crypto_generichash(file + SN_JOURNAL_AT_CHECKSUM, SN_JOURNAL_HEADER_BYTES - SN_JOURNAL_AT_CHECKSUM,
			   file, SN_JOURNAL_AT_CHECKSUM, NULL, 0);
}

Test(store_journal, changed_header_does_not_open)
{
	static const struct {
		size_t at;
		uint8_t value;
	} changes[] = {
		{SN_JOURNAL_AT_KIND, SN_JOURNAL_WATCH_ONLY},
		{SN_JOURNAL_AT_NETWORK, SN_STAGENET},
		{SN_JOURNAL_AT_PASSES, 2},
		{SN_JOURNAL_AT_SALT, 0},
		{SN_JOURNAL_AT_NAME, 0},
	};
	create_file(path);
	struct sn_buf file = slurp(path);
	for (size_t i = 0; i < 5; i++) {
		struct sn_journal *j;
		uint8_t *p = file.data + changes[i].at, old = *p;
		*p = changes[i].value ? changes[i].value : (uint8_t)~old;
		forge_checksum(file.data);
		spill(path, file.data, file.len);
		*p = old;
		fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_PASSWORD);
	}
	forge_checksum(file.data);
	spill(path, file.data, file.len);
	expect_contents(path, first_words(1));
	sn_buf_free(&file);
}

Test(store_journal, unreasonable_costs_are_refused_before_argon2id)
{
	static const struct {
		uint32_t passes;
		uint64_t memory;
	} costs[] = {
		{1, (uint64_t)1 << 40},
		{1, UINT64_MAX},
		{1, ((uint64_t)1 << 30) + 1},
		{1, 0},
		{1, 8191},
		{UINT32_MAX, 8192},
		{5, 8192},
		{0, 8192},
	};
	create_file(path);
	struct sn_buf file = slurp(path);
	for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++) {
		struct sn_journal *j;
		sn_store_u32(file.data + SN_JOURNAL_AT_PASSES, costs[i].passes);
		sn_store_u64(file.data + SN_JOURNAL_AT_MEMORY, costs[i].memory);
		forge_checksum(file.data);
		spill(path, file.data, file.len);
		fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "cost") != NULL);
	}
	sn_buf_free(&file);
}

Test(store_journal, other_files_are_refused)
{
	struct sn_journal *j;
	static const uint8_t zeros[4096];
	spill(path, zeros, 0);
	cr_assert(!sn_journal_is_one(path));
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
	spill(path, zeros, sizeof zeros);
	cr_assert(!sn_journal_is_one(path));
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
	spill(path, "SNJOURNL", 8);
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
	cr_assert(sn_journal_is_one(path)); /* so that an output does not replace it */
	unlink(path);
	spill(path, "SNJOURN", 7);
	cr_assert(!sn_journal_is_one(path));
	unlink(path);
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_IO);
	cr_assert(!sn_journal_is_one(path) && !sn_journal_is_one(directory));
	fails(sn_journal_open(&j, directory, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
	cr_assert(mkfifo(path, 0600) == 0);
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);

	cr_assert(!sn_journal_is_one(path)); /* does not wait for a writer of the FIFO */

	create_file(other);
	cr_assert(sn_journal_is_one(other));
	struct sn_buf file = slurp(other);
	file.data[SN_JOURNAL_AT_VERSION] = 2;
	forge_checksum(file.data);
	unlink(path);
	spill(path, file.data, file.len);
	fails(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "version 2") != NULL);
	sn_buf_free(&file);
}

/* Read a file made of pieces of other files. */
static int read_pieces(const struct sn_buf *pieces, struct sn_buf *all, int *lines)
{
	struct sn_log log = counting_log(lines);
	struct sn_journal *j;
	spill(path, pieces->data, pieces->len);
	ok(sn_journal_open(&j, path, false, PASSWORD, NULL, &log, &err));
	int ret = read_all(j, all);
	sn_journal_close(j);
	return ret;
}

Test(store_journal, reordered_omitted_and_imported_commits_are_refused)
{
	size_t e[N_WORDS];
	int lines;
	struct sn_buf a = three_commits(path, e);
	struct sn_buf p = {0}, all = {0};

	/* The second omitted. */
	sn_put_bytes(&p, a.data, e[0]);
	sn_put_bytes(&p, a.data + e[1], e[2] - e[1]);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);

	/* The first omitted. */
	sn_buf_clear(&p);
	sn_put_bytes(&p, a.data, SN_JOURNAL_HEADER_BYTES);
	sn_put_bytes(&p, a.data + e[0], e[2] - e[0]);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);

	/* The second and third exchanged. */
	sn_buf_clear(&p);
	sn_put_bytes(&p, a.data, e[0]);
	sn_put_bytes(&p, a.data + e[1], e[2] - e[1]);
	sn_put_bytes(&p, a.data + e[0], e[1] - e[0]);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);

	/* The last repeated. */
	sn_buf_clear(&p);
	sn_put_bytes(&p, a.data, e[2]);
	sn_put_bytes(&p, a.data + e[1], e[2] - e[1]);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);

	/* Imported from another file with the same key: the file before and after a replacement. */
	spill(path, a.data, a.len);
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	ok(replace_file(j, "new", 3, &err));
	sn_journal_close(j);
	struct sn_buf b = slurp(path);
	sn_buf_clear(&p);
	sn_put_bytes(&p, b.data, b.len);
	sn_put_bytes(&p, a.data + e[1], e[2] - e[1]);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);
	sn_buf_clear(&p);
	sn_put_bytes(&p, b.data, SN_JOURNAL_HEADER_BYTES);
	sn_put_bytes(&p, a.data + SN_JOURNAL_HEADER_BYTES, e[2] - SN_JOURNAL_HEADER_BYTES);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);

	/* A commit with another key counts as a torn append. */
	size_t f[N_WORDS];
	struct sn_buf c = three_commits(other, f);
	sn_buf_clear(&p);
	sn_put_bytes(&p, a.data, a.len);
	sn_put_bytes(&p, c.data + f[1], f[2] - f[1]);
	ok(read_pieces(&p, &all, &lines));
	cr_assert(lines == 1 && is_text(&all, first_words(N_WORDS)));

	sn_buf_free(&a);
	sn_buf_free(&b);
	sn_buf_free(&c);
	sn_buf_free(&p);
	sn_buf_free(&all);
}

Test(store_journal, torn_append_of_any_shape_is_dropped)
{
	size_t e[N_WORDS];
	int lines;
	struct sn_buf all = {0};
	struct sn_buf small = three_commits(path, e);
	uint8_t *data = malloc(300000);
	seed_libsodium("torn_append_of_any_shape_is_dropped");
	randombytes_buf(data, 300000);
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	ok(sn_journal_append(j, data, 300000, &err));
	sn_journal_close(j);
	struct sn_buf large = slurp(path);
	/* Blocks that did not reach the disk are zero. */
	for (size_t from = e[2]; from < large.len; from += 40000) {
		struct sn_buf p = {0};
		sn_put_bytes(&p, large.data, large.len);
		size_t n = large.len - from < 40000 ? large.len - from : 40000;
		memset(p.data + from, 0, n);
		ok(read_pieces(&p, &all, &lines));
		cr_assert(lines == 1 && is_text(&all, first_words(N_WORDS)));
		sn_buf_free(&p);
	}
	/* In an earlier commit this is corruption. */
	spill(path, large.data, large.len);
	j = open_file(path, true);
	ok(read_all(j, &all));
	append(j, "later");
	sn_journal_close(j);
	struct sn_buf p = slurp(path);
	memset(p.data + e[2], 0, 100000);
	fails(read_pieces(&p, &all, &lines), SN_BAD_INPUT);
	sn_buf_free(&p);
	sn_buf_free(&small);
	sn_buf_free(&large);
	sn_buf_free(&all);
	free(data);
}

Test(store_journal, false_lengths_are_refused)
{
	static const uint64_t lengths[] = {0,         1, 41, 42, 58, 59, (uint64_t)1 << 40, UINT64_MAX - 40,
					   UINT64_MAX};
	size_t e[N_WORDS];
	int lines;
	struct sn_buf all = {0};
	struct sn_buf file = three_commits(path, e);
	struct sn_journal_header h;
	struct sn_journal_keys k;
	memcpy(h.b, file.data, sizeof h.b);
	ok(sn_journal_keys_from_password(&k, PASSWORD, &h, &err));
	/* Even if the sum of the frame is correct. */
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		for (size_t commit = 1; commit < N_WORDS; commit++) {
			struct sn_buf p = {0};
			sn_put_bytes(&p, file.data, file.len);
			uint8_t *frame = p.data + e[commit - 1];
			sn_store_u64(frame, lengths[i]);
			crypto_shorthash(frame + 32, frame, 32, k.frame);
			int ret = read_pieces(&p, &all, &lines);
			bool ends_before_the_file = lengths[i] < file.len - e[commit - 1] - 40;
			cr_assert(ret == (commit == 1 || ends_before_the_file ? SN_BAD_INPUT : SN_OK));
			cr_assert(ret || (lines == 1 && is_text(&all, first_words(2))));
			sn_buf_free(&p);
		}
	}
	sn_buf_free(&file);
	sn_buf_free(&all);
}

Test(store_journal, diverging_copies_share_no_key_stream)
{
	create_file(path);
	struct sn_buf file = slurp(path), all = {0};
	spill(other, file.data, file.len);
	const char *names[] = {path, other};
	struct sn_buf copies[2];
	for (int i = 0; i < 2; i++) {
		struct sn_journal *j = open_file(names[i], true);
		ok(read_all(j, &all));
		append(j, "the same words");
		sn_journal_close(j);
		copies[i] = slurp(names[i]);
	}
	cr_assert(copies[0].len == copies[1].len);
	size_t equal = 0;
	for (size_t i = file.len + 8; i < copies[0].len; i++)
		equal += copies[0].data[i] == copies[1].data[i];
	cr_assert(equal < 16, "%zu bytes are equal", equal);
	sn_buf_free(&file);
	sn_buf_free(&all);
	sn_buf_free(&copies[0]);
	sn_buf_free(&copies[1]);
}

Test(store_journal, reader_sees_the_commits_at_the_time_of_opening)
{
	struct sn_buf all = {0};
	create_file(path);
	struct sn_journal *w = open_file(path, true);
	ok(read_all(w, &all));
	struct sn_journal *r = open_file(path, false);
	append(w, "later");
	ok(read_all(r, &all));
	cr_assert(is_text(&all, first_words(1)));
	fails(sn_journal_append(r, "x", 1, &err), SN_IO);
	ok(replace_file(w, "new", 3, &err));
	sn_journal_rewind(r);
	ok(read_all(r, &all));
	cr_assert(is_text(&all, first_words(1)));
	sn_journal_close(r);
	sn_journal_close(w);
	expect_contents(path, "new\n");
	sn_buf_free(&all);
}

Test(store_journal, one_argon2id_run_opens_two_files)
{
	create_file(path);
	struct sn_journal *a = open_file(path, false), *b;
	ok(sn_journal_create_like(other, SN_JOURNAL_KEY_IMAGES, a, "pairs", 5, &err));
	expect_contents(other, "pairs\n");
	ok(sn_journal_open(&b, other, false, NULL, a, NULL, &err));
	cr_assert(sn_journal_kind(b) == SN_JOURNAL_KEY_IMAGES && sn_journal_network(b) == SN_MAINNET);
	sn_journal_close(b);
	unlink(other);
	create_file(other); /* another salt */
	fails(sn_journal_open(&b, other, false, NULL, a, NULL, &err), SN_BAD_PASSWORD);
	ok(sn_journal_open(&b, other, false, PASSWORD, a, NULL, &err));
	sn_journal_close(b);
	sn_journal_close(a);
}

/* Files written once in format version 1: they must always open. */
Test(store_journal, old_files_open)
{
	struct sn_buf text = slurp(TESTS_DIR "/vectors/journal.txt"), file = {0}, all = {0};
	const char *line = memmem(text.data, text.len, "\nfile ", 6);
	cr_assert(line);
	line += 6;
	const char *end = memchr(line, '\n', (size_t)((const char *)text.data + text.len - line));
	cr_assert(end && sn_hex_decode_buf(&file, line, (size_t)(end - line)) == SN_OK);
	spill(path, file.data, file.len);
	struct sn_journal *j = open_file(path, false);
	cr_assert(sn_journal_kind(j) == SN_JOURNAL_WATCH_ONLY && sn_journal_network(j) == SN_STAGENET);
	ok(read_all(j, &all));
	cr_assert(is_text(&all, first_words(2)));
	sn_journal_close(j);
	sn_buf_free(&text);
	sn_buf_free(&file);
	sn_buf_free(&all);
}

/* The file becomes shorter than it was at the time of opening: nothing is dropped, and nothing is read for
 * ever. */
Test(store_journal, file_that_shrinks_while_it_is_read, .timeout = 60)
{
	enum { FRAME = 8 + sizeof(struct sn_journal_name) + 8 };
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends), all = {0};
	/* The second length is that of an append which was interrupted after its frame. */
	const size_t lengths[] = {ends[1] + 10, ends[0] + FRAME, ends[2]};
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
		int lines;
		struct sn_log log = counting_log(&lines);
		struct sn_journal *j;
		spill(path, file.data, lengths[i]);
		ok(sn_journal_open(&j, path, false, PASSWORD, NULL, &log, &err));
		cr_assert(truncate(path, (off_t)ends[0] + 5) == 0);
		fails(read_all(j, &all), SN_BAD_INPUT);
		cr_assert(strstr(err.text, "shrank while it was read"), "%s", err.text);
		cr_assert_eq(lines, 0);
		sn_journal_close(j);
	}
	sn_buf_free(&file);
	sn_buf_free(&all);
}

/* The descriptor of the file at `path`. */
static int find_descriptor(void)
{
	struct stat file, st;
	cr_assert(stat(path, &file) == 0);
	for (int fd = 0; fd < 1024; fd++)
		if (fstat(fd, &st) == 0 && st.st_dev == file.st_dev && st.st_ino == file.st_ino)
			return fd;
	return -1;
}

/* A commit that cannot be read is not an incomplete one, which would be dropped. */
Test(store_journal, read_error_drops_no_commit)
{
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends), commit = {0};
	int lines;
	bool at_end;
	struct sn_log log = counting_log(&lines);
	struct sn_journal *j;
	ok(sn_journal_open(&j, path, false, PASSWORD, NULL, &log, &err));
	ok(sn_journal_read(j, &commit, &at_end, &err));
	int fd = find_descriptor(), unreadable = open(directory, O_RDONLY | O_DIRECTORY);
	cr_assert(fd >= 0 && unreadable >= 0 && dup2(unreadable, fd) == fd);
	fails(sn_journal_read(j, &commit, &at_end, &err), SN_IO);
	cr_assert(strstr(err.text, "cannot read ") && strstr(err.text, path), "%s", err.text);
	cr_assert_eq(lines, 0);
	close(unreadable);
	sn_journal_close(j);
	sn_buf_free(&file);
	sn_buf_free(&commit);
}
