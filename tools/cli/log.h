/* tools/cli/log.h - the destination of `cli->log`: stderr, or the file of --log-file.
 *
 * A line of the file: time (ISO 8601, UTC), level, text. With --log-format=json, a JSON object with the
 * strings time, level, program and message. Lines of several threads and processes do not mix. */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include "tools/cli/cli.h"

/* Set up cli->log from --log-level, --log-file and --log-format. Append to the file; create it with mode
 * 0600. */
int cli_log_open(struct cli *cli) SN_MUST_USE;

/* Open the log file again by its name, after log rotation. After an error the old file remains in use. Other
 * threads may write at the same time. Does nothing without a file. */
int cli_log_reopen(struct cli *cli) SN_MUST_USE;

void cli_log_close(struct cli *cli);

/* Whether the log goes to a file. */
bool cli_log_has_file(const struct cli *cli);

#endif
