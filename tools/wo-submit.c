/* wo-submit - broadcast the transactions of a signed file. */
#include "tools/cli/daemon.h"
#include "tools/cli/data.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/submit.h"
#include "tools/cli/wallet.h"

#include "handoff/envelope.h"
#include "hot/report_payment.h"

#include <time.h>

static int report(struct cli *cli, const struct sn_submit_result *result)
{
	struct sn_buf notes = {0}, text = {0};
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		return cli_report_json(cli, root, sn_report_submitted_json(root, result));
	}
	int ret = cli_report_say(cli, &notes, sn_report_submitted_notes(&notes, result));
	return ret ? ret : cli_report_text(cli, &text, sn_report_submitted_text(&text, result));
}

static int submit(struct cli *cli, bool refuse_old)
{
	struct cli_submit asked = {cli, refuse_old};
	const struct sn_submit_watch watch = {cli_submit_go_on, &asked};
	struct sn_buf file = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_submit_result result = {0};
	int ret;

	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the signed file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)))
		goto out;
	ret = sn_submit(&result, wallet, daemon, file.data, file.len, (uint64_t)time(NULL), &watch,
			&cli->err);
	/* Print the report after an error as well: some transactions may have been sent. The text of a single
	 * failed one is the error itself; its JSON has maybe_sent. The first error is the one to print. */
	if (!ret || result.n || result.n_proposals || result.n_failed > (cli->json ? 0 : 1)) {
		struct sn_error first = cli->err;
		int printed = report(cli, &result);
		if (ret)
			cli->err = first;
		else
			ret = printed;
	}
out:
	sn_submit_result_free(&result);
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	sn_buf_free(&file);
	return ret;
}

int main(int argc, char **argv)
{
	bool refuse_old = false;
	const struct cli_option options[] = {
		{"refuse-old", 0, NULL,
		 "refuse a file that is so old that observers of the chain can detect offline signing (doc/rings.md)",
		 .flag = &refuse_old},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-submit",
		.usage = "-w WALLET [OPTION]... [FILE]",
		.about =
			"Store the key images of the signed FILE (default: standard input) in WALLET.outkey2ki, broadcast its transactions, and print each transaction hash. If one transaction fails, the others are still sent.",
		.examples = "wo-submit -w hot.wallet signed\n"
			    "qr-scan | wo-submit -w hot.wallet\n",
		.hints = "Submitting the same file again is safe: nothing is paid twice.\n"
			 "A signed proposal (wo-transfer --proposal) cannot be sent yet: wo-submit\n"
			 "checks it, stores its key images, and exits with status 1.\n"
			 "Later, run wo-sync and wo-history to see whether the payment is in a block.\n",

		.options = options,
		.groups = CLI_JSON | CLI_WALLET | CLI_WAIT | CLI_DAEMON,
		.links = CLI_LINKS_CURL,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = submit(&cli, refuse_old);
	return cli_finish(&cli, ret);
}
