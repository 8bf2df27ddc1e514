/* chain/proof_text.h - what the proofs about a transaction have in common: the message, and the text, a
 * prefix and values in Base58. */
#ifndef SN_CHAIN_PROOF_TEXT_H
#define SN_CHAIN_PROOF_TEXT_H

#include "base/bytes.h"
#include "crypto/types.h"

#include <stdbool.h>
#include <stddef.h>

#define SN_PROOF_SHORT_DIGITS 44 /* of 32 bytes */
#define SN_PROOF_LONG_DIGITS 88  /* of 64 bytes, the largest value */

/* M = Keccak-256(tx_hash ‖ message). */
void sn_proof_message(struct sn_hash *hash, const struct sn_hash *tx_hash, const void *message, size_t len);

bool sn_proof_text_begins(const char *text, size_t len, const char *prefix);

/* Append `len` bytes in Base58, at most 64. */
void sn_proof_text_put(struct sn_buf *out, const void *data, size_t len);

/* Read `size` bytes from their digits. False if the digits do not encode that many bytes. */
bool sn_proof_text_take(void *out, size_t size, const char *text) __attribute__((warn_unused_result));

#endif
