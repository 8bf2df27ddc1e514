/* hot/other_rings.h - payments that only their recipients tell apart have different rings.
 *
 * A signed transaction is known by its rings, its fee and its change (hot/rings.h); whom it pays is not to be
 * seen in it. A released payment may still be signed and submitted. So a transaction of the same inputs and
 * the same sum for other recipients must have other rings. */
#ifndef SN_HOT_OTHER_RINGS_H
#define SN_HOT_OTHER_RINGS_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon.h"
#include "store/wallet.h"

#include <stdbool.h>

/* Whether `tx`, which spends w->outputs[outputs[0..n_inputs-1]], would be mistaken for a released payment if
 * it had the same rings. */
bool sn_other_rings_needed(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs);

/* Now `tx` has its rings. SN_DAEMON when they are those of such a payment: the daemon's answers decide which
 * decoys a ring takes, and on the smallest chains there are hardly others. */
int sn_other_rings_check(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs,
			 struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

#endif
