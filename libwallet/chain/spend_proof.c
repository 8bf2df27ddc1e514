#include "chain/spend_proof.h"

#include "chain/proof_text.h"
#include "ringct/ring_signature.h"

#include <stdlib.h>
#include <string.h>

size_t sn_spend_proof_size(const struct sn_tx *tx)
{
	size_t n = 0;
	for (size_t i = 0; i < tx->n_inputs; i++)
		n += tx->inputs[i].kind == SN_INPUT_KEY ? tx->inputs[i].ring_size : 0;
	return n;
}

void sn_spend_proof_write(struct sn_buf *out, const struct sn_spend_proof *proof)
{
	sn_put_bytes(out, SN_SPEND_PROOF, strlen(SN_SPEND_PROOF));
	for (size_t i = 0; i < proof->n; i++)
		sn_proof_text_put(out, &proof->signatures[i], sizeof proof->signatures[i]);
}

int sn_spend_proof_parse(struct sn_spend_proof *proof, const char *text, size_t len, struct sn_error *err)
{
	const size_t prefix = strlen(SN_SPEND_PROOF);
	*proof = (struct sn_spend_proof){0};
	const size_t n =
		sn_proof_text_begins(text, len, SN_SPEND_PROOF) ? (len - prefix) / SN_PROOF_LONG_DIGITS : 0;
	bool is_valid = n && (len - prefix) % SN_PROOF_LONG_DIGITS == 0;
	if (is_valid) {
		proof->signatures = calloc(n, sizeof *proof->signatures);
		if (!proof->signatures)
			return sn_error_memory(err);
	}
	for (text += prefix; is_valid && proof->n < n; text += SN_PROOF_LONG_DIGITS) {
		struct sn_signature *signature = &proof->signatures[proof->n++];
		is_valid = sn_proof_text_take(signature, sizeof *signature, text);
	}
	if (is_valid)
		return SN_OK;
	sn_spend_proof_free(proof);
	return sn_error_set(err, SN_BAD_INPUT, "the text is not a proof of spending, or is truncated");
}

void sn_spend_proof_free(struct sn_spend_proof *proof)
{
	free(proof->signatures);
	*proof = (struct sn_spend_proof){0};
}

int sn_spend_proof_check(const struct sn_spend_proof *proof, const struct sn_tx *tx,
			 const struct sn_hash *tx_hash, const struct sn_point *keys, const void *message,
			 size_t len, struct sn_error *err)
{
	const size_t n = sn_spend_proof_size(tx);
	struct sn_hash hash;
	size_t at = 0;
	if (!n && tx->rct_type == SN_RCT_FCMP_PLUS_PLUS)
		return sn_error_set(err, SN_BAD_INPUT,
				    "the transaction has no rings: there are no such proofs for it");
	if (!n)
		return sn_error_set(err, SN_BAD_INPUT, "a coinbase transaction spends nothing");
	if (proof->n != n)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"the proof is for %zu ring member%s, but the transaction has %zu: it belongs to another transaction",
			proof->n, SN_PLURAL(proof->n), n);
	sn_proof_message(&hash, tx_hash, message, len);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_tx_input *input = &tx->inputs[i];
		if (input->kind != SN_INPUT_KEY)
			continue;
		if (sn_ring_signature_verify(&proof->signatures[at], &hash, &input->key_image, &keys[at],
					     input->ring_size))
			return sn_error_hint(err,
					     sn_error_because(err, SN_REFUSED, SN_REASON_BAD_PROOF,
							      "the proof is invalid"),
					     "check the transaction hash and the message");
		at += input->ring_size;
	}
	return SN_OK;
}
