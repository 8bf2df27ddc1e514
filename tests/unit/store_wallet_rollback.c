#include "store/wallet_rollback.h"

#include "store_wallet_fixture.h"

TestSuite(store_wallet_rollback, .init = set_up, .fini = tear_down);

Test(store_wallet_rollback, rollback_drops_blocks_outputs_and_spends)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash by = hash_of(1);
	for (uint64_t h = 100; h < 120; h++) {
		add_output(w, h, h, h, h);
		add_block(w, h);
	}
	for (uint64_t h = 100; h < 110; h++)
		ok(sn_wallet_set_spent(w, h - 100, h + 8, &by));
	uint64_t early = add_payment(w, 100, 2), late = add_payment(w, 104, 2);
	ok(sn_wallet_set_payment(w, early, SN_PAYMENT_CONFIRMED, &by, 111));
	ok(sn_wallet_set_payment(w, late, SN_PAYMENT_CONFIRMED, &by, 112));
	add_image(w, 115);
	ok(sn_wallet_store(w, &err));

	ok(sn_wallet_rollback(w, 112));
	cr_assert(w->n_blocks == 12 && sn_wallet_height(w) == 112 && w->n_outputs == 12);
	for (size_t i = 0; i < 12; i++)
		cr_assert(w->outputs[i].is_spent == (i < 4));
	cr_assert(find_key(w, 111) == 11 && find_key(w, 112) == SIZE_MAX && find_image(w, 115) == SIZE_MAX);
	cr_assert(sn_wallet_find_payment(w, early)->state == SN_PAYMENT_CONFIRMED);
	cr_assert(sn_wallet_find_payment(w, late)->state == SN_PAYMENT_SUBMITTED);
	cr_assert(sn_wallet_find_payment(w, late)->height == 0);
	cr_assert(sn_wallet_held_by(w, 4) == sn_wallet_find_payment(w, late));
	cr_assert(w->n_images == 1);
	expect_stored(w);

	/* On another chain, an output with a known key gets its image again. */
	add_output(w, 1000, 115, 113, 5);
	cr_assert(find_image(w, 115) == 12 && w->outputs[12].has_image);
	expect_stored(w);

	ok(sn_wallet_rollback(w, 0));
	cr_assert(w->n_blocks == 0 && w->n_outputs == 0 && sn_wallet_height(w) == 100 && w->n_images == 1);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_rollback, rollback_between_sparse_blocks_goes_to_the_block_below)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 3000; h++) {
		if (h % 100 == 0)
			add_output(w, h, h, h, h);
		add_block(w, h);
	}
	ok(sn_wallet_rollback(w, 1500));
	cr_assert(sn_wallet_height(w) == 1001);
	cr_assert(w->n_outputs == 10 && w->outputs[9].height == 1000);
	for (uint64_t h = 1001; h < 1600; h++) {
		if (h % 100 == 0)
			add_output(w, h, h, h, h);
		add_block(w, h);
	}
	cr_assert(w->n_outputs == 15);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_rollback, rescan_is_wanted_until_it_begins)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 100; h < 110; h++)
		add_block(w, h);
	ok(sn_wallet_want_rescan(w, 110)); /* nothing was scanned there */
	cr_assert_eq(w->rescan_from, UINT64_MAX);
	ok(sn_wallet_want_rescan(w, 105));
	ok(sn_wallet_want_rescan(w, 107));
	cr_assert(w->rescan_from == 105 && sn_wallet_height(w) == 110);
	ok(sn_wallet_rollback(w, 106)); /* not deep enough */
	cr_assert_eq(w->rescan_from, 105);
	expect_stored(w);
	ok(sn_wallet_rollback(w, 105));
	cr_assert_eq(w->rescan_from, UINT64_MAX);
	expect_stored(w);
	sn_wallet_close(w);
}

/* Key images lost on a longer chain can be restored on the shorter one. */
Test(store_wallet_rollback, end_of_a_rescan_bounds_the_lost_images)
{
	struct sn_wallet *w = new_wallet();
	struct sn_hash hash = hash_of(1);
	ok(sn_wallet_add_block(w, 500, &hash, 0, 0));
	ok(sn_wallet_set_images_lost(w, 501));
	ok(sn_wallet_reset(w));
	ok(sn_wallet_add_block(w, 300, &hash, 0, 0));
	ok(sn_wallet_end_rescan(w));
	cr_assert(!w->scanned_to && w->images_lost_below == 301);
	expect_stored(w);
	sn_wallet_close(w);
}
