/* tools/cli/glob.h - file names that a shell made into options, or into "-". For cli/options.c alone.
 *
 * `cold-sign -w MASTER *` in a directory that somebody else filled signs without confirmation if there is a
 * file named --yes: the shell writes the names in place of the *, and no program can tell them from what was
 * typed. But each of them is listed in the working directory. So an option that is listed there too is
 * refused, on whichever side of the operands it stands. A file named - would have its place taken by standard
 * input; an operand - is refused likewise. */
#ifndef CLI_GLOB_H
#define CLI_GLOB_H

#include <stdbool.h>

/* Is `argument`, or what stands before its first slash, the name of anything in the working directory? A
 * shell writes names with a slash for a * on both sides of one. The entries of the directory are read as a
 * shell reads them, since a damaged or hostile file system may list a name that it then does not find. A
 * directory that cannot be read lists nothing, to a shell neither. */
bool cli_glob_is_listed(const char *argument);

#endif
