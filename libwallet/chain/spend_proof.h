/* chain/spend_proof.h - proofs that the prover signed a transaction: "SpendProofV1".
 *
 * The proof has a ring signature (ringct/ring_signature.h) for each input of the transaction, with the key
 * image and the ring of the input. Only the owner of the spent outputs can make these signatures. They do not
 * show which ring members were spent, and name no recipient.
 *
 *   M = Keccak-256(txid ‖ message)
 *   text = "SpendProofV1", then Base58(c ‖ r) for each ring member of each input, in the order of the
 *   transaction
 *
 * Source: reference implementation, src/wallet/wallet2.cpp, get_spend_proof and check_spend_proof. */
#ifndef SN_CHAIN_SPEND_PROOF_H
#define SN_CHAIN_SPEND_PROOF_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/transaction.h"
#include "crypto/types.h"
#include "ringct/signature.h"

#define SN_SPEND_PROOF "SpendProofV1"

struct sn_spend_proof {
	struct sn_signature *signatures;
	size_t n; /* 1 or more */
};

/* The number of signatures that a proof for the transaction has, one for each ring member. 0 for a coinbase
 * transaction, which spends nothing. */
size_t sn_spend_proof_size(const struct sn_tx *tx);

/* Append the text. */
void sn_spend_proof_write(struct sn_buf *out, const struct sn_spend_proof *proof);

/* Read the text, without white space. Free with sn_spend_proof_free. Returns SN_BAD_INPUT if it is not such a
 * proof, SN_IO when out of memory; the proof is then empty. */
int sn_spend_proof_parse(struct sn_spend_proof *proof, const char *text, size_t len,
			 struct sn_error *err) SN_MUST_USE;
void sn_spend_proof_free(struct sn_spend_proof *proof);

/* Verify a proof for the transaction `tx` with the hash `tx_hash`. `keys` are the one-time keys of all rings,
 * input by input: sn_spend_proof_size of them. All inputs are public. A wrong key can only make a proof
 * invalid, because the key images, which the transaction hash covers, determine the secret keys.
 *
 * Returns
 *   SN_REFUSED    a signature is invalid
 *   SN_BAD_INPUT  the proof has another number of signatures than the transaction has ring members */
int sn_spend_proof_check(const struct sn_spend_proof *proof, const struct sn_tx *tx,
			 const struct sn_hash *tx_hash, const struct sn_point *keys, const void *message,
			 size_t len, struct sn_error *err) SN_MUST_USE;

#endif
