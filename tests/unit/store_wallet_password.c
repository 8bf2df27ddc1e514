#include "store/wallet_password.h"

#include "store/journal_replace.h"
#include "store_images_fixture.h"

#define NEW_PASSWORD "battery staple"

static char journal_path[160], copy[160], companion_copy[176];
static const struct sn_point spent[] = {{{1}}, {{2}}};

static void set_up_all(void)
{
	set_up_images();
	snprintf(journal_path, sizeof journal_path, "%s.signed", path);
	snprintf(copy, sizeof copy, "%s" SN_JOURNAL_COPY_SUFFIX, path);
}

static void tear_down_all(void)
{
	unlink(journal_path);
	tear_down_images();
}

TestSuite(store_wallet_password, .init = set_up_all, .fini = tear_down_all);

static struct sn_wallet *open_with(const char *password, enum sn_wallet_mode mode)
{
	struct sn_wallet *w;
	ok(sn_wallet_open(&w, path, mode, password, NULL, &err));
	return w;
}

static void expect_wrong(const char *password)
{
	struct sn_wallet *w;
	fails(sn_wallet_open(&w, path, SN_WALLET_READ, password, NULL, &err), SN_BAD_PASSWORD);
}

static void change(struct sn_wallet *w, struct sn_signing_journal *journal)
{
	const struct sn_password_change to = {.password = NEW_PASSWORD, .journal = journal};
	ok(sn_wallet_change_password(w, &to, &err));
}

static void add_entry(struct sn_signing_journal *j, uint8_t name)
{
	const struct sn_signing_entry entry = {
		.digest = {{name, 1}}, .tx_hash = {{name, 2}}, .time = name, .images = spent, .n_images = 2};
	ok(sn_signing_journal_append(j, &entry, 1, &err));
}

/* A master wallet with one signature. */
static struct sn_wallet *one_signature(struct sn_signing_journal **j)
{
	create_marked(path, SN_ROLE_MASTER, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	ok(sn_signing_journal_open(j, w, true, &err));
	add_entry(*j, 1);
	return w;
}

static void expect_entries(const struct sn_wallet *w, bool for_writing, size_t n)
{
	struct sn_signing_journal *j;
	size_t got;
	ok(sn_signing_journal_open(&j, w, for_writing, &err));
	(void)sn_signing_journal_entries(j, &got);
	cr_assert_eq(got, n, "%zu", got);
	sn_signing_journal_close(j);
}

Test(store_wallet_password, watch_only_wallet_and_its_key_images)
{
	struct sn_wallet *w = five_pairs();
	change(w, NULL);
	cr_assert_str_eq(sn_wallet_companion(w, NULL), images);
	/* The open wallet goes on with the new key. */
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, 6);
	sn_wallet_close(w);
	expect_wrong(PASSWORD);
	for (enum sn_wallet_mode mode = SN_WALLET_READ; mode <= SN_WALLET_WRITE; mode++) {
		w = open_with(NEW_PASSWORD, mode);
		expect_pairs(w, 6);
		sn_wallet_close(w);
	}
}

Test(store_wallet_password, watch_only_wallet_without_key_images)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	add_numbered_output(w, 0); /* pending: stored first */
	change(w, NULL);
	cr_assert(sn_wallet_companion(w, NULL) == NULL);
	add_image(w, 0);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_pairs(w, 1);
	cr_assert_eq(w->n_outputs, 1);
	sn_wallet_close(w);
}

/* The pending key images are stored first, and create the file. */
Test(store_wallet_password, watch_only_wallet_whose_first_key_images_are_pending)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	add_numbered_output(w, 0);
	add_image(w, 0);
	change(w, NULL);
	cr_assert_str_eq(sn_wallet_companion(w, NULL), images);
	sn_wallet_close(w);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_pairs(w, 1);
	sn_wallet_close(w);
}

Test(store_wallet_password, master_wallet_and_its_journal)
{
	struct sn_signing_journal *j;
	struct sn_wallet *w = one_signature(&j);
	change(w, j);
	cr_assert_str_eq(sn_wallet_companion(w, j), journal_path);
	add_entry(j, 2);
	sn_signing_journal_close(j);
	expect_entries(w, true, 2);
	sn_wallet_close(w);
	expect_wrong(PASSWORD);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_entries(w, false, 2);
	expect_entries(w, true, 2);
	sn_wallet_close(w);
}

/* A change that ends after the wallet was renamed, and before its companion. */
static void change_half(struct sn_journal *wallet, struct sn_journal *companion)
{
	struct sn_journal *copies[2];
	ok(sn_journal_copy(&copies[0], wallet, &(struct sn_journal_new_key){.password = NEW_PASSWORD}, &err));
	ok(sn_journal_copy(&copies[1], companion, &(struct sn_journal_new_key){.like = copies[0]}, &err));
	ok(sn_journal_take_over(wallet, &copies[0], &err));
	sn_journal_close(copies[1]);
	snprintf(companion_copy, sizeof companion_copy, "%s" SN_JOURNAL_COPY_SUFFIX,
		 sn_journal_path(companion));
}

/* An open wallet is only a lock and two files for change_half. */
static void change_half_of_watch_only(void)
{
	struct sn_journal *files[2];
	struct sn_buf commit = {0};
	const char *names[2] = {path, images};
	for (int i = 0; i < 2; i++) {
		bool at_end = false;
		ok(sn_journal_open(&files[i], names[i], true, PASSWORD, NULL, NULL, &err));
		while (!at_end)
			ok(sn_journal_read(files[i], &commit, &at_end, &err));
	}
	change_half(files[0], files[1]);
	sn_journal_close(files[0]);
	sn_journal_close(files[1]);
	sn_buf_free(&commit);
}

Test(store_wallet_password, readers_use_the_copy_of_an_interrupted_change)
{
	sn_wallet_close(five_pairs());
	change_half_of_watch_only();
	struct sn_wallet *w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_pairs(w, 5);
	sn_wallet_close(w);
	cr_assert(access(companion_copy, F_OK) == 0);
	w = open_with(NEW_PASSWORD, SN_WALLET_WRITE);
	expect_pairs(w, 5);
	cr_assert(access(companion_copy, F_OK) != 0);
	sn_wallet_close(w);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_pairs(w, 5);
	sn_wallet_close(w);
}

Test(store_wallet_password, signer_completes_an_interrupted_change)
{
	struct sn_signing_journal *j;
	struct sn_wallet *w = one_signature(&j);
	change_half((struct sn_journal *)sn_wallet_journal(w), sn_signing_journal_file(j));
	sn_signing_journal_close(j);
	sn_wallet_close(w);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_entries(w, false, 1);
	cr_assert(access(companion_copy, F_OK) == 0);
	expect_entries(w, true, 1);
	cr_assert(access(companion_copy, F_OK) != 0);
	expect_entries(w, false, 1);
	sn_wallet_close(w);
}

/* An earlier signer must not append to the journal that is about to be replaced. */
Test(store_wallet_password, signer_with_the_old_password_stops)
{
	struct sn_signing_journal *j, *late;
	struct sn_wallet *w = one_signature(&j);
	struct sn_wallet *old = open_wallet(path, SN_WALLET_READ);
	change_half((struct sn_journal *)sn_wallet_journal(w), sn_signing_journal_file(j));
	sn_signing_journal_close(j);
	sn_wallet_close(w);
	fails(sn_signing_journal_open(&late, old, true, &err), SN_IO);
	cr_assert(strstr(err.text, "was changed meanwhile"), "%s", err.text);
	cr_assert(access(companion_copy, F_OK) == 0);
	w = open_with(NEW_PASSWORD, SN_WALLET_READ);
	expect_entries(w, true, 1);
	fails(sn_signing_journal_open(&late, old, true, &err), SN_IO);
	fails(sn_signing_journal_open(&late, old, false, &err), SN_IO);
	sn_wallet_close(old);
	sn_wallet_close(w);
}

Test(store_wallet_password, leftovers_before_the_change_are_removed)
{
	struct sn_signing_journal *j;
	struct sn_wallet *w = one_signature(&j);
	struct sn_journal *wallet = (struct sn_journal *)sn_wallet_journal(w), *copies[2];
	ok(sn_journal_copy(&copies[0], wallet, &(struct sn_journal_new_key){.password = NEW_PASSWORD}, &err));
	ok(sn_journal_copy(&copies[1], sn_signing_journal_file(j),
			   &(struct sn_journal_new_key){.like = copies[0]}, &err));
	sn_journal_close(copies[0]);
	sn_journal_close(copies[1]);
	snprintf(companion_copy, sizeof companion_copy, "%s" SN_JOURNAL_COPY_SUFFIX, journal_path);
	sn_signing_journal_close(j);
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(access(copy, F_OK) != 0);
	expect_entries(w, false, 1);
	cr_assert(access(companion_copy, F_OK) == 0);
	expect_entries(w, true, 1);
	cr_assert(access(companion_copy, F_OK) != 0);
	sn_wallet_close(w);
}

Test(store_wallet_password, journal_of_another_password_is_untouched_by_an_error)
{
	struct sn_signing_journal *j;
	struct sn_wallet *w = one_signature(&j), *none;
	const struct sn_password_change to = {.password = NEW_PASSWORD, .journal = j};
	/* A file of the user in the place of the copy of the companion. */
	snprintf(companion_copy, sizeof companion_copy, "%s" SN_JOURNAL_COPY_SUFFIX, journal_path);
	create_marked(companion_copy, SN_ROLE_MASTER, 2);
	fails(sn_wallet_change_password(w, &to, &err), SN_REFUSED);
	cr_assert(access(copy, F_OK) != 0);
	add_entry(j, 2);
	sn_signing_journal_close(j);
	sn_wallet_close(w);
	fails(sn_wallet_open(&none, path, SN_WALLET_READ, NEW_PASSWORD, NULL, &err), SN_BAD_PASSWORD);
	w = open_wallet(path, SN_WALLET_READ);
	expect_entries(w, true, 2);
	sn_wallet_close(w);
	unlink(companion_copy);
}

Test(store_wallet_password, other_names_are_warned_of)
{
	int lines;
	struct sn_log log = counting_log(&lines);
	struct sn_wallet *w;
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	cr_assert(link(path, other) == 0);
	ok(sn_wallet_open(&w, path, SN_WALLET_WRITE, PASSWORD, &log, &err));
	change(w, NULL);
	cr_assert_eq(lines, 1);
	sn_wallet_close(w);
	ok(sn_wallet_open(&w, other, SN_WALLET_READ, PASSWORD, NULL, &err));
	sn_wallet_close(w);
}

Test(store_wallet_password, wallet_open_for_reading_stays)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_READ);
	const struct sn_password_change to = {.password = NEW_PASSWORD};
	fails(sn_wallet_change_password(w, &to, &err), SN_IO);
	cr_assert(access(copy, F_OK) != 0);
	sn_wallet_close(w);
}
