#include "tools/cli/watch.h"

int cli_watch_create(struct cli *cli, const char *path, const struct sn_wallet_start *start,
		     const char *password)
{
	int ret = sn_wallet_create_from(path, SN_ROLE_WATCH_ONLY, start, password, SN_KDF_INTERACTIVE,
					&cli->err);
	if (ret)
		return ret;
	cli_say(cli, "watch-only wallet stored to %s", path);
	if (!start->is_sole) {
		cli_say(cli,
			"warning: this watch-only wallet does not know outputs spent earlier, or by another watch-only wallet");
		cli_say(cli,
			"hint: run wo-sync, ki-restore and wo-sync again, and pay with one watch-only wallet only");
	}
	return SN_OK;
}
