/* wallet-names - list and change the owner's names: address book and labels. */
#include "tools/cli/data.h"
#include "tools/cli/names.h"
#include "tools/cli/report.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "chain/names_print.h"
#include "handoff/envelope.h"
#include "handoff/names_file.h"

#include <stdio.h>
#include <string.h>

struct options {
	const char *add, *remove, *label, *import;
	bool allow_lookalike, only_these;
};

static bool is_change(const struct options *o)
{
	return o->add || o->remove || o->label || o->import;
}

static int list(struct cli *cli, const struct sn_wallet *w)
{
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		return cli_report_json(cli, root, sn_names_json(root, &w->names));
	}
	struct sn_buf text = {0};
	return cli_report_text(cli, &text, sn_names_text(&text, &w->names));
}

static int add(struct cli *cli, const struct options *o, struct sn_wallet *w)
{
	struct sn_address address;
	int ret = cli_names_address(cli, &w->names, w->account->network, o->add, cli_operand(cli),
				    o->allow_lookalike, &address);
	return ret ? ret : sn_wallet_add_contact(w, o->add, &address, &cli->err);
}

/* Never into a master wallet: the online machine can seal such a file as well. */
static int import(struct cli *cli, const struct options *o, struct sn_wallet *w, const struct sn_buf *file)
{
	struct sn_names names = {0};
	struct sn_names_merged merged;
	int ret = sn_names_file_open(&names, w->account, file->data, file->len, &cli->err);
	if (!ret)
		ret = sn_wallet_merge_names(w, &names, o->only_these, &merged, &cli->err);
	if (!ret)
		cli_say(cli, "%zu name%s added, %zu replaced, %zu removed", merged.added,
			SN_PLURAL(merged.added), merged.replaced, merged.removed);
	sn_names_free(&names);
	return ret;
}

static int change(struct cli *cli, const struct options *o, struct sn_wallet *w, const struct sn_buf *file)
{
	struct sn_subaddress_index at;
	const char *operand = cli_operand(cli);
	if (o->add)
		return add(cli, o, w);
	if (o->remove)
		return sn_wallet_remove_contact(w, o->remove, &cli->err);
	if (o->import)
		return import(cli, o, w, file);
	int ret = cli_names_index(cli, "--label", o->label, &at);
	return ret ? ret : sn_wallet_set_label(w, at, operand, &cli->err);
}

/* A wrong name or index, before the prompt for the password. */
static int check(struct cli *cli, const struct options *o)
{
	struct sn_subaddress_index at;
	const char *operand = cli_operand(cli);
	if (o->add)
		return sn_name_check(o->add, &cli->err);
	int ret = o->label ? cli_names_index(cli, "--label", o->label, &at) : SN_OK;
	return !ret && o->label && *operand ? sn_label_check(operand, &cli->err) : ret;
}

static int run(struct cli *cli, const struct options *o)
{
	struct sn_wallet *w = NULL;
	struct sn_buf file = {0};
	int ret = check(cli, o);
	if (!ret && o->import)
		ret = cli_data_read(cli, o->import, "the names file", SN_ENVELOPE_MAX, &file);
	if (!ret)
		ret = cli_wallet_open(cli, &w, is_change(o) ? SN_WALLET_WRITE : SN_WALLET_READ,
				      o->import ? CLI_WATCH_ONLY : CLI_ANY_ROLE);
	if (ret && o->import && cli->err.reason == SN_REASON_WRONG_ROLE)
		ret = sn_error_hint(
			&cli->err, ret,
			"use --add=NAME for a name in a master wallet; names in files go only to a watch-only wallet, because a hostile online machine could write them");
	if (!ret && is_change(o))
		ret = change(cli, o, w, &file);
	if (!ret && is_change(o))
		ret = sn_wallet_store(w, &cli->err);
	if (!ret && (!is_change(o) || cli->json))
		ret = list(cli, w);
	sn_buf_free(&file);
	sn_wallet_close(w);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct cli cli;
	const struct cli_option options[] = {
		{"add", 0, "NAME",
		 "add ADDRESS to the address book as NAME; ADDRESS can also be a monero: URI",
		 .text = &o.add},
		{"allow-lookalike", 0, NULL,
		 "with --add: add an address although it looks like a different one in the address book",
		 .flag = &o.allow_lookalike},
		{"remove", 0, "NAME", "remove NAME from the address book", .text = &o.remove},
		{"label", 0, "ACCOUNT[/INDEX]",
		 "set the label of an address of the wallet to TEXT; an empty TEXT removes the label. Without INDEX, set the label of address 0, which is also the label of the account",
		 .text = &o.label},
		{"import", 0, "FILE",
		 "add the names in FILE, from cold-export --format=names, to a watch-only wallet. They replace address book entries with the same name or address, and labels of the same address",
		 .text = &o.import, .is_input = true},
		{"only-these", 0, NULL, "with --import: remove all other names", .flag = &o.only_these},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "add remove label import", NULL, NULL, NULL},
		{CLI_REQUIRES, "allow-lookalike", "add", NULL, NULL},
		{CLI_REQUIRES, "only-these", "import", NULL, NULL},
		{CLI_REQUIRES, "add", "ADDRESS", NULL, NULL},
		{CLI_REQUIRES, "label", "TEXT", NULL, "an empty TEXT, '', removes the label"},
		{CLI_REQUIRES, "ADDRESS", "add label", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wallet-names",
		.usage = "-w WALLET [OPTION]...\n"
			 "   or: wallet-names -w WALLET --add=NAME ADDRESS\n"
			 "   or: wallet-names -w WALLET --label=ACCOUNT[/INDEX] TEXT",
		.about =
			"List or change the names in WALLET, a master wallet or a watch-only wallet. Names are the entries of the address book and the labels of the wallet's own addresses. A change prints nothing; with --json, it prints all names.",
		.examples = "wallet-names -w master.wallet --add=Alice ADDRESS\n"
			    "wallet-names -w master.wallet --label=0/7 'Invoice 7'\n"
			    "wallet-names -w master.wallet\n"
			    "wallet-names -w hot.wallet --import=names\n",
		.hints = "cold-sign shows the names in the master wallet. Add names there, for\n"
			 "addresses that you received by a channel other than the online machine.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_WAIT | CLI_JSON,
		.max_operands = 1,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
