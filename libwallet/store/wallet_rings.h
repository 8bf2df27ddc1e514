/* store/wallet_rings.h - the latest decoys of each output (struct sn_wallet_ring). */
#ifndef SN_STORE_WALLET_RINGS_H
#define SN_STORE_WALLET_RINGS_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Replace the ring of this output. A rollback does not change rings. SN_BAD_INPUT if the decoys do not
 * ascend, or from_first has a bit without a decoy. */
int sn_wallet_set_ring(struct sn_wallet *w, const struct sn_wallet_ring *ring) SN_MUST_USE;

/* The ring of the output with this one-time key, or NULL. */
const struct sn_wallet_ring *sn_wallet_find_ring(const struct sn_wallet *w, const struct sn_point *key);

#endif
