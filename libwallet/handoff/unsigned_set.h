/* handoff/unsigned_set.h - what the hot side asks the signer to sign: 1 to N transactions.
 *
 * Nothing in it that the signer can compute itself, and nothing that it believes unchecked.
 * The encoding is canonical: decoding and encoding again gives the same bytes, anything else is
 * refused. Layout: doc/reference/formats.md. */
#ifndef SN_HANDOFF_UNSIGNED_SET_H
#define SN_HANDOFF_UNSIGNED_SET_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"
#include "chain/consensus.h"
#include "ringct/clsag.h"
#include "ringct/commitment.h"

#define SN_SET_TXS_MAX 1000
#define SN_SET_INPUTS_MAX 16384 /* of all transactions together; bounds the memory that a file can claim */
#define SN_TX_INPUTS_MAX 512
/* More than a transaction can have: that a set asks for too many is for the signer to say. */
#define SN_SET_DESTINATIONS_MAX 64

struct sn_unsigned_input {
	struct sn_point tx_key;                /* R that the spent output was made with */
	uint32_t index;                        /* its position in its transaction */
	struct sn_subaddress_index subaddress; /* that received it */
	uint64_t amount;
	enum sn_mask_kind mask_kind;
	struct sn_scalar mask;              /* only when explicit */
	size_t n_ring;                      /* 1..SN_RING_MAX decoded; the signer wants SN_RING_SIZE */
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
	/* Keccak-256 of what it was decoded from: nothing else gets signed. A set that was put together here
	 * has none. */
	bool has_digest;
	struct sn_hash digest;
};

/* Append the canonical encoding. SN_USAGE when the set is outside the limits above, ring indices do not
 * ascend, an explicit mask is not below l, there is change without has_change or the reverse, or
 * addresses are of different networks; SN_IO when out of memory. Masks that are not explicit are
 * left out, as are payment ids of addresses that are not integrated. */
int sn_unsigned_set_encode(struct sn_buf *out, const struct sn_unsigned_set *set,
			   struct sn_error *err) SN_MUST_USE;

/* Decode exactly `len` bytes. SN_BAD_INPUT on anything that encode would not have written. On success
 * free with sn_unsigned_set_free; after a failure the set is empty. Points are taken as they are:
 * whether keys and commitments decode, sums fit and amounts make sense is the signer's question. */
int sn_unsigned_set_decode(struct sn_unsigned_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err) SN_MUST_USE;

/* Wipes, and leaves an empty set. */
void sn_unsigned_set_free(struct sn_unsigned_set *set);

#endif
