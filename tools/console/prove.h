/* tools/console/prove.h - commands that make and check proofs of payment.
 *
 * `words` are the words after the name of the command. Each function returns 0, or a negative enum sn_err
 * with the message in c->cli->err. */
#ifndef CONSOLE_PROVE_H
#define CONSOLE_PROVE_H

#include "tools/console/context.h"

int console_get_tx_proof(struct console *c, char **words, size_t n);
int console_get_tx_key(struct console *c, char **words, size_t n);
int console_get_spend_proof(struct console *c, char **words, size_t n);
int console_check_spend_proof(struct console *c, char **words, size_t n);
int console_get_reserve_proof(struct console *c, char **words, size_t n);
int console_check_reserve_proof(struct console *c, char **words, size_t n);
int console_check_tx_proof(struct console *c, char **words, size_t n);

#endif
