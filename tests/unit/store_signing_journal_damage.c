/* Corrupt, torn and missing entries and marks. */
#include "store/signing_journal.h"

#include "store_signing_journal_fixture.h"

#include <signal.h>
#include <sys/resource.h>

TestSuite(store_signing_journal_damage, .init = set_up_master, .fini = tear_down_master);

/* Bytes of a commit: frame, link message, seal of the contents; the mark has one byte of contents. */
enum { COMMIT = 40 + 41 + 17, MARK = COMMIT + 1, ONE_IMAGE = COMMIT + 1 + 32 + 32 + 3 * 8 + 4 + 32 };

/* Write an entry without a mark, as a previous version did. */
static void write_unmarked(struct sn_buf *out)
{
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, images, 1);
	sn_signing_journal_close(j);
	*out = slurp(journal_path);
	spill(journal_path, out->data, out->len - MARK);
}

static size_t file_size(void)
{
	struct stat st;
	cr_assert(!stat(journal_path, &st));
	return (size_t)st.st_size;
}

/* Its signature left the program: damage to any byte must not count as a torn append. Only the mark after it
 * may be dropped; it is written again. */
Test(store_signing_journal_damage, damage_to_any_byte_of_the_only_entry_is_detected)
{
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, images, 1);
	sn_signing_journal_close(j);
	struct sn_buf whole = slurp(journal_path);
	cr_assert_gt(whole.len, 112 + ONE_IMAGE + MARK);
	for (size_t at = 0; at < whole.len; at++) {
		for (unsigned bit = 0; bit < 8; bit += at < whole.len - MARK - ONE_IMAGE ? 7 : 1) {
			whole.data[at] ^= (uint8_t)(1 << bit);
			spill(journal_path, whole.data, whole.len);
			whole.data[at] ^= (uint8_t)(1 << bit);
			if (at < whole.len - MARK) {
				refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, journal_path);
				continue;
			}
			j = open_it(true);
			cr_assert_eq(count(j), 1, "byte %zu", at);
			ok(sn_signing_journal_append(j, NULL, 0, &err));
			sn_signing_journal_close(j);
			cr_assert_eq(file_size(), whole.len);
			lines = 0;
			j = open_it(false);
			cr_assert(count(j) == 1 && lines == 0);
			sn_signing_journal_close(j);
		}
	}
	sn_buf_free(&whole);
}

/* Detected unless both frames are damaged: that cannot be distinguished from an incomplete entry. */
Test(store_signing_journal_damage, damage_to_the_only_entry_and_its_mark_is_detected)
{
	enum { FRAME = 40 };
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, images, 1);
	sn_signing_journal_close(j);
	struct sn_buf whole = slurp(journal_path);
	const size_t entry = whole.len - MARK - ONE_IMAGE, mark = whole.len - MARK;
	for (size_t at = entry; at < mark; at += 3)
		for (size_t hit = mark; hit < whole.len; hit += 7) {
			whole.data[at] ^= 1;
			whole.data[hit] ^= 1;
			spill(journal_path, whole.data, whole.len);
			whole.data[at] ^= 1;
			whole.data[hit] ^= 1;
			if (at < entry + FRAME && hit < mark + FRAME) {
				j = open_it(false);
				cr_assert_eq(count(j), 0);
				sn_signing_journal_close(j);
			} else {
				refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, journal_path);
			}
		}
	/* A crash truncated the mark, and the entry is damaged. */
	whole.data[mark - 1] ^= 1;
	for (size_t len = mark + 1; len < whole.len; len += 7) {
		spill(journal_path, whole.data, len);
		refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, journal_path);
	}
	sn_buf_free(&whole);
}

/* After a previous version, or a crash before the mark. Opening for reading does not write the mark; the next
 * append writes it first. */
Test(store_signing_journal_damage, missing_mark_is_added)
{
	struct sn_buf whole;
	write_unmarked(&whole);
	lines = 0;
	struct sn_signing_journal *j = open_it(false);
	cr_assert_eq(count(j), 1);
	sn_signing_journal_close(j);
	j = open_it(true);
	cr_assert(count(j) == 1 && file_size() == whole.len - MARK && lines == 0);
	/* Signing again adds no entry. */
	ok(sn_signing_journal_append(j, NULL, 0, &err));
	cr_assert_eq(file_size(), whole.len);
	ok(sn_signing_journal_append(j, NULL, 0, &err));
	cr_assert_eq(file_size(), whole.len);
	sn_signing_journal_close(j);

	spill(journal_path, whole.data, whole.len - MARK);
	j = open_it(true);
	append(j, 2, images + 1, 1);
	cr_assert_eq(file_size(), whole.len + ONE_IMAGE + MARK);
	sn_signing_journal_close(j);
	j = open_it(false);
	cr_assert_eq(count(j), 2);
	sn_signing_journal_close(j);
	sn_buf_free(&whole);
}

/* The disk accepts the entry, but not the mark. */
Test(store_signing_journal_damage, append_fails_without_its_mark)
{
	struct sn_signing_journal *j = open_it(true);
	struct sn_signing_entry e = entry(2, images + 1, 1);
	struct rlimit old, limit;
	append(j, 1, images, 1);
	size_t before = file_size();
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(!getrlimit(RLIMIT_FSIZE, &old));
	limit = old;
	for (size_t room = ONE_IMAGE; room < ONE_IMAGE + MARK; room += 49) {
		limit.rlim_cur = before + room;
		cr_assert(!setrlimit(RLIMIT_FSIZE, &limit));
		fails(sn_signing_journal_append(j, &e, 1, &err), SN_IO);
		cr_assert(!setrlimit(RLIMIT_FSIZE, &old));
		cr_assert(count(j) == 1 && file_size() == before, "%zu bytes of room", room);
	}
	ok(sn_signing_journal_append(j, &e, 1, &err));
	sn_signing_journal_close(j);
	j = open_it(false);
	cr_assert_eq(count(j), 2);
	expect(sn_signing_journal_find(j, &images[1]), &e);
	sn_signing_journal_close(j);
}

/* A crash during an append loses only that entry. Its signature had not left the program. */
Test(store_signing_journal_damage, torn_commit_of_every_length_is_dropped)
{
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, images, 1);
	struct sn_buf first = slurp(journal_path);
	append(j, 2, images + 1, 2);
	sn_signing_journal_close(j);
	struct sn_buf whole = slurp(journal_path);
	for (size_t len = first.len; len < whole.len; len++) {
		spill(journal_path, whole.data, len);
		lines = 0;
		j = open_it(len % 2);
		const size_t n = len < whole.len - MARK ? 1 : 2;
		cr_assert_eq(count(j), n, "%zu bytes", len);
		cr_assert_eq(lines, len > first.len && len != whole.len - MARK);
		if (len % 2) {
			append(j, 3, images + 3, 1);
			sn_signing_journal_close(j);
			lines = 0;
			j = open_it(false);
			cr_assert(count(j) == n + 1 && lines == 0);
		}
		sn_signing_journal_close(j);
	}
	sn_buf_free(&first);
	sn_buf_free(&whole);
}

Test(store_signing_journal_damage, damage_before_the_last_commit_is_detected)
{
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, images, 1);
	struct sn_buf before = slurp(journal_path);
	append(j, 2, images + 1, 2);
	sn_signing_journal_close(j);
	struct sn_buf whole = slurp(journal_path);
	for (size_t at = 0; at < before.len; at += at < 8 ? 1 : 5) {
		whole.data[at] ^= 4;
		spill(journal_path, whole.data, whole.len);
		whole.data[at] ^= 4;
		refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, journal_path);
	}
	for (size_t len = 0; len < 112 + 100; len += 9) {
		spill(journal_path, whole.data, len);
		refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, journal_path);
	}
	spill(journal_path, whole.data, whole.len);
	j = open_it(true);
	cr_assert_eq(count(j), 2);
	sn_signing_journal_close(j);
	sn_buf_free(&before);
	sn_buf_free(&whole);
}
