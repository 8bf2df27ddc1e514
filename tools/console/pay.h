/* tools/console/pay.h - commands that prepare, sign, submit and release payments. `words` are those behind
 * the command's name; 0 or a negative enum sn_err with the sentence in c->cli->err. */
#ifndef CONSOLE_PAY_H
#define CONSOLE_PAY_H

#include "tools/console/context.h"

int console_transfer(struct console *c, char **words, size_t n);
int console_sweep_all(struct console *c, char **words, size_t n);
int console_sign(struct console *c, char **words, size_t n);
int console_submit(struct console *c, char **words, size_t n);
int console_release(struct console *c, char **words, size_t n);

#endif
