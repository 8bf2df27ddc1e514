#include "cold/restore.h"

#include "cold_restore_fixture.h"
#include "handoff/envelope.h"
#include "handoff/image_list.h"
#include "handoff/list_frame.h"
#include "handoff/output_list.h"

TestSuite(cold_restore, .init = set_up, .fini = tear_down);

Test(cold_restore, wallet_gets_every_key_image)
{
	size_t n;
	struct sn_wallet_output *outputs = copy_outputs();
	ok(sn_restore_into(t.w, &t.alice, &progress, &n, &t.err));
	cr_assert_eq(n, N);
	cr_assert(t.reports >= 1 && t.last == N);
	cr_assert(t.w->n_images == N && t.w->n_outputs == 0 && sn_wallet_height(t.w) == 0);
	open_wallet();
	put_back(outputs);
	expect_images(t.images);
	/* The second run has nothing to do, and scans nothing again. */
	ok(sn_restore_into(t.w, &t.alice, NULL, &n, &t.err));
	cr_assert(n == 0 && t.w->n_outputs == N);
	free(outputs);
}

/* Just repaired, and not synchronized since: no reason to complain. */
Test(cold_restore, second_run_changes_nothing)
{
	size_t n;
	ok(sn_restore_into(t.w, &t.alice, NULL, &n, &t.err));
	ok(sn_restore_into(t.w, &t.alice, NULL, &n, &t.err));
	cr_assert_eq(n, 0);
}

Test(cold_restore, known_key_images_are_not_counted)
{
	size_t n;
	ok(sn_wallet_add_image(t.w, &t.w->outputs[0].key, &t.images[0]));
	ok(sn_restore_into(t.w, &t.alice, NULL, &n, &t.err));
	cr_assert(n == N - 1 && t.w->n_outputs == 0 && sn_wallet_height(t.w) == 0);
}

/* With two files: the second answers the first. */
Test(cold_restore, files_give_the_same_key_images)
{
	size_t n;
	struct sn_buf wanted = {0}, images = {0};
	struct sn_wallet_output *outputs = copy_outputs();
	ok(sn_wallet_add_image(t.w, &t.w->outputs[2].key, &t.images[2]));
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_ALL, &n, &t.left, &t.err));
	cr_assert_eq(n, N);
	sn_buf_clear(&wanted);
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n, &t.left, &t.err));
	cr_assert_eq(n, N - 1);
	ok(sn_restore_answer(&images, &t.alice, wanted.data, wanted.len, &progress, &n, &t.err));
	cr_assert(n == N - 1 && t.last == N - 1);
	ok(sn_restore_import(t.w, images.data, images.len, &n, &t.err));
	cr_assert(n == N - 1 && t.w->n_images == N && sn_wallet_height(t.w) == 0);
	open_wallet();
	put_back(outputs);
	expect_images(t.images);
	ok(sn_restore_import(t.w, images.data, images.len, &n, &t.err));
	cr_assert(n == 0 && t.w->n_outputs == N);
	/* Nothing is missing any more: an empty list, an empty answer. */
	sn_buf_clear(&wanted);
	sn_buf_clear(&images);
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n, &t.left, &t.err));
	cr_assert_eq(n, 0);
	ok(sn_restore_answer(&images, &t.alice, wanted.data, wanted.len, NULL, &n, &t.err));
	ok(sn_restore_import(t.w, images.data, images.len, &n, &t.err));
	cr_assert(n == 0 && t.w->n_outputs == N);
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	free(outputs);
}

static void expect_refused(int code, enum sn_reason reason, const char *words)
{
	size_t n, before = t.w->n_images, outputs = t.w->n_outputs;
	int ret = sn_restore_into(t.w, &t.alice, NULL, &n, &t.err);
	cr_assert_eq(ret, code, "%d: %s", ret, t.err.text);
	cr_assert(t.err.reason == reason && strstr(t.err.text, words), "%s", t.err.text);
	cr_assert(n == 0 && t.w->n_images == before && t.w->n_outputs == outputs);
}

Test(cold_restore, wrong_wallets_are_refused)
{
	create_wallet(SN_ROLE_MASTER, &t.alice);
	expect_refused(SN_BAD_INPUT, SN_REASON_WRONG_ROLE, "not a watch-only wallet");
	create_wallet(SN_ROLE_WATCH_ONLY, &t.alice);
	expect_refused(SN_REFUSED, SN_REASON_NONE, "never been synchronized");
	create_wallet(SN_ROLE_WATCH_ONLY, &t.bob);
	add_outputs();
	expect_refused(SN_BAD_INPUT, SN_REASON_FOREIGN, "the keys differ");
	struct sn_account elsewhere = t.alice;
	elsewhere.network = SN_STAGENET;
	create_wallet(SN_ROLE_WATCH_ONLY, &elsewhere);
	add_outputs();
	expect_refused(SN_BAD_INPUT, SN_REASON_FOREIGN, "the keys differ");
}

/* Each thing that the secret key follows from, changed. */
Test(cold_restore, foreign_outputs_are_refused)
{
	struct sn_wallet_output *outputs = copy_outputs();
	for (int what = 0; what < 5; what++) {
		struct sn_wallet_output changed = outputs[1];
		switch (what) {
		case 0:
			changed.key = cold_random_point();
			break;
		case 1:
			changed.tx_key = cold_random_point();
			break;
		case 2:
			changed.index ^= 1;
			break;
		case 3:
			changed.subaddress.minor ^= 1;
			break;
		case 4:
			memset(changed.tx_key.b, 0xff, 32);
			break; /* no point at all */
		}
		create_wallet(SN_ROLE_WATCH_ONLY, &t.alice);
		ok(sn_wallet_add_output(t.w, &changed, NULL));
		expect_refused(SN_REFUSED, SN_REASON_NONE, "does not belong to the master wallet");
		size_t n;
		struct sn_buf wanted = {0}, images = {0};
		ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n, &t.left, &t.err));
		cr_assert_eq(sn_restore_answer(&images, &t.alice, wanted.data, wanted.len, NULL, &n, &t.err),
			     SN_REFUSED);
		cr_assert_eq(images.len, 0);
		sn_buf_free(&wanted);
		sn_buf_free(&images);
	}
	free(outputs);
}

/* The wallet has a false key image; the computed one replaces it. */
Test(cold_restore, false_image_is_corrected)
{
	size_t n;
	struct sn_point image = cold_random_point();
	struct sn_wallet_output *outputs = copy_outputs();
	char damaged[sizeof t.path + 32];
	ok(sn_wallet_add_image(t.w, &t.w->outputs[3].key, &image));
	ok(sn_wallet_store(t.w, &t.err));
	ok(sn_restore_into(t.w, &t.alice, NULL, &n, &t.err));
	cr_assert_eq(n, N);
	open_wallet();
	put_back(outputs);
	expect_images(t.images);
	snprintf(damaged, sizeof damaged, "%s.outkey2ki.damaged", t.path);
	cr_assert_eq(unlink(damaged), 0);
	free(outputs);
}

Test(cold_restore, bad_files_are_refused)
{
	struct sn_buf wanted = {0}, images = {0}, out = {0};
	size_t n;
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n, &t.left, &t.err));
	ok(sn_restore_answer(&images, &t.alice, wanted.data, wanted.len, NULL, &n, &t.err));
	/* Exchanged, another wallet's, cut short. */
	cr_assert_eq(sn_restore_answer(&out, &t.alice, images.data, images.len, NULL, &n, &t.err),
		     SN_BAD_INPUT);
	cr_assert_eq(sn_restore_import(t.w, wanted.data, wanted.len, &n, &t.err), SN_BAD_INPUT);
	cr_assert_eq(sn_restore_answer(&out, &t.bob, wanted.data, wanted.len, NULL, &n, &t.err),
		     SN_BAD_INPUT);
	for (size_t len = 0; len < images.len; len += 7)
		cr_assert_eq(sn_restore_import(t.w, images.data, len, &n, &t.err), SN_BAD_INPUT);
	for (size_t len = 0; len < wanted.len; len += 7)
		cr_assert_eq(sn_restore_answer(&out, &t.alice, wanted.data, len, NULL, &n, &t.err),
			     SN_BAD_INPUT);
	cr_assert_eq(out.len, 0);
	cr_assert(t.w->n_images == 0 && t.w->n_outputs == N);

	/* Sealed well, and yet no key image; or the same one for two outputs. */
	for (int i = 0; i < 2; i++) {
		struct sn_listed_image listed[2] = {{.key = {{1}}, .image = t.images[0]},
						    {.key = {{2}}, .image = t.images[0]}};
		if (i == 0)
			listed[1].image = cold_torsion_point();
		struct sn_image_list list = {listed, 2};
		struct sn_buf content = {0}, file = {0};
		ok(sn_image_list_encode(&content, &list, &t.err));
		ok(sn_envelope_seal(&file, SN_ENVELOPE_KEY_IMAGES, SN_MAINNET, &t.alice.view_secret,
				    content.data, content.len, &t.err));
		cr_assert_eq(sn_restore_import(t.w, file.data, file.len, &n, &t.err), SN_BAD_INPUT);
		cr_assert(strstr(t.err.text, i ? "same key image" : "invalid key image"), "%s", t.err.text);
		cr_assert(t.w->n_images == 0 && t.w->n_outputs == N);
		sn_buf_free(&content);
		sn_buf_free(&file);
	}
	sn_buf_free(&wanted);
	sn_buf_free(&images);
	sn_buf_free(&out);
}

/* More outputs than a list has room for: the rest is counted, and listed once the others have key images. */
Test(cold_restore, long_list_is_limited, .timeout = 120)
{
	struct sn_buf wanted = {0};
	struct sn_wallet_output o = {.subaddress = {0, 0}, .height = 60};
	const size_t n_more = SN_LIST_MAX - N + 3;
	size_t n;
	for (uint32_t i = 0; i < n_more; i++) {
		memcpy(o.key.b, &i, sizeof i);
		o.index = i;
		ok(sn_wallet_add_output(t.w, &o, NULL));
	}
	for (int choice = SN_RESTORE_MISSING; choice <= SN_RESTORE_UNSPENT; choice++) {
		ok(sn_restore_list(&wanted, t.w, (enum sn_restore_choice)choice, &n, &t.left, &t.err));
		cr_assert(n == SN_LIST_MAX && t.left == 3, "%zu, %zu", n, t.left);
		sn_buf_clear(&wanted);
	}
	for (size_t i = 0; i < N; i++)
		ok(sn_wallet_add_image(t.w, &t.w->outputs[i].key, &t.images[i]));
	ok(sn_restore_list(&wanted, t.w, SN_RESTORE_MISSING, &n, &t.left, &t.err));
	cr_assert(n == n_more && t.left == 0, "%zu, %zu", n, t.left);
	sn_buf_free(&wanted);
}
