#include "tools/cli/restore.h"

#include "cold/restore.h"
#include "tools/cli/wallet.h"

void cli_restore_say(const struct cli *cli, size_t n)
{
	if (!n) {
		cli_say(cli, "no key image was missing");
		return;
	}
	cli_say(cli, "%zu missing key images have been successfully repaired", n);
	cli_say(cli, "hint: run wo-sync now, to find the outputs that were spent");
}

int cli_restore(struct cli *cli, const char *path)
{
	struct sn_wallet *master = NULL, *watch_only = NULL;
	struct cli_progress bar = {0};
	const struct sn_restore_progress progress = {cli_progress_pass, &bar};
	size_t n;
	int ret;
	if ((ret = cli_wallet_open(cli, &master, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = cli_wallet_open_watch_only(cli, &watch_only, path, SN_WALLET_REPAIR)))
		goto out;
	ret = sn_restore_into(watch_only, master->account, &progress, &n, &cli->err);
	cli_progress_end(&bar);
	if (!ret)
		cli_restore_say(cli, n);
out:
	sn_wallet_close(watch_only);
	sn_wallet_close(master);
	return ret;
}
