/* handoff/unsigned_set.h - the request to the signer: 1 to SN_SET_TXS_MAX transactions.
 *
 * A set has no value that the signer can compute, and the signer checks every value that it has. The encoding
 * is canonical: the decoder refuses bytes that the encoder would not write. Layout: doc/reference/formats.md.
 */
#ifndef SN_HANDOFF_UNSIGNED_SET_H
#define SN_HANDOFF_UNSIGNED_SET_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"
#include "chain/consensus.h"
#include "handoff/set_frame.h" /* SN_SET_TXS_MAX */
#include "ringct/clsag.h"
#include "ringct/commitment.h"

#define SN_SET_INPUTS_MAX 16384 /* sum over all transactions; bounds the memory that a file can claim */
#define SN_TX_INPUTS_MAX 512
/* More than a transaction can have, so that the signer reports a request for too many. */
#define SN_SET_DESTINATIONS_MAX 64

struct sn_unsigned_input {
	struct sn_point tx_key;                /* R of the spent output */
	uint32_t index;                        /* its position in its transaction */
	struct sn_subaddress_index subaddress; /* the one that received it */
	uint64_t amount;
	enum sn_mask_kind mask_kind;
	struct sn_scalar mask; /* only when explicit */
	size_t n_ring;         /* 1 to SN_RING_MAX if decoded; the signer requires SN_RING_SIZE */
	uint64_t global_index[SN_RING_MAX]; /* strictly increasing */
	struct sn_ring_member ring[SN_RING_MAX];
};

struct sn_unsigned_destination {
	struct sn_address address; /* its network is that of the envelope */
	uint64_t amount;
};

struct sn_unsigned_tx {
	struct sn_unsigned_input *inputs;
	size_t n_inputs;
	struct sn_unsigned_destination *destinations;
	size_t n_destinations;
	bool has_change;
	struct sn_subaddress_index change_to; /* own subaddress */
	uint64_t change;                      /* > 0 when has_change */
	uint64_t fee;
	uint64_t unlock_time;
};

struct sn_unsigned_set {
	struct sn_unsigned_tx *txs;
	size_t n;
	/* Keccak-256 of the bytes that the set was decoded from: the signer compares it. A set that was not
	 * decoded has none. */
	bool has_digest;
	struct sn_hash digest;
};

/* Append the canonical encoding. It omits masks that are not explicit, and payment ids of addresses that are
 * not integrated.
 *
 * Returns
 *   SN_USAGE  the set is outside of the limits above; ring indices do not ascend; an explicit mask is not
 *             below l; has_change and change contradict each other; or addresses belong to different
 *             networks
 *   SN_IO     out of memory */
int sn_unsigned_set_encode(struct sn_buf *out, const struct sn_unsigned_set *set,
			   struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. Keys, commitments, amounts and sums are not checked here, but by the signer.
 * Free with sn_unsigned_set_free; on error the set is empty.
 *
 * Returns
 *   SN_BAD_INPUT  not a canonical encoding
 *   SN_IO         out of memory */
int sn_unsigned_set_decode(struct sn_unsigned_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err) SN_MUST_USE;

/* Wipe and free; the set is empty afterwards. */
void sn_unsigned_set_free(struct sn_unsigned_set *set);

#endif
