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
#include "chain/transaction_parts.h"
#include "crypto/types.h"
#include "ringct/bulletproof_plus.h"

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

/* What an unlock time counts: "block" or "Unix time". */
const char *sn_unlock_time_unit(uint64_t unlock_time);

#endif
