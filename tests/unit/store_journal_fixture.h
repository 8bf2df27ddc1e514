/* store_journal_fixture.h - a journal file with three commits, for the tests of store/journal.h. */

#ifndef STORE_JOURNAL_FIXTURE_H
#define STORE_JOURNAL_FIXTURE_H

#include "store/journal.h"
#include "store/journal_replace.h"
#include "store_helpers.h"

static const char *const words[] = {"one", "the second commit", "three, and the last one"};
#define N_WORDS 3

static inline void create_file(const char *name)
{
	ok(sn_journal_create(name, SN_JOURNAL_MASTER, SN_MAINNET, PASSWORD, SN_KDF_TEST, words[0],
			     strlen(words[0]), &err));
}

static inline struct sn_journal *open_file(const char *name, bool for_writing)
{
	struct sn_journal *j;
	ok(sn_journal_open(&j, name, for_writing, PASSWORD, NULL, NULL, &err));
	return j;
}

/* Read all commits into `out`, each followed by '\n'. */
static inline int read_all(struct sn_journal *j, struct sn_buf *out)
{
	struct sn_buf commit = {0};
	bool at_end = false;
	int ret;
	sn_buf_clear(out);
	while (!(ret = sn_journal_read(j, &commit, &at_end, &err)) && !at_end) {
		sn_put_bytes(out, commit.data, commit.len);
		sn_put_u8(out, '\n');
	}
	sn_buf_free(&commit);
	return ret;
}

static inline bool is_text(const struct sn_buf *b, const char *text)
{
	return b->len == strlen(text) && (b->len == 0 || !memcmp(b->data, text, b->len));
}

static inline void expect_contents(const char *name, const char *text)
{
	struct sn_buf all = {0};
	struct sn_journal *j = open_file(name, false);
	ok(read_all(j, &all));
	cr_assert(is_text(&all, text), "%.*s", (int)all.len, (const char *)all.data);
	sn_journal_close(j);
	sn_buf_free(&all);
}

static inline void append(struct sn_journal *j, const char *text)
{
	ok(sn_journal_append(j, text, strlen(text), &err));
}

/* Create a file with the three commits and return its bytes; ends[i] is the end of commit i. */
static inline struct sn_buf three_commits(const char *name, size_t ends[static N_WORDS])
{
	struct sn_buf all = {0};
	create_file(name);
	struct sn_journal *j = open_file(name, true);
	ok(read_all(j, &all));
	for (size_t i = 0; i < N_WORDS; i++) {
		if (i)
			append(j, words[i]);
		ends[i] = sn_journal_size(j);
	}
	sn_journal_close(j);
	sn_buf_free(&all);
	return slurp(name);
}

/* The text for expect_contents of the first n commits. */
static inline const char *first_words(size_t n)
{
	static char text[128];
	text[0] = 0;
	for (size_t i = 0; i < n; i++) {
		strcat(text, words[i]);
		strcat(text, "\n");
	}
	return text;
}

/* Replace the file by one with this one commit. */
static inline int replace_file(struct sn_journal *j, const void *contents, size_t len, struct sn_error *why)
{
	struct sn_journal_replacement *r;
	int ret = sn_journal_replace_begin(&r, j, why);
	return ret ? ret : sn_journal_replace_end(r, sn_journal_replace_put(r, contents, len, why), why);
}

#endif
