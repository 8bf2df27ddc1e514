/* Blocks, forks, time, and other parties, which pay, lose transactions, or spend with the same keys. */
#include "steps.h"

#include "hot/pool.h"

#include <signal.h>
#include <sys/resource.h>

/* ---------------------------------------------------------------- following the chain */

/* Apply a sync of the blocks below `top` to the model. The rollback may go further back than the fork,
 * because the wallet keeps few blocks. */
static void follow(const struct sn_sync_result *result, size_t top)
{
	size_t fork, first = t.model.restore_height ? t.model.restore_height : 1;
	/* A daemon whose top block is the first requested one returns no blocks (unit/app_chain.c). They come
	 * with the next sync. */
	if (top == first + 1 && !result->blocks)
		return;
	if (t.model.rescan_from < top)
		model_rollback(&t.model, t.model.rescan_from);
	/* Without older blocks, the rollback went further back than requested, and the daemon is not so far.
	 */
	else if (t.model.rescan_from != WORLD_NONE && !result->rollbacks && result->blocks &&
		 top < t.model.height && result->blocks < top && model_is_pruned(&t.model, top))
		model_rollback(&t.model, top - result->blocks);
	/* A chain that is shorter than before a rescan counts as a reorganization, but undoes nothing. */
	bool is_shorter = t.model.scanned_to > top && !result->rescan_to;
	expect(!is_shorter || (result->rollbacks && result->fork_height <= top));
	bool has_parted = result->rollbacks > is_shorter;
	if (has_parted)
		model_rollback(&t.model, result->fork_height);
	model_follow(&t.model, top, &fork);
	if (has_parted && result->fork_height > fork)
		fail("the chains part at %zu, and it went back to %" PRIu64 " only", fork,
		     result->fork_height);
}

static uint64_t time_of_block(size_t height)
{
	return 1700000000 + 120 * height; /* mine_one in unit/app_chain.c */
}

/* At the top of a chain with a new last block, no rescan is left, and removed blocks above it are forgotten,
 * as blocks with a payment or with a conflict. */
static void end_rescan(const struct sn_sync_result *result)
{
	if (!result->blocks || t.model.height != world_height(&t.world) ||
	    time_of_block(t.model.height - 1) + 7200 < t.now)
		return;
	t.model.scanned_to = 0;
	for (size_t i = 0; i < t.model.n_payments; i++) {
		struct model_payment *p = &t.model.payments[i];
		bool is_beaten = p->state == SN_PAYMENT_RELEASED && p->height && p->tx != WORLD_NONE;
		if (is_beaten && p->height >= t.model.height) {
			p->height = t.model.height - 1;
			p->conflict_seen = p->conflict_height = 0;
		}
		if ((p->state == SN_PAYMENT_SUBMITTED || is_beaten) && p->undone_at >= t.model.height)
			p->undone_at = 0;
	}
}

static void choose_answers(void)
{
	static const size_t per_answer[] = {4, 11, 30, 100, 1000};
	t.world.chain.per_answer = per_answer[roll(5)];
}

/* Nothing to scan: the sync is refused and changes nothing. */
static bool is_above_chain(int ret)
{
	bool is = !model_has_blocks(&t.model) && t.model.restore_height > world_height(&t.world);
	if (is != (ret == SN_REFUSED))
		fail("a restore height of %zu and %zu blocks: %d %s", t.model.restore_height,
		     world_height(&t.world), ret, ret ? t.err.text : "");
	return is;
}

void sync_wallet(void)
{
	struct sn_sync_result result;
	struct sn_sync_options options = {.memory = &t.memory, .now = t.now};
	bool is_readable = !one_in(12);
	choose_answers();
	t.world.chain.is_pool_broken = !is_readable;
	size_t size = sn_journal_size(sn_wallet_journal(t.hot.w));
	int ret = sn_sync(t.hot.w, t.world.chain.daemon, &options, &result, &t.err);
	t.world.chain.is_pool_broken = false;
	if (is_above_chain(ret)) {
		note("the chain does not reach the restore height");
		return;
	}
	ok(ret);
	events[COMPACTIONS] += sn_journal_size(sn_wallet_journal(t.hot.w)) < size;
	events[SYNCS]++;
	follow(&result, world_height(&t.world));
	model_note_beaten(&t.model, t.now);
	end_rescan(&result);
	model_look_at_pool(&t.model, t.now, is_readable);
	note("sync to %" PRIu64 ", %u rollbacks%s", result.height, result.rollbacks,
	     is_readable ? "" : ", pool unreadable");
	events[FORGOTTEN] += result.n_dropped;
}

static bool break_daemon(void *context, const struct sn_sync_progress *progress)
{
	size_t *answers_left = context;
	(void)progress;
	t.world.chain.are_blocks_broken = *answers_left == 0;
	*answers_left -= *answers_left > 0;
	return true;
}

/* Complete answers stay. */
void step_failing_daemon(void)
{
	size_t answers_left = roll(3);
	struct sn_sync_result result;
	struct sn_sync_options options = {
		.progress = break_daemon, .context = &answers_left, .memory = &t.memory, .now = t.now};
	choose_answers();
	int ret = sn_sync(t.hot.w, t.world.chain.daemon, &options, &result, &t.err);
	t.world.chain.are_blocks_broken = false;
	note("a daemon that fails after %" PRIu64 " blocks: %d", result.blocks, ret);
	if (is_above_chain(ret))
		return;
	expect(ret == SN_OK || ret == SN_DAEMON);
	size_t top = ret == SN_OK ? world_height(&t.world) : sn_wallet_height(t.hot.w);
	/* Without older blocks, the rollback went further back than requested, and is not so far again. */
	if (ret && result.blocks && t.model.rescan_from != WORLD_NONE && top < t.model.rescan_from)
		model_rollback(&t.model, top);
	if (ret == SN_OK || result.blocks)
		follow(&result, top);
	if (ret == SN_OK) {
		model_note_beaten(&t.model, t.now);
		end_rescan(&result);
		model_look_at_pool(&t.model, t.now, true);
	}
	events[FAILING_DAEMONS] += ret != SN_OK;
}

/* Nothing can be stored, so nothing changes. */
void step_full_disk(void)
{
	struct sn_sync_result result;
	struct sn_sync_options options = {.memory = &t.memory, .now = t.now};
	struct rlimit old, tight;
	choose_answers();
	expect(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &old) == 0);
	tight = old;
	tight.rlim_cur = sn_journal_size(sn_wallet_journal(t.hot.w));
	expect(setrlimit(RLIMIT_FSIZE, &tight) == 0);
	int ret = sn_sync(t.hot.w, t.world.chain.daemon, &options, &result, &t.err);
	expect(setrlimit(RLIMIT_FSIZE, &old) == 0);
	note("a full disk: %d", ret);
	if (is_above_chain(ret))
		return;
	expect(ret == SN_OK || ret == SN_IO);
	if (ret == SN_OK) { /* there was nothing to store */
		follow(&result, world_height(&t.world));
		model_note_beaten(&t.model, t.now);
		end_rescan(&result);
		model_look_at_pool(&t.model, t.now, true);
	}
	events[FULL_DISKS] += ret != SN_OK;
}

/* One coinbase in `ours` is ours; 0: none is. */
static void mine(size_t n, bool with_pool, uint64_t ours)
{
	for (size_t i = 0; i < n; i++) {
		size_t txs[APP_BLOCK_TXS_MAX], n_txs = 0;
		for (size_t k = 0; with_pool && k < t.world.n_pool && n_txs < APP_BLOCK_TXS_MAX; k++)
			if (!one_in(3))
				txs[n_txs++] = t.world.pool[k];
		world_mine(&t.world, txs, n_txs, ours && one_in(ours));
		events[BLOCKS]++;
	}
}

void step_mine(void)
{
	size_t n = one_in(12) ? 20 + roll(50) : 1 + roll(3);
	bool with_pool = !one_in(4);
	note("mine %zu blocks%s", n, with_pool ? " with what is in the pool" : "");
	mine(n, with_pool, n > 10 ? 20 : 5);
}

void step_reorganise(void)
{
	size_t height = world_height(&t.world), deepest = height - 100;
	bool is_deep = one_in(6) && t.world.n_blocks < WORLD_BLOCKS_MAX / 2;
	size_t n = 1 + roll(is_deep ? deepest : deepest < 12 ? deepest : 12);
	size_t more = one_in(3) ? roll(n) + 1 : n + roll(3);
	note("reorganise: %zu blocks are replaced by %zu", n, more);
	world_undo(&t.world, n);
	for (size_t i = 0; i < t.world.n_pool;)
		if (one_in(4))
			world_drop(&t.world, t.world.pool[i]);
		else
			i++;
	size_t first = roll(more + 1);
	mine(first, false, 10);
	mine(more - first, true, 10);
	events[is_deep ? DEEP_REORGS : REORGS]++;
}

void step_behind(void)
{
	size_t n = 1 + roll(world_height(&t.world) - 100);
	note("a daemon that is behind by %zu", n);
	app_chain_hide(&t.world.chain, n);
	sync_wallet();
	compare(t.hot.w);
	app_chain_show(&t.world.chain);
	events[BEHIND]++;
}

/* Sometimes long enough to drop a payment that no daemon knows. */
void step_wait(void)
{
	bool is_missing = false;
	for (size_t i = 0; i < t.model.n_payments; i++)
		is_missing |= t.model.payments[i].state == SN_PAYMENT_SUBMITTED &&
			      t.model.payments[i].missing_since;
	t.now += one_in(is_missing ? 2 : 4) ? roll(5 * 86400) : roll(7200);
	/* The world has room for a limited number of blocks. */
	bool is_long = one_in(is_missing ? 4 : 80) && world_height(&t.world) < WORLD_HEIGHT_MAX / 2;
	note("time passes%s", is_long ? ", and many blocks come" : "");
	if (is_long)
		mine(SN_POOL_LIFETIME_BLOCKS + 5, true, 0);
}

/* ---------------------------------------------------------------- others */

struct sn_subaddress_index random_address(void)
{
	return (struct sn_subaddress_index){(uint32_t)roll(MAJORS), one_in(2) ? 0 : (uint32_t)roll(MINORS)};
}

static uint64_t random_amount(void)
{
	return 10000000000 + roll(one_in(3) ? 3000000000000 : 60000000000);
}

static uint64_t random_unlock_time(void)
{
	if (!one_in(6))
		return 0;
	return one_in(2) ? world_height(&t.world) + roll(40) : t.now + roll(4 * 86400);
}

void step_incoming(void)
{
	struct world_pay pays[3];
	size_t n = 1 + roll(3);
	for (size_t i = 0; i < n; i++)
		pays[i] = (struct world_pay){random_address(), random_amount()};
	size_t tx = world_make(&t.world, NULL, 0, pays, n, random_unlock_time());
	note("somebody pays us, in transaction %zu", tx);
	world_send(&t.world, tx);
	events[INCOMING]++;
}

/* Or another node has a transaction that this daemon lost. */
void step_drop(void)
{
	size_t lost = t.world.n_txs ? roll(t.world.n_txs) : 0;
	bool is_coinbase = t.world.n_txs && t.world.txs[lost].n_coins &&
			   t.world.coins[t.world.txs[lost].coins[0]].is_coinbase;
	if (one_in(2) && t.world.n_txs && !is_coinbase && !world_is_in_pool(&t.world, lost)) {
		note("transaction %zu comes again: %d", lost, world_send(&t.world, lost));
		return;
	}
	if (!t.world.n_pool)
		return;
	size_t tx = t.world.pool[roll(t.world.n_pool)];
	note("the pool loses transaction %zu", tx);
	world_drop(&t.world, tx);
	events[DROPPED]++;
}

/* Other software with the same keys spends one or two outputs, perhaps with change. */
void step_foreign(void)
{
	size_t coins[2], n = 0;
	bool takes_any = one_in(4);
	for (size_t tries = 0; tries < 20 && n < 2 && t.world.n_coins; tries++) {
		size_t coin = roll(t.world.n_coins);
		bool is_free =
			takes_any ? world_find(&t.world, t.world.coins[coin].tx, world_height(&t.world)) > 0
				  : world_is_unspent(&t.world, coin);
		if (is_free && (!n || coins[0] != coin))
			coins[n++] = coin;
		if (one_in(2))
			break;
	}
	if (!n)
		return;
	struct world_pay change = {random_address(), t.world.coins[coins[0]].amount / 2};
	size_t tx = world_make(&t.world, coins, n, &change, one_in(2), 0);
	bool is_sent = world_send(&t.world, tx);
	note("output %zu%s is spent elsewhere, by transaction %zu%s", coins[0], n > 1 ? " and another" : "",
	     tx, is_sent ? "" : ", in vain");
	events[FOREIGN] += is_sent;
}
