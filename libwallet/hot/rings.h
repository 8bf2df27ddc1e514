/* hot/rings.h - by which a signed transaction is known again as the one that was composed for a payment: by
 * its rings, beside fee and change. Where all of that would be the same, but for whom it pays, composing
 * changes a decoy (hot/kept_ring.h).
 *
 *   ring  = BLAKE2b-256 of the global indices in an input's ring, ascending, 8 bytes each, little-endian
 *   rings = BLAKE2b-256 of the rings of all inputs, sorted as bytes: a signed transaction has its inputs in
 * another order
 *
 * Nothing is secret but from those who do not have the wallet: decoys are public, once it is sent. */
#ifndef SN_HOT_RINGS_H
#define SN_HOT_RINGS_H

#include "crypto/types.h"

#include <stddef.h>
#include <stdint.h>

void sn_ring_hash(struct sn_hash *out, const uint64_t *indices, size_t n);

/* Sorts `rings`. */
void sn_rings_hash(struct sn_hash *out, struct sn_hash *rings, size_t n);

#endif
