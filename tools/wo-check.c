/* wo-check - check a proof of payment with a daemon. */
#include "tools/cli/daemon.h"
#include "tools/cli/data.h"
#include "tools/cli/proof.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"

#include "hot/check_proof.h"
#include "hot/check_reserve.h"
#include "node/daemon_transaction.h"

#include <string.h>

struct options {
	struct cli_proof proof;
	bool fetch, spend, reserve;
};

static int report(struct cli *cli, const struct sn_proof_result *result)
{
	struct sn_buf text = {0};
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		return cli_report_json(cli, root, sn_report_proof_json(root, result));
	}
	return cli_report_text(cli, &text, sn_report_proof_text(&text, result));
}

static int report_reserve(struct cli *cli, const struct sn_reserve_result *result)
{
	struct sn_buf text = {0};
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		return cli_report_json(cli, root, sn_report_reserve_json(root, result));
	}
	return cli_report_text(cli, &text, sn_report_reserve_text(&text, result));
}

static int check_reserve(struct cli *cli, struct options *o)
{
	struct sn_daemon *daemon = NULL;
	struct sn_buf file = {0};
	struct sn_reserve_claim claim = {.message = o->proof.message ? o->proof.message : ""};
	struct sn_reserve_result result;
	int ret;

	if ((ret = cli_proof_read(cli, &o->proof, CLI_PROOF_ADDRESS)) ||
	    (ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_data_read(cli, o->proof.file, "the proof", SN_RESERVE_TEXT_MAX, &file)))
		goto out;
	claim.address = o->proof.address;
	claim.message_len = strlen(claim.message);
	claim.text = file.data;
	claim.text_len = file.len;
	ret = sn_check_reserve(&result, daemon, &claim, &cli->err);
	if (!ret)
		ret = report_reserve(cli, &result);
out:
	sn_daemon_close(daemon);
	sn_buf_free(&file);
	return ret;
}

static int check(struct cli *cli, struct options *o)
{
	struct sn_daemon *daemon = NULL;
	struct sn_buf file = {0};
	struct sn_proof_claim claim = {.message = o->proof.message ? o->proof.message : ""};
	struct sn_proof_result result;
	int ret;

	if ((ret = cli_proof_read(cli, &o->proof, CLI_PROOF_TXID | (o->spend ? 0 : CLI_PROOF_ADDRESS))) ||
	    (ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_data_read(cli, o->proof.file, "the proof", SN_PROOF_TEXT_MAX, &file)))
		goto out;
	claim.tx_hash = o->proof.tx_hash;
	claim.address = o->proof.address;
	claim.message_len = strlen(claim.message);
	claim.text = file.data;
	claim.text_len = file.len;
	ret = o->spend ? sn_check_spend(&result, daemon, &claim, &cli->err)
		       : sn_check_payment(&result, daemon, &claim, &cli->err);
	if (!ret)
		ret = report(cli, &result);
out:
	sn_daemon_close(daemon);
	sn_buf_free(&file);
	return ret;
}

/* Write the transaction as a line of hexadecimal text. */
static int fetch(struct cli *cli, struct options *o)
{
	struct sn_daemon *daemon = NULL;
	struct sn_daemon_transaction found = {0};
	int ret;

	if ((ret = cli_proof_read(cli, &o->proof, CLI_PROOF_TXID)) || (ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = sn_daemon_get_whole_transaction(daemon, &o->proof.tx_hash, &found, &cli->err)))
		goto out;
	cli->hex = true;
	ret = cli_data_write(cli, found.bytes.data, found.bytes.len);
out:
	sn_daemon_transaction_free(&found);
	sn_daemon_close(daemon);
	return ret;
}

int main(int argc, char **argv)
{
	struct options options = {0};
	const struct cli_option table[] = {
		CLI_PROOF_MESSAGE(options.proof),
		{"spend", 0, NULL,
		 "check instead a proof of spending (SpendProofV1), made by the wallet that signed TXID",
		 .flag = &options.spend},
		{"reserve", 0, NULL,
		 "check instead a proof of reserves (ReserveProofV2), made by the wallet with the primary address ADDRESS",
		 .flag = &options.reserve},
		{"fetch", 0, NULL, "write the transaction TXID to standard output, for cold-prove",
		 .flag = &options.fetch},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "spend reserve fetch", NULL, NULL, NULL},
		{CLI_EXCLUDES, "fetch", "message json", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-check",
		.usage = "[OPTION]... TXID ADDRESS [FILE]\n"
			 "   or: wo-check [OPTION]... --spend TXID [FILE]\n"
			 "   or: wo-check [OPTION]... --reserve ADDRESS [FILE]\n"
			 "   or: wo-check [OPTION]... --fetch TXID",
		.about =
			"Check the proof in FILE (default: standard input) that the transaction TXID paid ADDRESS, and print the amount. The proof comes from cold-prove or another Monero wallet. It is a text that begins with OutProofV2 or InProofV2, or a tx key. wo-check needs no wallet. The daemon learns which transaction you check.",
		.examples = "wo-check TXID ADDRESS proof\n"
			    "wo-check --message='order 7' TXID ADDRESS < proof\n"
			    "wo-check --spend TXID proof\n"
			    "wo-check --reserve --message='audit 2027' ADDRESS proof\n"
			    "wo-check --fetch TXID > transaction\n",
		.hints = "A payment with few confirmations can still be replaced by another.\n",

		.options = table,
		.rules = rules,
		.groups = CLI_JSON | CLI_DAEMON,
		.links = CLI_LINKS_CURL,
		.max_operands = 3,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = options.fetch     ? fetch(&cli, &options)
		      : options.reserve ? check_reserve(&cli, &options)
					: check(&cli, &options);
	return cli_finish(&cli, ret);
}
