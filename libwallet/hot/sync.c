#include "hot/sync.h"

#include "chain/block.h"
#include "hot/fork.h"
#include "hot/fork_daemon.h"
#include "hot/pool.h"
#include "hot/scan.h"
#include "hot/second_payment.h"
#include "hot/table_ahead.h"
#include "node/prefetch.h"
#include "node/daemon_blocks.h"
#include "node/daemon_info.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STORE_EVERY 5000 /* blocks */

int sn_check_network(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_daemon_info *info,
		     struct sn_error *err)
{
	struct sn_daemon_info answer;
	int ret = sn_daemon_get_info(daemon, &answer, err);
	if (ret)
		return ret;
	if (answer.network != w->account->network)
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT,
						  "the daemon at %s is on %s, the wallet on %s",
						  sn_daemon_address(daemon), sn_network_name(answer.network),
						  sn_network_name(w->account->network)),
				     "use --daemon-address=HOST:PORT of a daemon on %s",
				     sn_network_name(w->account->network));
	if (info)
		*info = answer;
	return SN_OK;
}

int sn_check_restore_height(uint64_t height, const struct sn_daemon_info *info, const char *address,
			    struct sn_error *err)
{
	if (height <= info->height)
		return SN_OK;
	if (height <= info->target_height)
		return sn_error_hint(err,
				     sn_error_set(err, SN_DAEMON,
						  "the daemon at %s is still synchronizing: it has %" PRIu64
						  " of %" PRIu64
						  " blocks, and this wallet starts at height %" PRIu64,
						  address, info->height, info->target_height, height),
				     "try again later");
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "the restore height %" PRIu64 " is above the chain, which has %" PRIu64
			     " blocks: nothing would be scanned",
			     height, info->target_height),
		"set a lower height with sneakernote --wallet-file=FILE --daemon-address=HOST:PORT --resync-and-exit --restore-height=N");
}

/* The history that the daemon gets: known blocks, newest first, genesis last. Blocks that only this wallet
 * keeps, such as its first one or the top of its last run, would identify the sessions of this wallet. So a
 * shallow history has only blocks that every wallet of the same height, within 16 blocks, would send: the
 * last few at multiples of 16 and of 1000. Within a session, which the daemon recognizes anyway, the newest
 * block comes first. */
#define NEAR_STEP 16
#define NEAR_COUNT 8
#define FAR_COUNT 4
#define HISTORY_MAX 80

static size_t shallow_history(struct sn_hash *history, const struct sn_wallet *w, size_t n_blocks,
			      bool is_exact)
{
	size_t n = 0, n_near = 0, n_far = 0;
	if (is_exact)
		history[n++] = w->blocks[--n_blocks].hash;
	while (n_blocks-- > 0 && n_far < FAR_COUNT) {
		const struct sn_wallet_block *block = &w->blocks[n_blocks];
		bool is_near = n_near < NEAR_COUNT;
		if (block->height % (is_near ? NEAR_STEP : SN_WALLET_SPARSE_STEP))
			continue;
		history[n++] = block->hash;
		n_near += is_near;
		n_far += !is_near;
	}
	return n;
}

/* Ten blocks in sequence, then at doubling distances, then our first one. Without our first one, a daemon
 * that is behind might have none of the blocks, and would seem to follow another chain. */
static size_t deep_history(struct sn_hash *history, const struct sn_wallet *w, size_t n_blocks)
{
	size_t n = 0, step = 1;
	for (size_t back = 1; back < n_blocks && n < HISTORY_MAX - 2; back += step) {
		history[n++] = w->blocks[n_blocks - back].hash;
		if (n >= 10)
			step *= 2;
	}
	if (n_blocks)
		history[n++] = w->blocks[0].hash;
	return n;
}

/* Make the history up to height `newest`. *is_deep requests a deep history. It is set if the wallet is too
 * young for a shallow one. */
static size_t make_history(struct sn_hash *history, const struct sn_wallet *w, uint64_t newest, bool is_exact,
			   bool *is_deep)
{
	size_t n = 0, n_blocks = w->n_blocks;
	while (n_blocks && w->blocks[n_blocks - 1].height > newest)
		n_blocks--;
	if (!*is_deep && n_blocks)
		n = shallow_history(history, w, n_blocks, is_exact);
	*is_deep = n == 0;
	if (*is_deep)
		n = deep_history(history, w, n_blocks);
	history[n++] = *sn_network_genesis(w->account->network);
	return n;
}

static const struct sn_wallet_block *find_block(const struct sn_wallet *w, uint64_t height)
{
	for (size_t i = w->n_blocks; i-- > 0 && w->blocks[i].height >= height;)
		if (w->blocks[i].height == height)
			return &w->blocks[i];
	return NULL;
}

static int block_id(struct sn_hash *id, const struct sn_daemon_block *from)
{
	struct sn_block block;
	int ret = sn_block_parse(&block, from->blob, from->len);
	if (ret)
		return ret;
	ret = sn_block_id(id, &block);
	sn_block_free(&block);
	return ret;
}

static int refuse_unconnected(struct sn_daemon *daemon, struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(err, SN_DAEMON,
			     "the daemon at %s sent blocks that do not connect to this wallet's chain",
			     sn_daemon_address(daemon)),
		"use another daemon");
}

/* Find the last block of ours that the answer repeats, and the first block of the answer that is new,
 * different, or must be scanned again. If the answer starts with the genesis block, below our first block,
 * `*common` is NULL: start from the beginning. */
static int meet(const struct sn_wallet_block **common, size_t *first, const struct sn_wallet *w,
		const struct sn_daemon_blocks *answer, struct sn_daemon *daemon, struct sn_error *err)
{
	*common = NULL;
	*first = 0;
	if (answer->start_height >= w->rescan_from) /* blocks to scan again were not in our history */
		return refuse_unconnected(daemon, err);
	for (; *first < answer->count && answer->start_height + *first < w->rescan_from; ++*first) {
		const struct sn_wallet_block *ours = find_block(w, answer->start_height + *first);
		struct sn_hash id;
		int ret = ours || *first == 0 ? block_id(&id, &answer->blocks[*first]) : SN_OK;
		if (ret)
			return ret == SN_IO ? sn_error_memory(err)
					    : sn_error_set(err, SN_DAEMON,
							   "the daemon at %s sent an invalid block",
							   sn_daemon_address(daemon));
		if (ours && sn_hash_is_equal(&id, &ours->hash)) {
			*common = ours;
			continue;
		}
		if (*first == 0 && (ours || !sn_hash_is_equal(&id, sn_network_genesis(w->account->network))))
			return refuse_unconnected(daemon, err);
		break;
	}
	return SN_OK;
}

#define ROLLBACKS_MAX 3 /* in one run: more means that the daemon sends conflicting chains */
#define GROWTH_MAX 1000 /* blocks: a run ends at this distance above the daemon's height at its start */

struct run {
	struct sn_wallet *w;
	struct sn_daemon *daemon;
	struct sn_sync_memory *memory;
	struct sn_sync_result *result;
	uint64_t limit; /* height */
	/* height of a common block below the fork; UINT64_MAX: unknown; 0: there is none, and the next step
	 * requests the first blocks */
	uint64_t met;
	bool is_deep;       /* the daemon has none of the blocks of the shallow history */
	bool has_gone_back; /* blocks were replaced, or scanned again */
	bool is_linked;     /* the daemon has the wallet's last block, or had it in its last answer */
	struct sn_prefetch *prefetch; /* NULL while the top is near */
	struct sn_table_ahead table;
	uint64_t fork_height; /* height of the first block of an unknown upgrade, */
	uint8_t fork_version; /* and its version; 0: none arrived */
	bool is_done;
};

/* The wallet is rolled back together with adding the replacement blocks: no reader sees it without them, and
 * if they do not arrive, nothing is undone. A rollback for a requested rescan is not a reorganization. */
static int scan(struct run *r, struct sn_daemon_blocks *answer, size_t first,
		const struct sn_wallet_block *previous, struct sn_error *err)
{
	struct sn_sync_result *result = r->result;
	unsigned rollbacks = result->rollbacks;
	uint64_t fork_height = result->fork_height;
	bool is_rescan =
		r->w->rescan_from != UINT64_MAX && (!previous || previous->height + 1 >= r->w->rescan_from ||
						    !find_block(r->w, previous->height + 1));
	int ret = sn_table_ahead_end(&r->table, err);
	if (!ret)
		ret = sn_scan_need_table(r->memory, r->w, err);
	answer->daemon = r->daemon;
	if (!ret)
		ret = sn_scan_blocks(r->w, &r->memory->table, answer, first, previous, result, err);
	r->is_linked = !ret;
	r->memory->has_met |= !ret;
	r->is_done = !ret && sn_wallet_height(r->w) >= r->limit;
	r->has_gone_back |= is_rescan || result->rollbacks != rollbacks;
	if (is_rescan) {
		result->rollbacks = rollbacks;
		result->fork_height = fork_height;
	}
	return ret;
}

/* If more blocks than this are missing, answers are prefetched up to the top while one is scanned. Decided by
 * height, which is known before the answer arrives. */
#define FAR 200

static bool needs_prefetch(const struct run *r, uint64_t height)
{
	return r->result->daemon_height > height && (r->prefetch || r->result->daemon_height - height > FAR);
}

/* If prefetching is unavailable, blocks are requested one answer after the other. */
static void open_prefetch(struct run *r, uint64_t height)
{
	struct sn_error ignored;
	if (!r->prefetch && needs_prefetch(r, height) && !sn_prefetch_open(&r->prefetch, r->daemon, &ignored))
		sn_prefetch_set_work(r->prefetch, sn_scan_ahead, r->w);
}

/* Remove unreadable blocks from the answer. */
static void cut(struct run *r, struct sn_daemon_blocks *answer)
{
	uint64_t height;
	uint8_t version = sn_fork_cut(answer, 0, &height);
	if (version) {
		r->fork_version = version;
		r->fork_height = height;
	}
}

/* Get an answer that contains the block at `height`, as blocks[*first], or no block at all. */
static int get_from(struct run *r, uint64_t height, struct sn_daemon_blocks *answer, size_t *first,
		    struct sn_error *err)
{
	open_prefetch(r, height);
	int ret = r->prefetch
			  ? sn_prefetch_get_blocks(r->prefetch, height, r->result->daemon_height, answer, err)
			  : sn_daemon_get_blocks(r->daemon, NULL, 0, height, answer, err);
	*first = height - answer->start_height;
	cut(r, answer);
	if (!ret && answer->count && (answer->start_height > height || *first >= answer->count))
		ret = sn_error_set(err, SN_DAEMON, "the daemon at %s sent other blocks than requested",
				   sn_daemon_address(r->daemon));
	return ret;
}

/* Get blocks from the restore height on, for a wallet without blocks, or none that may stay. A daemon below
 * that height undoes nothing. */
static int first_step(struct run *r, struct sn_daemon_blocks *answer, struct sn_error *err)
{
	/* The genesis block has no output of ours, and 0 would mean "by history". */
	uint64_t start = r->w->restore_height ? r->w->restore_height : 1;
	r->is_done = start >= r->result->daemon_height;
	if (r->is_done)
		return SN_OK;
	size_t first;
	int ret = get_from(r, start, answer, &first, err);
	if (ret)
		return ret;
	r->is_done = answer->count == 0;
	if (r->is_done)
		return SN_OK;
	r->met = UINT64_MAX;
	return scan(r, answer, first, NULL, err);
}

/* The history may contain our blocks up to this height. */
static uint64_t newest(const struct run *r)
{
	uint64_t before = r->w->rescan_from - 1;
	return r->met < before ? r->met : before;
}

/* Get blocks after the newest common block. */
static int next_step(struct run *r, struct sn_daemon_blocks *answer, struct sn_error *err)
{
	struct sn_hash history[HISTORY_MAX];
	const struct sn_wallet_block *common = NULL;
	bool is_deep = r->is_deep;
	size_t first = 0, n_history = make_history(history, r->w, newest(r), r->memory->has_met, &is_deep);
	int ret = sn_daemon_get_blocks(r->daemon, history, n_history, 0, answer, err);
	cut(r, answer);
	if (!ret && answer->count)
		ret = meet(&common, &first, r->w, answer, r->daemon, err);
	if (ret)
		return ret;
	if (answer->count > 1 && !common && !is_deep) {
		r->is_deep = true;
		return SN_OK;
	}
	r->memory->has_met = true;
	/* All blocks of the answer are known, and the daemon has more: the fork is above this answer. */
	if (common && first == answer->count && answer->start_height + first < answer->current_height &&
	    (r->met == UINT64_MAX || common->height > r->met)) {
		r->met = common->height;
		return SN_OK;
	}
	r->met = common ? UINT64_MAX : 0;
	r->is_done = answer->count == 0 || first == answer->count || (!common && answer->count == 1);
	if (r->is_done || !common)
		return SN_OK;
	struct sn_wallet_block previous = *common;
	return scan(r, answer, first, &previous, err);
}

/* Get the blocks after our last one. If they do not link to it, the next step finds the fork. */
static int far_step(struct run *r, struct sn_daemon_blocks *answer, struct sn_error *err)
{
	struct sn_wallet_block last = r->w->blocks[r->w->n_blocks - 1];
	struct sn_block block;
	size_t first;
	int ret = get_from(r, last.height + 1, answer, &first, err);
	if (ret)
		return ret;
	ret = answer->count ? sn_block_parse(&block, answer->blocks[first].blob, answer->blocks[first].len)
			    : SN_BAD_INPUT;
	if (ret == SN_IO)
		return sn_error_memory(err);
	r->is_linked = !ret && sn_hash_is_equal(&block.previous, &last.hash);
	if (!ret)
		sn_block_free(&block);
	if (r->is_linked)
		return scan(r, answer, first, &last, err);
	if (r->prefetch)
		sn_prefetch_forget(r->prefetch);
	return SN_OK;
}

/* One exchange with the daemon. */
static int step(struct run *r, struct sn_error *err)
{
	struct sn_daemon_blocks answer = {0};
	bool has_start = r->w->n_blocks && r->w->blocks[0].height <= newest(r);
	int ret;
	if (!has_start)
		ret = first_step(r, &answer, err);
	else if (r->is_linked && r->w->rescan_from == UINT64_MAX && needs_prefetch(r, sn_wallet_height(r->w)))
		ret = far_step(r, &answer, err);
	else
		ret = next_step(r, &answer, err);
	if (!ret && answer.current_height)
		r->result->daemon_height = answer.current_height;
	if (!ret && r->result->rollbacks > ROLLBACKS_MAX)
		ret = sn_error_hint(err,
				    sn_error_set(err, SN_DAEMON,
						 "the daemon at %s reported conflicting chains repeatedly",
						 sn_daemon_address(r->daemon)),
				    "use another daemon");
	sn_daemon_blocks_free(&answer);
	r->is_done |= !ret && r->fork_version && sn_wallet_height(r->w) == r->fork_height;
	return ret;
}

/* If the daemon fails, the blocks that were complete stay. */
static int settle(struct sn_wallet *w, int ret, struct sn_error *err)
{
	sn_wallet_change_begin(w);
	ret = sn_wallet_settle(w, ret, !ret || ret == SN_DAEMON, err);
	sn_wallet_change_end(w);
	return ret;
}

static bool is_at_top(const struct sn_wallet *w, const struct sn_daemon_info *info)
{
	const struct sn_wallet_block *last = w->n_blocks ? &w->blocks[w->n_blocks - 1] : NULL;
	return last && last->height == info->height - 1 && sn_hash_is_equal(&last->hash, &info->top_hash);
}

void sn_sync_memory_free(struct sn_sync_memory *memory)
{
	if (memory->has_table)
		sn_subaddress_table_free(&memory->table);
	sn_pool_kept_free(&memory->pool);
	*memory = (struct sn_sync_memory){0};
}

/* Log after the change is stored. */
static void log_dropped(const struct sn_sync_options *options, const struct sn_sync_result *result)
{
	if (!result->n_dropped || !options)
		return;
	sn_log(options->log, SN_LOG_WARNING,
	       "payment %" PRIu64
	       " dropped: for %d hours it was in no block and unknown to the daemon; its outputs are released",
	       result->dropped, SN_POOL_LIFETIME / 3600);
	if (result->n_dropped > 1)
		sn_log(options->log, SN_LOG_WARNING, "%zu more payment%s dropped for the same reason",
		       result->n_dropped - 1, SN_PLURAL(result->n_dropped - 1));
}

static uint64_t now_of(const struct sn_sync_options *options)
{
	return options && options->now ? options->now : (uint64_t)time(NULL);
}

/* Called when the top is reached. */
static int look_at_pool(struct run *r, const struct sn_sync_options *options, struct sn_error *err)
{
	int ret = sn_pool_look(r->w, r->daemon, options, r->memory, now_of(options), r->result, err);
	ret = settle(r->w, ret, err);
	if (ret && ret != SN_DAEMON) { /* the wallet has its state from before the look, and nothing is known
					  of the pool */
		r->result->n_dropped = 0;
		r->memory->n_outputs = SIZE_MAX; /* examine the whole pool again */
	}
	log_dropped(options, r->result);
	return ret;
}

/* End a rescan if the daemon's chain ends below the wallet's former height, with a block of now. The wallet's
 * former blocks then belonged to another chain, which is reported as a reorganization. */
#define TOP_AGE_MAX (2 * 60 * 60) /* seconds: block times may also be this far in the future */

static int end_rescan(struct run *r, const struct sn_sync_options *options, struct sn_error *err)
{
	struct sn_sync_result *result = r->result;
	struct sn_wallet *w = r->w;
	uint64_t now = now_of(options), height = sn_wallet_height(w);
	bool is_at_end = result->daemon_height == height && result->target_height <= height;
	if (!is_at_end || result->newest_time + TOP_AGE_MAX < now)
		return SN_OK;
	bool is_shorter = w->scanned_to > height;
	sn_wallet_change_begin(w);
	int ret =
		sn_wallet_end_rescan(w) || sn_wallet_forget_undone(w, height) ? sn_error_memory(err) : SN_OK;
	ret = sn_wallet_settle(w, ret, !ret, err);
	sn_wallet_change_end(w);
	if (!ret && is_shorter && (!result->rollbacks || result->fork_height > height))
		result->fork_height = height;
	result->rollbacks += !ret && is_shorter;
	return ret;
}

/* Record an unknown upgrade, and check for one. */
static int check_fork(const struct run *r, struct sn_error *err)
{
	struct sn_wallet *w = r->w;
	int ret = SN_OK;
	if (r->fork_version && sn_wallet_height(w) == r->fork_height) {
		sn_wallet_change_begin(w);
		ret = sn_wallet_set_fork(w, r->fork_height, r->fork_version);
		ret = sn_wallet_settle(w, ret ? sn_error_memory(err) : SN_OK, !ret, err);
		sn_wallet_change_end(w);
	}
	return ret ? ret : sn_check_readable(w, r->daemon, err);
}

int sn_sync(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
	    struct sn_sync_result *result, struct sn_error *err)
{
	*result = (struct sn_sync_result){0};
	struct sn_sync_memory own = {0};
	struct run r = {.w = w,
			.daemon = daemon,
			.memory = options && options->memory ? options->memory : &own,
			.result = result,
			.met = UINT64_MAX};
	struct sn_daemon_info info;
	int ret = sn_check_network(w, daemon, &info, err);
	if (ret)
		return ret;
	result->daemon_height = info.height;
	result->target_height = info.target_height;
	if (!w->n_blocks)
		ret = sn_check_restore_height(w->restore_height, &info, sn_daemon_address(daemon), err);
	if (ret)
		return ret;
	r.limit = info.height < UINT64_MAX - GROWTH_MAX ? info.height + GROWTH_MAX : UINT64_MAX;
	r.is_done = w->rescan_from == UINT64_MAX && is_at_top(w, &info);

	uint64_t stored_at = 0;
	if (!ret && !r.is_done)
		sn_table_ahead_begin(&r.table, r.memory, w);
	while (!ret && !r.is_done) {
		ret = step(&r, err);
		if (!ret && result->blocks - stored_at >= STORE_EVERY) {
			ret = settle(w, ret, err);
			stored_at = result->blocks;
		}
		struct sn_sync_progress progress = {sn_wallet_height(w), result->daemon_height,
						    result->transactions};
		if (!ret && options && options->progress && !options->progress(options->context, &progress) &&
		    !r.is_done)
			r.is_done = result->interrupted = true;
	}
	sn_prefetch_close(r.prefetch);
	const int failed = sn_table_ahead_end(&r.table, ret ? NULL : err);
	if (!ret)
		ret = failed;
	if (!ret)
		ret = sn_second_payment_note(w, now_of(options), err);
	ret = settle(w, ret, err);
	if (!ret && !result->interrupted)
		ret = check_fork(&r, err);
	if (!ret && !result->interrupted)
		ret = end_rescan(&r, options, err);
	if (r.has_gone_back) /* known transactions may be news again */
		r.memory->n_outputs = SIZE_MAX;
	if (!ret && !result->interrupted)
		ret = look_at_pool(&r, options, err);
	result->height = sn_wallet_height(w);
	result->rescan_to = w->scanned_to;
	sn_sync_memory_free(&own);
	return ret;
}
