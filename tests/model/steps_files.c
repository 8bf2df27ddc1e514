/* The wallet's files: closed, copied, lost, damaged, restored, repaired. */
#include "steps.h"

#include "cold/restore.h"
#include "store/wallet_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_file(struct sn_buf *out, const char *path)
{
	FILE *f = fopen(path, "rb");
	int c;
	sn_buf_clear(out);
	expect(f);
	while ((c = getc(f)) != EOF)
		sn_put_u8(out, (uint8_t)c);
	fclose(f);
	expect(!out->failed);
}

static void write_file(const char *path, const void *data, size_t len)
{
	FILE *f = fopen(path, "wb");
	expect(f && fwrite(data, 1, len, f) == len && fclose(f) == 0);
}

static const char *images_path(void)
{
	static char path[sizeof t.hot.path + 16];
	snprintf(path, sizeof path, "%s.outkey2ki", t.hot.path);
	return path;
}

static void close_wallet(void)
{
	ok(sn_wallet_store(t.hot.w, &t.err));
	sn_wallet_close(t.hot.w);
	t.hot.w = NULL;
	/* A new process has no memory. The table depends only on the keys, and is slow to compute. */
	sn_pool_kept_free(&t.memory.pool);
	t.memory.n_images = t.memory.n_outputs = 0;
	t.memory.top = (struct sn_hash){0};
	t.memory.has_failed = false;
}

static void open_wallet(enum sn_wallet_mode mode)
{
	ok(sn_wallet_open(&t.hot.w, t.hot.path, mode, HOT_PASSWORD, NULL, &t.err));
	/* Compaction normally starts at hundreds of KiB. Here it starts as soon as it saves space. */
	if (one_in(2))
		t.hot.w->store->compact_above = 2048;
}

/* The wallet opens only for repair, and reports this as specified. */
static void expect_needs_repair(size_t n_there)
{
	struct sn_wallet *w;
	struct sn_error err = {0};
	char want[160];
	size_t n = model_count_images(&t.model);
	int ret = sn_wallet_open(&w, t.hot.path, one_in(2) ? SN_WALLET_WRITE : SN_WALLET_READ, HOT_PASSWORD,
				 NULL, &err);
	if (!ret)
		sn_wallet_close(w);
	if (ret != SN_NEEDS_REPAIR)
		fail("opening without the key images gave %d: %s", ret, err.text);
	snprintf(
		want, sizeof want,
		"UNRECOVERABLE ERROR, wallet stops: pending key images (%zu) exceed the pending-key-images file container (",
		n);
	expect(!strncmp(err.text, want, strlen(want)));
	if (n_there != WORLD_NONE) {
		snprintf(want, sizeof want, "(%zu)", n_there);
		expect(!strcmp(err.text + strlen(err.text) - strlen(want), want));
	}
}

/* ---------------------------------------------------------------- files: closed, lost, old, repaired */

void step_restart(void)
{
	note("restart");
	close_wallet();
	ok(sn_wallet_open(&t.hot.w, t.hot.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
	compare(t.hot.w);
	sn_wallet_close(t.hot.w);
	open_wallet(SN_WALLET_WRITE);
	events[RESTARTS]++;
}

void step_copy(void)
{
	close_wallet();
	note("copy the files");
	struct copy *c = one_in(2) ? &t.old_wallet : &t.old_images;
	c->is_there = c == &t.old_wallet || model_count_images(&t.model) > 0;
	if (c->is_there)
		read_file(&c->bytes, c == &t.old_wallet ? t.hot.path : images_path());
	c->epoch = t.epoch;
	c->model = t.model;
	open_wallet(SN_WALLET_WRITE);
}

/* The wallet's key images are a subset of the model's. From here on, the model has only these. */
static void adopt_images(const bool *allowed)
{
	bool is_there[WORLD_COINS_MAX] = {false};
	for (size_t i = 0; i < t.hot.w->n_images; i++) {
		size_t coin = world_find_coin(&t.world, &t.hot.w->images[i].key);
		expect(coin != WORLD_NONE && allowed[coin]);
		expect(sn_point_is_equal(&t.hot.w->images[i].image, &t.world.coins[coin].image));
		is_there[coin] = true;
	}
	memcpy(t.model.has_image, is_there, sizeof is_there);
}

static void go_on_without(size_t n_there, const bool *allowed)
{
	expect_needs_repair(n_there);
	open_wallet(SN_WALLET_REPAIR);
	if (n_there != WORLD_NONE)
		same("key images left", -1, t.hot.w->n_images, n_there);
	adopt_images(allowed);
	expect(sn_wallet_lacks_images(t.hot.w) || !model_has_blocks(&t.model));
	if (one_in(2)) {
		note("and resync");
		ok(sn_wallet_reset(t.hot.w));
		model_go_back(&t.model, 0);
		ok(sn_wallet_store(t.hot.w, &t.err));
		sync_wallet();
		events[RESYNCS]++;
	}
	ok(sn_wallet_store(t.hot.w, &t.err));
	t.epoch++;
	events[LOSSES]++;
}

/* The end of the file may be the rest of an earlier truncated commit, which is not needed. Then all images
 * are present. */
static bool is_harmless(void)
{
	struct sn_wallet *w;
	if (sn_wallet_open(&w, t.hot.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err))
		return false;
	same("key images in a damaged file", -1, w->n_images, model_count_images(&t.model));
	compare(w);
	sn_wallet_close(w);
	return true;
}

void step_lose_images(void)
{
	size_t n = model_count_images(&t.model), n_old = model_count_images(&t.old_images.model);
	struct sn_buf bytes = {0};
	if (!n)
		return;
	close_wallet();
	if (one_in(3)) {
		note("the key-image file is gone");
		expect(unlink(images_path()) == 0);
		go_on_without(0, t.model.has_image);
	} else if (t.old_images.is_there && t.old_images.epoch == t.epoch && n_old < n && one_in(2)) {
		note("an older key-image file");
		write_file(images_path(), t.old_images.bytes.data, t.old_images.bytes.len);
		go_on_without(n_old, t.old_images.model.has_image);
	} else {
		read_file(&bytes, images_path());
		bool is_cut = one_in(2);
		size_t at = roll(bytes.len);
		note("the key-image file is %s at byte %zu of %zu", is_cut ? "cut" : "damaged", at,
		     bytes.len);
		if (!is_cut)
			bytes.data[at] ^= 1 << roll(8);
		write_file(images_path(), bytes.data, is_cut ? at : bytes.len);
		if (is_harmless())
			open_wallet(SN_WALLET_WRITE);
		else
			go_on_without(WORLD_NONE, t.model.has_image);
	}
	sn_buf_free(&bytes);
}

/* Old blocks are not kept: a rollback to one of them goes further back. */
static void allow_for_pruning(void)
{
	if (sn_wallet_height(t.hot.w) < t.model.height && model_is_pruned(&t.model, t.model.height))
		model_rollback(&t.model, sn_wallet_height(t.hot.w));
}

/* An old wallet file with the current key images. */
void step_old_wallet(void)
{
	if (!t.old_wallet.is_there || t.old_wallet.epoch != t.epoch)
		return;
	note("an older wallet file");
	bool has_image[WORLD_COINS_MAX];
	size_t lowest = SIZE_MAX;
	close_wallet();
	write_file(t.hot.path, t.old_wallet.bytes.data, t.old_wallet.bytes.len);
	memcpy(has_image, t.model.has_image, sizeof has_image);
	t.model = t.old_wallet.model;
	for (size_t i = 0; i < WORLD_COINS_MAX; i++) {
		size_t height =
			has_image[i] && !t.model.has_image[i] ? model_find(&t.model, t.world.coins[i].tx) : 0;
		if (height && height < lowest)
			lowest = height;
	}
	memcpy(t.model.has_image, has_image, sizeof has_image);
	model_go_back_for(&t.model, lowest);
	open_wallet(SN_WALLET_WRITE);
	allow_for_pruning();
	same("key images", -1, t.hot.w->n_images, model_count_images(&t.model));
	events[OLD_WALLETS]++;
}

static void repair_by_file(size_t *n_new)
{
	struct sn_buf wanted = {0}, images = {0};
	size_t n, n_left;
	ok(sn_restore_list(&wanted, t.hot.w, one_in(2) ? SN_RESTORE_ALL : SN_RESTORE_MISSING, &n, &n_left,
			   &t.err));
	ok(sn_restore_answer(&images, &t.world.alice, wanted.data, wanted.len, NULL, &n, &t.err));
	ok(sn_restore_import(t.hot.w, images.data, images.len, n_new, &t.err));
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	events[REPAIRS_BY_FILE]++;
}

void step_repair(void)
{
	size_t n_new, before = model_count_images(&t.model);
	if (!model_has_blocks(&t.model))
		return;
	if (one_in(2))
		sync_wallet();
	close_wallet();
	open_wallet(SN_WALLET_REPAIR);
	before = model_count_images(&t.model);
	model_repair(&t.model);
	note("repair: %zu key images are new, back to %zu", model_count_images(&t.model) - before,
	     t.model.height);
	if (one_in(2))
		repair_by_file(&n_new);
	else
		ok(sn_restore_into(t.hot.w, &t.world.alice, NULL, &n_new, &t.err));
	same("new key images", -1, n_new, model_count_images(&t.model) - before);
	allow_for_pruning();
	compare(t.hot.w);
	if (one_in(2))
		sync_wallet();
	events[REPAIRS]++;
}

void remove_files(void)
{
	char path[sizeof t.hot.path + 64];
	for (int i = 1; i < 64; i++) {
		snprintf(path, sizeof path, i == 1 ? "%s.damaged" : "%s.damaged.%d", images_path(), i);
		unlink(path);
	}
}
