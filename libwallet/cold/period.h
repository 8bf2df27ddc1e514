/* cold/period.h - the limits of a policy on a period, over all sets that the signing journal knows.
 *
 * The period is either a day in UTC, or a number of seconds up to now: a sliding window. The amount, the fee
 * and the number of the transactions signed in it may not exceed the limits, counted from all entries of the
 * journal: those signed without a policy, those that were replaced, and those that were never sent, too.
 *
 * Time. Now is sn_signing_journal_time: the clock, but never earlier than the latest entry. New entries get
 * this time. Therefore:
 *   - a clock that goes back frees nothing: time stands still until the clock passes the latest entry;
 *   - a clock that jumps forward begins one new period, once. If it then goes back, time stands still, until
 *     the owner corrects the journal (sn_signing_journal_correct_times);
 *   - a machine without a battery, which starts in 1970, counts everything in one period.
 * The online machine influences neither the clock nor the journal: nothing in an unsigned set is a time.
 *
 * The signer holds the lock of the journal from the decision to the entry, so no other signer interferes. */
#ifndef SN_COLD_PERIOD_H
#define SN_COLD_PERIOD_H

#include "base/error.h"
#include "cold/policy.h"
#include "cold/review_result.h"
#include "store/signing_journal.h"

/* Check a set whose new transactions add `wanted` to what is counted: the sum of the amounts, the sum of the
 * fees, and their number. All zero: nothing is new, and nothing is refused. `clock` is in Unix seconds.
 *
 * Without a limit, `*result` says so. Without a journal (NULL), nothing is checked.
 *
 * Returns
 *   SN_REFUSED  a limit would be exceeded. The message names it; the hint has the time from which on the set
 *               is within all limits, or says that it never will be
 *   SN_IO       out of memory */
int sn_period_check(struct sn_review_period *result, const struct sn_policy *policy,
		    const struct sn_signing_journal *journal, uint64_t clock,
		    const uint64_t wanted[static SN_PERIOD_LIMITS], struct sn_error *err) SN_MUST_USE;

/* Returns SN_REFUSED if the policy has a limit on a period, and there is no journal (NULL). */
int sn_period_need_journal(const struct sn_policy *policy, const struct sn_signing_journal *journal,
			   struct sn_error *err) SN_MUST_USE;

#endif
