/* hot/reserve.h - what a composed set spends is held for it, until it is submitted or released. */
#ifndef SN_HOT_RESERVE_H
#define SN_HOT_RESERVE_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "hot/compose_result.h"
#include "store/wallet.h"

/* By which the signed transaction will be known again (hot/rings.h). */
void sn_reserve_hash_rings(struct sn_hash *out, const struct sn_unsigned_tx *tx);

/* Note in `w` a prepared payment for each transaction of `set`, all or none, and tell of them in `result`.
 * Transaction i spends w->outputs[outputs[i][j]]. In memory only; the lock of the wallet is held meanwhile.
 * SN_IO. Free the result. */
int sn_reserve(struct sn_compose_result *result, struct sn_wallet *w, const struct sn_unsigned_set *set,
	       size_t *const *outputs, uint64_t now, struct sn_error *err) SN_MUST_USE;

#endif
