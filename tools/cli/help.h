/* tools/cli/help.h - the text of --help. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "tools/cli/options.h"

/* Print to standard output: usage, purpose, the options in `table`, examples, hints, exit statuses. */
void cli_help_print(const struct cli *cli, const struct cli_options *table);

#endif
