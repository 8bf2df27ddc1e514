/* interop/reserve_proof.h - proofs that a wallet owns outputs: "ReserveProofV2".
 *
 * The message is M = Keccak-256(message ‖ B ‖ A ‖ I_1 ‖ ... ‖ I_n), with the primary address (B, A) of the
 * wallet and the key images of the outputs. For each output the proof has
 *
 *   txid, position in the transaction
 *   S = a·R, and a proof of it (chain/tx_proof.h, as in an InProof for a standard address). 8·S is the
 *     derivation: it shows the spend key B' of the receiving address, and the amount
 *   I, and a ring signature over M with the one key P (ringct/ring_signature.h): the prover can spend P
 *     with I
 *
 * and a signature over M (ringct/signature.h) by each spend key B' of these outputs, and by B.
 *
 *   text = "ReserveProofV2", then Base58 of a binary archive (interop/archive.h):
 *     vector of (0, txid, varint position, S, I, c, t, c, r), vector of pairs (B', (c, r))
 *
 * The reader learns which outputs the wallet owns, their amounts, and their key images. With the key
 * images, the reader sees when the outputs are spent.
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, get_reserve_proof and check_reserve_proof. */
#ifndef SN_INTEROP_RESERVE_PROOF_H
#define SN_INTEROP_RESERVE_PROOF_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/address.h"
#include "chain/transaction.h"
#include "chain/tx_proof.h"
#include "crypto/types.h"
#include "ringct/signature.h"

#define SN_RESERVE_PROOF "ReserveProofV2"

/* Of one output. */
struct sn_reserve_entry {
	struct sn_hash tx_hash;
	uint64_t index;                  /* in its transaction */
	struct sn_tx_proof_entry shared; /* S, and the proof of it */
	struct sn_point image;           /* I */
	struct sn_signature image_signature;
};

/* A spend key of the wallet. */
struct sn_reserve_key {
	struct sn_point spend; /* B' */
	struct sn_signature signature;
};

/* Zero-initialized is empty. */
struct sn_reserve_proof {
	struct sn_reserve_entry *entries;
	size_t n;
	struct sn_reserve_key *keys;
	size_t n_keys;
};

/* M, with the key images of proof->entries. `address` is the primary address. */
void sn_reserve_message(struct sn_hash *hash, const struct sn_reserve_proof *proof,
			const struct sn_address *address, const void *message, size_t len);

/* Append the text. `out` fails when out of memory. */
void sn_reserve_proof_write(struct sn_buf *out, const struct sn_reserve_proof *proof);

/* Read the text, without white space. Free with sn_reserve_proof_free. Returns SN_BAD_INPUT if it is not a
 * proof of version 2, or lists an output or a key image twice; SN_IO when out of memory. The proof is then
 * empty. */
int sn_reserve_proof_parse(struct sn_reserve_proof *proof, const char *text, size_t len,
			   struct sn_error *err) SN_MUST_USE;
void sn_reserve_proof_free(struct sn_reserve_proof *proof);

/* Verify the signatures of an entry: for the view key `view`, the tx public key `tx_key` and the one-time key
 * `key`. Returns SN_REFUSED. */
int sn_reserve_entry_verify(const struct sn_reserve_entry *entry, const struct sn_hash *hash,
			    const struct sn_point *view, const struct sn_point *tx_key,
			    const struct sn_point *key) SN_MUST_USE;

/* Verify the signatures of all spend keys, and that the spend key of `address` is among them. All inputs are
 * public. Returns SN_REFUSED. */
int sn_reserve_keys_verify(const struct sn_reserve_proof *proof, const struct sn_hash *hash,
			   const struct sn_address *address, struct sn_error *err) SN_MUST_USE;

/* Verify an entry for its transaction `tx`: its signatures, and that the output was paid to one of the spend
 * keys of the proof. `amount` is that of the output, whose commitment opens to it. All inputs are public.
 * Returns SN_REFUSED. */
int sn_reserve_entry_check(uint64_t *amount, const struct sn_reserve_proof *proof, size_t i,
			   const struct sn_tx *tx, const struct sn_hash *hash,
			   const struct sn_address *address, struct sn_error *err) SN_MUST_USE;

#endif
