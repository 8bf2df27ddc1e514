/* tools/cli/rules.h - rules on combinations of options. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "tools/cli/options.h"

/* Check the rules of the option groups of the program, then cli->program->rules. Returns SN_USAGE, with a
 * message made from the first violated rule. */
int cli_rules_check(struct cli *cli, const struct cli_options *table) SN_MUST_USE;

/* Whether `option`, which has a text, can be used together with the other options that are set. A rule that
 * they violate without it does not count: the option that satisfies it may follow. */
bool cli_rules_combine(struct cli *cli, const struct cli_options *table, const struct cli_option *option,
		       const char *value) SN_MUST_USE;

#endif
