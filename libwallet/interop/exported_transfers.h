/* interop/exported_transfers.h - outputs that the online side sends to the offline side, which makes their
 * key images: the contents of an output export, and new_transfers of an unsigned_tx_set.
 *
 * They are a part of the online wallet's list of outputs, from `offset` on. Releases differ:
 *
 *   0.18.0.0, 0.18.1.0    pair of offset and outputs; outputs of version 0, without the subaddress
 *   0.18.1.1 and later    tuple of offset, total and outputs; outputs of version 1
 *
 * All values are private; none is a key that can spend.
 *
 * Source: reference implementation, src/wallet/wallet2.h, exported_transfer_details. */
#ifndef SN_INTEROP_EXPORTED_TRANSFERS_H
#define SN_INTEROP_EXPORTED_TRANSFERS_H

#include "chain/account.h"
#include "interop/archive.h"

enum {
	SN_EXPORTED_SPENT = 0x01,
	SN_EXPORTED_FROZEN = 0x02,
	SN_EXPORTED_RCT = 0x04,
	SN_EXPORTED_KEY_IMAGE_KNOWN = 0x08,
	SN_EXPORTED_KEY_IMAGE_REQUESTED = 0x10,
	SN_EXPORTED_KEY_IMAGE_PARTIAL = 0x20, /* multisig */
};

struct sn_exported_transfer_details {
	struct sn_point pubkey;         /* one-time key */
	uint32_t internal_output_index; /* position in its transaction, up to SN_INTEROP_OUTPUT_INDEX_MAX */
	uint64_t global_output_index;
	struct sn_point tx_pubkey; /* R */
	uint8_t flags;
	uint64_t amount; /* piconero */
	struct sn_point *additional_tx_keys;
	size_t n_additional_tx_keys;
	struct sn_subaddress_index subaddress; /* that received it; 0/0 in version 0 */
};

struct sn_exported_transfers {
	bool has_total;  /* a tuple; false: a pair */
	uint8_t version; /* of every output, 0 or 1; 1 without outputs */
	uint64_t offset;
	uint64_t total; /* length of the list, at least offset + n; of a pair: offset + n */
	struct sn_exported_transfer_details *outputs; /* up to SN_LIST_MAX */
	size_t n;
};

/* Decode a pair or a tuple. Free with sn_exported_transfers_free, also on error.
 *
 * Returns
 *   SN_BAD_INPUT  malformed, outputs of unequal versions, or more outputs than the list has
 *   SN_IO         out of memory */
int sn_exported_transfers_read(struct sn_exported_transfers *transfers, struct sn_reader *r,
			       struct sn_error *err) SN_MUST_USE;

/* Append the encoding. The limits are not checked. */
void sn_exported_transfers_put(struct sn_buf *out, const struct sn_exported_transfers *transfers);

/* Wipe and free; `transfers` is empty afterwards. */
void sn_exported_transfers_free(struct sn_exported_transfers *transfers);

#endif
