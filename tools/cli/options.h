/* tools/cli/options.h - parse argv into options and operands. For start.c, rules.c, config.c and help.c. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "tools/cli/cli.h"

#define CLI_OPTIONS_MAX 48

/* The options of the program, then shared options by group, then --help and --version. */
struct cli_options {
	struct cli_option options[CLI_OPTIONS_MAX];
	size_t n;
	bool help, version, verbose;
};

/* Store the values of options; move the operands to the beginning of argv. An option, or an operand "-", that
 * is also the name of a file in the working directory is a usage error: a shell may have expanded a * to it
 * (cli/glob.h). Parsing continues after an error, so that all secrets in argv are blanked. Returns the first
 * error. */
int cli_options_read(struct cli *cli, const struct cli_options *table, int argc, char **argv) SN_MUST_USE;

/* Returns the option with the name of `len` bytes, or NULL. */
const struct cli_option *cli_options_find(const struct cli_options *table, const char *name, size_t len);

/* Whether the option is on the command line. Call it after cli_options_read. */
bool cli_option_is_given(const struct cli_option *option);

#endif
