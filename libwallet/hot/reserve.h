/* hot/reserve.h - reserve the outputs that a composed set spends, until it is submitted or released. */
#ifndef SN_HOT_RESERVE_H
#define SN_HOT_RESERVE_H

#include "base/error.h"
#include "handoff/unsigned_set.h"
#include "hot/compose_result.h"
#include "store/wallet.h"

/* Hash the rings by which the signed transaction will be recognized (hot/rings.h). */
void sn_reserve_hash_rings(struct sn_hash *out, const struct sn_unsigned_tx *tx);

/* Add a prepared payment to `w` for each transaction of `set`, all or none, and list them in `result`.
 * Transaction i spends w->outputs[outputs[i][j]]. If the request has a reference, note it with the unsigned
 * file, `len` bytes. Changes the wallet in memory only, and takes its lock. SN_IO. Free the
 * result. */
int sn_reserve(struct sn_compose_result *result, struct sn_wallet *w,
	       const struct sn_payment_request *request, const struct sn_unsigned_set *set,
	       size_t *const *outputs, const uint8_t *file, size_t len, uint64_t now,
	       struct sn_error *err) SN_MUST_USE;

/* List the transactions of a set of proposals in `result`, whose ids are 0. SN_IO. Free the result. */
int sn_reserve_nothing(struct sn_compose_result *result, const struct sn_unsigned_set *set,
		       struct sn_error *err) SN_MUST_USE;

#endif
