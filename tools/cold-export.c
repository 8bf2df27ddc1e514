/* cold-export - write the watch-only wallet for the online machine, as a file or as text for another wallet.
 */
#include "tools/cli/code.h"
#include "tools/cli/config.h"
#include "tools/cli/data.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/restore_height.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"
#include "tools/cli/watch.h"

#include "base/secret.h"
#include "chain/view_only.h"
#include "handoff/names_file.h"
#include "store/wallet.h"

#include <string.h>
#include <unistd.h>

enum format {
	WALLET, /* a file of ours */
	JSON,   /* texts for other wallets: chain/view_only.h */
	URI,
	NAMES, /* a handoff file for wallet-names --import */
};

struct options {
	const char *output, *format;
	bool qr, no_names;
};

/* Only the first watch-only wallet of a new seed can assume that it is the only one that pays. First record
 * in the master wallet that one was written: if the rest fails, the next watch-only wallet merely cannot
 * assume this. */
static int hand_over(struct cli *cli, struct sn_wallet *master, bool is_writable, bool *is_sole)
{
	*is_sole = is_writable && master->is_sole;
	if (!*is_sole)
		return SN_OK;
	int ret = sn_wallet_set_sole(master, false);
	return ret ? sn_error_memory(&cli->err) : sn_wallet_store(master, &cli->err);
}

static int parse_format(struct cli *cli, const char *text, enum format *format)
{
	static const char *const names[] = {"wallet", "json", "uri", "names"};
	for (size_t i = 0; text && i < sizeof names / sizeof *names; i++)
		if (!strcmp(text, names[i])) {
			*format = (enum format)i;
			return SN_OK;
		}
	return text ? cli_usage_error(cli, "--format takes wallet, json, uri or names, not \"%s\"", text)
		    : SN_OK;
}

/* Write the text to -o or standard output, and its code to standard output, above it. */
static int write_text(struct cli *cli, const struct sn_buf *text, bool qr)
{
	struct sn_buf code = {0};
	int ret = qr ? cli_code_put(cli, &code, (char *)text->data) : SN_OK;
	if (!ret && qr)
		ret = cli_data_print(cli, (char *)code.data, code.len);
	if (!ret) {
		text->data[text->len - 1] = '\n';
		ret = cli_data_write(cli, text->data, text->len);
	}
	sn_buf_free(&code);
	return ret;
}

static int put_text(struct cli *cli, enum format format, const struct sn_wallet_start *start, bool qr)
{
	struct sn_buf text = {0};
	struct sn_view_only view = {.view_secret = start->account->view_secret,
				    .restore_height = start->restore_height};
	sn_account_address(&view.address, start->account, (struct sn_subaddress_index){0, 0});
	int ret = format == JSON ? sn_view_only_put_json(&text, &view) : sn_view_only_put_uri(&text, &view);
	sn_put_u8(&text, 0);
	ret = ret || text.failed ? sn_error_memory(&cli->err) : write_text(cli, &text, qr);
	if (!ret) {
		cli_say(cli,
			"warning: the text has the secret view key: its reader sees all incoming payments");
		cli_say(cli,
			"hint: delete it after the import; only a new seed phrase makes the key useless to a reader");
	}
	sn_wipe(&view, sizeof view);
	sn_buf_free(&text);
	return ret;
}

static int put_names(struct cli *cli, const struct sn_wallet *master)
{
	struct sn_buf file = {0};
	int ret = sn_names_file_seal(&file, master->account, &master->names, &cli->err);
	if (!ret)
		ret = cli_data_write(cli, file.data, file.len);
	sn_buf_free(&file);
	return ret;
}

/* The configuration file may have keys for watch-only wallets. */
static void drop_defaults(struct cli *cli)
{
	if (cli_config_has(cli, cli->watch_password_file))
		cli->watch_password_file = NULL;
	if (cli_config_has(cli, cli->lookahead))
		cli->lookahead = NULL;
}

static bool is_standard(const char *output)
{
	return !output || !strcmp(output, "-");
}

static int check_text_options(struct cli *cli, const struct options *o)
{
	int ret;
	if (cli->watch_password || cli->watch_password_file)
		return cli_usage_error(cli, "a text has no password: --format=wallet makes a file with one");
	if (cli->lookahead)
		return cli_usage_error(cli, "--subaddress-lookahead requires --format=wallet");
	if (o->no_names)
		return cli_usage_error(cli, "--no-names requires --format=wallet");
	cli->output = o->output;
	cli->keeps_existing = true;
	if (is_standard(o->output))
		return SN_OK;
	if ((ret = cli_wallet_check_new(cli, o->output)) ||
	    (ret = cli_data_check_output(cli, cli->wallet_file)))
		return ret;
	return cli_data_try_output(cli);
}

static int check_names_options(struct cli *cli, const struct options *o)
{
	const char *option = o->qr                      ? "qr"
			     : o->no_names              ? "no-names"
			     : cli->watch_password      ? "watch-password"
			     : cli->watch_password_file ? "watch-password-file"
			     : cli->lookahead           ? "subaddress-lookahead"
			     : cli->restore_height      ? "restore-height"
			     : cli->restore_date        ? "restore-date"
							: NULL;
	if (option)
		return cli_usage_error(cli, "--%s does not apply to --format=names", option);
	cli->output = o->output;
	int ret = cli_data_check_output(cli, cli->wallet_file);
	return ret ? ret : cli_data_try_output(cli);
}

static int check_options(struct cli *cli, const struct options *o, enum format format)
{
	if (format == NAMES)
		return check_names_options(cli, o);
	if (format != WALLET)
		return check_text_options(cli, o);
	if (o->qr)
		return cli_usage_error(cli, "--qr requires --format=json or --format=uri");
	if (is_standard(o->output))
		return sn_error_hint(&cli->err, cli_usage_error(cli, "no output file given"),
				     "use -o FILE; the file must be new");
	return cli_wallet_check_new(cli, o->output);
}

static int export(struct cli *cli, const struct options *o)
{
	struct sn_wallet *master = NULL;
	char *password = NULL;
	uint64_t height = 0;
	struct sn_wallet_start start = {0};
	enum format format = WALLET;
	bool is_writable = cli->wallet_file && !access(cli->wallet_file, W_OK);
	int ret;

	if ((ret = parse_format(cli, o->format, &format)))
		return ret;
	if (format != WALLET)
		drop_defaults(cli);
	if ((ret = cli_restore_height(cli, SN_MAINNET, &height)) || /* a wrong option, before any prompt */
	    (ret = cli_lookahead(cli, &start.lookahead_accounts, &start.lookahead_addresses)) ||
	    (ret = check_options(cli, o, format)))
		return ret;
	is_writable &= format != NAMES; /* which is no wallet that pays */
	if ((ret = cli_wallet_open(cli, &master, is_writable ? SN_WALLET_WRITE : SN_WALLET_READ,
				   CLI_MASTER)) ||
	    (format == WALLET && (ret = cli_new_password(cli, o->output, &cli->watch_password,
							 cli->watch_password_file, &password))) ||
	    (ret = hand_over(cli, master, is_writable, &start.is_sole)))
		goto out;
	start.account = master->account;
	start.restore_height = master->restore_height;
	if ((ret = cli_restore_height(cli, master->account->network, &start.restore_height)))
		goto out;
	if (!start.lookahead_accounts) {
		start.lookahead_accounts = master->lookahead_accounts;
		start.lookahead_addresses = master->lookahead_addresses;
	}
	start.shown = master->shown;
	start.n_shown = master->n_shown;
	start.names = o->no_names ? NULL : &master->names;
	ret = format == WALLET  ? cli_watch_create(cli, o->output, &start, password)
	      : format == NAMES ? put_names(cli, master)
				: put_text(cli, format, &start, o->qr);
out:
	sn_secret_free(password);
	sn_wallet_close(master);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct cli cli;
	const struct cli_option options[] = {
		{"output", 'o', "FILE",
		 "the new file. With --format=names, an existing file is replaced. \"-\" is standard output, the default for json, uri and names",
		 .text = &o.output},
		{"format", 0, "FORMAT",
		 "wallet (default): a watch-only wallet of sneakernote; json or uri: a text for other wallets, such as Feather and Cake Wallet, and for wo-import; names: the address book and labels, encrypted, for wallet-names --import",
		 .text = &o.format},
		{"qr", 0, NULL,
		 "with json or uri: print the QR code of the text on standard output, above the text",
		 .flag = &o.qr},
		{"no-names", 0, NULL,
		 "do not write the address book and the labels into the watch-only wallet",
		 .flag = &o.no_names},
		{"restore-height", 0, "N", "start to scan at block N (default: as in MASTER)",
		 .text = &cli.restore_height},
		{"restore-date", 0, "YYYY-MM-DD", "start to scan at a block before this day",
		 .text = &cli.restore_date},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "restore-height restore-date", NULL, NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-export",
		.usage = "-w MASTER -o FILE [OPTION]...\n"
			 "   or: cold-export -w MASTER --format={json|uri} [OPTION]...\n"
			 "   or: cold-export -w MASTER --format=names [-o FILE]",
		.about =
			"Write a watch-only copy of the master wallet MASTER to the new FILE, for the online machine, or as text for another program. The output contains no spend key.",
		.examples = "cold-export -w master.wallet -o hot.wallet\n"
			    "cold-export -w master.wallet --format=json --qr\n"
			    "cold-export -w master.wallet --format=names -o names\n",
		.hints = "A watch-only wallet has its own password, for which cold-export prompts.\n"
			 "JSON and URI are not encrypted: they show the secret view key.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_WAIT | CLI_WATCH | CLI_LOOKAHEAD,
		.links = CLI_LINKS_QRENCODE,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = export(&cli, &o);
	return cli_finish(&cli, ret);
}
