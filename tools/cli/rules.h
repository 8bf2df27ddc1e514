/* tools/cli/rules.h - which options may be given together: rules as data, from which the errors are made. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "tools/cli/options.h"

/* Check the rules of the groups that the program uses, then those of cli->program->rules. SN_USAGE with the
 * first one that the command line breaks. */
int cli_rules_check(struct cli *cli, const struct cli_options *table) SN_MUST_USE;

#endif
