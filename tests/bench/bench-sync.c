/* bench-sync run PROGRAM [ARGUMENT]... - run it, unheard; print its wall time in milliseconds and its peak memory in KiB.
 * bench-sync fetch DAEMON - ask for all blocks and look at none: print the milliseconds that takes one answer after the
 * other, then with the next ones asked for ahead (node/ahead.h), then the transactions, coinbases included, and the bytes.
 *
 * For tests/bench/run-sync. */
#include "bench.h"

#include "base/secret.h"
#include "node/ahead.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static int run(char **argv)
{
	pid_t child;
	int status;
	struct rusage used;
	posix_spawn_file_actions_t unheard;
	posix_spawn_file_actions_init(&unheard);
	posix_spawn_file_actions_addopen(&unheard, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	double start = bench_now_us();
	int failed = posix_spawn(&child, argv[0], &unheard, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&unheard);
	if (failed || wait4(child, &status, 0, &used) != child || !WIFEXITED(status) || WEXITSTATUS(status))
		return 1;
	printf("%.0f %ld\n", (bench_now_us() - start) / 1000, used.ru_maxrss);
	return 0;
}

struct taken {
	uint64_t transactions, bytes;
};

static int fetch_all(struct sn_daemon *daemon, struct sn_ahead *ahead, uint64_t height, struct taken *taken,
		     struct sn_error *err)
{
	int ret = SN_OK;
	*taken = (struct taken){0};
	for (uint64_t at = 1; !ret && at < height;) {
		struct sn_daemon_blocks answer;
		ret = ahead ? sn_ahead_get_blocks(ahead, at, height, &answer, err)
			    : sn_daemon_get_blocks(daemon, NULL, 0, at, &answer, err);
		if (ret || !answer.count)
			break;
		for (size_t i = (size_t)(at - answer.start_height); i < answer.count; i++)
			taken->transactions += 1 + answer.blocks[i].tx_count;
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
	struct sn_ahead *ahead = NULL;
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
		ret = sn_ahead_open(&ahead, daemon, &err);
	if (!ret)
		ret = fetch_all(daemon, ahead, info.height, &taken, &err);
	us[2] = bench_now_us();
	sn_ahead_close(ahead);
	sn_daemon_close(daemon);
	if (ret) {
		fprintf(stderr, "bench-sync: error: %s\n", err.text);
		return 1;
	}
	printf("%.0f %.0f %" PRIu64 " %" PRIu64 "\n", (us[1] - us[0]) / 1000, (us[2] - us[1]) / 1000, taken.transactions,
	       taken.bytes);
	return 0;
}

int main(int argc, char **argv)
{
	struct sn_error err;
	if (argc >= 3 && !strcmp(argv[1], "run"))
		return run(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "fetch") && !sn_process_start(&err))
		return fetch(argv[2]);
	fputs("usage: bench-sync run PROGRAM [ARGUMENT]...\n       bench-sync fetch DAEMON\n", stderr);
	return 2;
}
