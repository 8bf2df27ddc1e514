#include "store/wallet_file.h"

#include "store/journal_replace.h"
#include "store/wallet_records.h"
#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

#include <signal.h>
#include <sys/resource.h>

TestSuite(store_wallet_file, .init = set_up, .fini = tear_down);

Test(store_wallet_file, both_roles_keep_keys_and_state)
{
	static const enum sn_role roles[] = {SN_ROLE_MASTER, SN_ROLE_WATCH_ONLY};
	for (int i = 0; i < 2; i++) {
		struct sn_account a = account_of(0x40);
		create_wallet(path, roles[i]);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		cr_assert(w->role == roles[i] && w->restore_height == 100 && sn_wallet_height(w) == 100);
		cr_assert(w->account->network == SN_STAGENET);
		cr_assert(w->account->has_spend_secret == (i == 0));
		if (i)
			memset(&a.spend_secret, 0, 32);
		cr_assert(!memcmp(&w->account->spend_secret, &a.spend_secret, 32));
		cr_assert(!memcmp(&w->account->view_secret, &a.view_secret, 32));
		cr_assert(!memcmp(&w->account->view_public, &a.view_public, 32));
		cr_assert(!memcmp(&w->account->spend_public, &a.spend_public, 32));
		fill(w);
		expect_stored(w);
		sn_wallet_close(w);
		struct sn_wallet *none;
		fails(sn_wallet_open(&none, path, SN_WALLET_READ, "wrong", NULL, &err), SN_BAD_PASSWORD);
		cr_assert(none == NULL);
		unlink(path);
	}
	struct sn_account a = account_of(1);
	a.has_spend_secret = false;
	fails(sn_wallet_create(path, SN_ROLE_MASTER, &a, 0, PASSWORD, SN_KDF_TEST, &err), SN_BAD_INPUT);
	cr_assert(access(path, F_OK) != 0);
}

Test(store_wallet_file, watch_only_file_holds_no_spend_secret)
{
	struct sn_account a = account_of(0x40);
	for (int master = 0; master < 2; master++) {
		create_wallet(path, master ? SN_ROLE_MASTER : SN_ROLE_WATCH_ONLY);
		struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
		fill(w);
		ok(sn_wallet_store(w, &err));
		struct sn_buf snapshot = {0};
		sn_records_put_all(&snapshot, w);
		sn_wallet_close(w);
		struct sn_buf file = slurp(path), records = unseal(path);
		/* The watch-only file has no 8 bytes of the key. The master file has them: the search works.
		 */
		bool found = false;
		for (size_t i = 0; i + 8 <= 32; i++) {
			cr_assert(!memmem(file.data, file.len, a.spend_secret.b + i, 8));
			found |= memmem(records.data, records.len, a.spend_secret.b + i, 8) != NULL;
			found |= memmem(snapshot.data, snapshot.len, a.spend_secret.b + i, 8) != NULL;
		}
		cr_assert(found == master);
		cr_assert(!memmem(file.data, file.len, a.view_secret.b, 32));
		sn_buf_free(&file);
		sn_buf_free(&records);
		sn_buf_free(&snapshot);
		unlink(path);
	}
}

/* A master wallet keeps its key images in the same file. Watch-only wallets: store_key_images.c. */
Test(store_wallet_file, every_truncation_gives_an_earlier_state_or_nothing)
{
	create_wallet(path, SN_ROLE_MASTER);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	size_t ends[3];
	struct sn_wallet *states[3];
	for (int i = 0; i < 3; i++) {
		if (i == 1)
			fill(w);
		if (i == 2)
			add_output(w, 1, 50, 200, 1);
		ok(sn_wallet_store(w, &err));
		ends[i] = sn_journal_size(sn_wallet_journal(w));
		struct sn_buf b = slurp(path);
		spill(other, b.data, b.len);
		states[i] = open_wallet(other, SN_WALLET_READ);
		sn_buf_free(&b);
	}
	sn_wallet_close(w);
	struct sn_buf file = slurp(path);
	for (size_t len = 0; len <= file.len; len++) {
		spill(path, file.data, len);
		int state = -1;
		for (int i = 0; i < 3; i++)
			if (len >= ends[i])
				state = i;
		int ret = sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, NULL, &err);
		cr_assert(ret == (state < 0 ? SN_BAD_INPUT : SN_OK));
		cr_assert(ret ? w == NULL : same_state(w, states[state]));
		sn_wallet_close(w);
	}
	for (int i = 0; i < 3; i++)
		sn_wallet_close(states[i]);
	sn_buf_free(&file);
}

Test(store_wallet_file, key_image_file_does_not_open_as_a_wallet)
{
	struct sn_wallet *w = new_wallet(), *none;
	ok(sn_journal_create_like(other, SN_JOURNAL_KEY_IMAGES, sn_wallet_journal(w), "x", 1, &err));
	fails(sn_wallet_open(&none, other, SN_WALLET_READ, PASSWORD, NULL, &err), SN_BAD_INPUT);
	sn_wallet_close(w);
}

Test(store_wallet_file, revert_restores_the_stored_state)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	const struct sn_account *account = w->account;
	struct sn_account copy = *account;
	add_output(w, 900, 90, 300, 1);
	add_payment(w, 0, 1);
	ok(sn_wallet_rollback(w, 103));
	ok(sn_wallet_revert(w, &err));
	expect_on_disk(w, path);
	cr_assert(w->account == account && !memcmp(account, &copy, sizeof copy));
	cr_assert(w->n_outputs == 10 && find_key(w, 90) == SIZE_MAX);
	/* The wallet can still be written. */
	struct sn_buf before = slurp(path);
	ok(sn_wallet_store(w, &err));
	add_output(w, 901, 91, 300, 1);
	ok(sn_wallet_store(w, &err));
	struct sn_buf after = slurp(path);
	cr_assert(after.len > before.len && !memcmp(after.data, before.data, before.len));
	expect_on_disk(w, path);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_wallet_close(w);
}

/* The file cannot be read again: memory is unchanged, and the abandoned changes are never stored. */
Test(store_wallet_file, failed_revert_prevents_stores)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	ok(sn_wallet_store(w, &err));
	struct sn_buf good = slurp(path);
	int fd = open(path, O_RDWR);
	add_output(w, 900, 90, 300, 1);
	for (size_t at = 200; at < good.len; at += 97) {
		uint8_t bad = good.data[at] ^ 1;
		cr_assert(pwrite(fd, &bad, 1, (off_t)at) == 1);
		if (sn_wallet_revert(w, &err) == SN_OK) { /* the last commit counts as torn */
			cr_assert(pwrite(fd, &good.data[at], 1, (off_t)at) == 1);
			break;
		}
		cr_assert(w->n_outputs == 11 && find_key(w, 90) == 10);
		cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), good.len);
		fails(sn_wallet_store(w, &err), SN_IO);
		cr_assert(strstr(err.text, "nothing was written"), "%s", err.text);
		cr_assert(pwrite(fd, &good.data[at], 1, (off_t)at) == 1);
		fails(sn_wallet_store(w, &err), SN_IO); /* still refused */
	}
	ok(sn_wallet_revert(w, &err));
	cr_assert(find_key(w, 90) == SIZE_MAX);
	add_block(w, 301);
	expect_stored(w);
	close(fd);
	sn_buf_free(&good);
	sn_wallet_close(w);
}

Test(store_wallet_file, reader_cannot_store)
{
	create_wallet(path, SN_ROLE_WATCH_ONLY);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_READ);
	ok(sn_wallet_store(w, &err)); /* nothing changed */
	add_block(w, 100);
	fails(sn_wallet_store(w, &err), SN_IO);
	ok(sn_wallet_revert(w, &err));
	cr_assert(w->n_blocks == 0);
	sn_wallet_close(w);
}

Test(store_wallet_file, failed_store_can_be_tried_again)
{
	struct rlimit old, tight;
	struct sn_wallet *w = new_wallet();
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	fill(w);
	struct sn_buf before = slurp(path);
	tight = old;
	tight.rlim_cur = before.len + 500;
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	fails(sn_wallet_store(w, &err), SN_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	add_block(w, 200);
	expect_stored(w);
	sn_wallet_close(w);
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(store_wallet_file, compaction_keeps_everything_and_shrinks)
{
	struct sn_wallet *w = new_wallet();
	fill(w);
	uint64_t size = 0, largest = 0;
	bool shrank = false;
	for (uint64_t h = 200; h < 20000 && !(shrank && size > 200000); h++) {
		add_block(w, h);
		if (h % 20)
			continue;
		ok(sn_wallet_store(w, &err));
		uint64_t now = sn_journal_size(sn_wallet_journal(w));
		if (now < size) {
			shrank = true;
			expect_on_disk(w, path);
			cr_assert(now < 64 * 1024);
		}
		size = now;
		if (size > largest)
			largest = size;
	}
	cr_assert(shrank && largest < 270 * 1024, "%llu", (unsigned long long)largest);
	expect_on_disk(w, path);
	struct stat st;
	cr_assert(stat(path, &st) == 0 && (st.st_mode & 0777) == 0600);
	struct sn_wallet *second;
	fails(sn_wallet_open(&second, path, SN_WALLET_WRITE, PASSWORD, NULL, &err), SN_BUSY);
	sn_wallet_close(w);
}

static int put_part(void *replacement, const struct sn_buf *records, struct sn_error *why)
{
	return sn_journal_replace_put(replacement, records->data, records->len, why);
}

/* A compacted file has several commits, of about 1 MiB. A file that ends after one of them is refused. */
Test(store_wallet_file, a_large_state_is_complete_or_refused)
{
	struct sn_journal_replacement *r;
	struct sn_buf commit = {0};
	struct sn_journal *j;
	uint64_t ends[8];
	size_t n = 0;
	bool at_end;
	create_wallet(path, SN_ROLE_WATCH_ONLY);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 20000; i++)
		add_output(w, i, i, 100 + i / 10, i);
	ok(sn_wallet_store(w, &err));
	ok(sn_journal_replace_begin(&r, w->store->journal, &err));
	ok(sn_journal_replace_end(r, sn_records_put_parts(w, put_part, r, &err), &err));
	expect_stored(w);
	add_output(w, 20000, 20000, 9000, 1);
	expect_stored(w);
	sn_wallet_close(w);

	ok(sn_journal_open(&j, path, false, PASSWORD, NULL, NULL, &err));
	for (;;) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		if (at_end)
			break;
		cr_assert(n < 8 && commit.len < (1 << 20) + 1000);
		ends[n++] = sn_journal_size(j);
	}
	sn_journal_close(j);
	cr_assert(n >= 4, "%zu commits", n);
	for (size_t i = n - 1; i-- > 0;) {
		cr_assert(!truncate(path, (off_t)ends[i]));
		const int ret = sn_wallet_open(&w, path, SN_WALLET_WRITE, PASSWORD, NULL, &err);
		if (i == n - 2) {
			ok(ret);
			sn_wallet_close(w);
			continue;
		}
		cr_assert_eq(ret, SN_BAD_INPUT);
		cr_assert(strstr(err.text, "ends before its state is complete"), "%s", err.text);
	}
	sn_buf_free(&commit);
}

Test(store_wallet_file, store_succeeds_if_the_compaction_fails)
{
	struct sn_wallet *w = new_wallet();
	char temporary[sizeof path + 16];
	snprintf(temporary, sizeof temporary, "%s.compact", path);
	cr_assert(mkdir(temporary, 0700) == 0); /* prevents the temporary file */
	for (uint64_t h = 200; h < 10000; h++) {
		add_block(w, h);
		if (h % 100 == 0)
			ok(sn_wallet_store(w, &err));
	}
	cr_assert(sn_journal_size(sn_wallet_journal(w)) > 300 * 1024);
	expect_stored(w);
	cr_assert(rmdir(temporary) == 0);
	for (uint64_t h = 10000; h < 20000; h++)
		add_block(w, h);
	ok(sn_wallet_store(w, &err));
	cr_assert(sn_journal_size(sn_wallet_journal(w)) < 64 * 1024);
	expect_on_disk(w, path);
	sn_wallet_close(w);
}

/* Many key images are no reason for a compaction, which would write all of them again at every store. */
Test(store_wallet_file, master_wallet_with_many_images_is_not_compacted)
{
	enum { IMAGES = 5000 };
	struct stat before, after;
	create_wallet(path, SN_ROLE_MASTER);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < IMAGES; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	cr_assert(sn_journal_size(sn_wallet_journal(w)) > 256 * 1024);
	cr_assert(stat(path, &before) == 0);
	add_image(w, IMAGES);
	ok(sn_wallet_store(w, &err));
	cr_assert(stat(path, &after) == 0);
	cr_assert_eq(before.st_ino, after.st_ino, "the file was replaced");
	expect_on_disk(w, path);
	sn_wallet_close(w);
}
