/* interop/signed_tx_set.h - the answer of the reference wallet's signer: the plaintext of the file "Monero
 * signed tx set", version 5.
 *
 * key_images[i] is the key image of output i of the online wallet's list, which the online side believes
 * unproved. So no entry may be a placeholder; an empty list is allowed before release 0.18.5.3.
 *
 * Source: reference implementation, src/wallet/wallet2.h, signed_tx_set and pending_tx. */
#ifndef SN_INTEROP_SIGNED_TX_SET_H
#define SN_INTEROP_SIGNED_TX_SET_H

#include "chain/transaction.h"
#include "interop/construction_data.h"

#define SN_PENDING_TX_VERSION 1

struct sn_pending_tx {
	uint8_t version;                 /* 0 or SN_PENDING_TX_VERSION; new ones have the latter */
	struct sn_archive_bytes tx_blob; /* the whole transaction, as the daemon receives it */
	struct sn_tx tx;                 /* decoded from it; the encoder ignores it */
	uint64_t dust;
	uint64_t fee; /* piconero */
	bool dust_added_to_fee;
	struct sn_tx_destination_entry change_dts;
	uint64_t *selected_transfers; /* as in the unsigned_tx_set */
	size_t n_selected_transfers;
	struct sn_archive_bytes key_images;  /* text: sn_pending_tx_put_key_images */
	struct sn_scalar tx_key;             /* secret of the sender; signers write 1 instead */
	struct sn_point *additional_tx_keys; /* secret scalars; signers write none */
	size_t n_additional_tx_keys;
	struct sn_tx_destinations dests;
	struct sn_tx_construction_data construction_data;
	struct sn_scalar multisig_tx_key_entropy; /* zero except for multisig; not in version 0 */
};

/* An own output of one of the transactions. */
struct sn_tx_key_image {
	struct sn_point key; /* one-time key */
	struct sn_point image;
};

struct sn_signed_tx_set {
	struct sn_pending_tx *ptx; /* 1 to SN_SET_TXS_MAX, in the order of the unsigned_tx_set */
	size_t n_ptx;
	struct sn_point *key_images; /* up to SN_LIST_MAX */
	size_t n_key_images;
	struct sn_tx_key_image *tx_key_images; /* up to SN_LIST_MAX, in any order */
	size_t n_tx_key_images;
};

/* Append the encoding. To return parts of a decoded unsigned_tx_set, copy its structs, and free each part
 * once.
 *
 * Returns
 *   SN_USAGE  the decoder would refuse the encoding
 *   SN_IO     out of memory
 * On error `out` is unchanged. */
int sn_signed_tx_set_encode(struct sn_buf *out, const struct sn_signed_tx_set *set,
			    struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes, which must outlive the set. The transactions are parsed, but nothing is
 * verified. Free with sn_signed_tx_set_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_DAMAGED) malformed, another version, for multisig, or beyond the limits
 *   SN_IO         out of memory */
int sn_signed_tx_set_decode(struct sn_signed_tx_set *set, const void *data, size_t len,
			    struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_signed_tx_set_free(struct sn_signed_tx_set *set);

/* Append the text of the member key_images of a pending_tx: for each input of `tx`, in order, "<", the key
 * image in hexadecimal, "> ". */
void sn_pending_tx_put_key_images(struct sn_buf *out, const struct sn_tx *tx);

#endif
