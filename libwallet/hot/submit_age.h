/* hot/submit_age.h - warn of a signed set with old rings. For hot/submit.c. */
#ifndef SN_HOT_SUBMIT_AGE_H
#define SN_HOT_SUBMIT_AGE_H

#include "hot/submit_candidate.h"
#include "hot/submit_result.h"
#include "node/daemon.h"

/* If transactions that are sent for the first time have old rings, set `text` to a warning with the remedy,
 * otherwise to "". The age of a payment is known if this wallet prepared it. Otherwise its decoys are
 * compared with the daemon's output distribution. SN_IO. */
int sn_submit_warning(char text[static SN_SUBMIT_WARNING_MAX], const struct candidate *candidates, size_t n,
		      const struct sn_wallet *w, struct sn_daemon *daemon, uint64_t now,
		      struct sn_error *err) SN_MUST_USE;

#endif
