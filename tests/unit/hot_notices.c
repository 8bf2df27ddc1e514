#include "hot/notices.h"

#include "cold_sets.h"
#include "hot_wallet.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <string.h>

static struct hot h;

static void set_up(void)
{
	struct sn_account alice = cold_account("alice");
	hot_open(&h, &alice);
}

static void tear_down(void)
{
	hot_close(&h);
}

TestSuite(hot_notices, .init = set_up, .fini = tear_down);

static void begin(enum sn_notice_kind kind)
{
	bool is_begun;
	cr_assert(!sn_notices_begin(h.w, kind, &is_begun) && is_begun);
}

/* A block whose id depends on height and chain. */
static void add_block(uint64_t height, uint64_t chain)
{
	const struct sn_hash id = hot_hash(height + (chain << 32));
	cr_assert(!sn_wallet_add_block(h.w, height, &id, 0, 0));
}

static void receive(uint64_t tx, uint64_t height)
{
	struct sn_wallet_output o = hot_output(&h, 10, height);
	o.tx_hash = hot_hash(tx);
	o.index = (uint32_t)h.n;
	hot_add(&h, &o);
}

static void set_pool(uint64_t tx, uint64_t other)
{
	const struct sn_wallet_incoming in[] = {{.tx_hash = hot_hash(tx), .amount = 1, .time = 5},
						{.tx_hash = hot_hash(other), .amount = 1, .time = 6}};
	cr_assert(!sn_wallet_set_incoming(h.w, in, (tx != 0) + (other != 0)));
}

static bool next_is(enum sn_notice_kind kind, uint64_t n, uint64_t height)
{
	struct sn_notice notice;
	const struct sn_hash hash = hot_hash(n);
	return sn_notices_next(&notice, h.w, kind) && notice.kind == kind && notice.height == height &&
	       sn_hash_is_equal(&notice.hash, &hash);
}

static bool has_none(enum sn_notice_kind kind)
{
	struct sn_notice notice;
	return !sn_notices_next(&notice, h.w, kind);
}

static void deliver(enum sn_notice_kind kind)
{
	struct sn_notice notice;
	cr_assert(sn_notices_next(&notice, h.w, kind) && !sn_notices_delivered(h.w, &notice));
}

static void expect_tx(uint64_t n, uint64_t height)
{
	cr_assert(next_is(SN_NOTICE_TX, n, height));
	deliver(SN_NOTICE_TX);
}

static void expect_block(uint64_t height, uint64_t chain)
{
	cr_assert(next_is(SN_NOTICE_BLOCK, height + (chain << 32), height));
	deliver(SN_NOTICE_BLOCK);
}

static void reopen(void)
{
	struct sn_error err;
	cr_assert(!sn_wallet_store(h.w, &err));
	sn_wallet_close(h.w);
	cr_assert(!sn_wallet_open(&h.w, h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &err));
}

/* As hot/scan.c does it. */
static void reorganize(uint64_t height)
{
	cr_assert(!sn_wallet_rewind_noticed_blocks(h.w, height) && !sn_wallet_rollback(h.w, height));
}

Test(hot_notices, nothing_is_noticed_before_it_begins)
{
	bool is_begun;
	cr_assert(!sn_notices_begin(h.w, SN_NOTICE_BLOCK, &is_begun) && !is_begun);
	for (uint64_t i = 1; i < 5; i++) {
		receive(i, i);
		add_block(i, 0);
	}
	cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
	begin(SN_NOTICE_TX);
	begin(SN_NOTICE_BLOCK);
	cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
	receive(7, 5);
	add_block(5, 0);
	begin(SN_NOTICE_TX); /* the second time: no effect */
	begin(SN_NOTICE_BLOCK);
	expect_tx(7, 5);
	expect_block(5, 0);
	cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
}

/* A wallet without blocks has no transaction that was known before. */
Test(hot_notices, a_new_wallet_notices_its_first_transaction)
{
	begin(SN_NOTICE_TX);
	receive(7, 5);
	add_block(5, 0);
	reopen();
	expect_tx(7, 5);
	reopen();
	cr_assert(has_none(SN_NOTICE_TX));
}

Test(hot_notices, a_transaction_is_noticed_in_the_pool_and_in_a_block)
{
	add_block(1, 0);
	begin(SN_NOTICE_TX);
	set_pool(7, 8);
	reopen();
	expect_tx(7, 0);
	reopen();
	expect_tx(8, 0);
	cr_assert(has_none(SN_NOTICE_TX));
	set_pool(8, 9);
	expect_tx(9, 0);
	receive(9, 2);
	receive(9, 2);
	add_block(2, 0);
	expect_tx(9, 2);
	cr_assert(has_none(SN_NOTICE_TX));
	/* It was dropped, and came back. */
	set_pool(0, 0);
	set_pool(8, 0);
	expect_tx(8, 0);
	/* In a block before its notice: one notice. */
	set_pool(8, 10);
	receive(10, 3);
	add_block(3, 0);
	expect_tx(10, 3);
	cr_assert(has_none(SN_NOTICE_TX));
}

Test(hot_notices, transactions_are_ordered_and_spends_are_among_them)
{
	const struct sn_hash by = hot_hash(50);
	add_block(1, 0);
	receive(3, 2);
	const size_t spent = h.w->n_outputs - 1;
	add_block(2, 0);
	begin(SN_NOTICE_TX);
	for (uint64_t i = 20; i < 30; i++)
		receive(i, 3);
	add_block(3, 0);
	cr_assert(!sn_wallet_set_spent(h.w, spent, 4, &by));
	receive(50, 4); /* its change */
	add_block(4, 0);
	set_pool(60, 0);
	struct sn_notice before = {0}, notice;
	for (int i = 0; i < 10; i++) {
		cr_assert(sn_notices_next(&notice, h.w, SN_NOTICE_TX) && notice.height == 3);
		cr_assert(memcmp(&before.hash, &notice.hash, sizeof before.hash) < 0);
		before = notice;
		deliver(SN_NOTICE_TX);
		reopen();
	}
	expect_tx(50, 4);
	expect_tx(60, 0);
	cr_assert(has_none(SN_NOTICE_TX));
}

Test(hot_notices, a_reorganization_is_noticed)
{
	add_block(1, 0);
	begin(SN_NOTICE_TX);
	begin(SN_NOTICE_BLOCK);
	for (uint64_t i = 2; i < 8; i++) {
		receive(i, i);
		add_block(i, 0);
		expect_tx(i, i);
		expect_block(i, 0);
	}
	reorganize(5);
	receive(7, 5); /* 5 is gone, 6 returns to the pool, 7 is in another block */
	add_block(5, 1);
	set_pool(6, 0);
	reopen();
	expect_tx(7, 5);
	expect_tx(6, 0);
	expect_block(5, 1);
	cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
	receive(6, 6);
	add_block(6, 1);
	expect_tx(6, 6);
	expect_block(6, 1);
	cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
}

/* The chain changed during the delivery: the notice does not count for the blocks that replaced others. */
Test(hot_notices, a_late_delivery_moves_no_position)
{
	struct sn_notice block, tx;
	add_block(1, 0);
	begin(SN_NOTICE_TX);
	begin(SN_NOTICE_BLOCK);
	receive(7, 2);
	add_block(2, 0);
	cr_assert(sn_notices_next(&block, h.w, SN_NOTICE_BLOCK) && sn_notices_next(&tx, h.w, SN_NOTICE_TX));
	reorganize(2);
	receive(8, 2);
	add_block(2, 1);
	cr_assert(!sn_notices_delivered(h.w, &block) && !sn_notices_delivered(h.w, &tx));
	expect_tx(8, 2);
	expect_block(2, 1);
}

/* Transactions are noticed again, blocks are not, unless they are others. */
Test(hot_notices, a_rescan_notices_transactions_again)
{
	for (uint64_t i = 1; i < 1000; i++)
		add_block(i, 0);
	begin(SN_NOTICE_TX);
	begin(SN_NOTICE_BLOCK);
	receive(7, 1000);
	add_block(1000, 0);
	expect_tx(7, 1000);
	expect_block(1000, 0);
	for (int other = 0; other < 2; other++) {
		cr_assert(!sn_wallet_want_rescan(h.w, 990));
		cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
		cr_assert(!sn_wallet_rollback(h.w, 990));
		for (uint64_t i = 990; i < 1000; i++)
			add_block(i, 0);
		cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
		receive(7, 1000);
		add_block(1000, (uint64_t)other);
		expect_tx(7, 1000);
		cr_assert(has_none(SN_NOTICE_TX) && has_none(SN_NOTICE_BLOCK));
		cr_assert_eq(sn_notices_need_repair(h.w), other);
		cr_assert(!sn_notices_repair(h.w) && !sn_notices_need_repair(h.w));
	}
	for (uint64_t i = 1001 - SN_WALLET_DENSE_BLOCKS; i < 1000; i++)
		expect_block(i, 0);
	expect_block(1000, 1);
	cr_assert(has_none(SN_NOTICE_BLOCK));
}

/* Blocks that a rescan replaced while the recipient was down for a long time. */
Test(hot_notices, a_rescan_of_unnoticed_blocks_loses_none)
{
	for (uint64_t i = 1; i <= 2000; i++)
		add_block(i, 0);
	begin(SN_NOTICE_BLOCK);
	for (uint64_t i = 2001; i <= 5000; i++)
		add_block(i, 0);
	cr_assert(!sn_wallet_want_rescan(h.w, 1) && !sn_wallet_rollback(h.w, 1));
	for (uint64_t i = 1; i <= 5000; i++)
		add_block(i, i >= 1990);
	cr_assert(sn_notices_need_repair(h.w));
	cr_assert(!sn_notices_repair(h.w) && !sn_notices_need_repair(h.w));
	reopen();
	for (uint64_t i = 2001 - SN_WALLET_DENSE_BLOCKS; i <= 5000; i++)
		expect_block(i, i >= 1990);
	cr_assert(has_none(SN_NOTICE_BLOCK));
}

/* All blocks of a long downtime of the recipient. */
Test(hot_notices, no_block_is_left_out)
{
	add_block(1, 0);
	begin(SN_NOTICE_BLOCK);
	for (uint64_t i = 2; i < 4000; i++)
		add_block(i, 0);
	reopen();
	for (uint64_t i = 2; i < 4000; i++)
		expect_block(i, 0);
	cr_assert(has_none(SN_NOTICE_BLOCK));
}

static void is_json(struct sn_notice notice, const char *expected)
{
	struct sn_buf out = {0};
	sn_notices_put_json(&out, &notice);
	sn_put_u8(&out, 0);
	cr_assert_str_eq((char *)out.data, expected);
	sn_buf_free(&out);
}

Test(hot_notices, as_json)
{
#define HASH "00000000000000000000000000000000000000000000000000000000000000ff"
	struct sn_hash hash = {{[31] = 0xff}};
	is_json((struct sn_notice){SN_NOTICE_TX, hash, 0},
		"{\"event\":\"tx\",\"txid\":\"" HASH "\",\"height\":0}");
	is_json((struct sn_notice){SN_NOTICE_BLOCK, hash, 3210000},
		"{\"event\":\"block\",\"hash\":\"" HASH "\",\"height\":3210000}");
}
