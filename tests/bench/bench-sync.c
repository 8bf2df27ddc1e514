/* bench-sync run PROGRAM [ARGUMENT]... - run it, unheard; print its wall time in milliseconds, its peak
 * memory in KiB and its processor time in milliseconds. bench-sync fetch DAEMON - ask for all blocks and look
 * at none: print the milliseconds that takes one answer after the other, then with the next ones asked for
 * ahead (node/prefetch.h), then the transactions, without the coinbases, and the bytes. bench-sync parts
 * DAEMON WALLET PASSWORD - scan the chain with a wallet that has seen nothing yet, step by step, and print
 * the milliseconds of processor time of each: asking, and taking answers apart; the table of subaddresses;
 * parsing, checking and hashing; derivations; what is ours, and the wallet; and its file.
 *
 * For tests/bench/run-sync. */
#include "bench.h"

#include "base/secret.h"
#include "bench_process.h"
#include "crypto/derive.h"
#include "hot/prepare.h"
#include "hot/scan.h"
#include "hot/sync.h"
#include "kernel/derivations.h"
#include "node/prefetch.h"
#include "node/daemon_blocks.h"
#include "node/daemon_info.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int run(char **argv)
{
	struct bench_process process;
	if (!bench_process_run(&process, argv, STDOUT_FILENO))
		return 1;
	printf("%.0f %ld %.0f\n", process.us / 1000, process.peak_kib, process.cpu_us / 1000);
	return 0;
}

/* ---------------------------------------------------------------- fetching alone */

struct taken {
	uint64_t transactions, bytes;
};

static int fetch_all(struct sn_daemon *daemon, struct sn_prefetch *ahead, uint64_t height,
		     struct taken *taken, struct sn_error *err)
{
	int ret = SN_OK;
	*taken = (struct taken){0};
	for (uint64_t at = 1; !ret && at < height;) {
		struct sn_daemon_blocks answer;
		ret = ahead ? sn_prefetch_get_blocks(ahead, at, height, &answer, err)
			    : sn_daemon_get_blocks(daemon, NULL, 0, at, &answer, err);
		if (ret || !answer.count)
			break;
		for (size_t i = (size_t)(at - answer.start_height); i < answer.count; i++)
			taken->transactions += answer.blocks[i].tx_count;
		taken->bytes += answer.reply.len;
		at = answer.start_height + answer.count;
		sn_daemon_blocks_free(&answer);
	}
	return ret;
}

static int fetch(const char *address)
{
	const struct sn_daemon_options options = {.address = address};
	struct sn_daemon *daemon = NULL;
	struct sn_prefetch *ahead = NULL;
	struct sn_daemon_info info;
	struct sn_error err;
	struct taken taken;
	double us[3];
	int ret = sn_daemon_open(&daemon, &options, &err);
	if (!ret)
		ret = sn_daemon_get_info(daemon, &info, &err);
	us[0] = bench_now_us();
	if (!ret)
		ret = fetch_all(daemon, NULL, info.height, &taken, &err);
	us[1] = bench_now_us();
	if (!ret)
		ret = sn_prefetch_open(&ahead, daemon, &err);
	if (!ret)
		ret = fetch_all(daemon, ahead, info.height, &taken, &err);
	us[2] = bench_now_us();
	sn_prefetch_close(ahead);
	sn_daemon_close(daemon);
	if (ret) {
		fprintf(stderr, "bench-sync: error: %s\n", err.text);
		return 1;
	}
	printf("%.0f %.0f %" PRIu64 " %" PRIu64 "\n", (us[1] - us[0]) / 1000, (us[2] - us[1]) / 1000,
	       taken.transactions, taken.bytes);
	return 0;
}

/* ---------------------------------------------------------------- parts */

enum part { ASKING, TABLE, PREPARING, DERIVING, SCANNING, STORING, PARTS };

struct parts {
	double us[PARTS];
	struct sn_wallet *w;
	struct sn_daemon *daemon;
	struct sn_sync_memory memory;
	struct sn_sync_result result;
	uint64_t height;
};

/* Of all threads. */
static double processor_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void count(struct parts *p, enum part part, double *since)
{
	double now = processor_us();
	p->us[part] += now - *since;
	*since = now;
}

/* As many derivations as the answer has transactions, coinbases included: each of make-chain's has one key.
 */
static int derive(struct parts *p, const struct sn_daemon_blocks *answer, double *since, struct sn_error *err)
{
	size_t n = answer->count;
	for (size_t i = 0; i < answer->count; i++)
		n += answer->blocks[i].tx_count;
	struct sn_point *keys = calloc(n, sizeof *keys), *derivations = calloc(n, sizeof *derivations);
	bool *is_valid = calloc(n, sizeof *is_valid);
	int ret = keys && derivations && is_valid ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < n; i++)
		keys[i] = p->w->account->spend_public;
	*since = processor_us();
	if (!ret)
		ret = sn_derive_many(derivations, is_valid, keys, n, &p->w->account->view_secret);
	count(p, DERIVING, since);
	free(keys);
	free(derivations);
	free(is_valid);
	return ret ? sn_error_memory(err) : SN_OK;
}

/* Prepared twice: by itself, and to be applied. */
static int scan_answer(struct parts *p, const struct sn_daemon_blocks *answer, size_t first,
		       struct sn_error *err)
{
	struct sn_wallet *w = p->w;
	struct sn_prepared prepared;
	struct sn_wallet_block last = {0};
	if (w->n_blocks)
		last = w->blocks[w->n_blocks - 1];
	double since = processor_us();
	int ret = sn_prepare(&prepared, answer, first, answer->start_height + first, NULL, SN_OUTPUTS_UNKNOWN,
			     &w->account->view_secret, err);
	sn_prepared_free(&prepared);
	count(p, PREPARING, &since);
	if (!ret)
		ret = derive(p, answer, &since, err);
	if (!ret)
		ret = sn_scan_blocks(w, &p->memory.table, answer, first, w->n_blocks ? &last : NULL,
				     &p->result, err);
	count(p, SCANNING, &since);
	return ret;
}

static int scan_all(struct parts *p, struct sn_error *err)
{
	struct sn_daemon_info info;
	double since = processor_us();
	int ret = sn_scan_need_table(&p->memory, p->w, err);
	count(p, TABLE, &since);
	if (!ret)
		ret = sn_daemon_get_info(p->daemon, &info, err);
	for (uint64_t at = 1; !ret && at < info.height;) {
		struct sn_daemon_blocks answer;
		since = processor_us();
		ret = sn_daemon_get_blocks(p->daemon, NULL, 0, at, &answer, err);
		count(p, ASKING, &since);
		if (!ret)
			ret = scan_answer(p, &answer, (size_t)(at - answer.start_height), err);
		at = answer.start_height + answer.count;
		sn_daemon_blocks_free(&answer);
	}
	since = processor_us();
	ret = sn_wallet_settle(p->w, ret, !ret, err);
	count(p, STORING, &since);
	return ret;
}

static int parts(const char *address, const char *wallet, const char *password)
{
	const struct sn_daemon_options options = {.address = address};
	struct parts p = {0};
	struct sn_error err;
	int ret = sn_wallet_open(&p.w, wallet, SN_WALLET_WRITE, password, NULL, &err);
	if (!ret)
		ret = sn_daemon_open(&p.daemon, &options, &err);
	if (!ret)
		ret = scan_all(&p, &err);
	sn_sync_memory_free(&p.memory);
	sn_daemon_close(p.daemon);
	sn_wallet_close(p.w);
	if (ret) {
		fprintf(stderr, "bench-sync: error: %s\n", err.text);
		return 1;
	}
	printf("%.1f %.1f %.1f %.1f %.1f %.1f\n", p.us[ASKING] / 1000, p.us[TABLE] / 1000,
	       (p.us[PREPARING] - p.us[DERIVING]) / 1000, p.us[DERIVING] / 1000,
	       (p.us[SCANNING] - p.us[PREPARING]) / 1000, p.us[STORING] / 1000);
	return 0;
}

int main(int argc, char **argv)
{
	struct sn_error err;
	if (argc >= 3 && !strcmp(argv[1], "run"))
		return run(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "fetch") && !sn_process_start(&err))
		return fetch(argv[2]);
	if (argc == 5 && !strcmp(argv[1], "parts") && !sn_process_start(&err))
		return parts(argv[2], argv[3], argv[4]);
	fputs("usage: bench-sync run PROGRAM [ARGUMENT]...\n       bench-sync fetch DAEMON\n"
	      "       bench-sync parts DAEMON WALLET PASSWORD\n",
	      stderr);
	return 2;
}
