/* tools/cli/daemon.h - the daemon that the options name. Apart from the other modules, because the cold
 * programs must not even link what can open a socket. */
#ifndef CLI_DAEMON_H
#define CLI_DAEMON_H

#include "tools/cli/cli.h"

#include "node/daemon.h"

int cli_daemon_open(struct cli *cli, struct sn_daemon **daemon) SN_MUST_USE;

#endif
