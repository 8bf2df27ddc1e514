/* tools/cli/glob.h - detect options and "-" that a shell made from file names. Only for cli/options.c.
 *
 * The command `cold-sign -w MASTER *` signs without confirmation if an attacker has created a file named
 * --yes in the working directory: the shell replaces * by the file names. A program cannot distinguish these
 * names from typed options. But each of them is a name in the working directory. Therefore an option that is
 * also such a name is refused, before and after operands. An operand "-" is refused likewise, because
 * standard input would replace a file of this name. */
#ifndef CLI_GLOB_H
#define CLI_GLOB_H

#include <stdbool.h>

/* Whether `argument`, up to its first slash, is a name in the working directory. (A shell expands the pattern
 * of two stars with a slash between them to names with a slash.) The directory is read, as a shell does,
 * because a corrupt or hostile file system may list a name and then not find it. A shell cannot expand names
 * in an unreadable directory either: the result is false. */
bool cli_glob_is_listed(const char *argument);

#endif
