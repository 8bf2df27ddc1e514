/* tools/console/commands.h - the table of console commands. */
#ifndef CONSOLE_COMMANDS_H
#define CONSOLE_COMMANDS_H

#include "tools/console/command.h"

/* Ends with a NULL name. */
extern const struct console_command console_commands[];

/* Run the command words[0]. */
int console_do(struct console *c, char **words, size_t n) SN_MUST_USE;

#endif
