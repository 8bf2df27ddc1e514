/* tools/cli/option_groups.h - the options of a program: its own, and those of its groups (enum cli_group). */
#ifndef CLI_OPTION_GROUPS_H
#define CLI_OPTION_GROUPS_H

#include "tools/cli/options.h"

/* Fill the zero-initialized `table` for cli->program. It points into itself and into `cli`. */
void cli_options_init(struct cli_options *table, struct cli *cli);

#endif
