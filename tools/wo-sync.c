/* wo-sync - scan the new blocks of the chain. */
#include "tools/cli/daemon.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/signal_groups.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "hot/report.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t stop;

/* The first signal stops the scan after the current blocks; the second one ends the program at once. */
static void ask_to_stop(int signal)
{
	static const char line[] = "\nwo-sync: stopping; repeat to stop at once\n";
	stop = signal;
	if (isatty(STDERR_FILENO))
		(void)!write(STDERR_FILENO, line, sizeof line - 1);
}

static void catch_signals(void)
{
	const struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = SA_RESETHAND | SA_RESTART};
	cli_signals_handle(CLI_SIGNALS_END, &action);
}

/* After a signal, the total time for an answer of the daemon. */
#define LAST_ANSWER_MS 2000

static bool waits_on(void *context, uint64_t ms)
{
	(void)context;
	return !stop || ms < LAST_ANSWER_MS;
}

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !stop;
}

static int report(struct cli *cli, const struct sn_sync_result *result, const struct sn_daemon *daemon)
{
	struct sn_buf text = {0};
	if (!cli->json)
		return cli_report_say(cli, &text,
				      sn_report_sync_text(&text, result, sn_daemon_address(daemon)));
	int ret = cli_report_say(cli, &text, sn_report_sync_notes(&text, result));
	if (ret)
		return ret;
	cJSON *root = cJSON_CreateObject();
	return cli_report_json(cli, root, sn_report_sync_json(root, result));
}

static int follow(struct cli *cli)
{
	struct sn_daemon *daemon = NULL;
	struct sn_wallet *wallet = NULL;
	struct sn_sync_result result = {0};
	struct cli_progress bar;
	const struct sn_sync_options options = {.progress = on_progress, .context = &bar, .log = &cli->log};
	int ret;

	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)))
		goto out;
	catch_signals();
	sn_daemon_set_patience(daemon, waits_on, NULL);
	cli_progress_start(&bar, "block", sn_wallet_height(wallet));
	ret = sn_sync(wallet, daemon, &options, &result, &cli->err);
	cli_progress_end(&bar);
	/* The signal aborted the call; the blocks before it are stored. */
	if (ret == SN_DAEMON && stop) {
		result.interrupted = true;
		result.height = sn_wallet_height(wallet);
		ret = SN_OK;
	}
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
		.about =
			"Scan the new blocks of the daemon's chain into the watch-only WALLET, and look for pending payments.",
		.examples = "wo-sync -w hot.wallet\n"
			    "wo-sync -w hot.wallet --daemon-address=node.example:18081\n",
		.hints = "SIGINT and SIGTERM end wo-sync. The scanned blocks are stored, and the\n"
			 "next run continues there.\n",

		.groups = CLI_JSON | CLI_WALLET | CLI_WAIT | CLI_DAEMON,
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
