/* wo-submit - signed file in, broadcast, tx_hash out. */
#include "tools/cli.h"
#include "tools/cli_daemon.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "base/hex.h"
#include "handoff/envelope.h"
#include "hot/submit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static int print_text(struct cli *cli, const struct sn_submit_result *result)
{
	char line[2 * sizeof(struct sn_hash) + 2];
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_submitted *tx = &result->txs[i];
		sn_hex_encode(line, &tx->tx_hash, sizeof tx->tx_hash);
		if (tx->was_known)
			cli_say(cli, "%s was submitted before", line);
		strcat(line, "\n");
		int ret = cli_data_print(cli, line, strlen(line));
		if (ret)
			return ret;
	}
	return SN_OK;
}

static bool add_transaction(cJSON *list, const struct sn_submitted *tx)
{
	cJSON *item = cJSON_CreateObject();
	if (!item || !cJSON_AddItemToArray(list, item)) {
		cJSON_Delete(item);
		return false;
	}
	return cli_json_hex(item, "tx_hash", &tx->tx_hash, sizeof tx->tx_hash) &&
	       cli_json_u64(item, "id", tx->payment_id) && cli_json_bool(item, "was_known", tx->was_known);
}

static int print_json(struct cli *cli, const struct sn_submit_result *result)
{
	cJSON *root = cJSON_CreateObject();
	bool done = result->n != 1 ||
		    cli_json_hex(root, "tx_hash", &result->txs[0].tx_hash, sizeof(struct sn_hash));
	cJSON *list = root && done ? cJSON_AddArrayToObject(root, "transactions") : NULL;
	done = list;
	for (size_t i = 0; done && i < result->n; i++)
		done = add_transaction(list, &result->txs[i]);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
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
	/* After a failure too: what was sent was sent. The first error is the one to tell. */
	if (!ret || result.n) {
		struct sn_error first = cli->err;
		int printed = cli->json ? print_json(cli, &result) : print_text(cli, &result);
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
			 "and print each tx_hash. Doing it again does no harm.",
		.groups = CLI_JSON | CLI_WALLET | CLI_DAEMON,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = submit(&cli);
	return cli_finish(&cli, ret);
}
