/* chain/transaction.h - transactions: parsing, writing, hashes, weight.
 *
 * Versions 1 and 2, RingCT types 0 to 7, whole or pruned. A transaction has three parts:
 *
 *   prefix    version, unlock time, inputs, outputs, extra
 *   base      RingCT type, fee, encrypted amounts, commitments       (version 2 only)
 *   prunable  version 1: ring signatures; version 2: range proofs; ring signatures or FCMP++
 *
 * Prefix and base are parsed. The shape of the prunable part is checked, and it is kept as a view
 * (ringct_proofs.h parses type 6, fcmp_proofs.h type 7). Each value has one encoding: writing a parsed
 * transaction gives the same bytes.
 *
 * Source: reference implementation, src/cryptonote_basic/cryptonote_basic.h, src/ringct/rctTypes.h;
 * Zero to Monero 2.0, chapter 6 and appendices. */
#ifndef SN_CHAIN_TRANSACTION_H
#define SN_CHAIN_TRANSACTION_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/transaction_parts.h"
#include "crypto/types.h"
#include "ringct/bulletproof_plus.h"

/* Parse all of `data`. The views point into it: it must outlive `tx`. `pruned`: the prunable part is missing
 * (as in the daemon's /getblocks.bin with prune = true). Returns SN_BAD_INPUT unless `data` is exactly one
 * transaction, SN_IO when out of memory; `tx` is then empty. */
int sn_tx_parse(struct sn_tx *tx, const void *data, size_t len, bool pruned) SN_MUST_USE;

/* The same from a reader with more data after the transaction. An error also fails the reader. */
int sn_tx_read(struct sn_tx *tx, struct sn_reader *r, bool pruned) SN_MUST_USE;

/* Allocate a version-2 transaction for the caller to fill in: n_inputs key inputs with rings of ring_size,
 * n_outputs outputs. Returns SN_USAGE for a zero, SN_IO when out of memory. */
int sn_tx_init(struct sn_tx *tx, size_t n_inputs, size_t ring_size, size_t n_outputs) SN_MUST_USE;

/* The same of type 7, with Carrot outputs and without rings. Returns SN_USAGE for a number that type 7 does
 * not allow (chain/consensus.h). */
int sn_tx_init_fcmp(struct sn_tx *tx, size_t n_inputs, size_t n_outputs) SN_MUST_USE;

/* Free the memory that `tx` owns, but not that of the views, and empty it. It may be empty. */
void sn_tx_free(struct sn_tx *tx);

/* Append prefix, base and, unless pruned, the prunable part. */
void sn_tx_write(struct sn_buf *out, const struct sn_tx *tx);
void sn_tx_write_prefix(struct sn_buf *out, const struct sn_tx *tx);
void sn_tx_write_base(struct sn_buf *out, const struct sn_tx *tx);

bool sn_tx_is_coinbase(const struct sn_tx *tx);

/* The global output indices of input i's ring: the sums of its offsets. `indices` has room for ring_size.
 * Returns SN_BAD_INPUT if a sum does not fit 64 bits, or for a coinbase input. */
int sn_tx_ring_indices(uint64_t *indices, const struct sn_tx *tx, size_t i) SN_MUST_USE;

/* Keccak-256 of the prefix. Returns SN_IO when out of memory. */
int sn_tx_prefix_hash(struct sn_hash *hash, const struct sn_tx *tx) SN_MUST_USE;

/* The transaction's id. Version 1: Keccak-256 of the whole; version 2: Keccak-256 of
 * H(prefix) ‖ H(base) ‖ H(prunable), where H(prunable) is zero for type 0. Returns SN_USAGE for a pruned
 * transaction (except version 2, type 0, which has no prunable part), SN_IO when out of memory. */
int sn_tx_hash(struct sn_hash *hash, const struct sn_tx *tx) SN_MUST_USE;

/* The same from the hash of the prunable part. Returns SN_USAGE for version 1, whose id needs the signatures.
 */
int sn_tx_hash_pruned(struct sn_hash *hash, const struct sn_tx *tx,
		      const struct sn_hash *prunable_hash) SN_MUST_USE;

/* The message of the ring signatures of a type-6 transaction: Keccak-256 of
 * H(prefix) ‖ H(base) ‖ H(A ‖ A1 ‖ B ‖ r1 ‖ s1 ‖ d1 ‖ L… ‖ R… of each proof).
 * All parts except the prunable one must be set. Returns SN_USAGE for other types.
 * Source: reference implementation, src/ringct/rctSigs.cpp, get_pre_mlsag_hash. */
int sn_tx_signing_hash(struct sn_hash *hash, const struct sn_tx *tx, const struct sn_bpp *proofs,
		       size_t n_proofs) SN_MUST_USE;

/* The message of the SA/L proofs of a type-7 transaction: Keccak-256 of H(prefix) ‖ H(base), without the
 * prunable part. Returns SN_USAGE for other types. */
int sn_tx_signable_hash(struct sn_hash *hash, const struct sn_tx *tx) SN_MUST_USE;

/* The weight, which determines the fee: size in bytes, plus the claw-back for types 3 to 6; for type 7,
 * sn_fcmp_weight (chain/fcmp_size.h). Returns SN_USAGE for pruned transactions, SN_BAD_INPUT for more outputs
 * than a Bulletproof may have, or other numbers that sn_fcmp_weight refuses. */
int sn_tx_weight(uint64_t *weight, const struct sn_tx *tx) SN_MUST_USE;

/* The claw-back of an aggregated Bulletproofs+ for n outputs: 4/5 of the bytes that it saves compared with
 * proofs of two outputs. 0 for n ≤ 2; n ≤ 16. */
uint64_t sn_tx_weight_clawback(size_t n_outputs);

/* Compute in advance the exact size in bytes of a type-6 transaction of ours, with one range proof and view
 * tags. `offsets_size` is the sum of sn_varint_size over all ring offsets of all inputs. */
size_t sn_tx_predict_size(size_t n_inputs, size_t ring_size, size_t n_outputs, size_t extra_len,
			  size_t offsets_size, uint64_t fee, uint64_t unlock_time);

/* The unit of an unlock time: "block" or "Unix time". */
const char *sn_unlock_time_unit(uint64_t unlock_time);

/* The date of a UNIX time, "2023-11-14 22:13:20 UTC", or words for one that has none. False if the unlock
 * time is a block height. */
#define SN_UNLOCK_DATE_MAX 80
bool sn_unlock_time_date(char date[static SN_UNLOCK_DATE_MAX], uint64_t unlock_time);

#endif
