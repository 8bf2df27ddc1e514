/* tools/cli/target.h - files that no output may overwrite. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "tools/cli/cli.h"

#include <sys/stat.h>

/* Returns SN_REFUSED if `path` is
 *   - an input: a file named by an option with `is_input`, or standard input if the program reads it;
 *   - the wallet, its journal or its key-image file, under any name, existing or not;
 *   - any other wallet, key-image file or signing journal.
 * The message begins with `what`: "the output would overwrite". */
int cli_target_check(const struct cli *cli, const char *path, const char *what,
		     struct sn_error *err) SN_MUST_USE;

/* Add `path` to the inputs of the run; "-" is standard input. */
void cli_target_add_input(struct cli *cli, const char *path);

/* Returns SN_IO if it is certain that a file `path` cannot be created or replaced: the directory does not
 * exist or is not writable, `path` is a directory or a broken symbolic link, the name is too long, or the
 * device is not writable. */
int cli_target_try(const char *path, struct sn_error *err) SN_MUST_USE;

/* Whether both are the same file. */
bool cli_target_is_same(const struct stat *a, const struct stat *b);

#endif
