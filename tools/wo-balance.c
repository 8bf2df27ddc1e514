/* wo-balance - print the balance from the wallet file. */
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "hot/report_balance.h"

#include <time.h>

static int report(struct cli *cli, const struct sn_wallet *wallet)
{
	uint64_t now = (uint64_t)time(NULL);
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		return cli_report_json(cli, root, sn_report_balance_json(root, wallet, now));
	}
	struct sn_buf text = {0};
	return cli_report_text(cli, &text, sn_report_balance_text(&text, wallet, now));
}

static int balance(struct cli *cli)
{
	struct sn_wallet *wallet = NULL;
	int ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_WATCH_ONLY);
	if (!ret)
		ret = report(cli, wallet);
	sn_wallet_close(wallet);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "wo-balance",
		.usage = "-w WALLET [OPTION]...",
		.about = "Print the balance of WALLET as of the last wo-sync. Needs no daemon.",
		.examples = "wo-balance -w hot.wallet\n"
			    "wo-balance -w hot.wallet --json\n",

		.groups = CLI_OFFLINE | CLI_JSON | CLI_WALLET,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = balance(&cli);
	return cli_finish(&cli, ret);
}
