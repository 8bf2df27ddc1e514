/* hot/rings.h - recognize a signed transaction as the one composed for a payment: by its rings, besides fee,
 * change and amounts to ourselves. If only the recipients differ, composing changes a decoy
 * (hot/kept_ring.h).
 *
 *   ring  = BLAKE2b-256 of the global indices in an input's ring, ascending, 8 bytes each, little-endian
 *   rings = BLAKE2b-256 of the rings of all inputs, sorted as bytes, because signing reorders the inputs
 *
 * Nothing here is secret once the transaction is sent: its rings are public. */
#ifndef SN_HOT_RINGS_H
#define SN_HOT_RINGS_H

#include "crypto/types.h"

#include <stddef.h>
#include <stdint.h>

void sn_ring_hash(struct sn_hash *out, const uint64_t *indices, size_t n);

/* Sorts `rings`. */
void sn_rings_hash(struct sn_hash *out, struct sn_hash *rings, size_t n);

#endif
