/* tools/console/change.h - commands that bring the wallet up to date, store and copy it. `words` are those
 * behind the command's name; 0 or a negative enum sn_err with the sentence in c->cli->err. */
#ifndef CONSOLE_CHANGE_H
#define CONSOLE_CHANGE_H

#include "tools/console/context.h"

int console_refresh(struct console *c, char **words, size_t n);
int console_store(struct console *c, char **words, size_t n);
int console_save_watch_only(struct console *c, char **words, size_t n);

#endif
