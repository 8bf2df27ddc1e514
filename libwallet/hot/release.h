/* hot/release.h - give back what payments hold that are not carried out.
 *
 * In memory only: store the wallet afterwards. The lock of the wallet (store/wallet.h) is held meanwhile, and
 * is free again on return. */
#ifndef SN_HOT_RELEASE_H
#define SN_HOT_RELEASE_H

#include "base/error.h"
#include "hot/compose.h"
#include "store/wallet.h"

/* Give back what a payment holds. `id` 0 releases all prepared ones; a submitted one only by its id, and only
 * when it counts as missing (hot/pool.h) or with `even_if_pending`: if somebody has it after all, it goes
 * through, and so does what is paid anew with other outputs. SN_USAGE when there is no such payment,
 * SN_REFUSED when it was submitted and may still get into a block, is in one, or was released before.
 * `*released` counts them. */
int sn_release(struct sn_wallet *w, uint64_t id, bool even_if_pending, size_t *released,
	       struct sn_error *err) SN_MUST_USE;

/* Give back what of `composed` is no more than prepared: nobody gets it, or it was not sent, or rejected.
 * SN_IO. */
int sn_release_composed(struct sn_wallet *w, const struct sn_compose_result *composed,
			struct sn_error *err) SN_MUST_USE;

#endif
