#include "store/signing_journal.h"

#include "base/hex.h"
#include "base/json.h"
#include "store/journal_replace.h"
#include "store/signing_journal_print.h"
#include "store_signing_journal_fixture.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

TestSuite(store_signing_journal, .init = set_up_master, .fini = tear_down_master);

Test(store_signing_journal, reading_creates_no_file)
{
	struct sn_signing_journal *j = open_it(false);
	struct sn_signing_entry e = entry(1, images, 1);
	cr_assert_eq(count(j), 0);
	cr_assert(!sn_signing_journal_find(j, &images[0]) && !sn_signing_journal_find_tx(j, &e.tx_hash));
	fails(sn_signing_journal_append(j, &e, 1, &err), SN_IO);
	sn_signing_journal_close(j);
	cr_assert(access(journal_path, F_OK) != 0);
	sn_signing_journal_close(NULL);
}

static char last_line[256];

static void keep_line(void *context, enum sn_log_level level, const char *line)
{
	(void)context;
	(void)level;
	snprintf(last_line, sizeof last_line, "%s", line);
}

/* Each name of the wallet has its own journal. */
Test(store_signing_journal, wallet_with_two_names_causes_a_warning)
{
	char other[200];
	const struct sn_log log = {.level = SN_LOG_WARNING, .write = keep_line};
	struct sn_wallet *w;
	struct sn_signing_journal *j;
	ok(sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, &log, &err));
	for (int names = 1; names <= 2; names++) {
		last_line[0] = 0;
		ok(sn_signing_journal_open(&j, w, false, &err));
		cr_assert(!last_line[0], "a reader is not warned: %s", last_line);
		sn_signing_journal_close(j);
		ok(sn_signing_journal_open(&j, w, true, &err));
		cr_assert_eq(strstr(last_line, "has 2 names (hard links)") != NULL, names == 2, "%s",
			     last_line);
		sn_signing_journal_close(j);
		snprintf(other, sizeof other, "%s.other", path);
		cr_assert(names == 2 || !link(path, other));
	}
	unlink(other);
	sn_wallet_close(w);
}

/* A missing journal may be a lost one. The warning appears once per open journal, until an entry exists. */
Test(store_signing_journal, empty_journal_causes_a_warning)
{
	static const char *const wanted_of[] = {NULL, "no signing journal at %s;",
						"the signing journal %s is empty.", NULL};
	const struct sn_log log = {.level = SN_LOG_WARNING, .write = keep_line};
	struct sn_wallet *w;
	struct sn_signing_journal *j;
	char wanted[sizeof journal_path + 32];
	ok(sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, &log, &err));
	for (size_t turn = 0; turn < 4; turn++) {
		last_line[0] = 0;
		ok(sn_signing_journal_open(&j, w, turn > 0, &err));
		cr_assert(!last_line[0], "opening causes no warning: %s", last_line);
		sn_signing_journal_warn(j);
		if (wanted_of[turn]) {
			snprintf(wanted, sizeof wanted, wanted_of[turn], journal_path);
			cr_assert(strstr(last_line, wanted) &&
					  strstr(last_line, "restore the old journal first"),
				  "%s", last_line);
		} else {
			cr_assert(!last_line[0], "%s", last_line);
		}
		last_line[0] = 0;
		sn_signing_journal_warn(j);
		cr_assert(!last_line[0], "twice: %s", last_line);
		if (turn == 2) {
			struct sn_signing_entry one = entry(1, images, 2);
			ok(sn_signing_journal_append(j, &one, 1, &err));
		}
		sn_signing_journal_close(j);
	}
	sn_wallet_close(w);
}

Test(store_signing_journal, entries_are_found_after_a_reopen)
{
	struct sn_signing_journal *j = open_it(true);
	struct stat st;
	cr_assert(!stat(journal_path, &st) && (st.st_mode & 0777) == 0600);
	off_t empty = st.st_size;
	ok(sn_signing_journal_append(j, NULL, 0, &err));
	cr_assert(!stat(journal_path, &st) && st.st_size == empty, "no entries were written");

	/* Entry 1 spends images 1 and 2, entry 2 spends 3, entry 3 spends 2 again. */
	struct sn_signing_entry both[] = {entry(1, images, 2), entry(2, images + 2, 1)};
	struct sn_signing_entry third = entry(3, images + 1, 1);
	both[1].is_proposal = true;
	ok(sn_signing_journal_append(j, both, 2, &err));
	append(j, 3, images + 1, 1);
	for (int turn = 0; turn < 3; turn++) {
		size_t n;
		const struct sn_signing_entry *all = sn_signing_journal_entries(j, &n);
		cr_assert_eq(n, 3);
		expect(&all[0], &both[0]);
		expect(&all[1], &both[1]);
		expect(&all[2], &third);
		cr_assert(sn_signing_journal_find(j, &images[0]) == &all[0]);
		cr_assert(sn_signing_journal_find(j, &images[1]) == &all[2], "the latest");
		cr_assert(sn_signing_journal_find(j, &images[2]) == &all[1]);
		cr_assert(!sn_signing_journal_find(j, &images[3]));
		cr_assert(sn_signing_journal_find_tx(j, &both[0].tx_hash) == &all[0]);
		cr_assert(!sn_signing_journal_find_tx(j, &both[0].digest));
		sn_signing_journal_close(j);
		j = open_it(turn == 1);
	}
	sn_signing_journal_close(j);
	cr_assert_eq(lines, 0);
}

/* The clock may go back, or jump. */
Test(store_signing_journal, time_never_goes_back)
{
	struct sn_signing_journal *j = open_it(true);
	cr_assert(sn_signing_journal_time(j, 0) == 0 && sn_signing_journal_time(j, 5) == 5);
	append(j, 9, images, 1);
	append(j, 3, images + 1, 1); /* an adopted entry may have any time */
	for (int turn = 0; turn < 2; turn++) {
		cr_assert_eq(sn_signing_journal_time(j, 0), 1700000009);
		cr_assert_eq(sn_signing_journal_time(j, 1700000009), 1700000009);
		cr_assert_eq(sn_signing_journal_time(j, 1700000010), 1700000010);
		cr_assert_eq(sn_signing_journal_time(j, UINT64_MAX), UINT64_MAX);
		sn_signing_journal_close(j);
		j = open_it(false);
	}
	sn_signing_journal_close(j);
}

/* The clock was ahead. The entries after the correction are not changed by it. */
Test(store_signing_journal, later_times_are_corrected)
{
	static const uint64_t times[] = {1700000003, 1700000005, 1700000005, 1700000009};
	struct sn_signing_journal *j = open_it(true);
	ok(sn_signing_journal_correct_times(j, 0, &err));
	append(j, 3, images, 1);
	append(j, 7, images + 1, 1);
	append(j, 5, images + 2, 1);
	cr_assert_eq(sn_signing_journal_count_after(j, 1700000007), 0);
	ok(sn_signing_journal_correct_times(j, 1700000007, &err));
	cr_assert_eq(sn_signing_journal_count_after(j, 1700000005), 1);
	ok(sn_signing_journal_correct_times(j, 1700000005, &err));
	cr_assert_eq(sn_signing_journal_time(j, 0), 1700000005);
	append(j, 9, images + 3, 1);
	for (int turn = 0; turn < 3; turn++) {
		size_t n;
		const struct sn_signing_entry *entries = sn_signing_journal_entries(j, &n);
		cr_assert_eq(n, 4);
		for (size_t i = 0; i < n; i++)
			cr_assert_eq(entries[i].time, times[i]);
		cr_assert_eq(sn_signing_journal_time(j, 0), 1700000009);
		sn_signing_journal_close(j);
		j = open_it(turn);
	}
	sn_signing_journal_close(j);
}

/* The disk is full: the times are not changed, in memory and in the file. */
Test(store_signing_journal, failed_correction_changes_nothing)
{
	struct sn_signing_journal *j = open_it(true);
	struct rlimit old, limit;
	struct stat st;
	append(j, 9, images, 1);
	cr_assert(!stat(journal_path, &st) && !getrlimit(RLIMIT_FSIZE, &old));
	signal(SIGXFSZ, SIG_IGN);
	limit = old;
	for (rlim_t room = 0; room < 90; room++) {
		limit.rlim_cur = (rlim_t)st.st_size + room;
		cr_assert(!setrlimit(RLIMIT_FSIZE, &limit));
		fails(sn_signing_journal_correct_times(j, 1000, &err), SN_IO);
		cr_assert_eq(sn_signing_journal_time(j, 0), 1700000009);
	}
	cr_assert(!setrlimit(RLIMIT_FSIZE, &old));
	sn_signing_journal_close(j);
	j = open_it(true);
	cr_assert_eq(sn_signing_journal_time(j, 0), 1700000009);
	ok(sn_signing_journal_correct_times(j, 1000, &err));
	cr_assert_eq(sn_signing_journal_time(j, 0), 1000);
	sn_signing_journal_close(j);
}

/* All entries that spend an output, latest first. */
Test(store_signing_journal, look_ups_find_the_latest_entry)
{
	struct sn_signing_journal *j = open_it(true);
	struct sn_signing_entry first = entry(1, images, 2), second = entry(2, images + 1, 1);
	append(j, 1, images, 2);
	append(j, 2, images + 1, 1);
	const struct sn_signing_entry *latest = sn_signing_journal_find_before(j, &images[1], NULL);
	expect(latest, &second);
	expect(sn_signing_journal_find_before(j, &images[1], latest), &first);
	cr_assert(!sn_signing_journal_find_before(j, &images[1],
						  sn_signing_journal_find_before(j, &images[1], latest)));
	expect(sn_signing_journal_find_before(j, &images[0], NULL), &first);
	sn_signing_journal_close(j);
}

/* Enough entries to grow the tables and the array; one with the maximum of inputs. */
Test(store_signing_journal, many_entries_are_found)
{
	enum { N = 300, INPUTS = 512 };
	struct sn_point *spent = calloc(N + INPUTS, sizeof *spent);
	struct sn_signing_entry *list = calloc(N, sizeof *list);
	struct sn_signing_journal *j = open_it(true);
	cr_assert(spent && list);
	for (size_t i = 0; i < N + INPUTS; i++)
		sn_store_u64(spent[i].b, 1000 + i);
	for (size_t i = 0; i < N; i++) {
		list[i] = entry((uint8_t)i, &spent[i], i == N - 1 ? INPUTS : 1);
		sn_store_u64(list[i].tx_hash.b, i);
	}
	ok(sn_signing_journal_append(j, list, N / 2, &err));
	for (size_t i = N / 2; i < N; i += 10)
		ok(sn_signing_journal_append(j, list + i, 10, &err));
	for (int turn = 0; turn < 2; turn++) {
		cr_assert_eq(count(j), N);
		for (size_t i = 0; i < N; i++) {
			expect(sn_signing_journal_find(j, &spent[i]), &list[i]);
			expect(sn_signing_journal_find_tx(j, &list[i].tx_hash), &list[i]);
		}
		expect(sn_signing_journal_find(j, &spent[N + INPUTS - 2]), &list[N - 1]);
		cr_assert(!sn_signing_journal_find(j, &spent[N + INPUTS - 1]));
		sn_signing_journal_close(j);
		j = open_it(false);
	}
	sn_signing_journal_close(j);
	free(list);
	free(spent);
}

/* Sealed correctly, but with invalid records. */
Test(store_signing_journal, invalid_records_are_refused)
{
	static const char *const contents[] = {
		"00",
		"03",
		"04",
		"01",
		"02",
		/* a second wallet record; an entry without images; an entry with more images than bytes */
		"W W",
		"W 02 H H T T T 00000000",
		"W 02 H H T T T 02000000 H",
		"W 02 H H T T T ffffffff H",
		"W 02 H H T T T 01000000 H 00",
		"W 02 H H 00000000",
		"W 02 H H T T T",
		"02 H H T T T 01000000 H",
		"W 04",
		"W 04 00000000000000",
		"04 0000000000000000 W",
		"W 05",
		"W 05 H H T T T 00000000",
		"W 06",
		"W 03 00",
		"03 W",
	};
	for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
		struct sn_buf b = {0};
		for (const char *p = contents[i]; *p; p++) {
			uint8_t byte, hash[32] = {9};
			char digits[3] = {p[0], p[1], 0};
			if (*p == ' ')
				continue;
			if (*p == 'W') {
				sn_put_u8(&b, 1);
				sn_put_bytes(&b, &master->account->spend_public, 32);
			} else if (*p == 'H') {
				sn_put_bytes(&b, hash, sizeof hash);
			} else if (*p == 'T') {
				sn_put_u64(&b, 0); /* time, amount, fee */
			} else {
				cr_assert(!sn_hex_decode(&byte, 1, digits));
				sn_put_u8(&b, byte);
				p++;
			}
		}
		unlink(journal_path);
		ok(sn_journal_create_like(journal_path, SN_JOURNAL_SIGNED, sn_wallet_journal(master), b.data,
					  b.len, &err));
		refuses(SN_BAD_INPUT, SN_REASON_NONE, "unknown record");
		cr_assert(strstr(err.hint, "newer version"));
		sn_buf_free(&b);
	}
}

Test(store_signing_journal, other_files_are_refused)
{
	struct sn_account account = account_of(2);
	/* The journal of another wallet, with the same password. */
	ok(sn_wallet_create(other, SN_ROLE_MASTER, &account, 0, PASSWORD, SN_KDF_TEST, &err));
	struct sn_wallet *w = open_wallet(other);
	struct sn_signing_journal *j;
	char name[sizeof other + 16];
	snprintf(name, sizeof name, "%s.signed", other);
	ok(sn_signing_journal_open(&j, w, true, &err));
	append(j, 1, images, 1);
	sn_signing_journal_close(j);
	sn_wallet_close(w);
	cr_assert(!rename(name, journal_path));
	refuses(SN_BAD_INPUT, SN_REASON_FOREIGN, "another");
	unlink(journal_path);

	/* Another kind of file of this wallet. */
	ok(sn_journal_create_like(journal_path, SN_JOURNAL_KEY_IMAGES, sn_wallet_journal(master), "x", 1,
				  &err));
	refuses(SN_BAD_INPUT, SN_REASON_FOREIGN, "not a signing journal");
	unlink(journal_path);
	spill(journal_path, "something else", 14);
	refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, "is not a wallet, key-image file or signing journal");
	cr_assert(strstr(err.hint, "move it aside"));
	unlink(journal_path);
	cr_assert(!mkfifo(journal_path, 0600));
	refuses(SN_BAD_INPUT, SN_REASON_DAMAGED, "is not a regular file");
	cr_assert(strstr(err.hint, "move it aside"));
	unlink(journal_path);

	/* A watch-only wallet has no journal. */
	unlink(other);
	ok(sn_wallet_create(other, SN_ROLE_WATCH_ONLY, &account, 0, PASSWORD, SN_KDF_TEST, &err));
	w = open_wallet(other);
	fails(sn_signing_journal_open(&j, w, true, &err), SN_BAD_INPUT);
	cr_assert(!j && err.reason == SN_REASON_WRONG_ROLE && access(name, F_OK));
	sn_wallet_close(w);
	snprintf(name, sizeof name, "%s.outkey2ki", other);
	unlink(name);
}

Test(store_signing_journal, journal_is_beside_the_target_of_a_symbolic_link)
{
	cr_assert(!symlink(path, other));
	struct sn_wallet *w = open_wallet(other);
	char *name = sn_signing_journal_path(w);
	cr_assert(name && !strcmp(name, journal_path), "%s", name);
	free(name);
	sn_wallet_close(w);
}

Test(store_signing_journal, second_writer_is_refused)
{
	struct sn_signing_journal *j = open_it(true), *second;
	append(j, 1, images, 1);
	pid_t child = fork();
	if (!child) {
		char pid[32];
		snprintf(pid, sizeof pid, "process %ld", (long)getppid());
		int ret = sn_signing_journal_open(&second, master, true, &err);
		_exit(!(ret == SN_BUSY && strstr(err.text, pid)));
	}
	int status;
	cr_assert(waitpid(child, &status, 0) == child && status == 0, "the holder is not named");
	fails(sn_signing_journal_open(&second, master, true, &err), SN_BUSY);
	cr_assert(!second && strstr(err.text, "in use"), "%s", err.text);
	/* A reader sees the complete entries. */
	struct sn_signing_journal *reader = open_it(false);
	append(j, 2, images + 1, 1);
	cr_assert_eq(count(reader), 1);
	sn_signing_journal_close(reader);
	sn_signing_journal_close(j);
	j = open_it(true);
	cr_assert_eq(count(j), 2);
	sn_signing_journal_close(j);
}

/* The disk is full, or the file was removed. */
Test(store_signing_journal, failed_append_changes_nothing)
{
	struct sn_signing_journal *j = open_it(true);
	struct sn_signing_entry e = entry(2, images + 1, 1);
	append(j, 1, images, 1);
	struct stat st;
	cr_assert(!stat(journal_path, &st));
	signal(SIGXFSZ, SIG_IGN);
	struct rlimit old, limit;
	cr_assert(!getrlimit(RLIMIT_FSIZE, &old));
	limit = old;
	limit.rlim_cur = (rlim_t)st.st_size + 20;
	cr_assert(!setrlimit(RLIMIT_FSIZE, &limit));
	fails(sn_signing_journal_append(j, &e, 1, &err), SN_IO);
	cr_assert(!setrlimit(RLIMIT_FSIZE, &old));
	cr_assert(count(j) == 1 && !sn_signing_journal_find(j, &images[1]));
	ok(sn_signing_journal_append(j, &e, 1, &err));
	expect(sn_signing_journal_find(j, &images[1]), &e);

	cr_assert(!rename(journal_path, other));
	fails(sn_signing_journal_append(j, &e, 1, &err), SN_IO);
	cr_assert_eq(count(j), 2);
	sn_signing_journal_close(j);
}

Test(store_signing_journal, journal_that_cannot_be_created_is_an_error)
{
	struct sn_signing_journal *j;
	/* A symbolic link without a target does not count as an empty journal. */
	for (int in_directory = 0; in_directory < 2; in_directory++) {
		cr_assert(!symlink(in_directory ? "not-there" : "nowhere/at/all", journal_path));
		refuses(SN_IO, SN_REASON_NO_JOURNAL, "broken symbolic link");
		unlink(journal_path);
	}
	signal(SIGXFSZ, SIG_IGN);
	struct rlimit limit;
	cr_assert(!getrlimit(RLIMIT_FSIZE, &limit));
	limit.rlim_cur = 20;
	cr_assert(!setrlimit(RLIMIT_FSIZE, &limit));
	fails(sn_signing_journal_open(&j, master, true, &err), SN_IO);
	cr_assert(!j && err.reason == SN_REASON_NO_JOURNAL, "%s", err.text);
	cr_assert(access(journal_path, F_OK) != 0);
}

Test(store_signing_journal, entries_are_listed_as_text_and_json)
{
	struct sn_signing_journal *j = open_it(true);
	struct sn_buf text = {0};
	ok(sn_signing_journal_text(&text, j));
	cr_assert_eq(text.len, 0);
	append(j, 1, images, 2);
	struct sn_signing_entry odd = entry(2, images, 1);
	odd.time = UINT64_MAX;
	ok(sn_signing_journal_append(j, &odd, 1, &err));
	struct sn_signing_entry proposal = entry(3, images, 1);
	proposal.is_proposal = true;
	ok(sn_signing_journal_append(j, &proposal, 1, &err));
	ok(sn_signing_journal_text(&text, j));
	sn_put_u8(&text, 0);
	cr_assert_str_eq(
		(char *)text.data,
		"2023-11-14 22:13:21Z  0102000000000000000000000000000000000000000000000000000000000000  "
		"18446744.073709551614 XMR, fee 0.000001000001 XMR, 2 key images\n"
		"18446744073709551615  0202000000000000000000000000000000000000000000000000000000000000  "
		"18446744.073709551613 XMR, fee 0.000001000002 XMR, 1 key image\n"
		"2023-11-14 22:13:23Z  0302000000000000000000000000000000000000000000000000000000000000  "
		"18446744.073709551612 XMR, fee 0.000001000003 XMR, 1 key image, proposal\n");
	sn_buf_clear(&text);
	ok(sn_signing_journal_json(&text, j));
	cJSON *root;
	const cJSON *list;
	uint64_t time = 0;
	ok(sn_json_parse(&root, (char *)text.data, text.len, &err));
	ok(sn_json_get_array(root, "signed", &list, &err));
	cr_assert_eq(cJSON_GetArraySize(list), 3);
	struct sn_hash hash;
	const cJSON *last = cJSON_GetArrayItem(list, 2);
	ok(sn_json_get_hex(last, "signable_hash", &hash, sizeof hash, &err));
	cr_assert(sn_hash_is_equal(&hash, &proposal.tx_hash) && !cJSON_HasObjectItem(last, "tx_hash"));
	last = cJSON_GetArrayItem(list, 1);
	ok(sn_json_get_u64(last, "timestamp", &time, &err));
	cr_assert_eq(time, UINT64_MAX);
	uint64_t amount = 0, fee = 0;
	ok(sn_json_get_u64(last, "amount", &amount, &err));
	ok(sn_json_get_u64(last, "fee", &fee, &err));
	cr_assert(amount == odd.amount && fee == odd.fee);
	ok(sn_json_get_hex(last, "tx_hash", &hash, sizeof hash, &err));
	cr_assert(sn_hash_is_equal(&hash, &odd.tx_hash));
	ok(sn_json_get_hex(last, "digest", &hash, sizeof hash, &err));
	cr_assert(sn_hash_is_equal(&hash, &odd.digest));
	ok(sn_json_get_array(cJSON_GetArrayItem(list, 0), "key_images", &list, &err));
	cr_assert_eq(cJSON_GetArraySize(list), 2);
	cr_assert_str_eq(cJSON_GetArrayItem(list, 1)->valuestring,
			 "0200000000000000000000000000000000000000000000000000000000000000");
	sn_json_free(root);
	sn_buf_free(&text);
	sn_signing_journal_close(j);
}

/* Journals of earlier wallet files */

/* A second wallet file `other` with the keys of `seed` and another password; its journal has the entries 1
 * to n, where entry i spends image i - 1. `old_path` is its journal. */
static char old_path[160];

static void create_old(uint8_t seed, size_t n)
{
	struct sn_account account = account_of(seed);
	struct sn_wallet *w;
	struct sn_signing_journal *j;
	snprintf(old_path, sizeof old_path, "%s.signed", other);
	ok(sn_wallet_create(other, SN_ROLE_MASTER, &account, 0, "old password", SN_KDF_TEST, &err));
	ok(sn_wallet_open(&w, other, SN_WALLET_READ, "old password", NULL, &err));
	ok(sn_signing_journal_open(&j, w, true, &err));
	for (size_t i = 0; i < n; i++)
		append(j, (uint8_t)(i + 1), &images[i], 1);
	sn_signing_journal_close(j);
	sn_wallet_close(w);
}

static void expect_adopted(struct sn_signing_journal *j, size_t n, size_t n_new, size_t n_conflicts)
{
	struct sn_adoption a;
	ok(sn_signing_journal_adopt(j, master, old_path, "old password", &a, &err));
	cr_assert(a.n == n && a.n_new == n_new && a.n_conflicts == n_conflicts, "%zu %zu %zu", a.n, a.n_new,
		  a.n_conflicts);
}

Test(store_signing_journal, earlier_journal_is_adopted_once)
{
	create_old(1, 3);
	struct sn_signing_journal *j = open_it(true);
	append(j, 1, &images[0], 1); /* known */
	append(j, 9, &images[1], 1); /* conflicts with entry 2 */
	struct sn_buf before = slurp(old_path);
	expect_adopted(j, 3, 2, 1);
	expect_adopted(j, 3, 0, 0);
	sn_signing_journal_close(j);
	struct sn_buf after = slurp(old_path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
	j = open_it(false);
	cr_assert_eq(count(j), 4);
	const struct sn_signing_entry third = entry(3, &images[2], 1);
	expect(sn_signing_journal_find(j, &images[2]), &third);
	sn_signing_journal_close(j);
	unlink(old_path);
}

/* The same file was signed with both wallet files, at different times: this is one payment. */
Test(store_signing_journal, transaction_in_both_journals_is_not_adopted)
{
	create_old(1, 1);
	struct sn_signing_journal *j = open_it(true);
	struct sn_signing_entry later = entry(1, &images[0], 1);
	later.time += 100;
	ok(sn_signing_journal_append(j, &later, 1, &err));
	expect_adopted(j, 1, 0, 0);
	cr_assert_eq(count(j), 1);
	expect(sn_signing_journal_find(j, &images[0]), &later);
	sn_signing_journal_close(j);
	unlink(old_path);
}

Test(store_signing_journal, only_the_journal_of_the_same_keys_is_adopted)
{
	struct sn_adoption a;
	create_old(2, 1);
	struct sn_signing_journal *j = open_it(true);
	fails(sn_signing_journal_adopt(j, master, old_path, "other password", &a, &err), SN_BAD_PASSWORD);
	fails(sn_signing_journal_adopt(j, master, old_path, "old password", &a, &err), SN_BAD_INPUT);
	cr_assert(err.reason == SN_REASON_FOREIGN && strstr(err.text, "journal of another wallet"), "%s",
		  err.text);
	fails(sn_signing_journal_adopt(j, master, other, "old password", &a, &err), SN_BAD_INPUT);
	cr_assert(err.reason == SN_REASON_FOREIGN && strstr(err.text, "is not a signing journal"), "%s",
		  err.text);
	unlink(old_path);
	fails(sn_signing_journal_adopt(j, master, old_path, "old password", &a, &err), SN_IO);
	cr_assert_eq(count(j), 0);
	sn_signing_journal_close(j);
}

Test(store_signing_journal, corrupt_earlier_journal_is_not_adopted)
{
	struct sn_adoption a;
	create_old(1, 2);
	struct sn_buf file = slurp(old_path);
	file.data[200] ^= 1;
	spill(old_path, file.data, file.len);
	struct sn_signing_journal *j = open_it(true);
	fails(sn_signing_journal_adopt(j, master, old_path, "old password", &a, &err), SN_BAD_INPUT);
	cr_assert(err.reason == SN_REASON_DAMAGED);
	cr_assert_eq(count(j), 0);
	sn_signing_journal_close(j);
	sn_buf_free(&file);
	unlink(old_path);
}

Test(store_signing_journal, earlier_journal_in_place_is_adopted)
{
	size_t n;
	create_old(1, 3);
	cr_assert(rename(old_path, journal_path) == 0);
	refuses(SN_BAD_INPUT, SN_REASON_FOREIGN, "journal of another wallet file");
	cr_assert(strstr(err.hint, "--adopt-journal="), "%s", err.hint);
	fails(sn_signing_journal_adopt_in_place(master, PASSWORD, &n, &err), SN_BAD_PASSWORD);
	for (int i = 0; i < 2; i++) {
		ok(sn_signing_journal_adopt_in_place(master, "old password", &n, &err));
		cr_assert_eq(n, 3);
		struct sn_signing_journal *j = open_it(true);
		cr_assert_eq(count(j), 3);
		sn_signing_journal_close(j);
	}
	unlink(journal_path);
	unlink(other);
	create_old(2, 1);
	cr_assert(rename(old_path, journal_path) == 0);
	fails(sn_signing_journal_adopt_in_place(master, "old password", &n, &err), SN_BAD_INPUT);
	cr_assert(err.reason == SN_REASON_FOREIGN);
}

/* An adoption in place that is killed when the copy has `size` bytes. */
static void adopt_and_die(rlim_t size)
{
	int status;
	pid_t child = fork();
	if (!child) {
		const struct rlimit limit = {.rlim_cur = size, .rlim_max = size};
		size_t n;
		signal(SIGXFSZ, SIG_DFL);
		(void)!setrlimit(RLIMIT_FSIZE, &limit);
		_exit(!!sn_signing_journal_adopt_in_place(master, "old password", &n, NULL));
	}
	cr_assert(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ,
		  "status %d with %ju bytes", status, (uintmax_t)size);
}

/* The earlier journal stays until it is adopted. Neither a reader nor a signer takes the incomplete copy. */
Test(store_signing_journal, earlier_journal_survives_an_interrupted_adoption)
{
	struct stat st;
	char copy_path[200];
	size_t n;
	create_old(1, 3);
	cr_assert(rename(old_path, journal_path) == 0 && stat(journal_path, &st) == 0);
	snprintf(copy_path, sizeof copy_path, "%s" SN_JOURNAL_COPY_SUFFIX, journal_path);
	struct sn_buf before = slurp(journal_path);
	for (off_t size = 0; size < st.st_size; size += 41) {
		adopt_and_die((rlim_t)size);
		cr_assert(access(copy_path, F_OK) == 0);
		for (int for_writing = 0; for_writing < 2; for_writing++) {
			struct sn_signing_journal *j = NULL;
			int ret = sn_signing_journal_open(&j, master, for_writing, &err);
			struct sn_buf after = slurp(journal_path);
			cr_assert(ret == SN_BAD_INPUT && err.reason == SN_REASON_FOREIGN, "%d with %jd bytes",
				  ret, (intmax_t)size);
			cr_assert(after.len == before.len && !memcmp(after.data, before.data, after.len));
			sn_buf_free(&after);
		}
	}
	ok(sn_signing_journal_adopt_in_place(master, "old password", &n, &err));
	cr_assert_eq(n, 3);
	cr_assert(access(copy_path, F_OK) != 0);
	struct sn_signing_journal *j = open_it(true);
	cr_assert_eq(count(j), 3);
	sn_signing_journal_close(j);
	sn_buf_free(&before);
}
