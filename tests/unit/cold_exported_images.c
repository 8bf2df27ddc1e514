/* Output exports and key image exports of the reference wallet: both sides of the repair. */
#include "cold/exported_images.h"

#include "base/hex.h"
#include "cold_reference.h"
#include "cold_restore_fixture.h"
#include "crypto/derive.h"
#include "handoff/list_frame.h"
#include "interop/output_export.h"
#include "interop/sealed_file.h"

TestSuite(cold_exported_images, .init = set_up, .fini = tear_down);

static struct sn_interop_key key_of(const struct sn_account *account)
{
	struct sn_interop_key key;
	ok(sn_interop_key_init(&key, &account->view_secret, &t.err));
	return key;
}

/* Open and decode a key image export of `account`. */
static struct sn_key_image_export open_images(const struct sn_buf *file, const struct sn_account *account)
{
	struct sn_key_image_export images;
	struct sn_interop_key key = key_of(account);
	struct sn_buf plaintext = {0};
	ok(sn_sealed_file_open(&plaintext, SN_INTEROP_KEY_IMAGE_EXPORT, &key, file->data, file->len, &t.err));
	ok(sn_key_image_export_decode(&images, plaintext.data, plaintext.len, &t.err));
	cr_assert(sn_point_is_equal(&images.owner.spend, &account->spend_public) &&
		  sn_point_is_equal(&images.owner.view, &account->view_public));
	sn_buf_free(&plaintext);
	return images;
}

static void seal_images(struct sn_buf *file, const struct sn_key_image_export *images,
			const struct sn_account *account)
{
	struct sn_interop_key key = key_of(account);
	struct sn_buf plaintext = {0};
	sn_buf_clear(file);
	ok(sn_key_image_export_encode(&plaintext, images, &t.err));
	ok(sn_sealed_file_make(file, SN_INTEROP_KEY_IMAGE_EXPORT, &key, plaintext.data, plaintext.len,
			       &t.err));
	sn_buf_free(&plaintext);
}

static void seal_outputs(struct sn_buf *file, const struct sn_output_export *outputs,
			 const struct sn_account *account)
{
	struct sn_interop_key key = key_of(account);
	struct sn_buf plaintext = {0};
	sn_buf_clear(file);
	ok(sn_output_export_encode(&plaintext, outputs, &t.err));
	ok(sn_sealed_file_make(file, SN_INTEROP_OUTPUT_EXPORT, &key, plaintext.data, plaintext.len, &t.err));
	sn_buf_free(&plaintext);
}

static struct sn_output_export open_outputs(const struct sn_buf *file, const struct sn_account *account)
{
	struct sn_output_export outputs;
	struct sn_interop_key key = key_of(account);
	struct sn_buf plaintext = {0};
	ok(sn_sealed_file_open(&plaintext, SN_INTEROP_OUTPUT_EXPORT, &key, file->data, file->len, &t.err));
	ok(sn_output_export_decode(&outputs, plaintext.data, plaintext.len, &t.err));
	sn_buf_free(&plaintext);
	return outputs;
}

static struct sn_exported_list list_into(struct sn_buf *file, bool is_old, bool all)
{
	struct sn_exported_list list = {.is_old = is_old, .all = all};
	sn_buf_clear(file);
	ok(sn_exported_images_list(file, t.w, &list, &t.err));
	return list;
}

/* The answer of the master wallet, which is `expected`. */
static int answer(struct sn_buf *images, const struct sn_buf *wanted)
{
	size_t n;
	sn_buf_clear(images);
	int ret = sn_restore_answer(images, &t.alice, wanted->data, wanted->len, NULL, &n, &t.err);
	cr_assert(!ret || (images->len == 0 && n == 0));
	return ret;
}

static int import(const struct sn_buf *images, size_t *n)
{
	return sn_restore_import(t.w, images->data, images->len, n, &t.err);
}

/* ------------------------------------------------------------------ files of the reference wallet */

/* Our key images are those that monero-wallet-cli wrote for the first outputs of the same list. */
static void expect_same_images(const struct sn_key_image_export *images, const char *release)
{
	struct interop_sample sample = interop_find(release, "images-1-first-all");
	struct sn_key_image_export theirs;
	ok(sn_key_image_export_decode(&theirs, sample.plaintext.data, sample.plaintext.len, &t.err));
	cr_assert(theirs.offset == 0 && theirs.n > 3);
	size_t n_same = 0;
	for (size_t i = images->offset; i < theirs.n && i - images->offset < images->n; i++, n_same++)
		cr_assert(
			sn_point_is_equal(&theirs.images[i].image, &images->images[i - images->offset].image),
			"%zu", i);
	cr_assert_geq(n_same, 3);
	sn_key_image_export_free(&theirs);
	interop_free(&sample);
}

static void check_answer(const char *release, const char *name)
{
	const struct sn_account account = reference_account(release);
	struct interop_sample sample = interop_find(release, name);
	struct sn_buf file = {0}, again = {0};
	size_t n;
	t.last = 0;
	ok(sn_restore_answer(&file, &account, sample.file.data, sample.file.len, &progress, &n, &t.err));
	struct sn_output_export outputs = open_outputs(&sample.file, &account);
	struct sn_key_image_export images = open_images(&file, &account);
	cr_assert(n == outputs.transfers.n && images.n == n && t.last == n);
	cr_assert_eq(images.offset, outputs.transfers.offset);
	struct sn_point keys[16];
	for (size_t i = 0; i < n; i++)
		keys[i] = outputs.transfers.outputs[i].pubkey;
	ok(sn_key_image_export_verify(&images, keys, n, &t.err));
	expect_same_images(&images, release);

	/* From hexadecimal text, the same bytes. */
	char *hex = malloc(2 * sample.file.len + 1);
	sn_hex_encode(hex, sample.file.data, sample.file.len);
	ok(sn_restore_answer(&again, &account, hex, strlen(hex), NULL, &n, &t.err));
	cr_assert(again.len == file.len && !memcmp(again.data, file.data, file.len));
	free(hex);
	sn_key_image_export_free(&images);
	sn_output_export_free(&outputs);
	interop_free(&sample);
	sn_buf_free(&file);
	sn_buf_free(&again);
}

Test(cold_exported_images, samples_are_answered)
{
	check_answer("0.18.0.0", "outputs-all");
	check_answer("0.18.4.0", "outputs-all");
	check_answer("0.18.4.0", "outputs-start-2-count-3");
}

/* ------------------------------------------------------------------ our own wallets */

static void restore(bool is_old)
{
	struct sn_buf wanted = {0}, images = {0};
	struct sn_wallet_output *outputs = copy_outputs();
	struct sn_exported_list list = list_into(&wanted, is_old, false);
	size_t n;
	cr_assert(list.n == N && list.offset == 0 && list.n_left == 0);
	ok(answer(&images, &wanted));
	ok(import(&images, &n));
	cr_assert(n == N && t.w->n_images == N && t.w->n_outputs == 0);
	/* Not scanned again yet: a second import has nothing to do. */
	ok(import(&images, &n));
	cr_assert_eq(n, 0);
	open_wallet();
	put_back(outputs);
	expect_images(t.images);
	ok(import(&images, &n));
	cr_assert(n == 0 && t.w->n_outputs == N);
	/* Nothing is missing any more: an empty list, an empty answer. */
	list = list_into(&wanted, is_old, false);
	cr_assert(list.n == 0 && list.n_left == 0);
	ok(answer(&images, &wanted));
	ok(import(&images, &n));
	cr_assert(n == 0 && t.w->n_outputs == N);
	list = list_into(&wanted, is_old, true);
	cr_assert(list.n == N && list.offset == 0);
	free(outputs);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
}

Test(cold_exported_images, wallet_gets_every_key_image)
{
	restore(false);
}

Test(cold_exported_images, wallet_gets_every_key_image_from_an_old_release)
{
	restore(true);
}

Test(cold_exported_images, list_has_the_outputs_of_the_wallet)
{
	struct sn_buf wanted = {0};
	t.w->outputs[1].is_rct = true;
	t.w->outputs[2].is_spent = true;
	t.w->outputs[3].is_rct = t.w->outputs[3].has_image = true;
	for (int is_old = 0; is_old < 2; is_old++) {
		list_into(&wanted, is_old, false);
		struct sn_output_export list = open_outputs(&wanted, &t.alice);
		const struct sn_exported_transfers *e = &list.transfers;
		cr_assert(e->has_total == !is_old && e->version == !is_old);
		cr_assert(e->offset == 0 && e->total == N && e->n == N);
		for (size_t i = 0; i < N; i++) {
			const struct sn_exported_transfer_details *o = &e->outputs[i];
			const struct sn_wallet_output *ours = &t.w->outputs[i];
			static const uint8_t flags[N] = {0x10, 0x14, 0x11, 0x0c, 0x10};
			cr_assert(sn_point_is_equal(&o->pubkey, &ours->key) &&
				  sn_point_is_equal(&o->tx_pubkey, &ours->tx_key));
			cr_assert(o->internal_output_index == ours->index && o->amount == ours->amount &&
				  o->global_output_index == ours->global_index);
			cr_assert_eq(o->flags, flags[i], "%zu: %x", i, o->flags);
			cr_assert(is_old || sn_subaddress_is_equal(o->subaddress, ours->subaddress));
			cr_assert_eq(o->n_additional_tx_keys, 0);
		}
		sn_output_export_free(&list);
	}
	sn_buf_free(&wanted);
}

/* Put a Carrot output between the outputs of the wallet, behind number `after`. */
static void insert_carrot(const struct sn_wallet_output *outputs, size_t after)
{
	const struct sn_wallet_output carrot = {.key = cold_random_point(),
						.tx_hash = {{200}},
						.amount = 1000,
						.height = outputs[after].height,
						.is_rct = true,
						.is_carrot = true};
	const struct sn_wallet_enote enote = {.first_image = cold_random_point()};
	create_wallet(SN_ROLE_WATCH_ONLY, &t.alice);
	for (size_t i = 0; i < N; i++) {
		ok(sn_wallet_add_output(t.w, &outputs[i], NULL));
		if (i == after)
			ok(sn_wallet_add_carrot_output(t.w, &carrot, &enote, NULL));
		ok(sn_wallet_add_block(t.w, outputs[i].height, &outputs[i].tx_hash, 0, 0));
	}
}

/* The other programs do not know Carrot outputs: they are omitted, and have no number. */
Test(cold_exported_images, carrot_outputs_are_omitted)
{
	struct sn_buf wanted = {0}, images = {0};
	struct sn_wallet_output *before = copy_outputs();
	size_t n;
	insert_carrot(before, 1);
	for (int all = 0; all < 2; all++) {
		struct sn_exported_list list = list_into(&wanted, false, all);
		cr_assert(list.offset == 0 && list.n == N && list.n_left == 0 && list.n_carrot == 1);
	}
	struct sn_output_export outputs = open_outputs(&wanted, &t.alice);
	for (size_t i = 0; i < N; i++)
		cr_assert(sn_point_is_equal(&outputs.transfers.outputs[i].pubkey,
					    &t.w->outputs[i < 2 ? i : i + 1].key));
	sn_output_export_free(&outputs);
	ok(answer(&images, &wanted));
	ok(import(&images, &n));
	cr_assert_eq(n, N);
	for (size_t i = 0; i < N; i++)
		cr_assert(sn_point_is_equal(&t.w->images[i].image, &t.images[i]));
	/* Only the Carrot output lacks its key image. */
	insert_carrot(before, 4);
	struct sn_exported_list list = list_into(&wanted, false, false);
	cr_assert(list.n == 0 && list.n_left == 0 && list.n_carrot == 1, "%zu", list.n);
	free(before);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
}

/* More outputs than a file has room for: it begins with the first without key image. */
Test(cold_exported_images, long_list_is_limited, .timeout = 120)
{
	struct sn_buf wanted = {0};
	struct sn_wallet_output o = {.tx_hash = {{0, 0, 0, 0, 1}}, .height = 60};
	const size_t n_more = SN_LIST_MAX - N + 3;
	for (uint32_t i = 0; i < n_more; i++) {
		memcpy(o.key.b, &i, sizeof i);
		memcpy(o.tx_hash.b, &i, sizeof i);
		ok(sn_wallet_add_output(t.w, &o, NULL));
	}
	for (int all = 0; all < 2; all++) {
		struct sn_exported_list list = list_into(&wanted, false, all);
		cr_assert(list.offset == 0 && list.n == SN_LIST_MAX && list.n_left == 3);
	}
	for (size_t i = 0; i < 2; i++)
		ok(sn_wallet_add_image(t.w, &t.w->outputs[i].key, &t.images[i]));
	struct sn_exported_list list = list_into(&wanted, false, false);
	cr_assert(list.offset == 2 && list.n == SN_LIST_MAX && list.n_left == 1, "%zu %zu %zu", list.offset,
		  list.n, list.n_left);
	list = list_into(&wanted, false, true);
	cr_assert(list.offset == 0 && list.n_left == 3);
	sn_buf_free(&wanted);
}

/* ------------------------------------------------------------------ hostile lists */

/* An output of alice to `subaddress`, with R as tx key. */
static struct sn_exported_transfer_details output_to(struct sn_subaddress_index subaddress)
{
	const struct sn_scalar r = cold_random_scalar();
	struct sn_exported_transfer_details o = {.internal_output_index = 2, .subaddress = subaddress};
	struct sn_scalar spend, x;
	struct sn_point derivation;
	sn_secret_to_public(&o.tx_pubkey, &r);
	ok(sn_derive(&derivation, &o.tx_pubkey, &t.alice.view_secret));
	sn_account_spend_secret(&spend, &t.alice, subaddress);
	sn_derive_secret_key(&x, &derivation, 2, &spend);
	sn_secret_to_public(&o.pubkey, &x);
	return o;
}

static int answer_to(struct sn_exported_transfer_details *outputs, size_t n, uint8_t version, uint64_t offset)
{
	struct sn_output_export export = {
		.owner = {t.alice.spend_public, t.alice.view_public},
		.transfers = {version, version, offset, offset + n, outputs, n},
	};
	struct sn_buf wanted = {0}, images = {0};
	seal_outputs(&wanted, &export, &t.alice);
	int ret = answer(&images, &wanted);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	return ret;
}

/* Single addresses are derived, however high their numbers are; a list of an old release finds those of the
 * look-ahead, which goes on from each. */
Test(cold_exported_images, far_subaddresses_need_no_look_ahead, .timeout = 60)
{
	static const struct sn_subaddress_index far[] = {
		{0, UINT32_MAX}, {UINT32_MAX, 0}, {UINT32_MAX, UINT32_MAX}, {0, 200}, {50, 0}};
	for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
		struct sn_exported_transfer_details o = output_to(far[i]);
		ok(answer_to(&o, 1, 1, 0));
		if (i < 3)
			continue;
		cr_assert_eq(answer_to(&o, 1, 0, 0), SN_REFUSED);
		cr_assert(strstr(t.err.text, "output 0 of the online wallet's list does not belong"), "%s",
			  t.err.text);
		cr_assert(strstr(t.err.hint, "update the online wallet"), "%s", t.err.hint);
	}
	struct sn_exported_transfer_details chain[] = {output_to((struct sn_subaddress_index){3, 150}),
						       output_to((struct sn_subaddress_index){52, 199}),
						       output_to((struct sn_subaddress_index){3, 349})};
	ok(answer_to(chain, 3, 0, 0));
	cr_assert_eq(answer_to(chain + 1, 2, 0, 7), SN_REFUSED);
	cr_assert(strstr(t.err.text, "output 7 of "), "%s", t.err.text);
	cr_assert_eq(answer_to(chain + 2, 1, 0, 0), SN_REFUSED);
}

/* The tx key may be an additional one, at the position of the output. */
Test(cold_exported_images, additional_tx_keys_are_tried)
{
	for (uint8_t version = 0; version < 2; version++) {
		struct sn_exported_transfer_details o = output_to((struct sn_subaddress_index){0, 5});
		struct sn_point additional[] = {cold_random_point(), cold_random_point(), o.tx_pubkey,
						cold_random_point()};
		o.additional_tx_keys = additional;
		o.n_additional_tx_keys = 4;
		ok(answer_to(&o, 1, version, 0));
		o.tx_pubkey = cold_random_point();
		ok(answer_to(&o, 1, version, 0));
		memset(o.tx_pubkey.b, 0xff, 32); /* no point at all */
		ok(answer_to(&o, 1, version, 0));
		o.n_additional_tx_keys = 2;
		cr_assert_eq(answer_to(&o, 1, version, 0), SN_REFUSED);
		o.n_additional_tx_keys = 4;
		additional[3] = additional[2];
		additional[2] = additional[1];
		cr_assert_eq(answer_to(&o, 1, version, 0), SN_REFUSED);
	}
}

/* Each value that the secret key follows from, changed. */
Test(cold_exported_images, foreign_outputs_are_refused)
{
	for (int what = 0; what < 5; what++) {
		struct sn_exported_transfer_details o[2] = {output_to((struct sn_subaddress_index){0, 5}),
							    output_to((struct sn_subaddress_index){0, 5})};
		ok(answer_to(o, 2, 1, 3));
		switch (what) {
		case 0:
			o[1].pubkey = cold_random_point();
			break;
		case 1:
			o[1].tx_pubkey = cold_random_point();
			break;
		case 2:
			o[1].internal_output_index ^= 1;
			break;
		case 3:
			o[1].subaddress.minor ^= 1;
			break;
		case 4:
			memset(o[1].pubkey.b, 0xff, 32); /* no point at all */
			break;
		}
		cr_assert_eq(answer_to(o, 2, 1, 3), SN_REFUSED);
		cr_assert(strstr(t.err.text, "output 4 of the online wallet's list does not belong"), "%s",
			  t.err.text);
		cr_assert_eq(answer_to(o, 2, 0, 3), what == 3 ? SN_OK : SN_REFUSED);
	}
}

Test(cold_exported_images, offset_of_more_than_32_bits_is_refused)
{
	struct sn_exported_transfer_details o = output_to((struct sn_subaddress_index){0, 0});
	ok(answer_to(&o, 1, 1, UINT32_MAX - 1));
	cr_assert_eq(answer_to(&o, 1, 1, UINT32_MAX), SN_BAD_INPUT);
	cr_assert_eq(answer_to(&o, 1, 1, UINT64_MAX - 1), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "begins with output 18446744073709551614"), "%s", t.err.text);
}

/* ------------------------------------------------------------------ bad files */

static void expect_import_refused(const struct sn_buf *images, int code, const char *words)
{
	size_t n;
	cr_assert_eq(import(images, &n), code);
	cr_assert(strstr(t.err.text, words) || strstr(t.err.hint, words), "%s\n%s", t.err.text, t.err.hint);
	cr_assert(n == 0 && t.w->n_images == 0 && t.w->n_outputs == N);
}

Test(cold_exported_images, false_key_images_are_refused)
{
	struct sn_buf wanted = {0}, file = {0};
	list_into(&wanted, false, false);
	ok(answer(&file, &wanted));
	struct sn_key_image_export images = open_images(&file, &t.alice);

	struct sn_key_image_export changed = images;
	struct sn_signed_key_image copy[N + 1];
	changed.images = copy;
	for (int what = 0; what < 4; what++) {
		memcpy(copy, images.images, N * sizeof *copy);
		if (what == 0)
			copy[2].signature.r.b[0] ^= 1;
		else if (what == 1)
			copy[2].image = copy[1].image;
		else if (what == 2)
			copy[2].image = cold_torsion_point();
		else
			copy[2] = copy[1];
		seal_images(&file, &changed, &t.alice);
		expect_import_refused(&file, SN_BAD_INPUT, "the key image of output 2 is invalid");
		expect_import_refused(&file, SN_BAD_INPUT, "ki-restore --list --all --format=monero");
	}

	/* For another list: moved, and longer. */
	memcpy(copy, images.images, N * sizeof *copy);
	changed.offset = 1;
	changed.n = N - 1;
	seal_images(&file, &changed, &t.alice);
	expect_import_refused(&file, SN_BAD_INPUT, "the key image of output 1 is invalid");
	copy[N] = copy[0];
	changed.offset = 0;
	changed.n = N + 1;
	seal_images(&file, &changed, &t.alice);
	expect_import_refused(&file, SN_BAD_INPUT, "of output 5, but this wallet has 5 outputs");
	changed.offset = UINT32_MAX - 10;
	seal_images(&file, &changed, &t.alice);
	expect_import_refused(&file, SN_BAD_INPUT, "of output 4294967285, but this wallet");

	/* Of another wallet, by name only. */
	changed = images;
	changed.owner.spend = t.bob.spend_public;
	seal_images(&file, &changed, &t.alice);
	expect_import_refused(&file, SN_BAD_INPUT, "another wallet");

	/* A part is welcome. */
	size_t n;
	changed = images;
	changed.images++;
	changed.offset++;
	changed.n -= 2;
	seal_images(&file, &changed, &t.alice);
	ok(import(&file, &n));
	cr_assert_eq(n, N - 2);
	sn_key_image_export_free(&images);
	sn_buf_free(&wanted);
	sn_buf_free(&file);
}

/* The wallet has gone back to scan blocks again, and does not know the outputs of the other images. */
Test(cold_exported_images, import_before_the_rescan_asks_for_it)
{
	struct sn_buf wanted = {0}, file = {0};
	size_t n;
	list_into(&wanted, false, false);
	ok(answer(&file, &wanted));
	struct sn_key_image_export images = open_images(&file, &t.alice), part = images;
	part.n = 1;
	seal_images(&wanted, &part, &t.alice);
	ok(import(&wanted, &n));
	cr_assert(n == 1 && t.w->n_outputs == 0);
	cr_assert_eq(import(&file, &n), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "of output 1, but this wallet has 0 outputs"), "%s", t.err.text);
	cr_assert(strstr(t.err.hint, "run wo-sync"), "%s", t.err.hint);
	sn_key_image_export_free(&images);
	sn_buf_free(&wanted);
	sn_buf_free(&file);
}

Test(cold_exported_images, bad_files_are_refused)
{
	struct sn_buf wanted = {0}, images = {0}, out = {0};
	size_t n;
	list_into(&wanted, false, false);
	ok(answer(&images, &wanted));
	/* Exchanged, another wallet's, cut short, changed. */
	cr_assert_eq(sn_restore_answer(&out, &t.alice, images.data, images.len, NULL, &n, &t.err),
		     SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "wrong file: this is a key image export"), "%s", t.err.text);
	cr_assert_eq(sn_restore_import(t.w, wanted.data, wanted.len, &n, &t.err), SN_BAD_INPUT);
	cr_assert(strstr(t.err.text, "wrong file: this is an output export"), "%s", t.err.text);
	cr_assert_eq(sn_restore_answer(&out, &t.bob, wanted.data, wanted.len, NULL, &n, &t.err),
		     SN_BAD_INPUT);
	for (size_t len = 0; len < images.len; len += 1 + len / 8)
		cr_assert_eq(sn_restore_import(t.w, images.data, len, &n, &t.err), SN_BAD_INPUT);
	for (size_t len = 0; len < wanted.len; len += 1 + len / 8)
		cr_assert_eq(sn_restore_answer(&out, &t.alice, wanted.data, len, NULL, &n, &t.err),
			     SN_BAD_INPUT);
	for (size_t i = 0; i < images.len; i += 301) {
		images.data[i] ^= 4;
		cr_assert_eq(import(&images, &n), SN_BAD_INPUT);
		images.data[i] ^= 4;
	}
	cr_assert_eq(out.len, 0);
	cr_assert(t.w->n_images == 0 && t.w->n_outputs == N);

	create_wallet(SN_ROLE_MASTER, &t.alice);
	cr_assert_eq(import(&images, &n), SN_BAD_INPUT);
	cr_assert_eq(t.err.reason, SN_REASON_WRONG_ROLE);
	struct sn_exported_list list = {0};
	cr_assert_eq(sn_exported_images_list(&out, t.w, &list, &t.err), SN_BAD_INPUT);
	create_wallet(SN_ROLE_WATCH_ONLY, &t.alice);
	cr_assert_eq(import(&images, &n), SN_REFUSED);
	cr_assert_eq(sn_exported_images_list(&out, t.w, &list, &t.err), SN_REFUSED);
	cr_assert_eq(out.len, 0);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	sn_buf_free(&out);
}
