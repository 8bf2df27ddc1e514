/* tools/cli/wait.h - wait for a file that another program uses: --wait. */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include "tools/cli/cli.h"

/* Returns true, after a moment, if `ret` is SN_BUSY and the time of --wait has not passed: try again. The
 * first such call starts this time, and prints who uses the file. A signal ends the wait. Usage:
 *
 *     do
 *             ret = sn_wallet_open(...);
 *     while (cli_wait(cli, ret)); */
bool cli_wait(struct cli *cli, int ret) SN_MUST_USE;

#endif
