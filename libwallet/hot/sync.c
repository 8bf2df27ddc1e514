#include "hot/sync.h"

#include "chain/subaddress_table.h"
#include "hot/scan.h"

#include <string.h>

#define STORE_EVERY 5000 /* blocks */

int sn_check_network(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_daemon_info *info,
		     struct sn_error *err)
{
	struct sn_daemon_info answer;
	int ret = sn_daemon_get_info(daemon, &answer, err);
	if (ret)
		return ret;
	if (answer.network != w->account->network)
		return sn_error_set(err, SN_BAD_INPUT, "the daemon at %s is on %s, the wallet on %s",
				    sn_daemon_address(daemon), sn_network_name(answer.network),
				    sn_network_name(w->account->network));
	if (info)
		*info = answer;
	return SN_OK;
}

/* Known blocks, newest first: ten in sequence, then at doubling distances, genesis last. */
#define HISTORY_MAX 80

static size_t make_history(struct sn_hash *history, const struct sn_wallet *w)
{
	size_t n = 0, step = 1;
	for (size_t back = 1; back <= w->n_blocks && n < HISTORY_MAX - 1; back += step) {
		history[n++] = w->blocks[w->n_blocks - back].hash;
		if (n >= 10)
			step *= 2;
	}
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

/* Where the answer to our history meets our chain. `*first` is the first new block in it. When it meets only at the
 * genesis block, below where we began, everything is rolled back and `*restart` asks to begin again. */
static int meet(struct sn_wallet *w, const struct sn_daemon_blocks *answer, size_t *first, bool *restart,
		struct sn_sync_result *result, struct sn_error *err)
{
	uint64_t common = answer->start_height;
	*restart = find_block(w, common) == NULL;
	uint64_t keep = *restart ? w->restore_height : common + 1;
	if (keep < sn_wallet_height(w) || *restart) {
		if (!result->reorganised || keep < result->fork_height)
			result->fork_height = keep;
		result->reorganised = true;
		if (sn_wallet_rollback(w, keep))
			return sn_error_memory(err);
	}
	*first = 1;
	return SN_OK;
}

/* One exchange with the daemon. `*done` when nothing new came. */
static int step(struct sn_wallet *w, struct sn_daemon *daemon, struct sn_subaddress_table *table, uint64_t *target,
		bool *done, unsigned *restarts, struct sn_sync_result *result, struct sn_error *err)
{
	struct sn_hash history[HISTORY_MAX];
	struct sn_daemon_blocks answer = {0};
	size_t first = 0;
	bool restart = false;
	uint64_t start = 0;
	size_t n_history = 0;
	if (w->n_blocks) {
		n_history = make_history(history, w);
	} else {
		/* The genesis block holds nothing of ours, and 0 would mean "by history". */
		start = w->restore_height ? w->restore_height : 1;
		if (start >= *target) {
			*done = true;
			return SN_OK;
		}
	}
	int ret = sn_daemon_get_blocks(daemon, history, n_history, start, &answer, err);
	if (ret)
		return ret;
	*target = answer.current_height;
	if (answer.count == 0) {
		*done = true;
		goto out;
	}
	if (w->n_blocks)
		ret = meet(w, &answer, &first, &restart, result, err);
	else if (answer.start_height != start)
		ret = sn_error_set(err, SN_DAEMON, "the daemon at %s sent other blocks than asked for",
				   sn_daemon_address(daemon));
	if (ret || restart) {
		/* Once is a chain that forked before our first block; twice is a daemon that leads us in circles. */
		if (!ret && (*restarts)++)
			ret = sn_error_set(err, SN_DAEMON, "the daemon at %s denies the blocks that it sent before",
					   sn_daemon_address(daemon));
		goto out;
	}
	if (first == answer.count)
		*done = true;
	else
		ret = sn_scan_blocks(w, table, &answer, first, result, err);
out:
	sn_daemon_blocks_free(&answer);
	return ret;
}

static int cover_known(struct sn_subaddress_table *table, const struct sn_wallet *w)
{
	int ret = sn_subaddress_table_init(table, w->account, SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR);
	for (size_t i = 0; !ret && i < w->n_outputs; i++)
		ret = sn_subaddress_table_cover(table, w->account, w->outputs[i].subaddress);
	return ret;
}

int sn_sync(struct sn_wallet *w, struct sn_daemon *daemon, const struct sn_sync_options *options,
	    struct sn_sync_result *result, struct sn_error *err)
{
	*result = (struct sn_sync_result){0};
	struct sn_subaddress_table table = {0};
	struct sn_daemon_info info;
	int ret = sn_check_network(w, daemon, &info, err);
	if (ret)
		return ret;
	if (cover_known(&table, w)) {
		ret = sn_error_memory(err);
		goto out;
	}

	uint64_t target = info.height, unstored = 0;
	unsigned restarts = 0;
	for (bool done = false; !ret && !done;) {
		uint64_t before = result->blocks;
		ret = step(w, daemon, &table, &target, &done, &restarts, result, err);
		if (ret)
			break;
		unstored += result->blocks - before;
		if (unstored >= STORE_EVERY) {
			ret = sn_wallet_store(w, err);
			unstored = 0;
		}
		struct sn_sync_progress progress = {sn_wallet_height(w), target};
		if (!ret && options && options->progress && !options->progress(options->context, &progress)) {
			result->interrupted = true;
			done = true;
		}
	}
	/* A daemon that fails half-way has not spoilt the blocks that were complete; anything else may have. */
	if (!ret || ret == SN_DAEMON) {
		struct sn_error store_error;
		int stored = sn_wallet_store(w, &store_error);
		if (stored && !ret) {
			*err = store_error;
			ret = stored;
		}
	} else {
		struct sn_error ignored;
		(void)!sn_wallet_revert(w, &ignored);
	}
	result->height = sn_wallet_height(w);
out:
	sn_subaddress_table_free(&table);
	return ret;
}
