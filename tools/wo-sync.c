/* wo-sync - scan the new blocks of the chain. */
#include "tools/cli/daemon.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"
#include "tools/following/follow.h"
#include "tools/following/stop.h"

#include "base/clock.h"
#include "base/hex.h"
#include "chain/consensus.h"
#include "hot/report.h"

#define INTERVAL 10 /* seconds */
#define SECONDS_MAX (366 * 24 * 60 * 60)

struct options {
	bool follow;
	const char *interval, *exec;
	const char *until_confirmed, *confirmations;
	const char *until_unlocked, *account;
	const char *timeout;
};

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !stop_asked();
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

/* One scan. */
static int sync_once(struct cli *cli, struct sn_wallet *wallet, struct sn_daemon *daemon)
{
	struct sn_sync_result result = {0};
	struct cli_progress bar;
	const struct sn_sync_options options = {.progress = on_progress, .context = &bar, .log = &cli->log};
	cli_progress_start(&bar, "block", sn_wallet_height(wallet));
	int ret = sn_sync(wallet, daemon, &options, &result, &cli->err);
	cli_progress_end(&bar);
	/* The signal aborted the call; the blocks before it are stored. */
	if (ret == SN_DAEMON && stop_asked()) {
		result.interrupted = true;
		result.height = sn_wallet_height(wallet);
		ret = SN_OK;
	}
	return ret ? ret : report(cli, &result, daemon);
}

static int read_goal(struct cli *cli, const struct options *o, struct sn_goal *goal)
{
	uint64_t account = 0;
	goal->confirmations = SN_SPENDABLE_AGE;
	int ret = cli_number(cli, "confirmations", o->confirmations, 1, UINT32_MAX, &goal->confirmations);
	if (!ret)
		ret = cli_number(cli, "account", o->account, 0, UINT32_MAX - 1, &account);
	if (!ret)
		ret = cli_amount(cli, "until-unlocked", o->until_unlocked, &goal->unlocked);
	if (!ret && o->until_unlocked && !goal->unlocked)
		ret = cli_usage_error(cli, "--until-unlocked must not be zero");
	if (!ret && o->until_confirmed &&
	    sn_hex_decode(&goal->tx_hash, sizeof goal->tx_hash, o->until_confirmed))
		ret = cli_usage_error(cli,
				      "--until-confirmed takes a transaction hash, 64 hexadecimal digits");
	goal->account = (uint32_t)account;
	goal->kind = o->until_confirmed  ? SN_GOAL_CONFIRMED
		     : o->until_unlocked ? SN_GOAL_UNLOCKED
					 : SN_GOAL_NONE;
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	struct sn_daemon *daemon = NULL;
	struct sn_wallet *wallet = NULL;
	struct follow_options f = {.prints = o->follow, .command = o->exec, .interval = INTERVAL};
	uint64_t timeout = 0;
	int ret;

	if ((ret = cli_number(cli, "interval", o->interval, 1, 24 * 60 * 60, &f.interval)) ||
	    (ret = cli_number(cli, "timeout", o->timeout, 1, SECONDS_MAX, &timeout)) ||
	    (ret = read_goal(cli, o, &f.goal)) || (ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)))
		goto out;
	stop_catch();
	if (timeout)
		stop_at(sn_monotonic_ms() + 1000 * timeout);
	sn_daemon_set_patience(daemon, stop_waits_on, NULL);
	ret = o->follow || f.goal.kind != SN_GOAL_NONE ? follow_chain(cli, &f, wallet, daemon)
						       : sync_once(cli, wallet, daemon);
out:
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	return ret;
}

#define MODES "follow until-confirmed until-unlocked"

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"follow", 0, NULL,
		 "continue after the scan, and print a line for each event; with --json, a JSON object. Other programs can use the wallet between two scans",
		 .flag = &o.follow},
		{"interval", 0, "SECONDS", "pause between two scans (default: 10)", .text = &o.interval},
		{"exec", 0, "COMMAND",
		 "run /bin/sh -c COMMAND for each event, with the JSON object on its standard input",
		 .text = &o.exec},
		{"until-confirmed", 0, "TXID", "continue until the transaction TXID has enough confirmations",
		 .text = &o.until_confirmed},
		{"confirmations", 0, "N", "confirmations for --until-confirmed (default: 10)",
		 .text = &o.confirmations},
		{"until-unlocked", 0, "XMR", "continue until at least XMR can be spent",
		 .text = &o.until_unlocked},
		{"account", 0, "N", "account for --until-unlocked (default: 0)", .text = &o.account},
		{"timeout", 0, "SECONDS",
		 "for --until-confirmed and --until-unlocked: give up after SECONDS, with exit status 1",
		 .text = &o.timeout},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "until-confirmed until-unlocked", NULL, NULL, NULL},
		{CLI_REQUIRES, "interval exec", MODES, NULL, NULL},
		{CLI_REQUIRES, "confirmations", "until-confirmed", NULL, NULL},
		{CLI_REQUIRES, "account", "until-unlocked", NULL, NULL},
		{CLI_REQUIRES, "timeout", "until-confirmed until-unlocked", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-sync",
		.usage = "-w WALLET [OPTION]...",
		.about =
			"Scan the new blocks of the daemon's chain into the watch-only WALLET, and look for pending payments.",
		.examples = "wo-sync -w hot.wallet\n"
			    "wo-sync -w hot.wallet --daemon-address=node.example:18081\n"
			    "wo-sync -w hot.wallet --follow --json\n"
			    "wo-sync -w hot.wallet --follow --exec=./on-event\n"
			    "wo-sync -w hot.wallet --until-confirmed=TXID --timeout=7200\n",
		.hints = "Events: received, unlocked, confirmed, and others; see doc/follow.md.\n"
			 "SIGINT and SIGTERM end wo-sync. The scanned blocks are stored, and the\n"
			 "next run continues there.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_JSON | CLI_WALLET | CLI_WAIT | CLI_DAEMON,
		.links = CLI_LINKS_CURL,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	ret = cli_finish(&cli, ret);
	/* A signal is the usual end of --follow. Otherwise the caller must see that the work is not done. */
	if (ret || !(o.follow || o.until_confirmed || o.until_unlocked))
		stop_raise();
	return ret;
}
