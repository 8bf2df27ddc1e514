/* cold-sign - check, ask, sign: unsigned file in, signed file out. */
#include "tools/cli.h"
#include "tools/cli_approve.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "base/hex.h"
#include "cold/files.h"
#include "handoff/envelope.h"
#include "store/signing_journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

/* The options that only this program has. */
struct options {
	bool allow_respend, no_journal, journal;
};

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
	int ret = sn_signed_json(root, review, hashes, n, cli_data_is_in_report(cli) ? signed_set : NULL)
			  ? sn_error_memory(&cli->err)
			  : cli_data_print_json(cli, root);
	sn_json_free(root);
	return ret;
}

/* --output is the user's choice of name, and this one is not far to seek: the old journal would be gone. */
static int check_output(struct cli *cli, const struct sn_wallet *wallet)
{
	struct stat journal, output;
	char *path = sn_signing_journal_path(wallet);
	int ret = path ? SN_OK : sn_error_memory(&cli->err);
	if (path && cli->output && !stat(path, &journal) && !stat(cli->output, &output) &&
	    journal.st_dev == output.st_dev && journal.st_ino == output.st_ino)
		ret = cli_usage_error(cli, "--output would overwrite %s, which keeps what was signed", path);
	free(path);
	return ret;
}

static int sign(struct cli *cli, const struct options *options)
{
	struct sn_buf file = {0}, out = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_unsigned_set set = {0};
	struct sn_review review = {0};
	struct sn_limits limits = {.has_max_fee = cli->max_fee, .allow_unlock_time = cli->allow_unlock_time};
	struct sn_signing signing = {.allow_respend = options->allow_respend, .now = (uint64_t)time(NULL)};
	struct sn_hash *hashes = NULL;
	int ret;

	if ((ret = cli_amount(cli, "max-fee", cli->max_fee, &limits.max_fee)) ||
	    (ret = cli_data_check_output(cli, cli_operand(cli))) ||
	    (ret = cli_data_read(cli, cli_operand(cli), "the unsigned file", SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = sn_cold_open(&set, &review, wallet->account, &limits, file.data, file.len, &cli->err)) ||
	    (!options->no_journal &&
	     (ret = sn_signing_journal_open(&signing.journal, wallet, true, &cli->err))) ||
	    (ret = check_output(cli, wallet)) ||
	    (ret = sn_cold_check_journal(&review, wallet->account, &set, &signing, &cli->err)) ||
	    (ret = cli_approve(cli, "Sign", &review)))
		goto out;
	hashes = calloc(set.n ? set.n : 1, sizeof *hashes);
	if (!hashes) {
		ret = sn_error_memory(&cli->err);
		goto out;
	}
	if ((ret = sn_cold_sign(&out, hashes, wallet->account, &set, &limits, &signing, &cli->err)) ||
	    (ret = cli_data_write(cli, out.data, out.len)))
		goto out;
	ret = report(cli, hashes, set.n, &review, &out);
	if (ret)
		(void)cli_data_take_back(cli);
out:
	free(hashes);
	sn_signing_journal_close(signing.journal);
	sn_review_free(&review);
	sn_unsigned_set_free(&set);
	sn_wallet_close(wallet);
	sn_buf_free(&out);
	sn_buf_free(&file);
	return ret;
}

static int list(struct cli *cli)
{
	struct sn_buf text = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_signing_journal *journal = NULL;
	int ret;
	if ((ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = sn_signing_journal_open(&journal, wallet, false, &cli->err)))
		goto out;
	if (cli->json) {
		ret = sn_signing_journal_json(&text, journal);
		sn_put_u8(&text, '\n');
	} else {
		ret = sn_signing_journal_text(&text, journal);
	}
	ret = ret || text.failed ? sn_error_memory(&cli->err)
				 : cli_data_print(cli, (char *)text.data, text.len);
out:
	sn_signing_journal_close(journal);
	sn_wallet_close(wallet);
	sn_buf_free(&text);
	return ret;
}

static int run(struct cli *cli, const struct options *options)
{
	if (options->journal && (cli->n_operands || cli->yes || cli->hex || cli->output || cli->max_fee ||
				 cli->allow_unlock_time || options->allow_respend || options->no_journal))
		return cli_usage_error(cli, "--journal signs nothing: it takes no FILE and no option about signing");
	if (options->allow_respend && options->no_journal)
		return cli_usage_error(cli, "--allow-respend and --no-journal exclude each other");
	return options->journal ? list(cli) : sign(cli, options);
}

int main(int argc, char **argv)
{
	struct options options = {0};
	const struct cli_option table[] = {
		{"allow-respend", 0, NULL,
		 "sign even if another transaction that was signed\n"
		 "before spends the same output",
		 .flag = &options.allow_respend},
		{"no-journal", 0, NULL,
		 "sign without looking at what was signed before, and\n"
		 "without a note of it in MASTER.signed",
		 .flag = &options.no_journal},
		{"journal", 0, NULL, "list what was signed, and sign nothing", .flag = &options.journal},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-sign",
		.usage = "-w MASTER [OPTION]... [FILE]",
		.about = "Check the unsigned FILE (or standard input), show on the terminal what it does,\n"
			 "ask, sign. The signed file goes to standard output. The same file gives the same\n"
			 "bytes every time; another one that spends the same output is refused.",
		.options = table,
		.groups = CLI_OFFLINE | CLI_MAX_FEE | CLI_UNLOCK_TIME | CLI_YES | CLI_OUTPUT | CLI_HEX | CLI_JSON |
			  CLI_WALLET,
		.max_operands = 1,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &options);
	return cli_finish(&cli, ret);
}
