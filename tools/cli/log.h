/* tools/cli/log.h - where `cli->log` goes: to stderr, or to the file that --log-file names.
 *
 * A line of the file: time (ISO 8601, UTC), level, text. Lines of several threads and processes do not mix.
 */
#ifndef CLI_LOG_H
#define CLI_LOG_H

#include "tools/cli/cli.h"

/* Set up cli->log by --log-level and --log-file: the file is made with mode 0600 and appended to. */
int cli_log_open(struct cli *cli) SN_MUST_USE;

/* Open the file by its name again, after something has moved it away. A failure leaves the old one in use.
 * Does nothing without a file. Threads may be writing meanwhile. */
int cli_log_reopen(struct cli *cli) SN_MUST_USE;

void cli_log_close(struct cli *cli);

/* Is there a file? */
bool cli_log_has_file(const struct cli *cli);

#endif
