/* tools/cli/options.h - the options of one run, from argv to where their values go. For start.c and rules.c.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "tools/cli/cli.h"

#define CLI_OPTIONS_MAX 48

/* The program's own, then the shared ones that it asked for by group, then --help and --version. */
struct cli_options {
	struct cli_option options[CLI_OPTIONS_MAX];
	size_t n;
	bool help, version;
};

/* Fill `table`, zero-initialised, for cli->program. It points into itself and into `cli`. */
void cli_options_init(struct cli_options *table, struct cli *cli);

/* Sort argv into options and operands; the operands gather at its beginning. An option that is also the name
 * of a file in the working directory is a usage error: a shell's * may have put it there (cli/glob.h). So is
 * an operand "-". Goes on after an error, so that secrets in argv are blanked whatever happens; the first
 * error counts. */
int cli_options_read(struct cli *cli, const struct cli_options *table, int argc, char **argv) SN_MUST_USE;

/* The option of this name, which is `len` bytes long, or NULL. */
const struct cli_option *cli_options_find(const struct cli_options *table, const char *name, size_t len);

/* After cli_options_read: was it on the command line? */
bool cli_option_is_given(const struct cli_option *option);

#endif
