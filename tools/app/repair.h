/* tools/app/repair.h - the two steps of the key-image recovery procedure. */
#ifndef REPAIR_H
#define REPAIR_H

#include "tools/cli/cli.h"

/* --resync-and-exit: open the wallet whatever its key-image file holds, scan the chain anew, store. */
int repair_resync(struct cli *cli) SN_MUST_USE;

/* --restore-ki-in-wo-wallet: compute what key images the watch-only wallet `path` lacks, with the master
 * wallet that
 * --wallet-file names. Opens no socket. */
int repair_key_images(struct cli *cli, const char *path) SN_MUST_USE;

#endif
