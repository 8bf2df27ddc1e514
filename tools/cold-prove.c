/* cold-prove - prove a payment of this wallet to somebody who asks for it. */
#include "tools/cli/data.h"
#include "tools/cli/keys.h"
#include "tools/cli/proof.h"
#include "tools/cli/start.h"

#include "base/cores.h"
#include "cold/prove_files.h"
#include "handoff/envelope.h"

#include <string.h>

struct options {
	struct cli_proof proof;
	bool tx_key, spend, reserve;
};

static int report(struct cli *cli, const struct options *o, const struct sn_prove_request *request,
		  const struct sn_prove_result *result)
{
	if (!cli->json)
		return SN_OK;
	cJSON *root = cJSON_CreateObject();
	bool is_made = cli_json_text(root, "kind", result->kind);
	if (is_made)
		is_made = request->kind == SN_PROVE_RESERVE
				  ? cli_json_u64(root, "outputs", result->n_outputs)
				  : cli_json_hex(root, "tx_hash", &request->tx_hash, sizeof request->tx_hash);
	if (is_made && request->kind == SN_PROVE_PAYMENT)
		is_made = cli_json_text(root, "address", o->proof.address_text) &&
			  cli_json_u64(root, "received", result->received);
	if (is_made && cli_data_is_in_report(cli))
		is_made = cli_json_text(root, "proof", (const char *)result->text.data);
	int ret = is_made ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

/* The text is a line; in the report it ends in NUL instead. */
static int write_text(struct cli *cli, struct sn_buf *text)
{
	sn_put_u8(text, '\n');
	if (text->failed)
		return sn_error_memory(&cli->err);
	int ret = cli_data_write(cli, text->data, text->len);
	text->data[text->len - 1] = 0;
	return ret;
}

/* Text may go to the terminal. */
static int check_output(struct cli *cli, const char *input)
{
	int ret = cli->json || cli->output ? cli_data_check_output(cli, input) : SN_OK;
	return ret ? ret : cli_data_try_output(cli);
}

static int prove(struct cli *cli, struct options *o)
{
	struct sn_prove_request request = {.kind = o->tx_key    ? SN_PROVE_TX_KEY
						   : o->spend   ? SN_PROVE_SPEND
						   : o->reserve ? SN_PROVE_RESERVE
								: SN_PROVE_PAYMENT,
					   .message = o->proof.message ? o->proof.message : ""};
	struct sn_prove_result result = {0};
	struct cli_keys keys = {0};
	struct sn_buf file = {0};
	const bool takes_address = request.kind == SN_PROVE_PAYMENT;
	const unsigned takes = (o->reserve ? 0 : CLI_PROOF_TXID) | (takes_address ? CLI_PROOF_ADDRESS : 0);
	int ret;

	if ((ret = cli_proof_read(cli, &o->proof, takes)) || (ret = check_output(cli, o->proof.file)) ||
	    (ret = cli_data_read(cli, o->proof.file, o->reserve ? "the output list" : "the unsigned file",
				 SN_ENVELOPE_MAX, &file)) ||
	    (ret = cli_keys_open(cli, &keys, CLI_ANY_ROLE)) ||
	    (takes_address && (ret = sn_address_parse_for(&request.address, o->proof.address_text,
							  keys.account->network, &cli->err))))
		goto out;
	request.tx_hash = o->proof.tx_hash;
	request.message_len = strlen(request.message);
	ret = sn_cold_prove(&result, keys.account, &request, file.data, file.len, (unsigned)sn_cores(),
			    &cli->err);
	if (!ret && !(ret = write_text(cli, &result.text)) && (ret = report(cli, o, &request, &result)))
		(void)cli_data_take_back(cli);
out:
	sn_prove_result_free(&result);
	cli_keys_close(&keys);
	sn_buf_free(&file);
	return ret;
}

int main(int argc, char **argv)
{
	struct options options = {0};
	const struct cli_option table[] = {
		CLI_PROOF_MESSAGE(options.proof),
		{"tx-key", 0, NULL,
		 "write the tx key of TXID instead of a proof. Anyone who has the key and knows an address sees how much TXID paid to the address",
		 .flag = &options.tx_key},
		{"spend", 0, NULL, "prove instead that this wallet signed TXID, without naming a recipient",
		 .flag = &options.spend},
		{"reserve", 0, NULL,
		 "prove instead that this wallet owns the outputs in FILE, a list from ki-restore --list --unspent",
		 .flag = &options.reserve},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "tx-key spend reserve", NULL, NULL, NULL},
		{CLI_EXCLUDES, "tx-key", "message", "a tx key has no message", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-prove",
		.usage = "{-w WALLET|--seed-file=FILE} [OPTION]... TXID ADDRESS [FILE]\n"
			 "   or: cold-prove {-w WALLET|--seed-file=FILE} --spend TXID [FILE]\n"
			 "   or: cold-prove {-w WALLET|--seed-file=FILE} --tx-key TXID [FILE]\n"
			 "   or: cold-prove {-w WALLET|--seed-file=FILE} --reserve [FILE]",
		.about =
			"Prove that the transaction TXID paid ADDRESS. FILE (default: standard input) is the unsigned file from which this wallet signed TXID. If ADDRESS belongs to this wallet, FILE can also be the transaction itself, from wo-check --fetch. The proof is a line of text; anyone can check it with wo-check or another Monero wallet.",
		.examples = "cold-prove -w master.wallet TXID ADDRESS unsigned > proof\n"
			    "cold-prove -w master.wallet --message='order 7' TXID ADDRESS unsigned\n"
			    "cold-prove -w master.wallet --spend TXID unsigned > proof\n"
			    "cold-prove -w master.wallet --tx-key TXID unsigned > tx-key\n"
			    "cold-prove -w master.wallet --reserve --message='audit 2027' outputs > proof\n",
		.hints = "Keep the unsigned file of each payment: you need it to prove that payment.\n",

		.options = table,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_OUTPUT | CLI_JSON | CLI_WALLET | CLI_SEED,
		.max_operands = 3,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = prove(&cli, &options);
	return cli_finish(&cli, ret);
}
