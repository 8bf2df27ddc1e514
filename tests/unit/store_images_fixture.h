/* store_images_fixture.h - a watch-only wallet with a key-image file, for the tests of store/key_images.h and
 * store/wallet_images.h. */

#ifndef STORE_IMAGES_FIXTURE_H
#define STORE_IMAGES_FIXTURE_H

#include "store/key_images.h"
#include "store_wallet_fixture.h"

#define SUFFIX ".outkey2ki"

static char images[sizeof path + 16];  /* of the wallet `path` */
static char damaged[sizeof path + 32]; /* its name after it was found unusable */

static inline void set_up_images(void)
{
	set_up();
	snprintf(images, sizeof images, "%s" SUFFIX, path);
	snprintf(damaged, sizeof damaged, "%s.damaged", images);
}

static inline void tear_down_images(void)
{
	unlink(damaged);
	unlink_beside(damaged, ".2");
	tear_down();
}

static inline void create_marked(const char *name, enum sn_role role, uint8_t mark)
{
	struct sn_account a = account_of(mark);
	ok(sn_wallet_create(name, role, &a, 0, PASSWORD, SN_KDF_TEST, &err));
}

/* Output n, at height 100 + 10n. */
static inline void add_numbered_output(struct sn_wallet *w, uint64_t n)
{
	struct sn_hash h = hash_of(n);
	struct sn_wallet_output o = {.key = key_of(n), .tx_hash = h, .amount = n, .height = 100 + 10 * n};
	ok(sn_wallet_add_output(w, &o, NULL));
	ok(sn_wallet_add_block(w, o.height, &h, 0, 0));
}

/* Ten outputs; the pairs 0 and 1 in one commit, 2 to 4 in another. */
static inline struct sn_wallet *five_pairs(void)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 10; i++)
		add_numbered_output(w, i);
	add_image(w, 0);
	add_image(w, 1);
	ok(sn_wallet_store(w, &err));
	for (uint64_t i = 2; i < 5; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	return w;
}

static inline struct sn_wallet_image pair_of(uint64_t key, uint64_t image)
{
	return (struct sn_wallet_image){key_of(key), image_of(image)};
}

static inline void expect_pairs(const struct sn_wallet *w, size_t n)
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

/* The wallet does not open for reading or writing; the message is exactly this line. */
static inline void expect_stopped(size_t relied, size_t found)
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

/* The wallet opens for repair with the first n pairs; after a store it opens normally. */
static inline void expect_repairs(size_t n, bool is_moved)
{
	struct sn_buf before = {0};
	if (is_moved)
		before = slurp(images);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_REPAIR);
	expect_pairs(w, n);
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, n);
	cr_assert(access(damaged, F_OK) != 0); /* not before something is stored */
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, n);
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_READ);
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
	/* New pairs are kept. */
	w = open_wallet(path, SN_WALLET_WRITE);
	for (size_t i = n; i < 7; i++)
		add_image(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	sn_wallet_close(w);
}

#endif
