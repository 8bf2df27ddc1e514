/* chain/tx_proof.h - proofs that a transaction paid an address: "OutProofV2" and "InProofV2".
 *
 * The sender knows the tx secret key r, the recipient the view secret key a. Each can show the secret S that
 * they share, and prove that it is the right one, without the key. Both proofs are the same Schnorr proof:
 * the prover knows x with K = x·base and S = x·other.
 *
 *              x   K                                           base   other
 *   OutProof   r   R = r·G, or r·B if the address is           G, B   A
 *                  a subaddress
 *   InProof    a   A = a·G, or a·B for a subaddress            G, B   R
 *
 *   c = Hs(M ‖ S ‖ k·base ‖ k·other ‖ T ‖ K ‖ other ‖ B),  t = k - c·x
 *   M = Keccak-256(txid ‖ message),  T = Keccak-256("TXPROOF_V2"),  B: zeros for a standard address
 *
 * A proof has an entry (S, c, t) for the tx key and one for each additional key, in the order of tx extra. An
 * entry is valid if it holds for its key; a proof is valid if one of its entries is. For example, the first
 * entry is invalid if a subaddress is paid together with other addresses. Only valid entries count.
 *
 *   text = "OutProofV2" or "InProofV2", then for each entry Base58(S) ‖ Base58(c ‖ t)
 *
 * The reader of a proof learns which outputs of the transaction belong to the address, and their amounts.
 *
 * Source: reference implementation, src/crypto/crypto.cpp, generate_tx_proof and check_tx_proof;
 * src/wallet/wallet2.cpp, get_tx_proof and check_tx_proof. */
#ifndef SN_CHAIN_TX_PROOF_H
#define SN_CHAIN_TX_PROOF_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/address.h"
#include "chain/extra.h"
#include "chain/transaction.h"
#include "crypto/types.h"

#define SN_TX_PROOF_OUT "OutProofV2"
#define SN_TX_PROOF_IN "InProofV2"

struct sn_tx_proof_entry {
	struct sn_point shared; /* S, not multiplied by 8 */
	struct sn_scalar c, t;
};

/* The public part of the statement: K = x·base and S = x·other. */
struct sn_tx_proof_statement {
	struct sn_point key; /* K */
	struct sn_point other;
	const struct sn_point *base; /* NULL: G */
};

/* More than the keys of any transaction that nodes relay. */
#define SN_TX_PROOF_ENTRIES_MAX 512

struct sn_tx_proof {
	bool is_out;
	size_t n; /* 1 or more */
	struct sn_tx_proof_entry *entries;
};

/* The statement of entry i, about the tx key of `extra` (i = 0) or its additional key number i - 1, and
 * `address`, which must outlive the statement. `is_out`: of an OutProof. */
void sn_tx_proof_state(struct sn_tx_proof_statement *statement, bool is_out, const struct sn_extra *extra,
		       size_t i, const struct sn_address *address);

/* Make an entry: S, and its proof. The nonce is derived from x and from all that the challenge depends on.
 * `x` is secret, constant time. statement->key may differ from x·base: then the entry is invalid.
 *
 * Returns SN_BAD_INPUT, with an empty entry, if a key does not encode a point. */
int sn_tx_proof_make(struct sn_tx_proof_entry *entry, const struct sn_hash *hash,
		     const struct sn_tx_proof_statement *statement, const struct sn_scalar *x) SN_MUST_USE;

/* Verify an entry. All inputs are public. Returns SN_REFUSED if it is invalid or malformed. */
int sn_tx_proof_verify(const struct sn_tx_proof_entry *entry, const struct sn_hash *hash,
		       const struct sn_tx_proof_statement *statement) SN_MUST_USE;

/* Append the text. */
void sn_tx_proof_write(struct sn_buf *out, const struct sn_tx_proof *proof);

/* Read the text, without white space. Free with sn_tx_proof_free. Returns SN_BAD_INPUT if it is not a proof
 * of version 2, SN_IO when out of memory; the proof is then empty. */
int sn_tx_proof_parse(struct sn_tx_proof *proof, const char *text, size_t len,
		      struct sn_error *err) SN_MUST_USE;
void sn_tx_proof_free(struct sn_tx_proof *proof);

/* Verify a proof for the transaction `tx` with the hash `tx_hash`, and sum up the amounts that it shows for
 * `address`: of each output whose one-time key follows from a valid entry, and whose commitment opens to the
 * amount. All inputs are public.
 *
 * Returns
 *   SN_REFUSED    no entry is valid
 *   SN_BAD_INPUT  tx extra has no tx key; or the proof has entries for another number of keys
 *   SN_IO         out of memory */
int sn_tx_proof_check(uint64_t *received, const struct sn_tx_proof *proof, const struct sn_tx *tx,
		      const struct sn_hash *tx_hash, const struct sn_address *address, const void *message,
		      size_t len, struct sn_error *err) SN_MUST_USE;

/* The number of keys in tx extra that have an entry: 0 without a tx key, otherwise 1 and the additional
 * keys. */
size_t sn_tx_proof_keys(const struct sn_tx *tx);

/* Sum up the amounts that `tx` pays to `address`, as the derivations show: 8·S of the tx key, then of the
 * additional keys; n is sn_tx_proof_keys. `is_valid` belongs to them. Returns SN_BAD_INPUT if the sum does
 * not fit 64 bits. */
int sn_tx_received(uint64_t *received, const struct sn_tx *tx, const struct sn_address *address,
		   const struct sn_point *derivations, const bool *is_valid, size_t n,
		   struct sn_error *err) SN_MUST_USE;

#endif
