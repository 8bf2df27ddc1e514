/* cold-show - say exactly what an unsigned file would do. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "cold/files.h"
#include "handoff/envelope.h"

static int show(struct cli *cli)
{
	struct sn_buf file = {0}, text = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_unsigned_set set = {0};
	struct sn_review review = {0};
	struct sn_limits limits = {.has_max_fee = cli->max_fee, .allow_unlock_time = true};
	struct sn_signing signing = {.allow_respend = true};
	int ret;

	if ((ret = cli_amount(cli, "max-fee", cli->max_fee, &limits.max_fee)) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_ANY_ROLE)) ||
	    (ret = sn_cold_open(&set, &review, wallet->account, &limits, file.data, file.len, &cli->err)) ||
	    (wallet->role == SN_ROLE_MASTER &&
	     (ret = sn_signing_journal_open(&signing.journal, wallet, false, &cli->err))) ||
	    (ret = sn_cold_check_journal(&review, wallet->account, &set, &signing, &cli->err)))
		goto out;
	if (cli->json) {
		ret = sn_review_json(&text, &review);
		sn_put_u8(&text, '\n');
	} else {
		ret = sn_review_text(&text, &review);
	}
	ret = ret || text.failed ? sn_error_memory(&cli->err)
				 : cli_data_print(cli, (char *)text.data, text.len);
out:
	sn_signing_journal_close(signing.journal);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_wallet_close(wallet);
	sn_buf_free(&text);
	sn_buf_free(&file);
	return ret;
}

int main(int argc, char **argv)
{
	const struct cli_program program = {
		.name = "cold-show",
		.usage = "-w WALLET [OPTION]... [FILE]",
		.about = "Say what signing the unsigned FILE (or standard input) would do, worked out from\n"
			 "what would be signed, and refuse what cold-sign would refuse. Two things it says and\n"
			 "does not refuse: that all is locked until a block or a date, and, with the master\n"
			 "wallet, that an output was signed away before.",
		.groups = CLI_OFFLINE | CLI_MAX_FEE | CLI_JSON | CLI_WALLET,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = show(&cli);
	return cli_finish(&cli, ret);
}
