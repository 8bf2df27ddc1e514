#include "store/key_images.h"

#include "store_images_fixture.h"

TestSuite(store_key_images, .init = set_up_images, .fini = tear_down_images);

Test(store_key_images, pairs_are_in_a_file_beside_the_wallet)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	add_numbered_output(w, 0);
	ok(sn_wallet_store(w, &err));
	cr_assert(access(images, F_OK) != 0); /* no pairs yet */
	sn_wallet_close(w);
	unlink(path);

	w = five_pairs();
	struct stat st;
	cr_assert(stat(images, &st) == 0 && (st.st_mode & 0777) == 0600);
	struct sn_wallet *none;
	fails(sn_wallet_open(&none, images, SN_WALLET_READ, PASSWORD, NULL, &err), SN_BAD_INPUT);
	sn_wallet_close(w);

	/* The contents of the file: the public keys, and the pairs in order. */
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

	/* A store without new pairs does not change the file. */
	struct sn_buf before = slurp(images);
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 5);
	add_numbered_output(w, 10);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	struct sn_buf after = slurp(images);
	cr_assert(before.len == after.len && !memcmp(before.data, after.data, before.len));
	sn_buf_free(&before);
	sn_buf_free(&after);
}

Test(store_key_images, master_wallet_keeps_its_pairs_in_its_own_file)
{
	create_marked(path, SN_ROLE_MASTER, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	add_numbered_output(w, 0);
	add_image(w, 0);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	cr_assert(access(images, F_OK) != 0);
	w = open_wallet(path, SN_WALLET_READ);
	expect_pairs(w, 1);
	sn_wallet_close(w);
}

Test(store_key_images, missing_file_stops_the_wallet)
{
	sn_wallet_close(five_pairs());
	unlink(images);
	expect_stopped(5, 0);
	expect_repairs(0, false);
}

Test(store_key_images, truncated_file_stops_the_wallet)
{
	sn_wallet_close(five_pairs());
	struct sn_buf file = slurp(images), wallet = slurp(path);
	size_t first = 0; /* end of the first commit */
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
		/* A torn second commit is not corruption: the file stays in use. */
		expect_stopped(5, lengths[i] >= first ? 2 : 0);
		expect_repairs(lengths[i] >= first ? 2 : 0, lengths[i] < first);
		unlink(damaged);
	}
	sn_buf_free(&file);
	sn_buf_free(&wallet);
}

Test(store_key_images, corrupt_file_stops_the_wallet)
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
	/* Again: the first renamed file is not overwritten. */
	struct sn_buf first = slurp(damaged);
	spill(images, "rubbish", 7);
	expect_stopped(7, 0);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_REPAIR);
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

/* Another wallet with the same password; this wallet with another password. */
Test(store_key_images, file_of_another_wallet_stops_the_wallet)
{
	sn_wallet_close(five_pairs());
	create_marked(other, SN_ROLE_WATCH_ONLY, 50);
	struct sn_wallet *w = open_wallet(other, SN_WALLET_WRITE);
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

	/* It stops a wallet that relies on no pairs, too. */
	unlink(path);
	spill(images, "rubbish", 7);
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	expect_stopped(0, 0);
	sn_buf_free(&file);
	sn_buf_free(&wallet);
}

Test(store_key_images, older_file_stops_the_wallet)
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

/* After a crash between the two files, or with an older copy of the wallet. */
Test(store_key_images, newer_file_adds_its_pairs)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path);
	add_image(w, 5);
	add_image(w, 6);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(path, wallet.data, wallet.len);

	/* A reader ignores the new pairs: a writer may be between the two files. */
	w = open_wallet(path, SN_WALLET_READ);
	expect_pairs(w, 5);
	cr_assert(w->n_outputs == 10 && sn_wallet_height(w) == 191);
	ok(sn_wallet_store(w, &err)); /* nothing changed */
	sn_wallet_close(w);
	for (int i = 0; i < 2; i++) {
		w = open_wallet(path, i ? SN_WALLET_REPAIR : SN_WALLET_WRITE);
		cr_assert(w->n_images == 7 && w->n_outputs == 0 && sn_wallet_height(w) == 0);
		ok(sn_wallet_revert(w, &err));
		cr_assert(w->n_images == 7 && w->n_outputs == 0 && sn_wallet_height(w) == 0);
		sn_wallet_close(w); /* not stored: repeat */
	}
	w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 10; i++)
		add_numbered_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 7);
	cr_assert(w->n_outputs == 10 && sn_wallet_height(w) == 191);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
}

/* Pairs of outputs that are not scanned yet cause no rollback. */
Test(store_key_images, newer_file_without_outputs_adds_its_pairs)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path);
	add_image(w, 77);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(path, wallet.data, wallet.len);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 6 && w->n_outputs == 10 && sn_wallet_height(w) == 191);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
}

/* Two copies of the wallet diverged: the same number of pairs, but different ones. */
Test(store_key_images, file_of_another_copy_stops_the_wallet)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path), file = slurp(images);
	add_image(w, 6);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	struct sn_buf its = slurp(images);
	spill(path, wallet.data, wallet.len);
	spill(images, file.data, file.len);
	w = open_wallet(path, SN_WALLET_WRITE);
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	spill(images, its.data, its.len);
	expect_stopped(6, 0);
	w = open_wallet(path, SN_WALLET_REPAIR);
	cr_assert(w->n_images == 6 && w->n_outputs == 0); /* all pairs are of this wallet, and are kept */
	ok(sn_wallet_store(w, &err));
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_WRITE);
	cr_assert(w->n_images == 6 && w->n_outputs == 0);
	sn_wallet_close(w);
	sn_buf_free(&wallet);
	sn_buf_free(&file);
	sn_buf_free(&its);
}

/* The watch-only file was exported again: the pairs of the earlier file are added. */
Test(store_key_images, file_of_an_earlier_wallet_file_is_used)
{
	sn_wallet_close(five_pairs());
	unlink(path);
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	expect_pairs(w, 5);
	for (uint64_t i = 0; i < 10; i++)
		add_numbered_output(w, i);
	add_image(w, 5);
	ok(sn_wallet_store(w, &err));
	ok(sn_wallet_revert(w, &err));
	expect_pairs(w, 6);
	sn_wallet_close(w);
	w = open_wallet(path, SN_WALLET_READ);
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

Test(store_key_images, log_has_the_reason_and_the_procedure)
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
