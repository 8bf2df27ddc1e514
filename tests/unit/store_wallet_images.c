#include "store/wallet_images.h"

#include "store/wallet_state.h"
#include "store_images_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>

TestSuite(store_wallet_images, .init = set_up_images, .fini = tear_down_images);

/* If either file cannot be written, no pair is lost, and a repeated store succeeds. */
Test(store_wallet_images, failed_store_can_be_repeated)
{
	struct rlimit old, tight;
	struct stat st;
	signal(SIGXFSZ, SIG_IGN);
	cr_assert(getrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_wallet *w = five_pairs();
	/* The key-image file is smaller: a limit between both sizes fails the commit of the wallet file. */
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
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 6);
	/* A limit that fails the key-image file. */
	cr_assert(stat(images, &st) == 0);
	tight.rlim_cur = (rlim_t)st.st_size + 10;
	add_image(w, 6);
	cr_assert(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	fails(sn_wallet_store(w, &err), SN_IO);
	cr_assert(setrlimit(RLIMIT_FSIZE, &old) == 0);
	struct sn_wallet *r = open_wallet(path, SN_WALLET_READ);
	expect_pairs(r, 6);
	sn_wallet_close(r);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
}

/* A failing disk: fsync and ftruncate of the file with this inode fail. These functions replace those of the
 * C library. */
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

/* The commit of the wallet was written, but could be neither synced nor truncated: it may still take effect.
 */
Test(store_wallet_images, pairs_of_a_failed_store_stay_if_the_disk_fails)
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
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 6);
	sn_wallet_close(w);
	/* Without the commit, the file has one more pair than the wallet relies on. */
	spill(path, wallet.data, (size_t)st.st_size);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert_eq(w->n_images, 6);
	sn_wallet_close(w);
	/* The same process can continue. */
	spill(path, wallet.data, wallet.len);
	spill(images, file.data, file.len);
	w = open_wallet(path, SN_WALLET_WRITE);
	add_image(w, 6);
	cr_assert(stat(path, &st) == 0);
	broken = st.st_ino;
	fails(sn_wallet_store(w, &err), SN_IO);
	broken = 0;
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
	sn_buf_free(&file);
}

/* Deleted, renamed or replaced while the wallet is open: even a store without changes detects it. */
Test(store_wallet_images, removed_file_is_detected_at_the_next_store)
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

/* The loss is remembered until all images are restored. */
Test(store_wallet_images, images_are_lost_until_restored)
{
	struct sn_wallet *w = five_pairs();
	cr_assert(!sn_wallet_lacks_images(w));
	sn_wallet_close(w);
	unlink(images);
	w = open_wallet(path, SN_WALLET_REPAIR);
	cr_assert(sn_wallet_lacks_images(w));
	sn_wallet_close(w);
	expect_stopped(5, 0); /* nothing was stored */
	w = open_wallet(path, SN_WALLET_REPAIR);
	ok(sn_wallet_reset(w));
	for (uint64_t i = 0; i < 3; i++)
		add_numbered_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);

	struct sn_wallet_image pairs[10];
	size_t n_new;
	for (uint64_t i = 0; i < 10; i++)
		pairs[i] = pair_of(i, i);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(sn_wallet_lacks_images(w));
	ok(sn_wallet_restore_images(w, pairs, 3, &n_new)); /* all, but the blocks above are not scanned yet */
	cr_assert(n_new == 3 && sn_wallet_lacks_images(w));
	for (uint64_t i = 0; i < 10; i++)
		add_numbered_output(w, i);
	ok(sn_wallet_restore_images(w, pairs, 9, &n_new)); /* one is missing */
	cr_assert(n_new == 6 && sn_wallet_lacks_images(w));
	for (uint64_t i = w->n_outputs; i < 10; i++)
		add_numbered_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(sn_wallet_lacks_images(w));
	ok(sn_wallet_restore_images(w, pairs, 10, &n_new));
	cr_assert(n_new == 1 && !sn_wallet_lacks_images(w));
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_READ);
	cr_assert(!sn_wallet_lacks_images(w));
	sn_wallet_close(w);
}

Test(store_wallet_images, compaction_keeps_the_required_pairs)
{
	struct sn_wallet *w = five_pairs();
	uint64_t size = 0;
	bool shrank = false;
	for (uint64_t n = 5; n < 2500; n++) {
		struct sn_hash h = hash_of(n);
		add_image(w, 1000 + n);
		ok(sn_wallet_add_block(w, 200 + n, &h, 0, 0));
		ok(sn_wallet_store(w, &err));
		shrank |= sn_journal_size(sn_wallet_journal(w)) < size;
		size = sn_journal_size(sn_wallet_journal(w));
	}
	cr_assert(shrank);
	size_t n_images = w->n_images;
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == n_images && w->n_outputs == 10 && sn_wallet_height(w) == 2700);
	sn_wallet_close(w);
}

Test(store_wallet_images, reset_keeps_payments_and_pairs)
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
		w = open_wallet(path, SN_WALLET_READ);
	}
	sn_wallet_close(w);
}

Test(store_wallet_images, restored_pairs_complete_the_wallet)
{
	struct sn_wallet *w = five_pairs();
	struct sn_wallet_image pairs[10];
	size_t n_new;
	for (uint64_t i = 0; i < 10; i++)
		pairs[i] = pair_of(i, i);
	ok(sn_wallet_restore_images(w, pairs, 5, &n_new)); /* all known: no change */
	cr_assert(n_new == 0 && w->n_outputs == 10);
	ok(sn_wallet_restore_images(w, pairs, 10, &n_new));
	cr_assert(n_new == 5 && w->n_images == 10 && w->n_outputs == 0 && sn_wallet_height(w) == 0);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 10 && w->n_outputs == 0 && sn_wallet_height(w) == 0);
	cr_assert(access(damaged, F_OK) != 0);
	sn_wallet_close(w);
}

/* The daemon sees where the next scan starts: not at the block of an output. */
Test(store_wallet_images, scan_after_a_repair_starts_at_a_round_height)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	struct sn_wallet_image pair = pair_of(7, 7);
	size_t n_new;
	for (uint64_t height = 1950; height < 2400; height++) {
		struct sn_hash hash = hash_of(height);
		if (height == 2345)
			add_output(w, 3, 7, height, 1000);
		ok(sn_wallet_add_block(w, height, &hash, 0, 0));
	}
	ok(sn_wallet_restore_images(w, &pair, 1, &n_new));
	cr_assert(n_new == 1 && sn_wallet_height(w) == 2000 && w->scanned_to == 2400);
	sn_wallet_close(w);
}

/* False pairs made with the view key are removed; the file is kept under another name. */
Test(store_wallet_images, restored_pairs_override_false_ones)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 4; i++)
		add_numbered_output(w, i);
	struct sn_wallet_image wrong[] = {pair_of(0, 0), pair_of(1, 3), pair_of(2, 99), pair_of(77, 77)};
	for (size_t i = 0; i < 4; i++)
		ok(sn_wallet_add_image(w, &wrong[i].key, &wrong[i].image));
	ok(sn_wallet_store(w, &err));
	struct sn_buf file = slurp(images);

	struct sn_wallet_image right[] = {pair_of(0, 0), pair_of(1, 1), pair_of(2, 2), pair_of(3, 3)};
	size_t n_new;
	for (int stored = 0; stored < 2; stored++) {
		ok(sn_wallet_restore_images(w, right, 4, &n_new));
		cr_assert(n_new == 3 && w->n_images == 5 && sn_wallet_height(w) == 0 && w->n_outputs == 0);
		if (stored)
			ok(sn_wallet_store(w, &err));
		else
			ok(sn_wallet_revert(w, &err));
		cr_assert_eq(w->n_images, stored ? 5 : 4);
	}
	sn_wallet_close(w);
	struct sn_buf moved = slurp(damaged);
	cr_assert(moved.len == file.len && !memcmp(moved.data, file.data, file.len));
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 5 && w->n_outputs == 0);
	for (uint64_t i = 0; i < 4; i++)
		add_numbered_output(w, i);
	for (uint64_t i = 0; i < 4; i++) {
		struct sn_point image = image_of(i);
		cr_assert_eq(sn_wallet_find_image(w, &image), i);
	}
	sn_wallet_close(w);
	sn_buf_free(&file);
	sn_buf_free(&moved);
}

Test(store_wallet_images, contradicting_pairs_are_refused)
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
