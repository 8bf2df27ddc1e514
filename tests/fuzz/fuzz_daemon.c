/* Any bytes as the body of a daemon's answer: refused with a sentence, or within its bounds. The first byte
 * chooses the call. */
#include "chain/block.h"
#include "daemon_answer.h"
#include "fuzz.h"
#include "node/call.h"
#include "node/daemon_blocks.h"
#include "node/daemon_info.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"
#include "node/daemon_pool.h"
#include "node/daemon_send.h"

#include <stdlib.h>
#include <string.h>

enum { ASKED = 4 };

static void get_info(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_daemon_info info;
	*ret = sn_daemon_get_info(d, &info, err);
	FUZZ_CHECK(*ret || (info.height && info.target_height >= info.height &&
			    strlen(info.version) < sizeof info.version));
}

static uint64_t touch(const struct sn_daemon_indices *x)
{
	uint64_t sum = 0;
	for (size_t i = 0; i < x->count; i++)
		sum += sn_daemon_index(x, i);
	return sum;
}

static void get_blocks(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	static const struct sn_hash history[2] = {{{1}}, {{2}}};
	struct sn_daemon_blocks blocks;
	*ret = sn_daemon_get_blocks(d, history, 2, 0, &blocks, err);
	if (*ret)
		return;
	FUZZ_CHECK(blocks.count <= SN_DAEMON_MAX_BLOCKS);
	FUZZ_CHECK(!blocks.count || blocks.start_height + blocks.count <= blocks.current_height);
	for (size_t i = 0; i < blocks.count; i++) {
		const struct sn_daemon_block *b = &blocks.blocks[i];
		struct sn_block block;
		struct sn_tx tx;
		if (!sn_block_parse(&block, b->blob, b->len))
			sn_block_free(&block);
		(void)touch(&b->miner_indices);
		for (size_t k = 0; k < b->tx_count; k++) {
			if (!sn_tx_parse(&tx, b->txs[k].blob, b->txs[k].len, true))
				sn_tx_free(&tx);
			(void)touch(&b->txs[k].indices);
		}
	}
	sn_daemon_blocks_free(&blocks);
}

static void get_distribution(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_daemon_distribution x;
	*ret = sn_daemon_get_distribution(d, &x, err);
	if (*ret)
		return;
	FUZZ_CHECK(x.count);
	for (size_t i = 1; i < x.count; i++)
		FUZZ_CHECK(x.cumulative[i - 1] <= x.cumulative[i]);
	sn_daemon_distribution_free(&x);
}

static void get_outputs(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	static const uint64_t indices[ASKED] = {1, 2, 3, 5};
	struct sn_daemon_output outputs[ASKED];
	*ret = sn_daemon_get_outputs(d, indices, ASKED, outputs, err);
}

static void get_fees(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_daemon_fees fees;
	*ret = sn_daemon_get_fees(d, &fees, err);
	FUZZ_CHECK(*ret || (fees.quantization_mask && fees.per_byte[0] && fees.per_byte[3]));
}

static void send_transaction(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	enum sn_send_outcome outcome;
	bool was_known;
	*ret = sn_daemon_send_transaction(d, "tx", 2, &outcome, &was_known, err);
	FUZZ_CHECK(!*ret == (outcome == SN_SEND_ACCEPTED) && (!was_known || !*ret));
	FUZZ_CHECK((outcome == SN_SEND_UNKNOWN) == (*ret && err->reason == SN_REASON_MAYBE_SENT));
}

/* The hashes of which the daemon is asked: 01 01 ..., 02 02 ..., */
static void make_hashes(struct sn_hash hashes[ASKED])
{
	for (int i = 0; i < ASKED; i++)
		memset(hashes[i].b, i + 1, sizeof hashes[i].b);
}

static void get_pool(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_hash *hashes;
	size_t count;
	*ret = sn_daemon_get_pool(d, &hashes, &count, err);
	FUZZ_CHECK(!*ret || (!hashes && !count));
	free(hashes);
}

static void get_pool_transactions(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_hash hashes[ASKED];
	struct sn_daemon_pool_txs txs;
	struct sn_tx tx;
	make_hashes(hashes);
	*ret = sn_daemon_get_pool_transactions(d, hashes, ASKED, &txs, err);
	if (*ret)
		return;
	FUZZ_CHECK(txs.count <= ASKED);
	for (size_t i = 0; i < txs.count; i++)
		if (!sn_tx_parse(&tx, txs.txs[i].blob, txs.txs[i].len, true))
			sn_tx_free(&tx);
	sn_daemon_pool_txs_free(&txs);
}

static void get_backlog(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	struct sn_daemon_backlog backlog;
	uint64_t sum = 0;
	*ret = sn_daemon_get_backlog(d, &backlog, err);
	FUZZ_CHECK(!*ret || (!backlog.entries && !backlog.count && !backlog.reply.data));
	for (size_t i = 0; i < backlog.count; i++)
		sum += sn_daemon_backlog_weight(&backlog, i) ^ sn_daemon_backlog_fee(&backlog, i);
	FUZZ_CHECK(backlog.count || !sum);
	sn_daemon_backlog_free(&backlog);
}

static void get_block_weights(struct sn_daemon *d, int *ret, struct sn_error *err)
{
	uint64_t weights[2];
	*ret = sn_daemon_get_block_weights(d, 1, weights, 2, err);
	FUZZ_CHECK(!*ret || (!weights[0] && !weights[1]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	static void (*const calls[])(struct sn_daemon * d, int *ret, struct sn_error *err) = {
		get_info,         get_blocks, get_distribution,      get_outputs, get_fees,
		send_transaction, get_pool,   get_pool_transactions, get_backlog, get_block_weights,
	};
	struct sn_daemon d = {0};
	struct sn_error err = {0};
	int ret;
	if (!len)
		return 0;
	daemon_answer(data + 1, len - 1);
	calls[data[0] % (sizeof calls / sizeof *calls)](&d, &ret, &err);
	if (!ret) {
		fuzz_accept();
		return 0;
	}
	FUZZ_CHECK(ret == SN_DAEMON);
	fuzz_check_sentence(&err);
	return 0;
}
