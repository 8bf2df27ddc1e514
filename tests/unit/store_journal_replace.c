#include "store/journal_replace.h"

#include "store/journal_header.h"
#include "store_journal_fixture.h"

#define NEW_PASSWORD "battery staple"

static char copy_path[160];

static void set_up_copy(void)
{
	set_up();
	snprintf(copy_path, sizeof copy_path, "%s" SN_JOURNAL_COPY_SUFFIX, path);
}

static void tear_down_copy(void)
{
	unlink(copy_path);
	tear_down();
}

TestSuite(store_journal_replace, .init = set_up_copy, .fini = tear_down_copy);

/* A journal with all words, open for writing and read to its end. */
static struct sn_journal *all_words(void)
{
	size_t ends[N_WORDS];
	struct sn_buf file = three_commits(path, ends), all = {0};
	sn_buf_free(&file);
	struct sn_journal *j = open_file(path, true);
	ok(read_all(j, &all));
	sn_buf_free(&all);
	return j;
}

static struct sn_journal *copy_of(struct sn_journal *j)
{
	struct sn_journal *copy;
	ok(sn_journal_copy(&copy, j, &(struct sn_journal_new_key){.password = NEW_PASSWORD}, &err));
	return copy;
}

static void expect_with(const char *password, const char *name, const char *text)
{
	struct sn_buf all = {0};
	struct sn_journal *j;
	ok(sn_journal_open(&j, name, false, password, NULL, NULL, &err));
	ok(read_all(j, &all));
	cr_assert(is_text(&all, text), "%.*s", (int)all.len, (const char *)all.data);
	sn_journal_close(j);
	sn_buf_free(&all);
}

static void expect_wrong(const char *password)
{
	struct sn_journal *j;
	fails(sn_journal_open(&j, path, false, password, NULL, NULL, &err), SN_BAD_PASSWORD);
}

Test(store_journal_replace, copy_takes_over_with_the_new_password)
{
	struct sn_journal *j = all_words();
	struct sn_journal *copy = copy_of(j);
	expect_contents(path, first_words(N_WORDS));
	expect_with(NEW_PASSWORD, copy_path, first_words(N_WORDS));
	ok(sn_journal_take_over(j, &copy, &err));
	cr_assert(!copy && sn_journal_is_synced(j) && sn_journal_is_current(j));
	cr_assert(access(copy_path, F_OK) != 0);
	expect_wrong(PASSWORD);
	append(j, "four");
	sn_journal_close(j);
	char longer[160];
	snprintf(longer, sizeof longer, "%sfour\n", first_words(N_WORDS));
	expect_with(NEW_PASSWORD, path, longer);
}

Test(store_journal_replace, commits_of_all_sizes_are_copied)
{
	static const size_t sizes[] = {1, 65536, 65537, 3 << 20, 7};
	uint8_t *data = calloc(1, 3 << 20);
	ok(sn_journal_create(path, SN_JOURNAL_SIGNED, SN_STAGENET, PASSWORD, SN_KDF_TEST, data, sizes[0],
			     &err));
	struct sn_journal *j = open_file(path, true);
	struct sn_buf commit = {0};
	bool at_end;
	ok(read_all(j, &commit));
	for (size_t i = 1; i < 5; i++)
		ok(sn_journal_append(j, data, sizes[i], &err));
	struct sn_journal *copy = copy_of(j);
	ok(sn_journal_take_over(j, &copy, &err));
	cr_assert(sn_journal_kind(j) == SN_JOURNAL_SIGNED && sn_journal_network(j) == SN_STAGENET);
	sn_journal_rewind(j);
	for (size_t i = 0; i < 5; i++) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		cr_assert(!at_end && commit.len == sizes[i] && !memcmp(commit.data, data, commit.len));
	}
	ok(sn_journal_read(j, &commit, &at_end, &err));
	cr_assert(at_end);
	sn_journal_close(j);
	sn_buf_free(&commit);
	free(data);
}

Test(store_journal_replace, cost_is_kept_or_changed)
{
	const enum sn_kdf_cost cost = SN_KDF_INTERACTIVE;
	struct sn_journal *j = all_words();
	const struct sn_password_cost before = sn_journal_cost(j);
	struct sn_journal *copy = copy_of(j);
	cr_assert_eq(sn_journal_cost(copy).memory, before.memory);
	cr_assert_eq(sn_journal_cost(copy).passes, before.passes);
	sn_journal_drop_copy(copy);
	ok(sn_journal_copy(&copy, j, &(struct sn_journal_new_key){.password = PASSWORD, .cost = &cost},
			   &err));
	cr_assert_eq(sn_journal_cost(copy).memory, 64 << 20);
	ok(sn_journal_take_over(j, &copy, &err));
	sn_journal_close(j);
	expect_contents(path, first_words(N_WORDS));
}

Test(store_journal_replace, mode_is_kept)
{
	struct stat st;
	struct sn_journal *j = all_words();
	cr_assert(chmod(path, 0640) == 0);
	struct sn_journal *copy = copy_of(j);
	ok(sn_journal_take_over(j, &copy, &err));
	cr_assert(stat(path, &st) == 0 && (st.st_mode & 07777) == 0640, "%o", st.st_mode);
	sn_journal_close(j);
}

Test(store_journal_replace, leftover_is_removed_at_any_length)
{
	struct sn_journal *j = all_words();
	sn_journal_close(copy_of(j)); /* not dropped */
	struct sn_buf file = slurp(copy_path);
	for (size_t len = 0; len <= file.len; len++)
		for (int is_draft = 0; is_draft < 2; is_draft++) {
			file.data[SN_JOURNAL_AT_RESERVED] = is_draft ? SN_JOURNAL_DRAFT : 0;
			spill(copy_path, file.data, len);
			ok(sn_journal_remove_leftover(j, &err));
			cr_assert(access(copy_path, F_OK) != 0, "%zu", len);
		}
	/* After a power failure, the size of the header may be on the disk, and its bytes not. */
	memset(file.data, 0, SN_JOURNAL_HEADER_BYTES);
	spill(copy_path, file.data, SN_JOURNAL_HEADER_BYTES);
	ok(sn_journal_remove_leftover(j, &err));
	sn_buf_free(&file);
	sn_journal_close(copy_of(j));
	file = slurp(copy_path);
	ok(sn_journal_remove_leftover(j, &err)); /* none */
	spill(copy_path, file.data, file.len);
	sn_journal_drop_copy(copy_of(j)); /* the next change replaces it */
	cr_assert(access(copy_path, F_OK) != 0);
	sn_buf_free(&file);
	sn_journal_close(j);
}

/* A wallet of the user that happens to have this name. */
Test(store_journal_replace, no_other_file_is_removed)
{
	static const char text[] = "a note: the password that is valid after the change";
	struct sn_journal *j = all_words(), *copy;
	const struct sn_journal_new_key key = {.password = NEW_PASSWORD};
	create_file(copy_path);
	for (int i = 0; i < 2; i++) {
		struct sn_buf before = slurp(copy_path);
		fails(sn_journal_copy(&copy, j, &key, &err), SN_REFUSED);
		fails(sn_journal_remove_leftover(j, &err), SN_REFUSED);
		struct sn_buf after = slurp(copy_path);
		cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
		sn_buf_free(&before);
		sn_buf_free(&after);
		spill(copy_path, text, sizeof text);
	}
	unlink(copy_path);
	cr_assert(symlink("nowhere", copy_path) == 0);
	fails(sn_journal_copy(&copy, j, &key, &err), SN_REFUSED);
	append(j, "four");
	sn_journal_close(j);
}

Test(store_journal_replace, copy_is_locked_and_read_back)
{
	struct sn_journal *j = all_words(), *other_writer;
	struct sn_journal *copy = copy_of(j);
	fails(sn_journal_open(&other_writer, copy_path, true, NEW_PASSWORD, NULL, NULL, &err), SN_BUSY);
	sn_journal_use_copy(j, &copy);
	append(j, "four");
	expect_contents(path, first_words(N_WORDS));
	sn_journal_close(j);
	char longer[160];
	snprintf(longer, sizeof longer, "%sfour\n", first_words(N_WORDS));
	expect_with(NEW_PASSWORD, copy_path, longer);
}
