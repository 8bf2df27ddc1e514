/* cold-export - write the watch-only wallet, which may leave the secure machine. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/cli_wallet.h"

#include "base/secret.h"
#include "store/wallet.h"

#include <string.h>

static int export(struct cli *cli, const char *output, const char *restore_height)
{
	struct sn_wallet *master = NULL;
	char *password = NULL;
	uint64_t height = 0;
	int ret;

	if (!output || !strcmp(output, "-"))
		return cli_usage_error(cli, "which file shall it be? -o FILE");
	if ((ret = cli_number(cli, "restore-height", restore_height, 0, UINT32_MAX, &height)) ||
	    (ret = cli_wallet_check_new(cli, output)))
		return ret;
	if ((ret = cli_wallet_open(cli, &master, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = cli_new_password(cli, output, &cli->watch_password, cli->watch_password_file,
				    &password)))
		goto out;
	if (!restore_height)
		height = master->restore_height;
	ret = sn_wallet_create(output, SN_ROLE_WATCH_ONLY, master->account, height, password,
			       SN_KDF_INTERACTIVE, &cli->err);
	if (!ret)
		cli_say(cli, "watch-only wallet stored to %s", output);
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
		{"restore-height", 0, "N", "where wo-sync starts (as in the master wallet)",
		 .text = &restore_height},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-export",
		.usage = "-w MASTER -o FILE [OPTION]...",
		.about = "Write the watch-only wallet of MASTER, a new FILE for the networked machine.\n"
			 "It has no key that can spend.",
		.options = options,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_WATCH,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = export(&cli, output, restore_height);
	return cli_finish(&cli, ret);
}
