/* chain/transaction.h - transactions: parse, write, hash, weigh.
 *
 * Versions 1 and 2, RingCT types 0 to 6, whole or pruned. A transaction has three parts:
 *
 *   prefix    version, unlock time, inputs, outputs, extra
 *   base      RingCT type, fee, encrypted amounts, commitments       (version 2 only)
 *   prunable  version 1: ring signatures; version 2: range proofs, ring signatures
 *
 * Prefix and base are taken apart; the prunable part is checked for shape and kept as a view
 * (ringct_proofs.h takes type 6 apart). Every accepted encoding is the only one of its value:
 * writing what was parsed gives the same bytes.
 * Source: reference implementation, src/cryptonote_basic/cryptonote_basic.h, src/ringct/rctTypes.h;
 * Zero to Monero 2.0, chapter 6 and appendices. */
#ifndef SN_CHAIN_TRANSACTION_H
#define SN_CHAIN_TRANSACTION_H

#include "base/bytes.h"
#include "base/error.h"
#include "crypto/types.h"
#include "ringct/bulletproof_plus.h"

enum sn_rct_type {
	SN_RCT_NULL = 0,             /* coinbase */
	SN_RCT_FULL = 1,             /* one MLSAG, Borromean range proofs */
	SN_RCT_SIMPLE = 2,           /* an MLSAG per input */
	SN_RCT_BULLETPROOF = 3,
	SN_RCT_BULLETPROOF2 = 4,     /* 8-byte encrypted amounts from here on */
	SN_RCT_CLSAG = 5,
	SN_RCT_BULLETPROOF_PLUS = 6, /* what we make */
};

enum sn_tx_input_kind {
	SN_INPUT_KEY = 0x02,
	SN_INPUT_COINBASE = 0xff, /* the only input of its transaction */
};

struct sn_tx_input {
	enum sn_tx_input_kind kind;
	uint64_t height;            /* coinbase: of its block */
	uint64_t amount;            /* 0 when RingCT outputs are spent */
	size_t ring_size;           /* > 0 */
	uint64_t *offsets;          /* ring_size global output indices, each relative to the one before */
	struct sn_point key_image;
};

struct sn_tx_output {
	uint64_t amount;            /* in clear: version 1 and coinbase; otherwise 0 */
	struct sn_point key;        /* one-time key */
	bool has_view_tag;
	uint8_t view_tag;
	/* RingCT types other than null: */
	struct sn_point commitment;
	uint8_t encrypted_amount[32]; /* types 4 to 6: the first 8 bytes, rest zero */
	uint8_t encrypted_mask[32];   /* types 1 to 3; otherwise zero */
};

/* An unlock time below this is a block height, from there on a UNIX time.
 * Source: reference implementation, src/cryptonote_config.h, CRYPTONOTE_MAX_BLOCK_NUMBER. */
#define SN_UNLOCK_TIME_IS_HEIGHT_BELOW 500000000

struct sn_tx {
	uint64_t version;           /* 1 or 2 */
	uint64_t unlock_time;       /* block height, or UNIX time */
	size_t n_inputs;            /* > 0 */
	size_t n_outputs;
	struct sn_tx_input *inputs; /* owned, as are outputs and the offsets of all inputs */
	struct sn_tx_output *outputs;
	uint64_t *offsets;
	const uint8_t *extra;       /* view */
	size_t extra_len;
	/* version 2 */
	enum sn_rct_type rct_type;
	uint64_t fee;
	const uint8_t *pseudo_outs; /* type 2 keeps them here: view of n_inputs × 32 bytes */
	/* whole transactions */
	bool is_pruned;
	const uint8_t *prunable;    /* view */
	size_t prunable_len;
};

/* Parse all of `data`. The views point into it: it must outlive `tx`. `pruned`: the prunable part is
 * not there (as in the daemon's /getblocks.bin with prune = true). SN_BAD_INPUT for anything that
 * is not exactly one transaction, SN_IO when out of memory; then `tx` is empty. */
int sn_tx_parse(struct sn_tx *tx, const void *data, size_t len, bool pruned) SN_MUST_USE;

/* The same from a reader that goes on after the transaction. A failure also fails the reader. */
int sn_tx_read(struct sn_tx *tx, struct sn_reader *r, bool pruned) SN_MUST_USE;

/* An empty version-2 transaction to fill in: n_inputs key inputs with rings of ring_size, n_outputs.
 * SN_USAGE for a zero, SN_IO when out of memory. */
int sn_tx_init(struct sn_tx *tx, size_t n_inputs, size_t ring_size, size_t n_outputs) SN_MUST_USE;

/* Release what it owns; the views' memory stays. Leaves it empty; empty is allowed. */
void sn_tx_free(struct sn_tx *tx);

/* Append prefix, base and, unless pruned, the prunable part. */
void sn_tx_write(struct sn_buf *out, const struct sn_tx *tx);
void sn_tx_write_prefix(struct sn_buf *out, const struct sn_tx *tx);
void sn_tx_write_base(struct sn_buf *out, const struct sn_tx *tx);

bool sn_tx_is_coinbase(const struct sn_tx *tx);

/* Global output indices of input i's ring: the sums of its offsets. `indices` has room for ring_size.
 * SN_BAD_INPUT when a sum does not fit 64 bits or the input is coinbase. */
int sn_tx_ring_indices(uint64_t *indices, const struct sn_tx *tx, size_t i) SN_MUST_USE;

/* Keccak-256 of the prefix. SN_IO when out of memory. */
int sn_tx_prefix_hash(struct sn_hash *hash, const struct sn_tx *tx) SN_MUST_USE;

/* The transaction's id. Version 1: Keccak-256 of the whole; version 2: of
 * H(prefix) ‖ H(base) ‖ H(prunable), the last being zero for type 0. SN_USAGE for a pruned
 * transaction (but not version 2, type 0, which has nothing to prune), SN_IO when out of memory. */
int sn_tx_hash(struct sn_hash *hash, const struct sn_tx *tx) SN_MUST_USE;

/* The same from the hash of the prunable part. SN_USAGE for version 1, which cannot do without
 * its signatures. */
int sn_tx_hash_pruned(struct sn_hash *hash, const struct sn_tx *tx,
		      const struct sn_hash *prunable_hash) SN_MUST_USE;

/* What the ring signatures of a type-6 transaction sign: Keccak-256 of
 * H(prefix) ‖ H(base) ‖ H(A ‖ A1 ‖ B ‖ r1 ‖ s1 ‖ d1 ‖ L… ‖ R… of each proof).
 * Needs everything but the prunable part to be in place. SN_USAGE for other types.
 * Source: reference implementation, src/ringct/rctSigs.cpp, get_pre_mlsag_hash. */
int sn_tx_signing_hash(struct sn_hash *hash, const struct sn_tx *tx, const struct sn_bpp *proofs,
		       size_t n_proofs) SN_MUST_USE;

/* Weight, by which fees are reckoned: size in bytes, plus the claw-back for types 3 to 6. Whole
 * transactions only: SN_USAGE for pruned ones. SN_BAD_INPUT when it has more outputs than a
 * Bulletproof may have. */
int sn_tx_weight(uint64_t *weight, const struct sn_tx *tx) SN_MUST_USE;

/* What an aggregated Bulletproofs+ for n outputs is charged above its size: 4/5 of what it saves
 * against proofs of two outputs. 0 for n ≤ 2; n ≤ 16. */
uint64_t sn_tx_weight_clawback(size_t n_outputs);

/* Exact size in bytes of a type-6 transaction of ours with one range proof and tagged outputs, before it
 * exists. `offsets_size` is the sum of sn_varint_size over all ring offsets of all inputs. */
size_t sn_tx_predict_size(size_t n_inputs, size_t ring_size, size_t n_outputs, size_t extra_len,
			  size_t offsets_size, uint64_t fee, uint64_t unlock_time);

#endif
