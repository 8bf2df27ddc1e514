/* tools/following/run.h - run a command of the user for an event. */
#ifndef FOLLOWING_RUN_H
#define FOLLOWING_RUN_H

#include "tools/cli/cli.h"

#include "base/bytes.h"

/* Run /bin/sh -c `command` with `input` on its standard input (tools/cli/child.h), and wait for it. If it
 * fails, print a line to stderr that names `event`. SN_IO if it cannot be run. */
int run_command(struct cli *cli, const char *command, const char *event,
		const struct sn_buf *input) SN_MUST_USE;

#endif
