/* Wrong and reorganized answers, and interruptions. */
#include "hot/scan.h"

#include "hot/prepare.h"
#include "hot_scan_fixture.h"

#include <sys/resource.h>
#include <unistd.h>

TestSuite(hot_scan_answers, .init = set_up, .fini = tear_down);

Test(hot_scan_answers, continues_the_chain)
{
	make_chain(6, 1 << 4);
	struct sn_daemon_blocks whole = t.answer;
	t.answer.count = 3;
	scan(0);
	/* The next answer starts with a known block, which is skipped. */
	t.answer = whole;
	t.answer.blocks += 2;
	t.answer.start_height += 2;
	t.answer.count -= 2;
	scan(1);
	cr_assert(t.result.blocks == 6 && t.result.received == 1);
	cr_assert(sn_wallet_height(t.h.w) == 7 && t.h.w->n_blocks == 6);
	/* The whole answer again does not connect. */
	t.answer = whole;
	expect_bad("invalid block 7: it has a different height");
}

/* Another block replaces a known one: that block and all above are removed, once the new ones are
 * verified. */
Test(hot_scan_answers, replaces_the_chain)
{
	make_chain(4, 1 << 3);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 1);
	struct sn_wallet_block second = t.h.w->blocks[1];
	t.answer.blocks += 2;
	t.answer.count = 1;
	t.answer.start_height += 2;
	const uint8_t *good = t.answer.blocks[0].blob;
	t.answer.blocks[0].blob = t.answer.blocks[1].blob;
	cr_assert_eq(sn_scan_blocks(t.h.w, &t.table, &t.answer, 0, &second, &t.result, &t.err), SN_DAEMON);
	cr_assert(t.h.w->n_blocks == 4 && t.result.rollbacks == 0);
	t.answer.blocks[0].blob = good;
	cr_assert(!sn_scan_blocks(t.h.w, &t.table, &t.answer, 0, &second, &t.result, &t.err), "%s",
		  t.err.text);
	cr_assert(t.h.w->n_blocks == 3 && t.h.w->n_outputs == 0 && sn_wallet_height(t.h.w) == 4);
	cr_assert(t.result.rollbacks == 1 && t.result.fork_height == 3);
}

Test(hot_scan_answers, bad_blocks)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11);
	add_tx(1, &payment, 0);
	make_chain(3, 1 << 0);
	struct sn_daemon_block good[3];
	memcpy(good, t.from, sizeof good);

	t.from[1] = good[2];
	expect_bad("invalid block 2: it has a different height");
	t.from[1] = good[1];
	t.answer.start_height++;
	expect_bad("invalid block 2: it has a different height");
	t.answer.start_height--;
	for (size_t len = 0; len < good[2].len; len++) {
		t.from[2].len = len;
		expect_bad("invalid block 3: it does not parse");
	}
	t.from[2] = good[2];
	t.from[1].tx_count = 0;
	expect_bad("invalid block 2: transactions are missing");
	t.from[1] = good[1];
	t.from[2].tx_count = 1;
	expect_bad("invalid block 3: transactions are missing");
	t.from[2] = good[2];
	t.from[0].miner_indices.count = 0;
	expect_bad("invalid block 1: its coinbase came without output indices");
	t.from[0].miner_indices.count = 2;
	expect_bad("invalid block 1: its coinbase came without output indices");
	t.from[0] = good[0];
	/* The previous block has changed, if only in its time. */
	t.blocks[1].blob.data[2] ^= 1;
	expect_bad("invalid block 3: it does not follow the one before");
	t.blocks[1].blob.data[2] ^= 1;
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cold_result_free(&payment);
}

Test(hot_scan_answers, bad_transactions)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	add_tx(0, &payment, 0);
	add_tx(0, &other, 0);
	make_chain(2, 0);
	struct sn_daemon_tx *txs = t.blocks[0].from, good[2] = {txs[0], txs[1]};

	txs[0] = good[1];
	txs[1] = good[0];
	expect_bad("invalid block 1: a transaction does not have the hash listed in the block");
	txs[0] = good[0];
	expect_bad(
		"invalid block 1: a transaction does not have the hash listed in the block"); /* the first one
												 twice */
	txs[1] = good[1];
	for (size_t len = 0; len < good[1].len; len += 9) {
		txs[1].len = len;
		expect_bad("invalid block 1: a transaction does not parse");
	}
	txs[1] = good[1];
	txs[1].indices.count--;
	expect_bad("invalid block 1: a transaction came without its output indices");
	txs[1] = good[1];
	for (size_t at = 0; at < good[1].len; at += 5) {
		t.blocks[0].txs[1].data[at] ^= 4;
		expect_bad("invalid block 1: a transaction ");
		t.blocks[0].txs[1].data[at] ^= 4;
	}
	t.blocks[0].prunable_hashes[1].b[9] ^= 1;
	expect_bad("invalid block 1: a transaction does not have the hash listed in the block");
	t.blocks[0].prunable_hashes[1].b[9] ^= 1;

	/* A daemon that sends the hash of one transaction and not of another is refused. */
	for (size_t i = 0; i < 2; i++) {
		txs[i].prunable_hash = NULL;
		expect_bad("invalid block 1: a transaction came without its prunable hash");
		txs[i] = good[i];
	}

	/* Old daemons do not send the hash: then the block is believed. */
	txs[0].prunable_hash = txs[1].prunable_hash = NULL;
	scan(0);
	cr_assert(t.h.w->n_outputs == 2 && t.h.w->outputs[0].amount == 11 && t.h.w->outputs[1].amount == 12);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* The first scanned block determines the number of earlier outputs. From there on, outputs are numbered
 * consecutively, across transactions, blocks and answers. */
Test(hot_scan_answers, outputs_are_numbered_without_a_gap)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	static const int64_t shifts[] = {1, -1, 1000, INT64_MIN};
	static const char *const within = "the output indices of a transaction are not consecutive",
				 *const between =
					 "its output indices do not continue those of the previous blocks";
	add_tx(1, &payment, 0);
	add_tx(1, &other, 0);
	t.answer.start_height = 500;
	t.n_outputs = 5000;
	make_chain(BLOCKS_MAX, 0);
	const size_t last = BLOCKS_MAX - 1;
	struct {
		uint8_t *at; /* indices */
		size_t n;
		const char *words;
	} lies[] = {
		{t.blocks[1].indices[1].data, 1, within},     {t.blocks[1].indices[1].data + 8, 1, within},
		{t.blocks[1].indices[1].data, 2, between},    {t.blocks[1].indices[2].data, 2, between},
		{t.blocks[1].indices[0].data, 1, between},    {t.blocks[2].indices[0].data, 1, between},
		{t.blocks[last].indices[0].data, 1, between},
	};
	for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
		for (size_t k = 0; k < sizeof shifts / sizeof *shifts; k++) {
			for (size_t j = 0; j < lies[i].n; j++)
				sn_store_u64(lies[i].at + 8 * j,
					     sn_load_u64(lies[i].at + 8 * j) + (uint64_t)shifts[k]);
			expect_bad(lies[i].words);
			for (size_t j = 0; j < lies[i].n; j++)
				sn_store_u64(lies[i].at + 8 * j,
					     sn_load_u64(lies[i].at + 8 * j) - (uint64_t)shifts[k]);
		}
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	for (size_t i = 0; i < t.h.w->n_blocks; i++)
		cr_assert_eq(t.h.w->blocks[i].n_outputs, t.blocks[t.h.w->blocks[i].height - 500].n_outputs);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* The same between two answers: then the first one may have been wrong. */
Test(hot_scan_answers, next_answer_is_numbered_without_a_gap)
{
	t.answer.start_height = 500;
	t.n_outputs = 5000;
	make_chain(6, 0);
	struct sn_daemon_blocks whole = t.answer;
	t.answer.count = 3;
	scan(0);
	t.answer = whole;
	t.answer.blocks += 3;
	t.answer.start_height += 3;
	t.answer.count -= 3;
	for (size_t i = 3; i < 6; i++)
		sn_store_u64(t.blocks[i].indices[0].data, 5001 + i);
	expect_bad(
		"invalid block 503: its output indices do not continue those of the previous blocks: it follows another "
		"chain, it lies, or an earlier daemon lied");
	for (size_t i = 3; i < 6; i++)
		sn_store_u64(t.blocks[i].indices[0].data, 5000 + i);
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 5006);
}

/* The number of outputs before the first scanned block is unknown: any number is accepted, except for block
 * 1, which has none before it. */
Test(hot_scan_answers, first_block_may_have_any_number)
{
	make_chain(2, 0);
	sn_store_u64(t.blocks[0].indices[0].data, 7);
	sn_store_u64(t.blocks[1].indices[0].data, 8);
	expect_bad("invalid block 1: its output indices do not continue those of the previous blocks");
	t.answer.start_height = 2;
	t.n_outputs = 7;
	make_chain(2, 0);
	scan(0);
	cr_assert(t.h.w->blocks[0].n_outputs == 8 && t.h.w->blocks[1].n_outputs == 9);
}

/* Older versions of this program did not count: then the next block determines the number. */
Test(hot_scan_answers, last_block_was_not_counted)
{
	const struct sn_hash before = {{0}}; /* the link of the first block */
	t.answer.start_height = sn_network_ringct_height(SN_MAINNET) + 1000;
	t.n_outputs = 7;
	make_chain(2, 0);
	cr_assert(!sn_wallet_add_block(t.h.w, t.answer.start_height - 1, &before, 0, 0));
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 9);
}

/* If the wallet has scanned blocks from before RingCT, the first RingCT output is number 0. */
Test(hot_scan_answers, first_ringct_output)
{
	const struct sn_hash before = {{0}}; /* the link of the first block */
	const uint64_t begin = sn_network_ringct_height(SN_MAINNET);
	t.answer.start_height = begin;
	t.n_outputs = 7;
	make_chain(2, 0);
	cr_assert(!sn_wallet_add_block(t.h.w, begin - 1, &before, 0, 0));
	expect_bad("invalid block 1220516: its output indices do not continue those of the previous blocks");
	t.n_outputs = 0;
	make_chain(2, 0);
	scan(0);
	cr_assert_eq(t.h.w->blocks[t.h.w->n_blocks - 1].n_outputs, 2);
}

/* After the largest index there is no next number. */
Test(hot_scan_answers, index_that_is_too_large)
{
	t.answer.start_height = 2;
	t.n_outputs = UINT64_MAX - 1;
	make_chain(1, 0);
	expect_bad("invalid block 2: an output index is too large");
	t.n_outputs--;
	make_chain(1, 0);
	scan(0);
}

/* The same in an answer so long that several threads process it. */
Test(hot_scan_answers, prunable_hashes_far_apart)
{
	struct cold_result payment = pay(cold_address(&t.alice, 0, 0), 11),
			   other = pay(cold_address(&t.alice, 0, 0), 12);
	const size_t last = BLOCKS_MAX - 1;
	add_tx(0, &payment, 0);
	add_tx(last, &other, 0);
	make_chain(BLOCKS_MAX, 0);
	struct sn_daemon_tx *txs[2] = {t.blocks[0].from, t.blocks[last].from};
	for (size_t i = 0; i < 2; i++) {
		const uint8_t *hash = txs[i]->prunable_hash;
		txs[i]->prunable_hash = NULL;
		expect_bad("a transaction came without its prunable hash");
		txs[i]->prunable_hash = hash;
	}
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 2);
	cold_result_free(&payment);
	cold_result_free(&other);
}

/* Scanned data survive storing and reopening. */
Test(hot_scan_answers, stored)
{
	struct cold_result payment = pay(cold_address(&t.alice, 1, 3), 11);
	add_tx(2, &payment, 0);
	make_chain(4, 1 << 3);
	scan(0);
	struct sn_wallet_output before[2];
	memcpy(before, t.h.w->outputs, sizeof before);
	cr_assert(!sn_wallet_store(t.h.w, &t.err), "%s", t.err.text);
	sn_wallet_close(t.h.w);
	cr_assert(!sn_wallet_open(&t.h.w, t.h.path, SN_WALLET_WRITE, HOT_PASSWORD, NULL, &t.err), "%s",
		  t.err.text);
	cr_assert(t.h.w->n_outputs == 2 && sn_wallet_height(t.h.w) == 5);
	for (size_t i = 0; i < 2; i++) {
		const struct sn_wallet_output *o = &t.h.w->outputs[i];
		cr_assert(sn_point_is_equal(&o->key, &before[i].key) &&
			  sn_point_is_equal(&o->tx_key, &before[i].tx_key));
		cr_assert(o->amount == before[i].amount && o->global_index == before[i].global_index &&
			  o->height == before[i].height && o->index == before[i].index);
	}
	cold_result_free(&payment);
}

static bool gives_up(void *context, uint64_t ms)
{
	(void)ms;
	++*(unsigned *)context;
	return false;
}

/* A long scan can be interrupted, and leaves the wallet unchanged. */
Test(hot_scan_answers, interrupted)
{
	unsigned asked = 0;
	make_chain(BLOCKS_MAX, 1);
	cr_assert(!sn_daemon_open(&t.answer.daemon, &(struct sn_daemon_options){0}, &t.err), "%s",
		  t.err.text);
	sn_daemon_set_patience(t.answer.daemon, gives_up, &asked);
	expect_bad("interrupted");
	cr_assert_gt(asked, 0);
	sn_daemon_set_patience(t.answer.daemon, NULL, NULL);
	scan(0);
	cr_assert_eq(t.h.w->n_outputs, 1);
	sn_daemon_close(t.answer.daemon);
	t.answer.daemon = NULL;
}

#ifndef __SANITIZE_ADDRESS__ /* which ends the program if memory runs out */
/* There is memory for the list of transactions, not for the parsed ones. */
Test(hot_scan_answers, block_with_more_transactions_than_memory)
{
	enum { TXS = 1 << 20 };
	struct sn_prepared p;
	struct rlimit limit;
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	make_chain(1, 0);
	struct sn_daemon_block block = t.from[0];
	block.tx_count = TXS;
	struct sn_daemon_tx *txs = calloc(TXS, sizeof *txs);
	block.txs = txs;
	struct sn_daemon_blocks answer = {.blocks = &block, .count = 1, .start_height = 1};
	cr_assert(txs && f && fscanf(f, "%lu", &pages) == 1);
	fclose(f);
	cr_assert(getrlimit(RLIMIT_AS, &limit) == 0);
	limit.rlim_cur = pages * (rlim_t)sysconf(_SC_PAGESIZE) + TXS * sizeof *p.txs + (32 << 20);
	cr_assert(setrlimit(RLIMIT_AS, &limit) == 0);
	int ret = sn_prepare(&p, &answer, 0, 1, NULL, SN_OUTPUTS_UNKNOWN, &t.alice.view_secret, &t.err);
	limit.rlim_cur = limit.rlim_max;
	cr_assert(setrlimit(RLIMIT_AS, &limit) == 0);
	cr_assert_eq(ret, SN_IO, "%d: %s", ret, t.err.text);
	cr_assert(p.n_slices == 1 && strstr(t.err.text, "memory"), "%s", t.err.text);
	sn_prepared_free(&p);
	free(txs);
}
#endif
