/* handoff/signed_set.h - what the signer gives back: finished transactions and the key images of own outputs.
 *
 * Per transaction: its bytes; for each input, in order, the one-time key that it spends (its image
 * stands in the transaction); for each own output that it creates, position and key image. Canonical,
 * as the unsigned set. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_SIGNED_SET_H
#define SN_HANDOFF_SIGNED_SET_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "handoff/unsigned_set.h" /* the limits */

#include <stddef.h>

struct sn_created_output {
	uint32_t index; /* position in the transaction, strictly increasing */
	struct sn_point image;
};

struct sn_signed_tx {
	uint8_t *bytes; /* the whole transaction, as it goes to the daemon */
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

/* Append the canonical encoding. SN_USAGE when there are not 1 to SN_SET_TXS_MAX transactions, one has
 * not 1 to SN_TX_BYTES_MAX bytes, 1 to SN_TX_INPUTS_MAX inputs and up to SN_TX_OUTPUTS_MAX own
 * outputs, or their positions do not ascend within SN_TX_OUTPUTS_MAX; SN_IO when out of memory. */
int sn_signed_set_encode(struct sn_buf *out, const struct sn_signed_set *set,
			 struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. SN_BAD_INPUT on anything that encode would not have written. On success
 * free with sn_signed_set_free; after a failure the set is empty. Transactions and points are taken
 * as they are: the submitter checks them. */
int sn_signed_set_decode(struct sn_signed_set *set, const void *data, size_t len,
			 struct sn_error *err) SN_MUST_USE;

/* Wipes, and leaves an empty set. */
void sn_signed_set_free(struct sn_signed_set *set);

#endif
