#include "store/key_images.h"

#include "store/wallet.h"
#include "store/wallet_state.h"
#include "store_helpers.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#define SUFFIX ".outkey2ki"

static char images[sizeof path + 16];  /* of the wallet `path` */
static char damaged[sizeof path + 32]; /* where it goes when it is moved out of the way */

static void set_up_images(void)
{
	set_up();
	snprintf(images, sizeof images, "%s" SUFFIX, path);
	snprintf(damaged, sizeof damaged, "%s.damaged", images);
}

static void tear_down_images(void)
{
	unlink(damaged);
	unlink_beside(damaged, ".2");
	tear_down();
}

TestSuite(store_key_images, .init = set_up_images, .fini = tear_down_images);

static struct sn_account account_of(uint8_t mark)
{
	struct sn_account a = {.network = SN_STAGENET, .has_spend_secret = true};
	memset(a.view_secret.b, mark, 32);
	memset(a.view_public.b, mark + 1, 32);
	memset(a.spend_public.b, mark + 2, 32);
	memset(a.spend_secret.b, mark + 3, 32);
	return a;
}

static struct sn_point point_of(uint64_t n, const char *what)
{
	struct sn_point p;
	crypto_generichash(p.b, 32, (const uint8_t *)&n, sizeof n, (const uint8_t *)what, 16);
	return p;
}

static struct sn_point key_of(uint64_t n)
{
	return point_of(n, "key-key-key-key-");
}
static struct sn_point image_of(uint64_t n)
{
	return point_of(n, "image-image-imag");
}

static struct sn_hash hash_of(uint64_t n)
{
	struct sn_point p = point_of(n, "hash-hash-hash-h");
	struct sn_hash h;
	memcpy(h.b, p.b, 32);
	return h;
}

static void create(const char *name, enum sn_role role, uint8_t mark)
{
	struct sn_account a = account_of(mark);
	ok(sn_wallet_create(name, role, &a, 0, PASSWORD, SN_KDF_TEST, &err));
}

static struct sn_wallet *open_as(const char *name, enum sn_wallet_mode mode)
{
	struct sn_wallet *w;
	ok(sn_wallet_open(&w, name, mode, PASSWORD, NULL, &err));
	return w;
}

static void add_image(struct sn_wallet *w, uint64_t n)
{
	struct sn_point key = key_of(n), image = image_of(n);
	ok(sn_wallet_add_image(w, &key, &image));
}

/* Output n came at height 100 + 10n. */
static void add_output(struct sn_wallet *w, uint64_t n)
{
	struct sn_hash h = hash_of(n);
	struct sn_wallet_output o = {.key = key_of(n), .tx_hash = h, .amount = n, .height = 100 + 10 * n};
	ok(sn_wallet_add_output(w, &o));
	ok(sn_wallet_add_block(w, o.height, &h, 0));
}

/* Ten outputs, the pairs 0 and 1 in a commit, 2 to 4 in another. */
static struct sn_wallet *five_pairs(void)
{
	create(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_as(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 10; i++)
		add_output(w, i);
	add_image(w, 0);
	add_image(w, 1);
	ok(sn_wallet_store(w, &err));
	for (uint64_t i = 2; i < 5; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	return w;
}

static struct sn_wallet_image pair_of(uint64_t key, uint64_t image)
{
	return (struct sn_wallet_image){key_of(key), image_of(image)};
}

static void expect_pairs(const struct sn_wallet *w, size_t n)
{
	cr_assert_eq(w->n_images, n, "%zu", w->n_images);
	for (size_t i = 0; i < n; i++) {
		struct sn_point key = key_of(i), image = image_of(i);
		cr_assert(sn_point_is_equal(&w->images[i].key, &key) &&
			  sn_point_is_equal(&w->images[i].image, &image));
	}
	for (size_t i = 0; i < w->n_outputs; i++)
		cr_assert_eq(w->outputs[i].has_image, i < n);
}

/* Refused in both usual modes, with the line and nothing but the line. */
static void expect_stopped(size_t relied, size_t found)
{
	static const enum sn_wallet_mode modes[] = {SN_WALLET_READ, SN_WALLET_WRITE};
	char line[200];
	snprintf(line, sizeof line,
		 "UNRECOVERABLE ERROR, wallet stops: pending key images (%zu) exceed the "
		 "pending-key-images file container (%zu)",
		 relied, found);
	struct sn_buf before = slurp(path);
	for (int i = 0; i < 2; i++) {
		struct sn_wallet *none;
		fails(sn_wallet_open(&none, path, modes[i], PASSWORD, NULL, &err), SN_NEEDS_REPAIR);
		cr_assert(none == NULL);
		cr_assert_str_eq(err.text, line);
	}
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

/* For repair it opens with the first n pairs, and when that is stored it is a wallet as any. */
static void expect_repairs(size_t n, bool is_moved)
{
	struct sn_buf before = {0};
	if (is_moved)
		before = slurp(images);
	struct sn_wallet *w = open_as(path, SN_WALLET_REPAIR);
	expect_pairs(w, n);
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, n);
	cr_assert(access(damaged, F_OK) != 0); /* not before something is stored */
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, n);
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_READ);
	expect_pairs(w, n);
	sn_wallet_close(w);
	cr_assert_eq(access(damaged, F_OK) == 0, is_moved, "%zu pairs", n);
	if (is_moved) {
		struct sn_buf after = slurp(damaged);
		cr_assert(before.len == after.len &&
			  (!before.len || !memcmp(before.data, after.data, before.len)));
		sn_buf_free(&after);
	}
	sn_buf_free(&before);
	/* It goes on: what is added is kept. */
	w = open_as(path, SN_WALLET_WRITE);
	for (size_t i = n; i < 7; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
}

/* All that the wallet file holds, unsealed. */
static struct sn_buf unseal(const char *name)
{
	struct sn_journal *j;
	struct sn_buf commit = {0}, all = {0};
	bool at_end = false;
	ok(sn_journal_open(&j, name, false, PASSWORD, NULL, NULL, &err));
	for (;;) {
		ok(sn_journal_read(j, &commit, &at_end, &err));
		if (at_end)
			break;
		sn_put_bytes(&all, commit.data, commit.len);
	}
	sn_journal_close(j);
	sn_buf_free(&commit);
	return all;
}

Test(store_key_images, pairs_lie_beside_the_wallet)
{
	create(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_as(path, SN_WALLET_WRITE);
	add_output(w, 0);
	ok(sn_wallet_store(w, &err));
	cr_assert(access(images, F_OK) != 0); /* there is nothing to keep yet */
	sn_wallet_close(w);
	unlink(path);

	w = five_pairs();
	struct stat st;
	cr_assert(stat(images, &st) == 0 && (st.st_mode & 0777) == 0600);
	struct sn_wallet *none;
	fails(sn_wallet_open(&none, images, SN_WALLET_READ, PASSWORD, NULL, &err), SN_BAD_INPUT);
	sn_wallet_close(w);

	/* The file's contents, by hand: whose, and the pairs in their order. */
	struct sn_buf all = unseal(images), in_wallet = unseal(path), expected = {0};
	struct sn_account a = account_of(1);
	sn_put_bytes(&expected, a.view_public.b, 32);
	sn_put_bytes(&expected, a.spend_public.b, 32);
	for (uint64_t i = 0; i < 5; i++) {
		struct sn_point key = key_of(i), image = image_of(i);
		sn_put_bytes(&expected, key.b, 32);
		sn_put_bytes(&expected, image.b, 32);
		cr_assert(!memmem(in_wallet.data, in_wallet.len, image.b, 32));
	}
	cr_assert(all.len == expected.len && !memcmp(all.data, expected.data, all.len));
	sn_buf_free(&all);
	sn_buf_free(&in_wallet);
	sn_buf_free(&expected);

	/* A store without new pairs leaves the file alone. */
	struct sn_buf before = slurp(images);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 5);
	add_output(w, 10);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	struct sn_buf after = slurp(images);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(store_key_images, master_wallet_keeps_its_own)
{
	create(path, SN_ROLE_MASTER, 1);
	struct sn_wallet *w = open_as(path, SN_WALLET_WRITE);
	add_output(w, 0);
	add_image(w, 0);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	cr_assert(access(images, F_OK) != 0);
	w = open_as(path, SN_WALLET_READ);
	expect_pairs(w, 1);
	sn_wallet_close(w);
}

Test(store_key_images, missing)
{
	sn_wallet_close(five_pairs());
	unlink(images);
	expect_stopped(5, 0);
	expect_repairs(0, false);
}

/* Cut off anywhere, it is never taken for whole. */
Test(store_key_images, truncated)
{
	sn_wallet_close(five_pairs());
	struct sn_buf file = slurp(images), wallet = slurp(path);
	size_t first = 0; /* where the first commit ends */
	for (size_t len = 0; len < file.len; len++) {
		struct sn_wallet *none;
		spill(images, file.data, len);
		fails(sn_wallet_open(&none, path, SN_WALLET_READ, PASSWORD, NULL, &err), SN_NEEDS_REPAIR);
		size_t found = err.text[strlen(err.text) - 2] - '0';
		if (found == 2 && !first)
			first = len;
		cr_assert_eq(found, first ? 2 : 0, "%zu: %s", len, err.text);
	}
	cr_assert(first > 0);
	size_t lengths[] = {0, 1, 111, 112, first - 1, first, first + 1, file.len - 1};
	for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		spill(path, wallet.data, wallet.len);
		spill(images, file.data, lengths[i]);
		/* A torn second commit is no damage: such a file goes on. */
		expect_stopped(5, lengths[i] >= first ? 2 : 0);
		expect_repairs(lengths[i] >= first ? 2 : 0, lengths[i] < first);
		unlink(damaged);
	}
	sn_buf_free(&file);
	sn_buf_free(&wallet);
}

/* Changed anywhere, it is never believed. */
Test(store_key_images, damaged)
{
	sn_wallet_close(five_pairs());
	struct sn_buf file = slurp(images);
	for (size_t at = 0; at < file.len; at++) {
		struct sn_wallet *none;
		file.data[at] ^= 0x10;
		spill(images, file.data, file.len);
		int ret = sn_wallet_open(&none, path, SN_WALLET_READ, PASSWORD, NULL, &err);
		cr_assert_eq(ret, SN_NEEDS_REPAIR, "byte %zu: %d %s", at, ret, err.text);
		file.data[at] ^= 0x10;
	}
	file.data[200] ^= 1; /* in the first commit */
	spill(images, file.data, file.len);
	expect_stopped(5, 0);
	expect_repairs(0, true);
	/* Once more: what was moved before is not overwritten. */
	struct sn_buf first = slurp(damaged);
	spill(images, "rubbish", 7);
	expect_stopped(7, 0);
	struct sn_wallet *w = open_as(path, SN_WALLET_REPAIR);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	struct sn_buf still = slurp(damaged);
	cr_assert(first.len == still.len && !memcmp(first.data, still.data, first.len));
	unlink(damaged);
	strcat(damaged, ".2");
	struct sn_buf second = slurp(damaged);
	cr_assert(second.len == 7 && !memcmp(second.data, "rubbish", 7));
	unlink(damaged);
	sn_buf_free(&first);
	sn_buf_free(&still);
	sn_buf_free(&second);
	sn_buf_free(&file);
}

/* Of another wallet with the same password; of this one with another. */
Test(store_key_images, foreign)
{
	sn_wallet_close(five_pairs());
	create(other, SN_ROLE_WATCH_ONLY, 50);
	struct sn_wallet *w = open_as(other, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 9; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	char its[sizeof other + 16];
	snprintf(its, sizeof its, "%s" SUFFIX, other);
	struct sn_buf file = slurp(its), wallet = slurp(path);
	spill(images, file.data, file.len);
	expect_stopped(5, 0);
	expect_repairs(0, true);
	unlink(damaged);

	unlink(other);
	unlink(its);
	struct sn_account a = account_of(1);
	ok(sn_wallet_create(other, SN_ROLE_WATCH_ONLY, &a, 0, "another", SN_KDF_TEST, &err));
	ok(sn_wallet_open(&w, other, SN_WALLET_WRITE, "another", NULL, &err));
	for (uint64_t i = 0; i < 9; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	sn_buf_free(&file);
	file = slurp(its);
	spill(path, wallet.data, wallet.len);
	spill(images, file.data, file.len);
	expect_stopped(5, 0);
	expect_repairs(0, true);

	/* In the way of a wallet that relies on nothing it is an obstacle all the same. */
	unlink(path);
	spill(images, "rubbish", 7);
	create(path, SN_ROLE_WATCH_ONLY, 1);
	expect_stopped(0, 0);
	sn_buf_free(&file);
	sn_buf_free(&wallet);
}

Test(store_key_images, older)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf file = slurp(images);
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(images, file.data, file.len);
	expect_stopped(6, 5);
	expect_repairs(5, false);
	sn_buf_free(&file);
}

/* The file is ahead of the wallet: after a crash between the two, or with an older copy of the wallet. */
Test(store_key_images, newer)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path);
	add_image(w, 5);
	add_image(w, 6);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(path, wallet.data, wallet.len);

	/* A reader sees what was stored; nothing tells it from a writer that is between the two files. */
	w = open_as(path, SN_WALLET_READ);
	expect_pairs(w, 5);
	cr_assert(w->n_outputs == 10 && sn_wallet_height(w) == 191);
	ok(sn_wallet_store(w, &err)); /* nothing changed */
	sn_wallet_close(w);
	for (int i = 0; i < 2; i++) {
		w = open_as(path, i ? SN_WALLET_REPAIR : SN_WALLET_WRITE);
		cr_assert(w->n_images == 7 && w->n_outputs == 5 && sn_wallet_height(w) == 141);
		ok(sn_wallet_revert(w, &err));
		cr_assert(w->n_images == 7 && w->n_outputs == 5 && sn_wallet_height(w) == 141);
		sn_wallet_close(w); /* not stored: the same again */
	}
	w = open_as(path, SN_WALLET_WRITE);
	for (uint64_t i = 5; i < 10; i++)
		add_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	cr_assert(w->n_outputs == 10 && sn_wallet_height(w) == 191);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
}

/* Pairs of outputs that have not come yet mean no step back. */
Test(store_key_images, newer_without_outputs)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path);
	add_image(w, 77);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(path, wallet.data, wallet.len);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 6 && w->n_outputs == 10 && sn_wallet_height(w) == 191);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
}

/* Two copies of the wallet went on separately: as many pairs, but others. */
Test(store_key_images, another_copys)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path), file = slurp(images);
	add_image(w, 6);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	struct sn_buf its = slurp(images);
	spill(path, wallet.data, wallet.len);
	spill(images, file.data, file.len);
	w = open_as(path, SN_WALLET_WRITE);
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(images, its.data, its.len);
	expect_stopped(6, 0);
	w = open_as(path, SN_WALLET_REPAIR);
	cr_assert(w->n_images == 6 && w->n_outputs == 0); /* all of them are this wallet's, and are kept */
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 6 && w->n_outputs == 0);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
	sn_buf_free(&file);
	sn_buf_free(&its);
}

/* The watch-only file was made anew from the master wallet; the pairs that the former one left are taken in.
 */
Test(store_key_images, of_a_former_wallet_file)
{
	sn_wallet_close(five_pairs());
	unlink(path);
	create(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 5);
	for (uint64_t i = 0; i < 10; i++)
		add_output(w, i);
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, 6);
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_READ);
	expect_pairs(w, 6);
	sn_wallet_close(w);
}

struct lines {
	char text[2000];
};

static void keep_line(void *context, enum sn_log_level level, const char *line)
{
	struct lines *lines = context;
	if (level == SN_LOG_ERROR && strlen(lines->text) + strlen(line) + 2 < sizeof lines->text)
		strcat(strcat(lines->text, line), "\n");
}

Test(store_key_images, log_says_what_is_wrong)
{
	struct lines lines = {""};
	struct sn_log log = {.level = SN_LOG_ERROR, .write = keep_line, .context = &lines};
	struct sn_wallet *w;
	sn_wallet_close(five_pairs());
	ok(sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, &log, &err));
	sn_wallet_close(w);
	cr_assert_str_empty(lines.text);
	unlink(images);
	fails(sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, &log, &err), SN_NEEDS_REPAIR);
	cr_assert(strstr(lines.text, "\nUNRECOVERABLE ERROR, wallet stops: pending key images (5) exceed the "
				     "pending-key-images file container (0)\n"),
		  "%s", lines.text);
	cr_assert(strstr(lines.text, "missing") && strstr(lines.text, "doc/recovery.md"), "%s", lines.text);
	lines.text[0] = 0;
	ok(sn_wallet_open(&w, path, SN_WALLET_REPAIR, PASSWORD, &log, &err));
	sn_wallet_close(w);
	cr_assert(strstr(lines.text, "missing") && strstr(lines.text, "5 key images needed, 0 found"), "%s",
		  lines.text);
	lines.text[0] = 0;
	spill(images, "rubbish", 7);
	fails(sn_wallet_open(&w, path, SN_WALLET_READ, PASSWORD, &log, &err), SN_NEEDS_REPAIR);
	cr_assert(strstr(lines.text, images), "%s", lines.text);
}

/* Whichever of the two files cannot be written: nothing is lost, and a second try gives what the first would
 * have. */
Test(store_key_images, failed_store_can_be_tried_again)
{
	struct rlimit old, tight;
	struct stat st;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_wallet *w = five_pairs();
	/* The key-image file is the smaller one: a limit between the two stops the wallet's own commit. */
	cr_assert(stat(path, &st) == 0);
	tight = old;
	tight.rlim_cur = (rlim_t)st.st_size + 10;
	add_image(w, 5);
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	fails(sn_wallet_store(w, &err), SN_IO);
	fails(sn_wallet_store(w, &err), SN_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 6);
	/* And one that stops the key-image file already. */
	cr_assert(stat(images, &st) == 0);
	tight.rlim_cur = (rlim_t)st.st_size + 10;
	add_image(w, 6);
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	fails(sn_wallet_store(w, &err), SN_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_wallet *r = open_as(path, SN_WALLET_READ);
	expect_pairs(r, 6);
	sn_wallet_close(r);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
}

/* A disk that fails: no fsync of the file with this inode, and nothing can be cut off it. The linker takes
 * these two for those of the C library. */
static ino_t broken;

static bool is_broken(int fd)
{
	struct stat st;
	return broken && fstat(fd, &st) == 0 && st.st_ino == broken;
}

int fsync(int fd)
{
	if (!is_broken(fd))
		return fdatasync(fd);
	errno = EIO;
	return -1;
}

int ftruncate(int fd, off_t len)
{
	if (!is_broken(fd))
		return (int)syscall(SYS_ftruncate, fd, len);
	errno = EIO;
	return -1;
}

/* The wallet's commit was written, could not be synced and could not be taken away: the pairs that it relies
 * on stay. */
Test(store_key_images, failed_store_that_stays)
{
	struct sn_wallet *w = five_pairs();
	struct stat st;
	cr_assert(stat(path, &st) == 0);
	add_image(w, 5);
	broken = st.st_ino;
	fails(sn_wallet_store(w, &err), SN_IO);
	fails(sn_wallet_store(w, &err), SN_IO);
	broken = 0;
	struct sn_buf wallet = slurp(path), file = slurp(images);
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 6);
	sn_wallet_close(w);
	/* Or it is gone after all: then there is one more than the wallet relies on. */
	spill(path, wallet.data, (size_t)st.st_size);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert_eq(w->n_images, 6);
	sn_wallet_close(w);
	/* The same process may go on. */
	spill(path, wallet.data, wallet.len);
	spill(images, file.data, file.len);
	w = open_as(path, SN_WALLET_WRITE);
	add_image(w, 6);
	cr_assert(stat(path, &st) == 0);
	broken = st.st_ino;
	fails(sn_wallet_store(w, &err), SN_IO);
	broken = 0;
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
	sn_buf_free(&file);
}

/* It is deleted, moved or replaced under a wallet that is open: noticed at the next store, whatever there is
 * to store. */
Test(store_key_images, taken_away_while_in_use)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf before = slurp(path), file = slurp(images);
	for (int i = 0; i < 2; i++) {
		unlink(images);
		if (i)
			spill(images, file.data, file.len);
		fails(sn_wallet_store(w, &err), SN_NEEDS_REPAIR);
		cr_assert_str_eq(err.text,
				 "UNRECOVERABLE ERROR, wallet stops: pending key images (5) exceed the "
				 "pending-key-images file container (0)");
		add_image(w, 5);
		fails(sn_wallet_store(w, &err), SN_NEEDS_REPAIR);
		ok(sn_wallet_revert(w, &err));
		expect_pairs(w, 5);
	}
	struct sn_buf after = slurp(path);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_wallet_close(w);
	sn_buf_free(&before);
	sn_buf_free(&after);
	sn_buf_free(&file);
}

/* That images were lost is remembered until all that there were are restored. */
Test(store_key_images, lost_until_restored)
{
	struct sn_wallet *w = five_pairs();
	cr_assert(!sn_wallet_lacks_images(w));
	sn_wallet_close(w);
	unlink(images);
	w = open_as(path, SN_WALLET_REPAIR);
	cr_assert(sn_wallet_lacks_images(w));
	sn_wallet_close(w);
	expect_stopped(5, 0); /* nothing was stored */
	w = open_as(path, SN_WALLET_REPAIR);
	ok(sn_wallet_reset(w));
	for (uint64_t i = 0; i < 3; i++)
		add_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);

	struct sn_wallet_image pairs[10];
	size_t n_new;
	for (uint64_t i = 0; i < 10; i++)
		pairs[i] = pair_of(i, i);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(sn_wallet_lacks_images(w));
	ok(sn_wallet_restore_images(w, pairs, 3, &n_new)); /* all, but those above were not scanned yet */
	cr_assert(n_new == 3 && sn_wallet_lacks_images(w));
	for (uint64_t i = 0; i < 10; i++)
		add_output(w, i);
	ok(sn_wallet_restore_images(w, pairs, 9, &n_new)); /* one is left */
	cr_assert(n_new == 6 && sn_wallet_lacks_images(w));
	for (uint64_t i = w->n_outputs; i < 10; i++)
		add_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(sn_wallet_lacks_images(w));
	ok(sn_wallet_restore_images(w, pairs, 10, &n_new));
	cr_assert(n_new == 1 && !sn_wallet_lacks_images(w));
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_READ);
	cr_assert(!sn_wallet_lacks_images(w));
	sn_wallet_close(w);
}

Test(store_key_images, compaction)
{
	struct sn_wallet *w = five_pairs();
	uint64_t size = 0;
	bool shrank = false;
	for (uint64_t n = 5; n < 2500; n++) {
		struct sn_hash h = hash_of(n);
		add_image(w, 1000 + n);
		ok(sn_wallet_add_block(w, 200 + n, &h, 0));
		ok(sn_wallet_store(w, &err));
		shrank |= sn_journal_size(sn_wallet_journal(w)) < size;
		size = sn_journal_size(sn_wallet_journal(w));
	}
	cr_assert(shrank);
	size_t n_images = w->n_images;
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == n_images && w->n_outputs == 10 && sn_wallet_height(w) == 2700);
	sn_wallet_close(w);
}

Test(store_key_images, reset_keeps_payments_and_pairs)
{
	struct sn_wallet *w = five_pairs();
	struct sn_point input = key_of(0);
	struct sn_hash by = hash_of(9);
	struct sn_wallet_payment p = {.state = SN_PAYMENT_PREPARED, .inputs = &input, .n_inputs = 1};
	uint64_t id;
	ok(sn_wallet_add_payment(w, &p, &id));
	ok(sn_wallet_set_payment(w, id, SN_PAYMENT_CONFIRMED, &by, 150));
	ok(sn_wallet_set_spent(w, 0, 150, &by));
	ok(sn_wallet_reset(w));
	ok(sn_wallet_store(w, &err));
	for (int i = 0; i < 2; i++) {
		cr_assert(w->n_blocks == 0 && w->n_outputs == 0 && sn_wallet_height(w) == 0);
		cr_assert(w->n_payments == 1 && w->payments[0].state == SN_PAYMENT_SUBMITTED);
		expect_pairs(w, 5);
		sn_wallet_close(w);
		w = open_as(path, SN_WALLET_READ);
	}
	sn_wallet_close(w);
}

/* ---------------------------------------------------------------- restored pairs */

Test(store_key_images, restored)
{
	struct sn_wallet *w = five_pairs();
	struct sn_wallet_image pairs[10];
	size_t n_new;
	for (uint64_t i = 0; i < 10; i++)
		pairs[i] = pair_of(i, i);
	ok(sn_wallet_restore_images(w, pairs, 5, &n_new)); /* all known: nothing */
	cr_assert(n_new == 0 && w->n_outputs == 10);
	ok(sn_wallet_restore_images(w, pairs, 10, &n_new));
	cr_assert(n_new == 5 && w->n_images == 10 && w->n_outputs == 5 && sn_wallet_height(w) == 141);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 10 && w->n_outputs == 5 && sn_wallet_height(w) == 141);
	cr_assert(access(damaged, F_OK) != 0);
	sn_wallet_close(w);
}

/* What somebody with the view key slipped in goes; its file stays, under another name. */
Test(store_key_images, restored_against_false_ones)
{
	create(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_as(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 4; i++)
		add_output(w, i);
	struct sn_wallet_image wrong[] = {pair_of(0, 0), pair_of(1, 3), pair_of(2, 99), pair_of(77, 77)};
	for (size_t i = 0; i < 4; i++)
		ok(sn_wallet_add_image(w, &wrong[i].key, &wrong[i].image));
	ok(sn_wallet_store(w, &err));
	struct sn_buf file = slurp(images);

	struct sn_wallet_image right[] = {pair_of(0, 0), pair_of(1, 1), pair_of(2, 2), pair_of(3, 3)};
	size_t n_new;
	for (int stored = 0; stored < 2; stored++) {
		ok(sn_wallet_restore_images(w, right, 4, &n_new));
		cr_assert(n_new == 3 && w->n_images == 5 && sn_wallet_height(w) == 101 && w->n_outputs == 1);
		if (stored)
			ok(sn_wallet_store(w, &err));
		else
			ok(sn_wallet_revert(w, &err));
		cr_assert_eq(w->n_images, stored ? 5 : 4);
	}
	sn_wallet_close(w);
	struct sn_buf moved = slurp(damaged);
	cr_assert(moved.len == file.len && !memcmp(moved.data, file.data, file.len));
	w = open_as(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 5 && w->n_outputs == 1);
	for (uint64_t i = 1; i < 4; i++)
		add_output(w, i);
	for (uint64_t i = 0; i < 4; i++) {
		struct sn_point image = image_of(i);
		cr_assert_eq(sn_wallet_find_image(w, &image), i);
	}
	sn_wallet_close(w);
	sn_buf_free(&file);
	sn_buf_free(&moved);
}

Test(store_key_images, restored_pairs_that_contradict_each_other)
{
	struct sn_wallet *w = five_pairs();
	struct sn_wallet_image two_images[] = {pair_of(7, 7), pair_of(8, 8), pair_of(7, 9)};
	struct sn_wallet_image two_keys[] = {pair_of(7, 7), pair_of(8, 8), pair_of(9, 7)};
	struct sn_wallet_image twice[] = {pair_of(7, 7), pair_of(8, 8), pair_of(7, 7)};
	size_t n_new;
	fails(sn_wallet_restore_images(w, two_images, 3, &n_new), SN_BAD_INPUT);
	fails(sn_wallet_restore_images(w, two_keys, 3, &n_new), SN_BAD_INPUT);
	expect_pairs(w, 5);
	cr_assert_eq(w->n_outputs, 10);
	ok(sn_wallet_restore_images(w, twice, 3, &n_new));
	cr_assert(n_new == 2 && w->n_images == 7);
	sn_wallet_close(w);
}
