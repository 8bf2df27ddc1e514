/* hot/other_rings.h - different rings for payments that differ only in the recipients.
 *
 * The wallet recognizes a signed transaction by its rings, its fee and its change (hot/rings.h); the
 * recipients are not visible in it. A released payment may still be signed and submitted. So a transaction
 * with the same inputs and the same total for other recipients must have other rings. */
#ifndef SN_HOT_OTHER_RINGS_H
#define SN_HOT_OTHER_RINGS_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "node/daemon.h"
#include "store/wallet.h"

#include <stdbool.h>

/* Whether `tx`, which spends w->outputs[outputs[0..n_inputs-1]], could be mistaken for a released payment if
 * it had the same rings. */
bool sn_other_rings_needed(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs);

/* Check the finished rings of `tx`. SN_DAEMON if they equal those of such a payment: the daemon's answers
 * determine the decoys that a ring takes, and the smallest chains hardly have others. */
int sn_other_rings_check(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs,
			 struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

#endif
