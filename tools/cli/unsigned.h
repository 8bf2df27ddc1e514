/* tools/cli/unsigned.h - the file that an unsigned payment is to be written to may be all there is of another
 * payment. */
#ifndef CLI_UNSIGNED_H
#define CLI_UNSIGNED_H

#include "tools/cli/cli.h"

#include "store/wallet.h"

/* The payment of `w` that the unsigned file at `path` was written for and that is neither submitted nor
 * released, or 0: also when there is no such file, or when it is something else. */
uint64_t cli_unsigned_waits(const char *path, const struct sn_wallet *w);

/* Before anything is reserved: SN_REFUSED when --output names a file that exists. Devices and pipes can be
 * written to. */
int cli_unsigned_check_new(struct cli *cli, const struct sn_wallet *w) SN_MUST_USE;

#endif
