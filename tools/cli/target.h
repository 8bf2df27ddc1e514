/* tools/cli/target.h - which files must not be written over. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "tools/cli/cli.h"

#include <sys/stat.h>

/* SN_REFUSED when `path` is a file that the options name but for the log (the wallet, its journal and its key
 * images under any name, and whether they are there or not), or any wallet, key-image file or signing
 * journal. The sentence begins with `what` would happen: "the output would overwrite". */
int cli_target_check(const struct cli *cli, const char *path, const char *what,
		     struct sn_error *err) SN_MUST_USE;

/* SN_IO when no file can be made or replaced there, as far as can be told before: no such directory, or one
 * that may not be written to, a directory itself, a name that is too long, a symbolic link that leads
 * nowhere, a device that may not be written to. */
int cli_target_try(const char *path, struct sn_error *err) SN_MUST_USE;

/* Are these two one file? */
bool cli_target_is_same(const struct stat *a, const struct stat *b);

#endif
