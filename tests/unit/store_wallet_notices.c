#include "store/wallet_blocks.h"
#include "store/wallet_notices.h"

#include "store/wallet_state.h"
#include "store_wallet_fixture.h"

TestSuite(store_wallet_notices, .init = set_up, .fini = tear_down);

static void set_blocks(struct sn_wallet *w, uint64_t next)
{
	const struct sn_hash last = hash_of(next - 1);
	ok(sn_wallet_set_noticed_blocks(w, next, &last));
}

static void add_blocks(struct sn_wallet *w, uint64_t end)
{
	for (uint64_t h = sn_wallet_height(w); h < end; h++)
		add_block(w, h);
}

static void set_incoming(struct sn_wallet *w, uint64_t first, size_t n)
{
	struct sn_wallet_incoming in[8];
	for (size_t i = 0; i < n; i++)
		in[i] = incoming_of(first + i);
	ok(sn_wallet_set_incoming(w, in, n));
}

static bool is_noticed(const struct sn_wallet *w, uint64_t n)
{
	const struct sn_wallet_incoming in = incoming_of(n);
	return sn_wallet_is_noticed_incoming(w, &in.tx_hash);
}

static int notice(struct sn_wallet *w, uint64_t n)
{
	const struct sn_wallet_incoming in = incoming_of(n);
	return sn_wallet_set_noticed_incoming(w, &in.tx_hash);
}

Test(store_wallet_notices, positions_survive_reopening_compaction_and_revert)
{
	struct sn_wallet *w = new_wallet();
	const struct sn_hash hash = hash_of(5), other = hash_of(6);
	cr_assert(!w->noticed.has_blocks && !w->noticed.has_txs);
	cr_assert_eq(sn_wallet_unnoticed_from(w), UINT64_MAX);
	add_block(w, 100);
	add_blocks(w, 110);
	set_blocks(w, 105);
	ok(sn_wallet_set_noticed_txs(w, 103, &hash));
	set_incoming(w, 500, 3);
	ok(notice(w, 501));
	expect_stored(w);
	const uint64_t size = sn_journal_size(sn_wallet_journal(w));
	set_blocks(w, 105);
	ok(sn_wallet_set_noticed_txs(w, 103, &hash));
	ok(notice(w, 501));
	ok(sn_wallet_store(w, &err));
	cr_assert_eq(sn_journal_size(sn_wallet_journal(w)), size);

	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy) && is_noticed(copy, 501) && !is_noticed(copy, 500));
	sn_wallet_free(copy);
	ok(sn_wallet_set_noticed_txs(w, 104, &other));
	set_blocks(w, 106);
	ok(notice(w, 500));
	ok(sn_wallet_revert(w, &err));
	cr_assert(w->noticed.tx_height == 103 && w->noticed.next_block == 105 && !is_noticed(w, 500));
	sn_wallet_close(w);
}

/* A file that was truncated at any byte of the last commit has the state before it. */
Test(store_wallet_notices, interrupted_append_keeps_the_earlier_position)
{
	struct sn_wallet *w = new_wallet();
	const struct sn_hash hash = hash_of(5);
	ok(sn_wallet_set_noticed_txs(w, 1, &hash));
	ok(sn_wallet_store(w, &err));
	const uint64_t before = sn_journal_size(sn_wallet_journal(w));
	add_block(w, 2);
	ok(sn_wallet_set_noticed_txs(w, 2, &hash));
	ok(sn_wallet_store(w, &err));
	const uint64_t after = sn_journal_size(sn_wallet_journal(w));
	sn_wallet_close(w);
	for (uint64_t size = after; size >= before; size--) {
		cr_assert(!truncate(path, (off_t)size));
		w = open_wallet(path, SN_WALLET_READ);
		cr_assert(w->noticed.tx_height == (size == after ? 2 : 1) && w->n_blocks == (size == after));
		sn_wallet_close(w);
	}
}

Test(store_wallet_notices, rollback_moves_the_position_of_transactions)
{
	struct sn_wallet *w = new_wallet();
	const struct sn_hash hash = hash_of(5), none = {0};
	add_block(w, 100);
	add_blocks(w, 110);
	ok(sn_wallet_set_noticed_txs(w, 105, &hash));
	ok(sn_wallet_rollback(w, 106));
	cr_assert(w->noticed.tx_height == 105 && sn_hash_is_equal(&w->noticed.tx_hash, &hash));
	ok(sn_wallet_rollback(w, 105));
	cr_assert(w->noticed.tx_height == 105 && sn_hash_is_equal(&w->noticed.tx_hash, &none));
	ok(sn_wallet_rollback(w, 103));
	cr_assert(w->noticed.tx_height == 103 && w->noticed.has_txs);
	expect_stored(w);
	sn_wallet_close(w);
}

Test(store_wallet_notices, blocks_are_noticed_again_from_a_fork)
{
	struct sn_wallet *w = new_wallet();
	const struct sn_hash below = hash_of(104);
	add_block(w, 100);
	add_blocks(w, 110);
	ok(sn_wallet_rewind_noticed_blocks(w, 105));
	cr_assert(!w->noticed.has_blocks);
	set_blocks(w, 108);
	ok(sn_wallet_rewind_noticed_blocks(w, 108));
	cr_assert_eq(w->noticed.next_block, 108);
	ok(sn_wallet_rewind_noticed_blocks(w, 105));
	cr_assert(w->noticed.next_block == 105 && sn_hash_is_equal(&w->noticed.last_block, &below));
	ok(sn_wallet_rollback(w, 105));
	expect_stored(w);
	sn_wallet_close(w);
}

/* An unconfirmed transaction that left the list is forgotten, also when a block has it. */
Test(store_wallet_notices, noticed_incoming_transactions_are_in_the_list)
{
	struct sn_wallet *w = new_wallet();
	set_incoming(w, 500, 4);
	cr_assert_eq(notice(w, 504), SN_BAD_INPUT);
	for (uint64_t n = 500; n < 504; n++)
		ok(notice(w, n));
	set_incoming(w, 501, 3);
	cr_assert(w->noticed.n_incoming == 3 && !is_noticed(w, 500) && is_noticed(w, 503));
	struct sn_wallet_output o = output_of(1, 1, 100, 7);
	o.tx_hash = incoming_of(502).tx_hash;
	ok(sn_wallet_add_output(w, &o, NULL));
	cr_assert(w->noticed.n_incoming == 2 && !is_noticed(w, 502));
	expect_stored(w);
	set_incoming(w, 500, 2);
	cr_assert(w->noticed.n_incoming == 1 && !is_noticed(w, 500) && is_noticed(w, 501));
	expect_stored(w);
	sn_wallet_close(w);
}

/* Whether the wallet has all blocks from `first` to its top. */
static bool has_all_from(const struct sn_wallet *w, uint64_t first)
{
	const uint64_t n = sn_wallet_height(w) - first;
	return w->n_blocks >= n && w->blocks[w->n_blocks - n].height == first;
}

Test(store_wallet_notices, blocks_without_a_notice_are_kept)
{
	struct sn_wallet *w = new_wallet();
	add_block(w, 100);
	add_blocks(w, 3000);
	set_blocks(w, 3000);
	add_blocks(w, 9000);
	cr_assert(has_all_from(w, 3000 - SN_WALLET_DENSE_BLOCKS) &&
		  !has_all_from(w, 2999 - SN_WALLET_DENSE_BLOCKS));
	expect_stored(w);
	struct sn_wallet *copy = compacted_copy(w);
	cr_assert(same_state(w, copy));
	sn_wallet_free(copy);
	set_blocks(w, 8000);
	add_block(w, 9000);
	cr_assert(has_all_from(w, 8000 - SN_WALLET_DENSE_BLOCKS) &&
		  !has_all_from(w, 7999 - SN_WALLET_DENSE_BLOCKS));
	expect_stored(w);
	set_blocks(w, 9001);
	add_block(w, 9001);
	cr_assert(has_all_from(w, 9001 - SN_WALLET_DENSE_BLOCKS) &&
		  !has_all_from(w, 9000 - SN_WALLET_DENSE_BLOCKS));
	expect_stored(w);
	sn_wallet_close(w);
}

/* 65,536 blocks, not more. */
Test(store_wallet_notices, kept_blocks_are_bounded)
{
	struct sn_wallet *w = new_wallet();
	add_block(w, 1);
	set_blocks(w, 2);
	add_blocks(w, SN_WALLET_UNNOTICED_MAX + 1001);
	cr_assert_eq(sn_wallet_unnoticed_from(w), 1001);
	cr_assert(has_all_from(w, 1001 - SN_WALLET_DENSE_BLOCKS) &&
		  !has_all_from(w, 1000 - SN_WALLET_DENSE_BLOCKS));
	sn_wallet_close(w);
}

/* Every mixture of blocks, positions, forks and rescans is read back as it was: a rollback depends on the
 * blocks that are kept, and a replay prunes at other times. */
Test(store_wallet_notices, random_changes_are_replayed_alike)
{
	struct sn_wallet *w = new_wallet();
	add_block(w, 100);
	for (int i = 0; i < 200; i++) {
		const uint64_t height = sn_wallet_height(w);
		const uint64_t back =
			randombytes_uniform(3) ? randombytes_uniform(10) : randombytes_uniform(3000);
		const uint64_t to = height > 101 + back ? height - back : 101;
		switch (randombytes_uniform(5)) {
		case 0:
			set_blocks(w, to);
			break;
		case 1:
			ok(sn_wallet_rewind_noticed_blocks(w, to));
			ok(sn_wallet_rollback(w, to));
			break;
		case 2:
			ok(sn_wallet_rollback(w, to));
			break;
		default:
			add_blocks(w, height + 1 + randombytes_uniform(1500));
		}
		if (i % 20 == 19) {
			add_block(w, sn_wallet_height(w));
			expect_stored(w);
		}
	}
	sn_wallet_close(w);
}
