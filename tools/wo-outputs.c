/* wo-outputs - list the outputs of a wallet; freeze and thaw outputs. */
#include "tools/cli/indices.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "hot/report_balance.h"
#include "hot/report_outputs.h"

#include <stdlib.h>
#include <time.h>

struct options {
	struct cli_list freeze, thaw;
	bool all;
	const char *account, *subaddress;
};

static int read_filter(struct cli *cli, const struct options *o, struct cli_indices *addresses,
		       struct sn_output_filter *filter)
{
	uint64_t account = 0;
	int ret = cli_number(cli, "account", o->account, 0, UINT32_MAX - 1, &account);
	if (!ret)
		ret = cli_indices(cli, "--subaddress", o->subaddress, addresses);
	*filter = (struct sn_output_filter){
		.with_spent = o->all,
		.has_account = o->account || o->subaddress,
		.account = (uint32_t)account,
		.addresses = addresses->items,
		.n_addresses = addresses->n,
	};
	return ret;
}

static int report(struct cli *cli, const struct sn_wallet *wallet, const struct sn_output_view *list,
		  size_t n)
{
	struct sn_buf text = {0};
	if (!cli->json)
		return cli_report_text(cli, &text, sn_report_outputs_text(&text, wallet, list, n));
	cJSON *root = cJSON_CreateObject();
	return cli_report_json(cli, root, sn_report_outputs_json(root, list, n));
}

static int list_outputs(struct cli *cli, const struct options *o)
{
	struct sn_wallet *wallet = NULL;
	struct sn_output_view *list = NULL;
	struct cli_indices addresses;
	struct sn_output_filter filter;
	struct sn_buf notes = {0};
	size_t n;
	int ret;
	if ((ret = read_filter(cli, o, &addresses, &filter)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_WATCH_ONLY)) ||
	    (ret = sn_outputs_list(&list, &n, wallet, &filter, (uint64_t)time(NULL), &cli->err)) ||
	    (ret = cli_report_say(cli, &notes, sn_report_wallet_notes(&notes, wallet))))
		goto out;
	ret = report(cli, wallet, list, n);
out:
	free(list);
	sn_wallet_close(wallet);
	return ret;
}

static int freeze(struct cli *cli, const struct cli_list *names, bool is_frozen)
{
	struct sn_wallet *wallet = NULL;
	struct sn_buf text = {0};
	size_t changed;
	int ret;
	if ((ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)) ||
	    (ret = sn_outputs_freeze(wallet, names->items, names->n, is_frozen, &changed, &cli->err)) ||
	    (ret = sn_wallet_store(wallet, &cli->err)))
		goto out;
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		ret = cli_report_json(cli, root, sn_report_frozen_json(root, is_frozen, changed));
	} else {
		ret = cli_report_say(cli, &text, sn_report_frozen_text(&text, is_frozen, names->n, changed));
	}
out:
	sn_wallet_close(wallet);
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	if (o->freeze.n)
		return freeze(cli, &o->freeze, true);
	return o->thaw.n ? freeze(cli, &o->thaw, false) : list_outputs(cli, o);
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"all", 0, NULL, "include outputs that are spent or burnt, or that a pending payment spends",
		 .flag = &o.all},
		{"account", 0, "N", "outputs of account N only", .text = &o.account},
		{"subaddress", 0, "N[,N...]",
		 "outputs of these addresses of the account only (without --account: of account 0)",
		 .text = &o.subaddress},
		{"freeze", 0, "OUTPUT",
		 "freeze OUTPUT, a one-time key or a key image: no payment spends it. Can be repeated",
		 .list = &o.freeze},
		{"thaw", 0, "OUTPUT", "end the freeze of OUTPUT. Can be repeated", .list = &o.thaw},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "freeze thaw", NULL, NULL, NULL},
		{CLI_EXCLUDES, "freeze thaw", "all account subaddress", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-outputs",
		.usage = "-w WALLET [OPTION]...",
		.about =
			"List the unspent outputs of WALLET as of the last wo-sync, or freeze outputs. Needs no daemon.",
		.examples = "wo-outputs -w hot.wallet --account=0\n"
			    "wo-outputs -w hot.wallet --freeze=OUTPUT\n"
			    "wo-outputs -w hot.wallet --thaw=OUTPUT\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_JSON | CLI_WALLET | CLI_WAIT,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
