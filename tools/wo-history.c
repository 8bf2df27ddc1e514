/* wo-history - print the transfers from the wallet file. */
#include "tools/cli/data.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "hot/report_balance.h"
#include "hot/report_history.h"

#include <stdlib.h>
#include <time.h>

#define IN (1u << SN_TRANSFER_IN | 1u << SN_TRANSFER_POOL)
#define OUT                                                                               \
	(1u << SN_TRANSFER_OUT | 1u << SN_TRANSFER_PENDING | 1u << SN_TRANSFER_PREPARED | \
	 1u << SN_TRANSFER_RELEASED)

struct options {
	bool in, out, all, csv;
	const char *min_height, *limit;
};

static int print(void *context, const char *text, size_t len)
{
	return cli_data_print(context, text, len);
}

static int history(struct cli *cli, const struct options *o)
{
	struct sn_wallet *wallet = NULL;
	struct sn_transfer *transfers = NULL;
	struct sn_buf notes = {0};
	struct sn_history_filter filter = {.kinds = (o->in ? IN : 0) | (o->out ? OUT : 0)};
	const struct sn_report_sink sink = {.put = print, .context = cli};
	uint64_t limit = 0;
	size_t n;
	int ret;

	if ((ret = cli_number(cli, "min-height", o->min_height, 0, UINT64_MAX, &filter.min_height)) ||
	    (ret = cli_number(cli, "limit", o->limit, 1, UINT32_MAX, &limit)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_WATCH_ONLY)))
		goto out;
	filter.limit = (size_t)limit;
	filter.no_abandoned = !o->all && !cli->json && !o->csv;
	if ((ret = sn_history(&transfers, &n, wallet, &filter, (uint64_t)time(NULL), &cli->err)) ||
	    (ret = cli_report_say(cli, &notes, sn_report_wallet_notes(&notes, wallet))))
		goto out;
	ret = sn_report_history_write(&sink,
				      o->csv      ? SN_REPORT_CSV
				      : cli->json ? SN_REPORT_JSON
						  : SN_REPORT_TEXT,
				      wallet, transfers, n, &cli->err);
out:
	free(transfers);
	sn_wallet_close(wallet);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"in", 0, NULL, "incoming transfers only, including those in the pool", .flag = &o.in},
		{"out", 0, NULL, "outgoing payments only, including pending ones", .flag = &o.out},
		{"all", 0, NULL,
		 "include payments that were released and never submitted; --json and --csv always include them",
		 .flag = &o.all},
		{"min-height", 0, "N", "omit transfers in blocks below N", .text = &o.min_height},
		{"limit", 0, "N", "print only the last N transfers", .text = &o.limit},
		{"csv", 0, NULL, "print comma-separated values", .flag = &o.csv},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "csv json", NULL, NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-history",
		.usage = "-w WALLET [OPTION]...",
		.about =
			"Print the transfers of WALLET as of the last wo-sync, oldest first, pending ones last. Needs no daemon.",
		.examples = "wo-history -w hot.wallet --limit=10\n"
			    "wo-history -w hot.wallet --csv > transfers.csv\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_JSON | CLI_WALLET,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = history(&cli, &o);
	return cli_finish(&cli, ret);
}
