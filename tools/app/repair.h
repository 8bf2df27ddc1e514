/* tools/app/repair.h - the two steps of the key-image recovery procedure. */
#ifndef REPAIR_H
#define REPAIR_H

#include "tools/cli/cli.h"

/* --resync-and-exit: open the wallet in any state of its key-image file, scan the chain again, store. */
int repair_resync(struct cli *cli) SN_MUST_USE;

/* --restore-ki-in-wo-wallet: compute the missing key images of the watch-only wallet `path` with the master
 * wallet of --wallet-file. Opens no socket. */
int repair_key_images(struct cli *cli, const char *path) SN_MUST_USE;

#endif
