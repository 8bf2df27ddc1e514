#include "store/wallet_suspend.h"

#include "store/wallet_password.h"
#include "store_images_fixture.h"

TestSuite(store_wallet_suspend, .init = set_up_images, .fini = tear_down_images);

/* Another writer opens the wallet, while it is suspended. */
static struct sn_wallet *other_writer(void)
{
	return open_wallet(path, SN_WALLET_WRITE);
}

Test(store_wallet_suspend, unchanged)
{
	struct sn_wallet *w = five_pairs(), *reader = open_wallet(path, SN_WALLET_READ);
	sn_wallet_suspend(w);
	cr_assert(same_state(w, reader));
	const struct sn_wallet_output *before = w->outputs;
	ok(sn_wallet_resume(w, &err));
	cr_assert_eq(w->outputs, before, "reloaded without need");
	add_image(w, 5);
	expect_stored(w);
	sn_wallet_close(reader);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, lock)
{
	struct sn_wallet *w = five_pairs(), *none;
	fails(sn_wallet_open(&none, path, SN_WALLET_WRITE, PASSWORD, NULL, &err), SN_BUSY);
	sn_wallet_suspend(w);
	struct sn_wallet *two = other_writer();
	fails(sn_wallet_resume(w, &err), SN_BUSY);
	add_numbered_output(two, 10);
	ok(sn_wallet_store(two, &err));
	fails(sn_wallet_resume(w, &err), SN_BUSY);
	sn_wallet_close(two);
	ok(sn_wallet_resume(w, &err));
	cr_assert_eq(w->n_outputs, 11);
	fails(sn_wallet_open(&none, path, SN_WALLET_WRITE, PASSWORD, NULL, &err), SN_BUSY);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, changes_of_others)
{
	struct sn_wallet *w = five_pairs();
	const struct sn_account *account = w->account;
	for (unsigned round = 0; round < 3; round++) {
		sn_wallet_suspend(w);
		struct sn_wallet *two = other_writer();
		add_image(two, 5 + round);
		add_payment(two, 2 * round, 2);
		ok(sn_wallet_store(two, &err));
		sn_wallet_close(two);
		ok(sn_wallet_resume(w, &err));
		expect_pairs(w, 6 + round);
		cr_assert_eq(w->n_payments, round + 1);
		cr_assert_eq(w->account, account);
		add_numbered_output(w, 10 + round);
		expect_stored(w);
	}
	sn_wallet_close(w);
}

/* A change of one file alone: an interrupted store adds pairs only. */
Test(store_wallet_suspend, images_alone)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf wallet = slurp(path);
	sn_wallet_suspend(w);
	struct sn_wallet *two = other_writer();
	add_image(two, 5);
	ok(sn_wallet_store(two, &err));
	sn_wallet_close(two);
	spill(path, wallet.data, wallet.len);
	sn_buf_free(&wallet);
	ok(sn_wallet_resume(w, &err));
	expect_pairs(w, 6);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, images_created_meanwhile)
{
	create_marked(path, SN_ROLE_WATCH_ONLY, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	for (uint64_t i = 0; i < 3; i++)
		add_numbered_output(w, i);
	ok(sn_wallet_store(w, &err));
	sn_wallet_suspend(w);
	ok(sn_wallet_resume(w, &err));
	sn_wallet_suspend(w);
	struct sn_wallet *two = other_writer();
	add_image(two, 0);
	ok(sn_wallet_store(two, &err));
	sn_wallet_close(two);
	ok(sn_wallet_resume(w, &err));
	expect_pairs(w, 1);
	add_image(w, 1);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, images_removed_meanwhile)
{
	struct sn_wallet *w = five_pairs();
	sn_wallet_suspend(w);
	unlink(images);
	fails(sn_wallet_resume(w, &err), SN_NEEDS_REPAIR);
	expect_pairs(w, 5);
	sn_wallet_close(w);
}

/* The file of another writer, which compaction replaced: same key, another name. */
Test(store_wallet_suspend, replaced_by_the_same_wallet)
{
	struct sn_wallet *w = five_pairs();
	struct sn_buf earlier = slurp(path);
	add_numbered_output(w, 10);
	ok(sn_wallet_store(w, &err));
	sn_wallet_suspend(w);
	spill(other, earlier.data, earlier.len);
	sn_buf_free(&earlier);
	cr_assert(!rename(other, path));
	ok(sn_wallet_resume(w, &err));
	cr_assert_eq(w->n_outputs, 10);
	add_numbered_output(w, 11);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, other_password)
{
	struct sn_wallet *w = five_pairs();
	sn_wallet_suspend(w);
	struct sn_wallet *two = other_writer();
	const struct sn_password_change to = {.password = "battery staple"};
	ok(sn_wallet_change_password(two, &to, &err));
	sn_wallet_close(two);
	fails(sn_wallet_resume(w, &err), SN_BAD_PASSWORD);
	cr_assert(strstr(err.text, "was changed meanwhile"), "%s", err.text);
	expect_pairs(w, 5);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, missing_file)
{
	struct sn_wallet *w = five_pairs();
	sn_wallet_suspend(w);
	cr_assert(!rename(path, other));
	fails(sn_wallet_resume(w, &err), SN_IO);
	cr_assert(!rename(other, path));
	ok(sn_wallet_resume(w, &err));
	expect_pairs(w, 5);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, corrupt_file)
{
	struct sn_wallet *w = five_pairs();
	sn_wallet_suspend(w);
	struct sn_buf file = slurp(path);
	file.data[file.len / 2] ^= 1;
	spill(path, file.data, file.len);
	sn_buf_free(&file);
	fails(sn_wallet_resume(w, &err), SN_BAD_INPUT);
	expect_pairs(w, 5);
	sn_wallet_close(w);
}

Test(store_wallet_suspend, master)
{
	create_marked(path, SN_ROLE_MASTER, 1);
	struct sn_wallet *w = open_wallet(path, SN_WALLET_WRITE);
	sn_wallet_suspend(w);
	struct sn_wallet *two = other_writer();
	add_numbered_output(two, 1);
	ok(sn_wallet_store(two, &err));
	sn_wallet_close(two);
	ok(sn_wallet_resume(w, &err));
	cr_assert_eq(w->n_outputs, 1);
	sn_wallet_close(w);
}
