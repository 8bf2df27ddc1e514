/* wo-import - make the watch-only wallet from the view key of a wallet of another program. */
#include "tools/cli/data.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/restore_height.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"
#include "tools/cli/watch.h"

#include "base/secret.h"
#include "chain/view_only.h"

#include <string.h>

struct options {
	const char *address, *view_key_file;
};

/* The secrets, in one block of locked memory. */
struct secrets {
	struct sn_view_only view;
	struct sn_account account;
};

static int read_text(struct cli *cli, struct sn_view_only *view)
{
	struct sn_buf text = {0};
	int ret = cli_data_read(cli, cli_operand(cli), "the view-only wallet", SN_VIEW_ONLY_TEXT_MAX, &text);
	if (!ret)
		ret = sn_view_only_parse(view, (char *)text.data, text.len, &cli->err);
	sn_buf_free(&text);
	return ret;
}

static int read_options(struct cli *cli, const struct options *o, struct sn_view_only *view)
{
	char *key = NULL;
	int ret;
	if (!(ret = sn_address_parse(&view->address, o->address, &cli->err)) &&
	    !(ret = cli_secret_line(cli, o->view_key_file, "the view key file", &key)))
		ret = sn_view_only_parse_key(&view->view_secret, key, strlen(key), &cli->err);
	sn_secret_free(key);
	return ret;
}

static int read_wallet(struct cli *cli, const struct options *o, struct secrets *secrets)
{
	struct sn_view_only *view = &secrets->view;
	int ret = o->address ? read_options(cli, o, view) : read_text(cli, view);
	if (!ret)
		ret = cli_restore_height(cli, view->address.network, &view->restore_height);
	return ret ? ret : sn_view_only_account(&secrets->account, view, &cli->err);
}

static int create(struct cli *cli, const struct secrets *secrets, struct sn_wallet_start *start)
{
	char *password = NULL;
	int ret = cli_new_password(cli, cli->wallet_file, &cli->password, cli->password_file, &password);
	start->account = &secrets->account;
	start->restore_height = secrets->view.restore_height;
	if (!ret)
		ret = cli_watch_create(cli, cli->wallet_file, start, password);
	if (!ret && !start->restore_height)
		cli_say(cli, "restore height 0: the first scan starts at block 0 and takes hours");
	else if (!ret && cli->restore_date)
		cli_say(cli, "restore height %llu, a block before %s",
			(unsigned long long)start->restore_height, cli->restore_date);
	sn_secret_free(password);
	return ret;
}

static int import(struct cli *cli, const struct options *o)
{
	struct sn_wallet_start start = {0};
	uint64_t height;
	int ret;
	if ((ret = cli_restore_height(cli, SN_MAINNET, &height)) || /* a wrong option, before any prompt */
	    (ret = cli_lookahead(cli, &start.lookahead_accounts, &start.lookahead_addresses)) ||
	    (ret = cli_wallet_check_new(cli, cli->wallet_file)))
		return ret;
	struct secrets *secrets = sn_secret_alloc(sizeof *secrets);
	if (!secrets)
		return sn_error_memory(&cli->err);
	ret = read_wallet(cli, o, secrets);
	if (!ret)
		ret = create(cli, secrets, &start);
	sn_secret_free(secrets);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct cli cli;
	const struct cli_option options[] = {
		{"address", 0, "ADDRESS", "primary address of the wallet, instead of FILE",
		 .text = &o.address},
		{"view-key-file", 0, "KEYFILE",
		 "with --address: read the secret view key, 64 hexadecimal digits, from the first line of KEYFILE (\"-\": standard input)",
		 .text = &o.view_key_file, .is_input = true},
		{"restore-height", 0, "N", "start to scan at block N (default: as in FILE, otherwise 0)",
		 .text = &cli.restore_height},
		{"restore-date", 0, "YYYY-MM-DD", "start to scan at a block before this day",
		 .text = &cli.restore_date},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_EXCLUDES, "FILE", "address", NULL, NULL},
		{CLI_REQUIRES, "address", "view-key-file", NULL, NULL},
		{CLI_REQUIRES, "view-key-file", "address", NULL, NULL},
		{CLI_AT_MOST_ONE, "restore-height restore-date", NULL, NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wo-import",
		.usage = "-w WALLET [OPTION]... [FILE]",
		.about =
			"Create the watch-only wallet WALLET from the view-only wallet of another program. FILE (default: standard input) is a JSON text or a monero_wallet: URI. Instead of FILE, --address and --view-key-file are possible.",
		.examples = "qr-scan --text | wo-import -w hot.wallet\n"
			    "wo-import -w hot.wallet view-only.json\n"
			    "wo-import -w hot.wallet --address=ADDRESS --view-key-file=KEY\n",
		.hints = "WALLET has a password of its own, for which wo-import prompts.\n"
			 "FILE must not contain a spend key or a seed phrase: use cold-new for these.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_LOOKAHEAD,
		.max_operands = 1,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = import(&cli, &o);
	return cli_finish(&cli, ret);
}
