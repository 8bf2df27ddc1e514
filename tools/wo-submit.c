/* wo-submit - signed file in, broadcast, tx_hash out. */
#include "tools/cli.h"
#include "tools/cli_daemon.h"
#include "tools/cli_data.h"
#include "tools/cli_report.h"
#include "tools/cli_wallet.h"

#include "handoff/envelope.h"
#include "hot/report.h"

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

/* Younger decoys than a file has would be in nearly every transaction that was composed when it is sent (doc/rings.md). */
#define OLD_HOURS 1

static void say_age(struct cli *cli, const struct sn_wallet *w, const struct sn_submit_result *result, uint64_t now)
{
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_wallet_payment *p = sn_wallet_find_payment(w, result->txs[i].payment_id);
		if (!p || result->txs[i].was_known || now < p->time + OLD_HOURS * 3600)
			continue;
		cli_say(cli,
			"warning: payment %llu was composed %llu hours before: its rings lack younger decoys, which shows that "
			"it was signed offline; submit within an hour of wo-transfer (doc/rings.md)",
			(unsigned long long)p->id, (unsigned long long)(now - p->time) / 3600);
	}
}

static int submit(struct cli *cli)
{
	struct sn_buf file = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_submit_result result = {0};
	int ret;

	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the signed file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)))
		goto out;
	ret = sn_submit(&result, wallet, daemon, file.data, file.len, (uint64_t)time(NULL), &cli->err);
	/* After a failure too: what was sent was sent, and what failed of several failed. The first error is the one to tell. */
	if (!ret || result.n || result.n_failed > 1) {
		struct sn_error first = cli->err;
		int printed = report(cli, &result);
		say_age(cli, wallet, &result, (uint64_t)time(NULL));
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
	const struct cli_program program = {
		.name = "wo-submit",
		.usage = "-w WALLET [OPTION]... [FILE]",
		.about = "Broadcast the signed FILE (or standard input), remember its key images in WALLET,\n"
			 "and print each tx_hash. Of several transactions one that fails keeps back none of the\n"
			 "others. Doing it again does no harm: what is there already is not sent again.",
		.groups = CLI_JSON | CLI_WALLET | CLI_DAEMON,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = submit(&cli);
	return cli_finish(&cli, ret);
}
