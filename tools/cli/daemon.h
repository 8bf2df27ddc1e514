/* tools/cli/daemon.h - open the daemon of the options. A separate module, because the cold programs must not
 * link code that can open a socket. */
#ifndef CLI_DAEMON_H
#define CLI_DAEMON_H

#include "tools/cli/cli.h"

#include "node/daemon.h"

int cli_daemon_open(struct cli *cli, struct sn_daemon **daemon) SN_MUST_USE;

#endif
