/* cold-export - write the watch-only wallet for the online machine. */
#include "tools/cli/data.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "base/secret.h"
#include "store/wallet.h"

#include <string.h>
#include <unistd.h>

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

static int export(struct cli *cli, const char *output, const char *restore_height)
{
	struct sn_wallet *master = NULL;
	char *password = NULL;
	uint64_t height = 0;
	struct sn_wallet_start start = {0};
	const bool is_writable = cli->wallet_file && !access(cli->wallet_file, W_OK);
	int ret;

	if (!output || !strcmp(output, "-"))
		return sn_error_hint(&cli->err, cli_usage_error(cli, "no output file given"),
				     "use -o FILE; the file must be new");
	if ((ret = cli_number(cli, "restore-height", restore_height, 0, UINT32_MAX, &height)) ||
	    (ret = cli_lookahead(cli, &start.lookahead_accounts, &start.lookahead_addresses)) ||
	    (ret = cli_wallet_check_new(cli, output)))
		return ret;
	if ((ret = cli_wallet_open(cli, &master, is_writable ? SN_WALLET_WRITE : SN_WALLET_READ,
				   CLI_MASTER)) ||
	    (ret = cli_new_password(cli, output, &cli->watch_password, cli->watch_password_file,
				    &password)) ||
	    (ret = hand_over(cli, master, is_writable, &start.is_sole)))
		goto out;
	start.account = master->account;
	start.restore_height = restore_height ? height : master->restore_height;
	if (!start.lookahead_accounts) {
		start.lookahead_accounts = master->lookahead_accounts;
		start.lookahead_addresses = master->lookahead_addresses;
	}
	start.shown = master->shown;
	start.n_shown = master->n_shown;
	ret = sn_wallet_create_from(output, SN_ROLE_WATCH_ONLY, &start, password, SN_KDF_INTERACTIVE,
				    &cli->err);
	if (!ret)
		cli_say(cli, "watch-only wallet stored to %s", output);
	if (!ret && !start.is_sole) {
		cli_say(cli,
			"warning: it does not know outputs spent earlier, or by another watch-only wallet");
		cli_say(cli,
			"hint: run wo-sync, ki-restore and wo-sync again, and pay with one watch-only wallet only");
	}
out:
	sn_secret_free(password);
	sn_wallet_close(master);
	return ret;
}

int main(int argc, char **argv)
{
	const char *output = NULL, *restore_height = NULL;
	const struct cli_option options[] = {
		{"output", 'o', "FILE", "the watch-only wallet, a new file", .text = &output},
		{"restore-height", 0, "N", "start to scan at block N (default: as in MASTER)",
		 .text = &restore_height},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-export",
		.usage = "-w MASTER -o FILE [OPTION]...",
		.about =
			"Write the watch-only wallet of MASTER to the new FILE, for the online machine. It contains no key that can spend.",
		.examples = "cold-export -w master.wallet -o hot.wallet\n",
		.hints = "The file has a password of its own, for which cold-export prompts.\n",

		.options = options,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_WATCH | CLI_LOOKAHEAD,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = export(&cli, output, restore_height);
	return cli_finish(&cli, ret);
}
