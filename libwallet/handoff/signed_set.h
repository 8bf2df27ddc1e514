/* handoff/signed_set.h - the signer's result: finished transactions and the key images of our new outputs.
 *
 * Each transaction has its bytes; for each input, in order, the one-time key that it spends (the transaction
 * has the key image); and for each of our own outputs, its position and key image. The encoding is canonical,
 * like that of the unsigned set. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_SIGNED_SET_H
#define SN_HANDOFF_SIGNED_SET_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "handoff/created_outputs.h"
#include "handoff/unsigned_set.h" /* the limits */

#include <stddef.h>

struct sn_signed_tx {
	uint8_t *bytes; /* the whole transaction, as the daemon receives it */
	size_t len;
	struct sn_point *spent; /* one-time keys, in input order */
	size_t n_spent;
	struct sn_created_output *created;
	size_t n_created;
};

struct sn_signed_set {
	struct sn_signed_tx *txs;
	size_t n;
};

#define SN_TX_BYTES_MAX (1u << 20)

/* Append the canonical encoding. A set has 1 to SN_SET_TXS_MAX transactions; a transaction has 1 to
 * SN_TX_BYTES_MAX bytes, 1 to SN_TX_INPUTS_MAX inputs, and up to SN_TX_OUTPUTS_MAX own outputs with ascending
 * positions below SN_TX_OUTPUTS_MAX.
 *
 * Returns
 *   SN_USAGE  the set is outside of these limits
 *   SN_IO     out of memory */
int sn_signed_set_encode(struct sn_buf *out, const struct sn_signed_set *set,
			 struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Transactions and points are not checked here, but before submission. Free with
 * sn_signed_set_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_signed_set_decode(struct sn_signed_set *set, const void *data, size_t len,
			 struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_signed_set_free(struct sn_signed_set *set);

#endif
