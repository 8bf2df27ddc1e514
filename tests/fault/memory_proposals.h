/* memory_proposals.h - the online machine while memory runs out: it composes a proposal, and takes the signed
 * one. */
#ifndef TESTS_FAULT_MEMORY_PROPOSALS_H
#define TESTS_FAULT_MEMORY_PROPOSALS_H

#include "memory_work.h"

#include "chain/account.h"

/* Make the wallet of `master` in the directory, and a signed proposal of it; free what is in memory. */
void make_payer(const char *directory, const struct sn_account *master);
void remove_payer(void);

/* Work on the wallet as make_payer left it: see struct work. */
void before_paying(void);
int compose(struct sn_buf *result, struct sn_error *err);
int submit(struct sn_buf *result, struct sn_error *err);

#endif
