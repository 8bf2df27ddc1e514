/* tools/console/change.h - commands that update, store and copy the wallet.
 *
 * `words` are the words after the name of the command. Each function returns 0, or a negative enum sn_err
 * with the message in c->cli->err. */
#ifndef CONSOLE_CHANGE_H
#define CONSOLE_CHANGE_H

#include "tools/console/context.h"

int console_refresh(struct console *c, char **words, size_t n);
int console_store(struct console *c, char **words, size_t n);
int console_save_watch_only(struct console *c, char **words, size_t n);
int console_password(struct console *c, char **words, size_t n);

#endif
