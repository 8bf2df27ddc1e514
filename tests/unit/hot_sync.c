#include "hot/sync.h"

#include "hot/pool.h"
#include "hot/release.h"
#include "hot/fork_daemon.h"
#include "hot_sync_fixture.h"
#include "node/daemon_info.h"
#include "store/wallet_scope.h"

TestSuite(hot_sync, .init = set_up, .fini = tear_down, .timeout = 120);

/* Alice's complete wallet, and a payment of hers that spends an output of another chain. */
static uint64_t make_payment(struct cold_result *result, struct sn_unsigned_set *set)
{
	struct sn_hash hash;
	*set = cold_set(1);
	cold_spend_amount(&set->txs[0], &t.alice, COLD_XMR);
	cold_pay(&set->txs[0], cold_address(&t.bob, 0, 0), 1000);
	cold_change(&set->txs[0], 0, 0);
	*result = cold_sign(&t.alice, set);
	struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
	o.key = result->set.txs[0].spent[0];
	size_t output = hot_add(&t.h, &o);
	cr_assert(!sn_tx_hash(&hash, &result->txs[0]));
	uint64_t id =
		hot_pay(&t.h, SN_PAYMENT_PREPARED, &output, 1, 1000, COLD_FEE, COLD_XMR - 1000 - COLD_FEE);
	cr_assert(!sn_wallet_set_payment(t.h.w, id, SN_PAYMENT_SUBMITTED, &hash, 0));
	return id;
}

/* Another chain from below all densely kept blocks: outputs and payments of the old one are removed. */
Test(hot_sync, reorganisation_deeper_than_the_blocks_kept)
{
	struct cold_result payment;
	struct sn_unsigned_set set;
	uint64_t id = make_payment(&payment, &set);
	app_chain_mine(&t.chain, 1, &t.bob);
	app_chain_send(&t.chain, &payment.txs[0]);
	app_chain_mine(&t.chain, 10, &t.alice); /* 2 to 11, the first with the payment */
	app_chain_mine(&t.chain, 770, &t.bob);
	app_chain_mine(&t.chain, 5, &t.alice);
	sync_now();
	expect_same_chain();
	cr_assert(t.h.w->n_blocks < SN_WALLET_DENSE_BLOCKS + 5); /* the others are not kept */
	cr_assert_eq(total(), 15 * APP_REWARD + COLD_XMR - 1000 - COLD_FEE);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, id)->state, SN_PAYMENT_CONFIRMED);

	/* A deep reorganization, found at its fork. */
	app_chain_pop(&t.chain, 400);
	app_chain_mine(&t.chain, 401, &t.bob);
	sync_now();
	expect_same_chain();
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 387);
	cr_assert_eq(total(), 10 * APP_REWARD + COLD_XMR - 1000 - COLD_FEE);

	/* Below all blocks that the wallet can name, except its first one: scanned from there. */
	app_chain_pop(&t.chain, 785);
	app_chain_mine(&t.chain, 790, &t.bob);
	sync_now();
	expect_same_chain();
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 2);
	cr_assert_eq(t.h.w->n_outputs, 3); /* the one without a block, a reward, the change */
	cr_assert_eq(total(), APP_REWARD + COLD_XMR - 1000 - COLD_FEE);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, id)->state, SN_PAYMENT_CONFIRMED);

	/* All blocks: scanned from the restore height. */
	app_chain_pop(&t.chain, t.chain.n_blocks - 1);
	app_chain_mine(&t.chain, 3, &t.alice);
	sync_now();
	expect_same_chain();
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 1);
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, id);
	cr_assert(p->state == SN_PAYMENT_SUBMITTED && p->height == 0);
	cr_assert_eq(t.h.w->n_outputs, 3);
	cold_result_free(&payment);
	cold_free(&set);
}

/* A requested rescan happens in the next run, once. */
Test(hot_sync, rescan_is_done_once)
{
	app_chain_mine(&t.chain, 6, &t.alice);
	sync_now();
	uint64_t height = sn_wallet_height(t.h.w);
	cr_assert(!sn_wallet_want_rescan(t.h.w, 3));
	cr_assert_eq(total(), 6 * APP_REWARD);
	sync_now();
	cr_assert(t.result.blocks == height - 3 && sn_wallet_height(t.h.w) == height &&
		  t.result.rollbacks == 0);
	cr_assert_eq(total(), 6 * APP_REWARD);
	expect_same_chain();
	sync_now();
	cr_assert_eq(t.result.blocks, 0);
}

/* Until the first blocks arrive, the wallet is unchanged, in memory and on disk. */
Test(hot_sync, rescan_waits_for_blocks)
{
	const struct sn_sync_options options = {.now = 1800000000};
	struct sn_wallet *stored;
	app_chain_mine(&t.chain, 6, &t.alice);
	sync_now();
	uint64_t height = sn_wallet_height(t.h.w);
	cr_assert(!sn_wallet_want_rescan(t.h.w, 3) && !sn_wallet_store(t.h.w, &t.err));
	t.chain.are_blocks_broken = true;
	for (int i = 0; i < 2; i++) {
		cr_assert_eq(sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), SN_DAEMON);
		cr_assert(total() == 6 * APP_REWARD && sn_wallet_height(t.h.w) == height &&
			  t.h.w->rescan_from == 3);
		cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
		cr_assert(sn_wallet_height(stored) == height && stored->n_outputs == 6 &&
			  stored->rescan_from == 3);
		sn_wallet_close(stored);
	}
	t.chain.are_blocks_broken = false;
	sync_now();
	cr_assert(t.result.blocks == height - 3 && t.result.rollbacks == 0 &&
		  t.h.w->rescan_from == UINT64_MAX);
	cr_assert_eq(total(), 6 * APP_REWARD);
	expect_same_chain();
}

static void sync_at(uint64_t now)
{
	const struct sn_sync_options options = {.memory = &t.memory, .now = now};
	int ret = sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err);
	cr_assert_eq(ret, SN_OK, "%s", t.err.text);
}

/* During a rescan, requested by the wallet or the user, with a daemon that has only the first blocks, a
 * payment in a later block is not missing, for any time, until the wallet has its former height. */
static void expect_never_missing(int (*go_back)(struct sn_wallet *w))
{
	struct cold_result payment;
	struct sn_unsigned_set set;
	size_t released;
	const uint64_t now = 1800000000, id = make_payment(&payment, &set);
	app_chain_mine(&t.chain, 99, &t.bob);
	app_chain_send(&t.chain, &payment.txs[0]);
	app_chain_mine(&t.chain, 300, &t.bob);
	sync_at(now);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, id)->state, SN_PAYMENT_CONFIRMED);
	const uint64_t height = sn_wallet_height(t.h.w);

	cr_assert(!go_back(t.h.w));
	sn_sync_memory_free(&t.memory);
	for (uint64_t days = 0; days < 4; days++) { /* 50 to 95 blocks */
		app_chain_hide(&t.chain, 350 - 15 * days);
		sync_at(now + 86400 * (days + 1));
		app_chain_show(&t.chain);
		const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, id);
		cr_assert(p->state == SN_PAYMENT_SUBMITTED && !p->is_missing, "%d", p->state);
		cr_assert(t.h.w->scanned_to == height && !sn_wallet_knows_spends(t.h.w));
		cr_assert_eq(sn_release(t.h.w, id, false, &released, &t.err), SN_REFUSED);
	}
	sync_at(now + 86400 * 7);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, id)->state, SN_PAYMENT_CONFIRMED);
	cr_assert(!t.h.w->scanned_to);
	cold_result_free(&payment);
	cold_free(&set);
}

static int want_rescan(struct sn_wallet *w)
{
	return sn_wallet_want_rescan(w, 0);
}

Test(hot_sync, nothing_is_missing_until_a_wanted_rescan_is_done)
{
	expect_never_missing(want_rescan);
}

/* A daemon removes the block with a payment, and has no other block at that height for days: the payment is
 * not missing. */
Test(hot_sync, payment_is_not_missing_below_the_block_that_held_it)
{
	struct cold_result payment;
	struct sn_unsigned_set set;
	uint64_t now = 1800000000;
	const uint64_t id = make_payment(&payment, &set);
	app_chain_mine(&t.chain, 99, &t.bob);
	app_chain_send(&t.chain, &payment.txs[0]);
	app_chain_mine(&t.chain, 20, &t.bob);
	sync_at(now);
	const struct sn_wallet_payment *p = sn_wallet_find_payment(t.h.w, id);
	cr_assert_eq(p->state, SN_PAYMENT_CONFIRMED);
	const uint64_t at = p->height;
	app_chain_pop(&t.chain, 60);
	app_chain_mine(&t.chain, at - 12 - t.chain.n_blocks, &t.alice);
	for (int i = 0; i < 12; i++) {
		app_chain_mine(&t.chain, 1, &t.alice);
		sync_at(now += 86400);
		p = sn_wallet_find_payment(t.h.w, id);
		cr_assert(p->state == SN_PAYMENT_SUBMITTED && !p->is_missing && !p->missing_since, "%d", i);
	}
	cr_assert_eq(sn_wallet_height(t.h.w), at);
	app_chain_mine(&t.chain, 1, &t.alice);
	sync_at(now += 86400);
	cr_assert_eq(sn_wallet_find_payment(t.h.w, id)->missing_since, now);
	app_chain_mine(&t.chain, SN_STEM_BLOCKS, &t.alice);
	sync_at(now += 86400);
	cr_assert(sn_wallet_find_payment(t.h.w, id)->is_missing);
	cold_result_free(&payment);
	cold_free(&set);
}

/* The chain is shorter than before the rescan, but its last block is recent, and the daemon's peers claim no
 * more: the rescan is complete. */
Test(hot_sync, rescan_ends_where_a_new_chain_ends)
{
	app_chain_mine(&t.chain, 200, &t.alice);
	sync_now();
	const uint64_t height = sn_wallet_height(t.h.w), shorter = height - 50;
	const uint64_t time_of_last = 1700000000 + 120 * (shorter - 1); /* unit/app_chain.c */
	cr_assert(!sn_wallet_reset(t.h.w));
	app_chain_hide(&t.chain, 50);
	sync_at(time_of_last + 7201);
	cr_assert(t.h.w->scanned_to == height && t.result.rescan_to == height &&
		  t.result.newest_time == time_of_last);
	/* Not without a new block: the age of the last one is unknown then. */
	sync_at(time_of_last);
	cr_assert_eq(t.h.w->scanned_to, height);
	cr_assert(!sn_wallet_reset(t.h.w));
	t.chain.target_height = height;
	sync_at(time_of_last);
	cr_assert_eq(t.h.w->scanned_to, height);
	cr_assert(!sn_wallet_reset(t.h.w));
	t.chain.target_height = 0;
	sync_at(time_of_last + 7200);
	cr_assert(t.h.w->scanned_to == 0 && t.result.rescan_to == 0);
	cr_assert(t.result.rollbacks == 1 &&
		  t.result.fork_height == shorter); /* a balance never falls silently */
	struct sn_wallet *stored;
	cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
	cr_assert(stored->scanned_to == 0 && sn_wallet_height(stored) == shorter);
	sn_wallet_close(stored);
	app_chain_show(&t.chain);
}

Test(hot_sync, nothing_is_missing_until_a_wallet_is_scanned_anew)
{
	expect_never_missing(sn_wallet_reset);
}

/* A daemon that has hardly more blocks than the wallet's first one, or fewer, undoes nothing, not even on
 * disk. */
Test(hot_sync, daemon_below_the_restore_height)
{
	struct sn_wallet *stored;
	app_chain_mine(&t.chain, 30, &t.bob);
	app_chain_mine(&t.chain, 6, &t.alice);
	t.h.w->restore_height = 20;
	sync_now();
	uint64_t height = sn_wallet_height(t.h.w);
	for (size_t hidden = 1; hidden < 36; hidden++) {
		app_chain_hide(&t.chain, hidden);
		sync_now();
		app_chain_show(&t.chain);
		cr_assert(t.result.rollbacks == 0 && sn_wallet_height(t.h.w) == height, "%zu", hidden);
		cr_assert_eq(total(), 6 * APP_REWARD);
		cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
		cr_assert_eq(stored->n_outputs, 6);
		sn_wallet_close(stored);
		sync_now();
		cr_assert_eq(total(), 6 * APP_REWARD);
	}
}

/* Otherwise nothing would ever be scanned, without a message. */
Test(hot_sync, restore_height_above_the_chain)
{
	app_chain_mine(&t.chain, 30, &t.alice);
	t.h.w->restore_height = 32;
	cr_assert_eq(sn_sync(t.h.w, t.chain.daemon, NULL, &t.result, &t.err), SN_REFUSED);
	cr_assert(strstr(t.err.text, "restore height 32 is above the chain, which has 31 blocks") &&
			  strstr(t.err.hint, "--resync-and-exit --restore-height=N"),
		  "%s", t.err.hint);
	t.h.w->restore_height = 31; /* the next block will be the first */
	sync_now();
	cr_assert(t.h.w->n_blocks == 0 && sn_wallet_height(t.h.w) == 31);

	/* A daemon that is still synchronizing. */
	struct sn_daemon_info info = {.height = 31, .target_height = 100};
	cr_assert_eq(sn_check_restore_height(100, &info, "x", &t.err), SN_DAEMON);
	cr_assert(strstr(t.err.text, "still synchronizing: it has 31 of 100"), "%s", t.err.text);
	cr_assert_eq(sn_check_restore_height(101, &info, "x", &t.err), SN_REFUSED);
	cr_assert_eq(sn_check_restore_height(31, &info, "x", &t.err), SN_OK);
}

static void expect_upgrade(const char *words)
{
	struct sn_error err = {0};
	cr_assert_eq(sn_sync(t.h.w, t.chain.daemon, &(struct sn_sync_options){.memory = &t.memory}, &t.result,
			     &err),
		     SN_REFUSED);
	cr_assert(err.reason == SN_REASON_FORK && strstr(err.text, words), "%s", err.text);
	cr_assert(strstr(err.text, "balances are incomplete and payments are disabled"), "%s", err.text);
}

/* Blocks that cannot be parsed: the blocks below are scanned and stored, and the upgrade is recorded until
 * other blocks replace them. Near the top, and with prefetching. */
Test(hot_sync, blocks_of_an_unknown_upgrade)
{
	for (size_t n = 5; n <= 1205; n += 1200) {
		struct sn_wallet *stored;
		uint64_t first = t.chain.n_blocks + n;
		app_chain_mine(&t.chain, n, &t.alice);
		t.chain.block_version = 19;
		app_chain_mine(&t.chain, 2, &t.alice);
		for (int again = 0; again < 2; again++) {
			expect_upgrade("is of network upgrade 19");
			cr_assert(t.h.w->fork_version == 19 && t.h.w->fork_height == first &&
				  sn_wallet_height(t.h.w) == first);
			cr_assert_eq(total(), (first - 1) * APP_REWARD);
		}
		cr_assert(!sn_wallet_open(&stored, t.h.path, SN_WALLET_READ, HOT_PASSWORD, NULL, &t.err));
		cr_assert(stored->fork_version == 19 && stored->fork_height == first &&
			  stored->n_outputs == first - 1);
		sn_wallet_close(stored);

		app_chain_pop(&t.chain, 2);
		t.chain.block_version = 16;
		app_chain_mine(&t.chain, 1, &t.alice);
		sync_now();
		expect_same_chain();
		cr_assert(t.h.w->fork_version == 0 && t.h.w->fork_height == 0);
	}
}

/* A report of one daemon is not stored: the next daemon may not confirm it. */
Test(hot_sync, daemon_that_reports_an_upgrade)
{
	t.chain.reported_version = 19;
	app_chain_mine(&t.chain, 5, &t.alice);
	expect_upgrade("reports network upgrade 19");
	expect_upgrade("reports network upgrade 19"); /* without a new block */
	cr_assert(sn_wallet_height(t.h.w) == 6 && t.h.w->fork_version == 0);
	cr_assert_eq(sn_check_fork(t.h.w, t.chain.daemon, &t.err), SN_REFUSED);
	t.chain.reported_version = 16;
	app_chain_mine(&t.chain, 1, &t.alice);
	sync_now();
	cr_assert_eq(sn_check_fork(t.h.w, t.chain.daemon, &t.err), SN_OK);
}

static bool never_less(void *context, const struct sn_sync_progress *progress)
{
	uint64_t *height = context;
	cr_assert(progress->height >= *height);
	*height = progress->height;
	return true;
}

/* From any height: the first block, heights whose blocks are not kept any more, the last one; also with small
 * answers. */
Test(hot_sync, rescan_from_anywhere)
{
	static const uint64_t from[] = {0, 1, 2, 40, 79, 81, 82, 500, 795, 800};
	app_chain_mine(&t.chain, 20, &t.alice);
	app_chain_mine(&t.chain, 770, &t.bob);
	app_chain_mine(&t.chain, 10, &t.alice);
	sync_now();
	cr_assert(t.h.w->n_blocks < 730); /* the others are not kept */
	for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
		uint64_t seen = 0;
		const struct sn_sync_options options = {
			.progress = never_less, .context = &seen, .now = 1800000000};
		t.chain.per_answer = i % 2 ? 100 : 500;
		cr_assert(!sn_wallet_want_rescan(t.h.w, from[i]));
		cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
		cr_assert(t.result.rollbacks == 0 && t.h.w->rescan_from == UINT64_MAX, "from %zu",
			  (size_t)from[i]);
		cr_assert(t.result.blocks >= 801 - (from[i] ? from[i] : 1) && total() == 30 * APP_REWARD);
		expect_same_chain();
	}
	/* Down to there nothing differs; below it does. */
	app_chain_pop(&t.chain, 300);
	app_chain_mine(&t.chain, 310, &t.bob);
	cr_assert(!sn_wallet_want_rescan(t.h.w, 600));
	sync_now();
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 501 && t.h.w->rescan_from == UINT64_MAX);
	expect_same_chain();
	cr_assert_eq(total(), 20 * APP_REWARD);

	/* A daemon without the earlier blocks cannot help. */
	app_chain_pop(&t.chain, 500);
	cr_assert(!sn_wallet_want_rescan(t.h.w, 700));
	sync_now();
	cr_assert(t.h.w->rescan_from == 700 && sn_wallet_height(t.h.w) == 811 && total() == 20 * APP_REWARD);
}

static bool mine_more(void *context, const struct sn_sync_progress *progress)
{
	uint64_t *most = context;
	*most = progress->target;
	cr_assert(progress->height < 5000, "no end of it");
	app_chain_mine(&t.chain, 130, &t.bob);
	return true;
}

/* If blocks grow faster than they are read, a run ends, and the next one continues. */
Test(hot_sync, a_chain_that_grows_without_end)
{
	uint64_t most = 0;
	const struct sn_sync_options options = {.progress = mine_more, .context = &most, .now = 1800000000};
	app_chain_mine(&t.chain, 200, &t.bob);
	t.chain.per_answer = 120;
	for (uint64_t from = 201; from < 3000; from = t.result.height) {
		uint64_t top = t.chain.n_blocks;
		cr_assert(!sn_sync(t.h.w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
		cr_assert(t.result.height >= top + 1000 && t.result.height < top + 1000 + 120 &&
			  !t.result.interrupted);
		cr_assert(t.result.daemon_height == most && most > t.result.height);
	}
	t.chain.per_answer = 500;
	sync_now();
	expect_same_chain();
}

/* One daemon, then another one on a fork, then the first again, which is behind. */
Test(hot_sync, daemons_on_two_forks)
{
	static struct app_chain other;
	app_chain_mine(&t.chain, 1, &t.bob);
	app_chain_start(&other);
	app_chain_join(&other, &t.chain);
	app_chain_mine(&t.chain, 19, &t.alice);
	sync_now();
	app_chain_mine(&other, 29, &t.bob);
	struct sn_sync_result result;
	cr_assert(!sn_sync(t.h.w, other.daemon, NULL, &result, &t.err), "%s", t.err.text);
	cr_assert(result.rollbacks == 1 && result.height == 31 && total() == 0 && t.h.w->n_outputs == 0);
	sync_now();
	cr_assert(t.result.rollbacks == 1 && t.result.height == 21 && total() == 19 * APP_REWARD);
	expect_same_chain();
	app_chain_stop(&other);

	/* Merely behind. */
	app_chain_pop(&t.chain, 7);
	sync_now();
	cr_assert(t.result.rollbacks == 0 && t.result.height == 21 && t.result.daemon_height == 14);
	cr_assert_eq(total(), 19 * APP_REWARD);
	app_chain_mine(&t.chain, 1, &t.bob);
	sync_now();
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 14 && t.result.height == 15);
	cr_assert_eq(total(), 12 * APP_REWARD);
}

/* Record the requests of a new session up to the second request for blocks, from the top that it just got. */
static void record_session(struct sn_buf *record, struct sn_wallet *w)
{
	const struct sn_sync_options options = {.now = 1800000000};
	sn_buf_clear(record);
	t.chain.record = record;
	cr_assert(!sn_sync(w, t.chain.daemon, &options, &t.result, &t.err), "%s", t.err.text);
	t.chain.record = NULL;
	cr_assert(!record->failed);
	static const char blocks[] = "POST /getblocks.bin";
	const uint8_t *end = record->data + record->len;
	const uint8_t *at = memmem(record->data, record->len, blocks, sizeof blocks - 1);
	cr_assert_not_null(at);
	const uint8_t *again = memmem(at + 1, (size_t)(end - at) - 1, blocks, sizeof blocks - 1);
	if (again)
		record->len = (size_t)(again - record->data);
}

static bool names(const struct sn_buf *record, size_t height)
{
	return memmem(record->data, record->len, t.chain.blocks[height].id.b, 32) != NULL;
}

/* Two wallets with different first blocks, in several sessions each: the same requests within 16 blocks,
 * without the wallet's first block or the top of its last session. */
Test(hot_sync, history_tells_no_wallet_from_another)
{
	struct hot other;
	struct sn_buf first = {0}, record = {0};
	app_chain_mine(&t.chain, 1200, &t.bob);
	hot_open(&other, &t.bob);
	other.w->restore_height = 901;
	cr_assert(!sn_sync(t.h.w, t.chain.daemon, NULL, &t.result, &t.err));
	app_chain_mine(&t.chain, 3, &t.bob); /* 1201 to 1203 */
	cr_assert(!sn_sync(other.w, t.chain.daemon, NULL, &t.result, &t.err));
	cr_assert_eq(other.w->blocks[0].height, 901);
	app_chain_mine(&t.chain, 1, &t.bob);
	record_session(&first, t.h.w);
	cr_assert(names(&first, 1200) && names(&first, 1088) && names(&first, 1000) && names(&first, 0));
	cr_assert(!names(&first, 1) && !names(&first, 1203));
	record_session(&record, other.w);
	cr_assert(record.len == first.len && !memcmp(record.data, first.data, first.len));
	cr_assert(!names(&record, 901) && !names(&record, 1203));
	app_chain_mine(&t.chain, 11, &t.bob); /* 1205 to 1215 */
	record_session(&record, t.h.w);
	cr_assert(record.len == first.len && !memcmp(record.data, first.data, first.len));
	app_chain_mine(&t.chain, 2, &t.bob);
	record_session(&record, t.h.w);
	cr_assert(record.len == first.len && !memcmp(record.data, first.data, first.len));
	app_chain_mine(&t.chain, 1, &t.bob);
	record_session(&record, t.h.w); /* the last session ended with 1217 */
	cr_assert(names(&record, 1216) && !names(&record, 1217) && !names(&record, 1088) &&
		  names(&record, 1104));
	expect_same_chain();
	sn_buf_free(&first);
	sn_buf_free(&record);
	hot_close(&other);
}

/* A server synchronises every few seconds: without a new block, it requests none. */
Test(hot_sync, no_blocks_are_requested_at_the_top)
{
	app_chain_mine(&t.chain, 20, &t.alice);
	sync_now();
	unsigned n = t.chain.n_block_answers;
	sync_now();
	cr_assert_eq(t.chain.n_block_answers, n);
	app_chain_pop(&t.chain, 1);
	app_chain_mine(&t.chain, 1, &t.bob); /* the same height, another block */
	sync_now();
	cr_assert_gt(t.chain.n_block_answers, n);
	expect_same_chain();
}

/* Bob pays 1 XMR to this address of Alice, in the next block. */
static void pay_alice_at(uint32_t minor)
{
	struct sn_unsigned_set set = cold_set(1);
	cold_spend_amount(&set.txs[0], &t.bob, COLD_XMR + COLD_FEE);
	cold_pay(&set.txs[0], cold_address(&t.alice, 0, minor), COLD_XMR);
	struct cold_result result = cold_sign(&t.bob, &set);
	app_chain_send(&t.chain, &result.txs[0]);
	app_chain_mine(&t.chain, 1, &t.bob);
	cold_result_free(&result);
	cold_free(&set);
}

/* Another program scanned a block between two runs (store/wallet_suspend.h): the look-ahead continues after
 * the payment in it. */
Test(hot_sync, look_ahead_after_a_payment_that_another_program_found)
{
	app_chain_mine(&t.chain, 1, &t.bob);
	sync_now();
	struct sn_wallet_output o = hot_output(&t.h, COLD_XMR, 0);
	o.subaddress.minor = 390;
	hot_add(&t.h, &o);
	pay_alice_at(550);
	sync_now();
	cr_assert_eq(total(), 2 * COLD_XMR);
}

/* Another program enlarged the look-ahead between two runs. */
Test(hot_sync, look_ahead_that_another_program_enlarged)
{
	app_chain_mine(&t.chain, 1, &t.bob);
	sync_now();
	cr_assert(!sn_wallet_set_lookahead(t.h.w, SN_LOOKAHEAD_MAJOR, 1000));
	pay_alice_at(950);
	sync_now();
	cr_assert_eq(total(), COLD_XMR);
}
