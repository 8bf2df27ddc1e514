/* hot/submit_age.h - warn of a signed set whose rings are old. For hot/submit.c. */
#ifndef SN_HOT_SUBMIT_AGE_H
#define SN_HOT_SUBMIT_AGE_H

#include "hot/submit_candidate.h"
#include "hot/submit_result.h"
#include "node/daemon.h"

/* Whether transactions of the set that are to be sent for the first time have old rings: `text` is then a
 * sentence that says so and what to do, else "". The age of a payment is known if this wallet prepared it.
 * Otherwise its decoys tell, and the daemon is asked for the distribution of outputs. SN_IO. */
int sn_submit_warning(char text[static SN_SUBMIT_WARNING_MAX], const struct candidate *candidates, size_t n,
		      const struct sn_wallet *w, struct sn_daemon *daemon, uint64_t now,
		      struct sn_error *err) SN_MUST_USE;

#endif
