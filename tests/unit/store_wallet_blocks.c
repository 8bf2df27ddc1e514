#include "store/wallet_blocks.h"

#include "store_wallet_fixture.h"

TestSuite(store_wallet_blocks, .init = set_up, .fini = tear_down);

Test(store_wallet_blocks, blocks_are_dense_at_the_end_and_sparse_before)
{
	struct sn_wallet *w = new_wallet();
	for (uint64_t h = 1500; h < 6200; h++)
		add_block(w, h);
	/* 1500, 2000, 3000, 4000, 5000, and 5480 to 6199. */
	cr_assert(w->n_blocks == 5 + SN_WALLET_DENSE_BLOCKS, "%zu", w->n_blocks);
	static const uint64_t sparse[] = {1500, 2000, 3000, 4000, 5000};
	for (size_t i = 0; i < w->n_blocks; i++) {
		uint64_t h = i < 5 ? sparse[i] : 6200 - SN_WALLET_DENSE_BLOCKS + (i - 5);
		struct sn_hash hash = hash_of(h);
		cr_assert(w->blocks[i].height == h && sn_hash_is_equal(&w->blocks[i].hash, &hash));
	}
	cr_assert(sn_wallet_height(w) == 6200);
	struct sn_hash h = hash_of(0);
	cr_assert(sn_wallet_add_block(w, 6199, &h, 0, 0) == SN_BAD_INPUT);
	cr_assert(sn_wallet_add_block(w, UINT64_MAX, &h, 0, 0) == SN_BAD_INPUT);
	ok(sn_wallet_rollback(w, 4500));
	cr_assert(w->n_blocks == 4 && sn_wallet_height(w) == 4001);
	for (uint64_t i = 4001; i < 7000; i++)
		add_block(w, i);
	cr_assert(w->n_blocks == 6 + SN_WALLET_DENSE_BLOCKS && w->blocks[5].height == 6000);
	add_block(w, 1000000); /* a gap: the first kept block of each step stays */
	cr_assert(w->n_blocks == 7 && w->blocks[5].height == 6000);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_blocks, one_long_commit_replays_to_the_same_blocks)
{
	struct sn_wallet *w = new_wallet();
	uint64_t back[] = {12000, 11500, 9000, 3500, 0};
	for (size_t i = 0; i < sizeof back / sizeof *back; i++) {
		for (uint64_t h = sn_wallet_height(w); h < 13000; h++)
			add_block(w, h);
		ok(sn_wallet_rollback(w, back[i]));
	}
	for (uint64_t h = sn_wallet_height(w); h < 8000; h++)
		add_block(w, h);
	ok(sn_wallet_rollback(w, 7500));
	ok(sn_wallet_rollback(w, 5500)); /* only sparse blocks are left */
	ok(sn_wallet_rollback(w, 2500));
	expect_stored(w);
	for (uint64_t h = sn_wallet_height(w); h < 20000; h++)
		add_block(w, h);
	expect_stored(w);
	sn_wallet_close(w);
}
