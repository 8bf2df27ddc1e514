/* tools/console/outputs.h - commands that list, freeze and thaw outputs.
 *
 * `words` are the words after the name of the command. Each function returns 0, or a negative enum sn_err
 * with the message in c->cli->err. */
#ifndef CONSOLE_OUTPUTS_H
#define CONSOLE_OUTPUTS_H

#include "tools/console/context.h"

int console_outputs(struct console *c, char **words, size_t n);
int console_freeze(struct console *c, char **words, size_t n);
int console_thaw(struct console *c, char **words, size_t n);

#endif
