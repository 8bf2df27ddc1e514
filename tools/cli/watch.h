/* tools/cli/watch.h - write a new watch-only wallet file. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "tools/cli/cli.h"

#include "store/wallet.h"

/* Create the file `path`, and tell the user what the wallet cannot know unless it is the only one that pays
 * (start->is_sole). */
int cli_watch_create(struct cli *cli, const char *path, const struct sn_wallet_start *start,
		     const char *password) SN_MUST_USE;

#endif
