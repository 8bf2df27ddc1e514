/* guard.h - a policy and a journal of signatures, and whether the journal is that of an undisturbed run. */
#ifndef TESTS_SEAM_GUARD_H
#define TESTS_SEAM_GUARD_H

#include "cold/files.h"
#include "cold/policy.h"

#include <sys/types.h>

/* What is signed by, and noted in, if at all. What stands in the journal once bytes have come out is judged
 * with them. */
extern struct guard {
	char directory[64], wallet_path[96], journal_path[112];
	struct sn_wallet *master;
	struct sn_signing signing; /* no journal: without one */
	struct sn_limits limits;
	struct sn_policy *policy;
	struct sn_signing_journal *expected; /* as it is undisturbed; NULL until then */
	char expected_path[128];             /* that is it, moved away */
} guard;

/* Make the wallet of `account`, its journal, and the policy of this text. */
void guard_set_up(const struct sn_account *account, const char *policy);
void guard_tear_down(void);

/* The size of the journal's file; 0 if there is no journal. */
off_t guard_journal_size(void);

/* Whether the file, opened later, equals that of an undisturbed run, except the time. */
bool guard_journal_is_right(void);

/* Check that the journal has these `n` transactions. It is the one of an undisturbed run: move it away, and
 * start a new one. */
void guard_expect_this_journal(const struct sn_hash *hashes, size_t n);

#endif
