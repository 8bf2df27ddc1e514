/* wo-sync - follow the chain. */
#include "tools/cli.h"
#include "tools/cli_daemon.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "hot/sync.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

/* The first signal asks for a stop after the blocks at hand, which a slow daemon can delay; a second one
 * ends the program at once. */
static void ask_to_stop(int signal)
{
	static const char line[] = "\nwo-sync: stopping; once more to stop at once\n";
	stop = signal;
	if (isatty(STDERR_FILENO))
		(void)!write(STDERR_FILENO, line, sizeof line - 1);
}

static void catch_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	const struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = SA_RESETHAND | SA_RESTART};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		struct sigaction old;
		/* What the caller had us ignore (nohup) stays ignored. */
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

struct bar {
	bool wanted, drawn;
	struct timespec start;
	uint64_t first; /* height at the start */
};

static double seconds_since(const struct timespec *then)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static bool progress(void *context, const struct sn_sync_progress *p)
{
	enum { WIDTH = 40 };
	struct bar *bar = context;
	if (bar->wanted && p->target > bar->first && p->height >= bar->first &&
	    seconds_since(&bar->start) > 1) {
		double share = (double)(p->height - bar->first) / (double)(p->target - bar->first);
		int full = share < 1 ? (int)(share * WIDTH) : WIDTH;
		fprintf(stderr, "\r[%.*s%*s] %3d %%  block %" PRIu64 " of %" PRIu64 "\033[K", full,
			"########################################", WIDTH - full, "", (int)(share * 100),
			p->height, p->target);
		bar->drawn = true;
	}
	return !stop;
}

static int report(struct cli *cli, const struct sn_sync_result *r, const struct sn_daemon *daemon)
{
	if (r->rollbacks)
		cli_say(cli, "the chain was reorganised: blocks from %" PRIu64 " on were replaced",
			r->fork_height);
	if (r->interrupted)
		cli_say(cli, "interrupted; what was scanned is stored");
	if (r->height > r->daemon_height && !r->interrupted)
		cli_say(cli, "the daemon is behind: it has %" PRIu64 " blocks, this wallet saw %" PRIu64,
			r->daemon_height, r->height);
	else if (r->target_height > r->daemon_height)
		cli_say(cli, "the daemon itself is still synchronising: it has %" PRIu64 " of %" PRIu64 " blocks",
			r->daemon_height, r->target_height);
	if (r->n_unknown)
		cli_say(cli,
			"payment %" PRIu64 " was submitted, but is in no block, and the daemon does not know "
			"it: submit it again, or give it up with wo-transfer --release=%" PRIu64,
			r->unknown, r->unknown);
	if (!cli->json) {
		cli_say(cli,
			"at height %" PRIu64 " of %s: %" PRIu64 " blocks scanned, %" PRIu64
			" outputs received, %" PRIu64 " spent",
			r->height, sn_daemon_address(daemon), r->blocks, r->received, r->spent);
		return SN_OK;
	}
	cJSON *root = cJSON_CreateObject();
	bool done = cli_json_u64(root, "height", r->height) && cli_json_u64(root, "blocks", r->blocks) &&
		    cli_json_u64(root, "received", r->received) && cli_json_u64(root, "spent", r->spent) &&
		    cli_json_u64(root, "daemon_height", r->daemon_height) &&
		    cli_json_u64(root, "target_height", r->target_height) &&
		    cli_json_bool(root, "reorganised", r->rollbacks > 0) &&
		    (!r->rollbacks || cli_json_u64(root, "fork_height", r->fork_height)) &&
		    cli_json_u64(root, "unknown_payments", r->n_unknown) &&
		    cli_json_bool(root, "interrupted", r->interrupted);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

static int follow(struct cli *cli)
{
	struct sn_daemon *daemon = NULL;
	struct sn_wallet *wallet = NULL;
	struct sn_sync_result result = {0};
	struct bar bar = {.wanted = isatty(STDERR_FILENO)};
	const struct sn_sync_options options = {progress, &bar, &cli->log};
	int ret;

	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)))
		goto out;
	catch_signals();
	bar.first = sn_wallet_height(wallet);
	clock_gettime(CLOCK_MONOTONIC, &bar.start);
	ret = sn_sync(wallet, daemon, &options, &result, &cli->err);
	if (bar.drawn)
		fputs("\r\033[K", stderr);
	if (!ret)
		ret = report(cli, &result, daemon);
out:
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "wo-sync",
		.usage = "-w WALLET [OPTION]...",
		.about = "Bring the watch-only WALLET up to the daemon's chain. Interrupted by SIGINT or\n"
			 "SIGTERM, it stores what it has and ends by that signal.",
		.groups = CLI_JSON | CLI_WALLET | CLI_DAEMON,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = follow(&cli);
	ret = cli_finish(&cli, ret);
	if (stop) {
		signal(stop, SIG_DFL);
		raise(stop);
	}
	return ret;
}
