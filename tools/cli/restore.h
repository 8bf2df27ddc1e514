/* tools/cli/restore.h - restore the key images of a watch-only wallet with the master wallet: ki-restore and
 * sneakernote --restore-ki-in-wo-wallet. */
#ifndef CLI_RESTORE_H
#define CLI_RESTORE_H

#include "tools/cli/cli.h"
#include "tools/cli/progress.h"

/* Open the master wallet cli->wallet_file and the watch-only wallet `path`, compute all key images, store
 * them, and print the number of missing ones. */
int cli_restore(struct cli *cli, const char *path) SN_MUST_USE;

/* Print that `n` key images were missing. */
void cli_restore_say(const struct cli *cli, size_t n);

#endif
