/* tools/console/pay.h - commands that prepare, sign, submit and release payments.
 *
 * `words` are the words after the name of the command. Each function returns 0, or a negative enum sn_err
 * with the message in c->cli->err. */
#ifndef CONSOLE_PAY_H
#define CONSOLE_PAY_H

#include "tools/console/context.h"

int console_transfer(struct console *c, char **words, size_t n);
int console_sweep_all(struct console *c, char **words, size_t n);
int console_sign(struct console *c, char **words, size_t n);
int console_submit(struct console *c, char **words, size_t n);
int console_release(struct console *c, char **words, size_t n);

#endif
