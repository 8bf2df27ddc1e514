/* wo-transfer - prepare a payment: reserve its outputs, and write the unsigned file. */
#include "tools/cli/daemon.h"
#include "tools/cli/data.h"
#include "tools/cli/payment.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/unsigned.h"
#include "tools/cli/wallet.h"

#include "hot/own_index.h"
#include "hot/release.h"
#include "hot/report_estimate.h"
#include "hot/report_payment.h"
#include "hot/request.h"

#include <stdlib.h>
#include <time.h>

#define DESTINATIONS_FILE_MAX (8u << 20) /* 500 bytes for each of the maximum number of recipients */

struct options {
	struct cli_payment payment;
	const char *release;
	bool release_all, estimate;
};

static int report(struct cli *cli, const struct sn_compose_result *result, const struct sn_buf *unsigned_set)
{
	struct sn_buf text = {0};
	if (!cli->json)
		return cli_report_say(cli, &text, sn_report_composed_text(&text, result));
	cJSON *root = cJSON_CreateObject();
	return cli_report_json(
		cli, root,
		sn_report_composed_json(root, result, cli_data_is_in_report(cli) ? unsigned_set : NULL));
}

/* The unsigned file could not be written: release its outputs. The error in cli->err remains. */
static void release_all_of(struct cli *cli, struct sn_wallet *wallet, const struct sn_compose_result *result)
{
	struct sn_error err;
	int ret = sn_release_composed(wallet, result, &err);
	if (!ret)
		ret = sn_wallet_store(wallet, &err);
	if (ret) {
		cli_say(cli, "warning: the outputs remain reserved: %s", err.text);
		for (size_t i = 0; i < result->n; i++)
			cli_say(cli, "hint: use --release=%llu", (unsigned long long)result->txs[i].id);
	}
}

static bool pays_others(const struct sn_wallet *wallet, const struct sn_payment_request *request)
{
	struct sn_subaddress_index index;
	for (size_t i = 0; i < request->n_destinations; i++)
		if (sn_own_index(&index, wallet, &request->destinations[i].address, NULL))
			return true;
	return false;
}

/* Nothing is reserved. */
static int write_proposal(struct cli *cli, const struct sn_wallet *wallet,
			  const struct sn_payment_request *request, const struct sn_compose_result *result,
			  const struct sn_buf *file)
{
	int ret = cli_data_write(cli, file->data, file->len);
	if (!ret)
		ret = report(cli, result, file);
	if (ret)
		return ret;
	cli_say(cli, "warning: no release can submit a proposal yet; its outputs are not reserved");
	cli_say(cli, "hint: wo-outputs --freeze=OUTPUT keeps other payments from spending them");
	cli_say(cli, "hint: a later release can send the signed file: keep it secret, or destroy it");
	if (pays_others(wallet, request)) {
		cli_say(cli, "warning: the proposal pays an address of another wallet");
		cli_say(cli, "hint: for a rehearsal, pay an own address (wo-address)");
	}
	return SN_OK;
}

static int transfer(struct cli *cli, struct options *o)
{
	const bool is_proposal = o->payment.proposal;
	struct sn_buf text = {0}, out = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_payment_request request = {0};
	struct sn_compose_result result = {0};
	struct sn_limits limits = {.has_max_fee = cli->max_fee, .allow_dust = cli->allow_dust};
	const char *source = cli_payment_source(cli, &o->payment);
	int ret;

	if ((ret = cli_amount(cli, "max-fee", cli->max_fee, &limits.max_fee)) ||
	    (ret = cli_data_check_output(cli, source ? source : "")) || (ret = cli_data_try_output(cli)) ||
	    (ret = cli_daemon_open(cli, &daemon)) ||
	    (source &&
	     (ret = cli_data_read(cli, source, "the list of recipients", DESTINATIONS_FILE_MAX, &text))) ||
	    (ret = cli_wallet_open(cli, &wallet, is_proposal ? SN_WALLET_READ : SN_WALLET_WRITE,
				   CLI_WATCH_ONLY)) ||
	    (ret = cli_payment_read(cli, &o->payment, &text, &wallet->names, wallet->account->network,
				    &request)) ||
	    (!sn_wallet_find_request(wallet, request.reference) &&
	     (ret = cli_unsigned_check_new(cli, wallet))))
		goto out;
	request.limits = &limits;
	cli->keeps_existing = true;
	ret = sn_compose(&out, &result, wallet, daemon, &request, (uint64_t)time(NULL), &cli->err);
	if (!ret && is_proposal)
		ret = write_proposal(cli, wallet, &request, &result, &out);
	if (ret || is_proposal || (ret = sn_wallet_store(wallet, &cli->err)))
		goto out;
	if (result.is_repeated) {
		ret = cli_unsigned_write_again(cli, wallet, &out);
		if (!ret)
			ret = report(cli, &result, &out);
		goto out;
	}
	ret = cli_data_write(cli, out.data, out.len);
	if (ret) {
		release_all_of(cli, wallet, &result);
		goto out;
	}
	ret = report(cli, &result, &out);
	if (ret && cli_data_take_back(cli))
		release_all_of(cli, wallet, &result);
	if (!ret)
		cli_payment_say_lock(cli, &request);
out:
	sn_compose_result_free(&result);
	free((void *)request.destinations);
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	sn_buf_free(&out);
	sn_buf_free(&text);
	return ret;
}

static int report_estimate(struct cli *cli, const struct sn_estimate *list, size_t n)
{
	struct sn_buf text = {0};
	if (!cli->json)
		return cli_report_text(cli, &text, sn_report_estimate_text(&text, list, n));
	cJSON *root = cJSON_CreateObject();
	return cli_report_json(cli, root, sn_report_estimate_json(root, list, n));
}

static int estimate(struct cli *cli, struct options *o)
{
	struct sn_buf text = {0};
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_payment_request request = {0};
	struct sn_estimate list[SN_ESTIMATES_MAX];
	size_t n;
	const char *source = cli_payment_source(cli, &o->payment);
	int ret;
	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (source &&
	     (ret = cli_data_read(cli, source, "the list of recipients", DESTINATIONS_FILE_MAX, &text))) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_READ, CLI_WATCH_ONLY)) ||
	    (ret = cli_payment_read(cli, &o->payment, &text, &wallet->names, wallet->account->network,
				    &request)) ||
	    (ret = sn_estimate(list, &n, wallet, daemon, &request, (uint64_t)time(NULL), &cli->err)))
		goto out;
	ret = report_estimate(cli, list, n);
out:
	free((void *)request.destinations);
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	sn_buf_free(&text);
	return ret;
}

static int release(struct cli *cli, const char *text, bool even_if_pending)
{
	struct sn_wallet *wallet = NULL;
	uint64_t id = 0;
	size_t released = 0;
	int ret;
	if ((ret = cli_number(cli, "release", text, 1, UINT64_MAX, &id)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_WATCH_ONLY)) ||
	    (ret = sn_release(wallet, id, even_if_pending, &released, &cli->err)) ||
	    (ret = sn_wallet_store(wallet, &cli->err)))
		goto out;
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		ret = cli_report_json(cli, root, sn_report_released_json(root, released));
	} else {
		struct sn_buf text = {0};
		ret = cli_report_say(cli, &text, sn_report_released_text(&text, released));
	}
out:
	sn_wallet_close(wallet);
	return ret;
}

static int run(struct cli *cli, struct options *o)
{
	if (o->release || o->release_all)
		return release(cli, o->release, o->payment.even_if_pending);
	int ret = cli_payment_check_words(cli, &o->payment, cli->operands, cli->n_operands);
	if (ret)
		return ret;
	return o->estimate ? estimate(cli, o) : transfer(cli, o);
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"destinations", 0, "FILE",
		 "read recipients from FILE (\"-\": standard input): lines ADDRESS,AMOUNT, or JSON as for the RPC method transfer_split. More than 15 recipients become several transactions",
		 .text = &o.payment.destinations, .is_input = true},
		{"sweep-all", 0, NULL, "send all unlocked outputs to the one ADDRESS",
		 .flag = &o.payment.sweep_all},
		{"join-addresses", 0, NULL,
		 "let a transaction of --sweep-all spend outputs of several addresses, which reveals that they have one owner",
		 .flag = &o.payment.join_addresses},
		{"subtract-fee", 0, NULL,
		 "let the recipients pay the fee: each gets AMOUNT less an equal part of the fee",
		 .flag = &o.payment.subtract_fee},
		{"fee", 0, "XMR", "exact fee of each transaction (default: 0, automatic)",
		 .text = &o.payment.fee},
		{"mixin", 0, "N", "decoys per input; must be 15 (default)", .text = &o.payment.mixin},
		{"unlock-time", 0, "N",
		 "lock all outputs, including the change, until block N or Unix time N. cold-sign then needs --allow-unlock-time, or a policy that allows it",
		 .text = &o.payment.unlock_time},
		{"priority", 0, "N",
		 "fee priority: 0, 1, 2, 3 or 4. 1 is the cheapest; 0 (default) means 1, or 2 while the network is busy",
		 .text = &o.payment.priority},
		{"account", 0, "N", "spend from account N (default: 0; with --sweep-all: all accounts)",
		 .text = &o.payment.account},
		{"input", 0, "OUTPUT",
		 "spend only OUTPUT, a one-time key or a key image from wo-outputs. Can be repeated: a payment spends as many of these outputs as it needs, --sweep-all spends all of them",
		 .list = &o.payment.inputs},
		{"subaddress", 0, "N[,N...]",
		 "spend only outputs of these addresses of the account (without --account: of account 0)",
		 .text = &o.payment.subaddress},
		{"below", 0, "XMR", "with --sweep-all: send only outputs of less than XMR",
		 .text = &o.payment.below},
		{"reference", 0, "TEXT",
		 "your own name for this request, for example an invoice number. If you repeat the request with the same TEXT, wo-transfer writes the same unsigned file, or reports that the payment is submitted: you do not pay twice",
		 .text = &o.payment.reference},
		{"estimate", 0, NULL,
		 "print the number of inputs, the fee and the change for each priority; prepare nothing. Ask the daemon only for its state and its fees",
		 .flag = &o.estimate},
		{"format", 0, "FORMAT",
		 "write the file for cold-sign (\"sneakernote\", default), for another offline wallet, such as Monero CLI, RPC, GUI or Feather (\"monero\"), or for Monero 0.18.0.0 and 0.18.1.0 (\"monero-0.18.0\")",
		 .text = &o.payment.format},
		{"proposal", 0, NULL,
		 "write a proposal: the file for payments after the next network upgrade, without decoys. This is a rehearsal: cold-sign signs it and wo-submit checks the signed file, but this release cannot send the payment. Nothing is recorded or reserved",
		 .flag = &o.payment.proposal},
		{"replace-decoys", 0, NULL,
		 "in a ring reused from an earlier unsigned file, replace up to two decoys that the daemon reports as locked or unusable. The daemon learns that the replaced decoys are not your output (doc/rings.md)",
		 .flag = &o.payment.replace_decoys},
		{"release", 0, "ID", "release the outputs reserved for payment ID", .text = &o.release},
		{"even-if-pending", 0, NULL,
		 "with --release: release a submitted payment even if it may still be mined. Without --release: pay even if an earlier payment to the same recipient may still be mined: you may pay twice. wo-transfer still refuses if the earlier payment is in doubt, for example because a daemon rejected it",
		 .flag = &o.payment.even_if_pending},
		{"release-all", 0, NULL, "release the outputs of all prepared payments",
		 .flag = &o.release_all},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "release release-all", NULL, NULL, NULL},
		{CLI_EXCLUDES, "estimate", "release release-all reference output hex", NULL, NULL},
		{CLI_EXCLUDES, "even-if-pending", "release-all", NULL, NULL},
		{CLI_EXCLUDES, "release release-all",
		 "ADDRESS destinations sweep-all join-addresses subtract-fee fee mixin unlock-time priority account input subaddress below reference format proposal replace-decoys max-fee allow-dust output hex",
		 NULL, NULL},
		{CLI_EXCLUDES, "proposal", "format", "a proposal has a format of its own", NULL},
		{CLI_EXCLUDES, "proposal", "mixin replace-decoys", "a proposal has no decoys", NULL},
		{CLI_EXCLUDES, "proposal", "unlock-time", NULL, NULL},
		{CLI_EXCLUDES, "proposal", "reference", "a proposal is not recorded", NULL},
		{CLI_REQUIRES, "join-addresses below", "sweep-all", NULL, NULL},
		{CLI_EXCLUDES, "input", "subaddress below", "--input names each output", NULL},
		{CLI_EXCLUDES, "subtract-fee", "sweep-all", "the recipient of a sweep always pays the fee",
		 NULL},
		{CLI_EXCLUDES, "fee", "priority", "an exact fee has no priority", NULL},
		{CLI_EXCLUDES, "sweep-all", "destinations", NULL, NULL},
		{CLI_EXCLUDES, "destinations", "ADDRESS", NULL, NULL},
		{CLI_AT_LEAST_ONE, "ADDRESS destinations sweep-all release release-all", NULL, NULL,
		 "use ADDRESS AMOUNT, or --destinations=FILE"},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-transfer",
		.usage = "-w WALLET [OPTION]... [ADDRESS AMOUNT | URI [AMOUNT]]...",
		.about =
			"Prepare a payment of AMOUNT XMR to each ADDRESS or monero: URI, reserve its outputs, and write the unsigned file for the offline machine to standard output.",
		.examples = "wo-transfer -w hot.wallet -o unsigned ADDRESS 1.25\n"
			    "wo-transfer -w hot.wallet -o unsigned Alice 1.25\n"
			    "qr-scan --text | wo-transfer -w hot.wallet -o unsigned -\n"
			    "wo-transfer -w hot.wallet --destinations=payout.csv -o unsigned\n"
			    "wo-transfer -w hot.wallet -o unsigned --reference=INVOICE ADDRESS 1.25\n"
			    "wo-transfer -w hot.wallet -o unsigned --input=OUTPUT ADDRESS 1.25\n"
			    "wo-transfer -w hot.wallet --estimate ADDRESS 1.25\n"
			    "wo-transfer -w hot.wallet --release=3\n",
		.hints = "Run wo-sync first: wo-transfer spends only outputs that wo-sync has found.\n"
			 "ADDRESS can be a name in the address book of WALLET (wallet-names).\n"
			 "Give ADDRESS or URI as \"-\" to read it from standard input.\n"
			 "Outputs stay reserved until the payment is submitted or released.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_MAX_FEE | CLI_ALLOW_DUST | CLI_OUTPUT | CLI_HEX | CLI_JSON | CLI_WALLET |
			  CLI_WAIT | CLI_DAEMON,
		.links = CLI_LINKS_CURL,
		.max_operands = SIZE_MAX,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
