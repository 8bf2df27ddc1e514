/* tools/console/watch.h - commands that wait for changes of the wallet. As in tools/console/view.h. */
#ifndef CONSOLE_WATCH_H
#define CONSOLE_WATCH_H

#include "tools/console/context.h"

int console_watch(struct console *c, char **words, size_t n);
int console_wait(struct console *c, char **words, size_t n);

#endif
