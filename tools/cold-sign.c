/* cold-sign - check, ask, sign: unsigned file in, signed file out. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/cli_terminal.h"
#include "tools/cli_wallet.h"

#include "base/hex.h"
#include "chain/amount.h"
#include "cold/files.h"
#include "handoff/envelope.h"

#include <stdio.h>
#include <stdlib.h>

/* Say in the question itself what the answer is about: the review may have scrolled away. */
static int ask(struct cli *cli, const struct sn_review *review, bool *yes)
{
	char question[240], sent[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX];
	size_t recipients = 0;
	for (size_t i = 0; i < review->n; i++)
		recipients += review->txs[i].n_destinations;
	sn_amount_format(sent, (struct sn_amount){review->sent});
	sn_amount_format(fee, (struct sn_amount){review->fee});
	snprintf(question, sizeof question, "Sign %zu transaction%s: %zu recipient%s, %s XMR, fee %s XMR?",
		 review->n, review->n == 1 ? "" : "s", recipients, recipients == 1 ? "" : "s", sent, fee);
	return cli_terminal_confirm(cli, question, yes);
}

/* Show the review where the question is asked; with --yes, for the record. */
static int approve(struct cli *cli, const struct sn_review *review)
{
	struct sn_buf text = {0};
	bool yes = cli->yes;
	int ret = sn_review_text(&text, review);
	sn_put_u8(&text, 0);
	if (ret || text.failed)
		ret = sn_error_memory(&cli->err);
	else if (cli->yes)
		fputs((char *)text.data, stderr);
	else if (!(ret = cli_terminal_check(cli, "--yes signs without asking")) &&
		 !(ret = cli_terminal_show(cli, (char *)text.data)))
		ret = ask(cli, review, &yes);
	if (!ret && !yes)
		ret = sn_error_set(&cli->err, SN_REFUSED, "not signed, as you say");
	sn_buf_free(&text);
	return ret;
}

static int report(struct cli *cli, const struct sn_hash *hashes, size_t n, const struct sn_review *review,
		  const struct sn_buf *signed_set)
{
	char text[2 * sizeof *hashes + 1];
	if (!cli->json) {
		for (size_t i = 0; i < n; i++) {
			sn_hex_encode(text, &hashes[i], sizeof *hashes);
			cli_say(cli, "tx_hash %s", text);
		}
		return SN_OK;
	}
	cJSON *root = cJSON_CreateObject();
	bool done = n != 1 || cli_json_hex(root, "tx_hash", hashes, sizeof *hashes);
	cJSON *list = done ? cJSON_AddArrayToObject(root, "tx_hash_list") : NULL;
	done = list;
	for (size_t i = 0; done && i < n; i++) {
		sn_hex_encode(text, &hashes[i], sizeof *hashes);
		done = cJSON_AddItemToArray(list, cJSON_CreateString(text));
	}
	done = done && cli_json_u64(root, "amount", review->sent) && cli_json_u64(root, "fee", review->fee);
	if (done && cli_data_is_in_report(cli))
		done = cli_json_hex(root, "tx_signed_hex", signed_set->data, signed_set->len);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

static int sign(struct cli *cli)
{
	struct sn_buf file = {0}, out = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_unsigned_set set = {0};
	struct sn_review review = {0};
	struct sn_limits limits = {.has_max_fee = cli->max_fee};
	struct sn_hash *hashes = NULL;
	int ret;

	if ((ret = cli_amount(cli, "max-fee", cli->max_fee, &limits.max_fee)) ||
	    (ret = cli_data_check_output(cli, cli_operand(cli))) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = sn_cold_open(&set, &review, wallet->account, &limits, file.data, file.len, &cli->err)) ||
	    (ret = approve(cli, &review)))
		goto out;
	hashes = calloc(set.n ? set.n : 1, sizeof *hashes);
	if (!hashes) {
		ret = sn_error_memory(&cli->err);
		goto out;
	}
	if ((ret = sn_cold_sign(&out, hashes, wallet->account, &set, &limits, &cli->err)) ||
	    (ret = cli_data_write(cli, out.data, out.len)))
		goto out;
	ret = report(cli, hashes, set.n, &review, &out);
	if (ret)
		(void)cli_data_take_back(cli);
out:
	free(hashes);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_wallet_close(wallet);
	sn_buf_free(&out);
	sn_buf_free(&file);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "cold-sign",
		.usage = "-w MASTER [OPTION]... [FILE]",
		.about = "Check the unsigned FILE (or standard input), show on the terminal what it does,\n"
			 "ask, sign. The signed file goes to standard output. The same file gives the same\n"
			 "bytes every time.",
		.groups = CLI_OFFLINE | CLI_MAX_FEE | CLI_YES | CLI_OUTPUT | CLI_HEX | CLI_JSON | CLI_WALLET,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = sign(&cli);
	return cli_finish(&cli, ret);
}
