/* tools/console/commands.h - the commands of the console, in one table. */
#ifndef CONSOLE_COMMANDS_H
#define CONSOLE_COMMANDS_H

#include "tools/console/command.h"

/* Ends with a NULL name. */
extern const struct console_command console_commands[];

/* Do the command that words[0] names. */
int console_do(struct console *c, char **words, size_t n) SN_MUST_USE;

#endif
