/* tools/console/view.h - commands that show the wallet.
 *
 * `words` are the words after the name of the command. Each function returns 0, or a negative enum sn_err
 * with the message in c->cli->err. */
#ifndef CONSOLE_VIEW_H
#define CONSOLE_VIEW_H

#include "tools/console/context.h"

int console_address(struct console *c, char **words, size_t n);
int console_make_uri(struct console *c, char **words, size_t n);
int console_balance(struct console *c, char **words, size_t n);
int console_history(struct console *c, char **words, size_t n);
int console_status(struct console *c, char **words, size_t n);
int console_seed(struct console *c, char **words, size_t n);
int console_describe(struct console *c, char **words, size_t n);

#endif
