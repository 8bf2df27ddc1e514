/* tools/cli/unsigned.h - do not overwrite the only copy of another unsigned payment. */
#ifndef CLI_UNSIGNED_H
#define CLI_UNSIGNED_H

#include "tools/cli/cli.h"

#include "store/wallet.h"

/* Returns the payment of `w` in the unsigned file `path`, if it is neither submitted nor released. Otherwise
 * 0, also if `path` does not exist or is not an unsigned file. */
uint64_t cli_unsigned_waits(const char *path, const struct sn_wallet *w);

/* Returns SN_REFUSED if --output is an existing file. Devices and pipes are permitted. Call this before
 * outputs are reserved. */
int cli_unsigned_check_new(struct cli *cli, const struct sn_wallet *w) SN_MUST_USE;

/* Write the unsigned file of a repeated request to --output or stdout (cli_data_write). Does nothing if it is
 * empty, or if the file --output has these bytes already. SN_REFUSED if it has others. */
int cli_unsigned_write_again(struct cli *cli, const struct sn_wallet *w,
			     const struct sn_buf *file) SN_MUST_USE;

#endif
