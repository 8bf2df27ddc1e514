/* interop/unsigned_tx_set.h - the request to the reference wallet's signer: the plaintext of the file
 * "Monero unsigned tx set", version 5.
 *
 * Two versions of the set are in use:
 *
 *   1    0.18.0.0, 0.18.1.0    new_transfers is a pair
 *   2    0.18.1.1 and later    new_transfers is a tuple
 *
 * The releases of one kind refuse the outputs of the other kind. Version 0 is of releases before 0.18, and
 * refused. Every member is kept: encoding a decoded set gives the same bytes.
 *
 * Source: reference implementation, src/wallet/wallet2.h, unsigned_tx_set. */
#ifndef SN_INTEROP_UNSIGNED_TX_SET_H
#define SN_INTEROP_UNSIGNED_TX_SET_H

#include "interop/construction_data.h"
#include "interop/exported_transfers.h"

#define SN_UNSIGNED_TX_SET_OLD 1 /* versions of the set */
#define SN_UNSIGNED_TX_SET_NEW 2

struct sn_unsigned_tx_set {
	uint8_t version; /* SN_UNSIGNED_TX_SET_... */
	/* 1 to SN_SET_TXS_MAX. Each has at least one source and one of splitted_dsts. */
	struct sn_tx_construction_data *txes;
	size_t n_txes;
	struct sn_exported_transfers new_transfers; /* has_total in version 2 */
};

/* Append the encoding. A set of version 1 has outputs of version 0 for 0.18.0.0.
 *
 * Returns
 *   SN_USAGE  the decoder would refuse the encoding
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_unsigned_tx_set_encode(struct sn_buf *out, const struct sn_unsigned_tx_set *set,
			      struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes, which must outlive the set. Neither keys, sums nor the relations between
 * members are checked. Free with sn_unsigned_tx_set_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) malformed, another version, or beyond the limits
 *   SN_IO         out of memory */
int sn_unsigned_tx_set_decode(struct sn_unsigned_tx_set *set, const void *data, size_t len,
			      struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_unsigned_tx_set_free(struct sn_unsigned_tx_set *set);

#endif
