/* chain/fcmp_size.h - the size of FCMP++ membership proofs, and the weight of transactions of RingCT type 7.
 *
 * Both follow from the numbers of inputs, outputs and bytes, without a proof. With n inputs, L layers,
 * a = ⌊(L - 1)/2⌋, b = ⌊L/2⌋, o = L mod 2, and pow2(v) the least power of two from v on:
 *
 *   r1 = max(256, pow2(n·(97 + 52a)))           r2 = max(128, pow2(n·max(1, 32b)))
 *   c1 = n·b + o + ⌈128·n·(18 + 4a)/r1⌉         c2 = n·(b - 1 + o) + (1 - o) + ⌈128·4·n·b/r2⌉
 *   size = 32·(26 + 2·log2(r1) + 2·log2(r2) + 4·(c1 + c2)) + 64
 *
 * The weight always counts 7 layers, a fee of 10 bytes and a reference block of 5 bytes.
 *
 * Source: monero-oxide, crypto/fcmps; the branch of Monero's FCMP++ test network, July 2026,
 * src/cryptonote_basic. */
#ifndef SN_CHAIN_FCMP_SIZE_H
#define SN_CHAIN_FCMP_SIZE_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Bytes of the membership proof for 1 to SN_FCMP_INPUTS_MAX inputs and 1 to SN_FCMP_LAYERS_MAX layers
 * (chain/consensus.h); 0 otherwise. */
size_t sn_fcmp_membership_size(size_t n_inputs, size_t n_layers);

/* The weight, which determines the fee. Returns SN_BAD_INPUT if a number is out of range: inputs, outputs
 * (SN_FCMP_OUTPUTS_MIN to SN_TX_OUTPUTS_MAX), or bytes of the extra field (up to SN_FCMP_EXTRA_MAX). */
int sn_fcmp_weight(uint64_t *weight, size_t n_inputs, size_t n_outputs, size_t extra_len) SN_MUST_USE;

#endif
