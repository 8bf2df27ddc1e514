/* tools/cli/restore.h - the key images of a watch-only wallet, put into its file with the master wallet: what
 * ki-restore and sneakernote do. */
#ifndef CLI_RESTORE_H
#define CLI_RESTORE_H

#include "tools/cli/cli.h"
#include "tools/cli/progress.h"

/* Ask for the passwords of the master wallet, cli->wallet_file, and of the watch-only one at `path`; compute
 * all its key images, store it, and say how many were missing. */
int cli_restore(struct cli *cli, const char *path) SN_MUST_USE;

/* How it says that. */
void cli_restore_say(const struct cli *cli, size_t n);

/* For struct sn_restore_progress, with a bar that was started. */
void cli_restore_progress(void *bar, size_t done, size_t total);

#endif
