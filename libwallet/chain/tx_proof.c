#include "chain/tx_proof.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/output.h"
#include "chain/proof_text.h"
#include "chain/spend_proof.h"
#include "crypto/derive.h"
#include "crypto/group_mul.h"
#include "crypto/keccak.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "kernel/multiexp.h"

#include <stdlib.h>

#define ENTRY_DIGITS (SN_PROOF_SHORT_DIGITS + SN_PROOF_LONG_DIGITS)

/* What the challenge depends on, in its order. */
struct transcript {
	struct sn_hash message;
	struct sn_point shared, base_commitment, other_commitment;
	struct sn_hash domain;
	struct sn_point key, other, base;
};

static void start_transcript(struct transcript *t, const struct sn_hash *hash, const struct sn_point *shared,
			     const struct sn_tx_proof_statement *statement)
{
	static const char domain[] = "TXPROOF_V2";
	*t = (struct transcript){
		.message = *hash, .shared = *shared, .key = statement->key, .other = statement->other};
	sn_keccak256(&t->domain, domain, sizeof domain - 1);
	if (statement->base)
		t->base = *statement->base;
}

/* Decode the base and the other point. */
static int decode(struct sn_ge *base, struct sn_ge *other, const struct sn_tx_proof_statement *statement)
{
	*base = sn_ge_base;
	if (statement->base && sn_ge_decode(base, statement->base))
		return SN_BAD_INPUT;
	return sn_ge_decode(other, &statement->other);
}

/* out = a·p, for publication. */
static void multiply(struct sn_point *out, const struct sn_scalar *a, const struct sn_ge *p)
{
	struct sn_ge product;
	sn_ge_mul(&product, a, p);
	sn_ge_encode(out, &product);
	/* Part of the proof, or follows from it. */
	SN_PUBLIC(out, sizeof *out);
	sn_wipe(&product, sizeof product);
}

int sn_tx_proof_make(struct sn_tx_proof_entry *entry, const struct sn_hash *hash,
		     const struct sn_tx_proof_statement *statement, const struct sn_scalar *x)
{
	struct transcript t;
	struct sn_random random;
	struct sn_scalar k, product;
	struct sn_ge base, other;
	*entry = (struct sn_tx_proof_entry){0};
	int ret = decode(&base, &other, statement);
	if (ret)
		return ret;
	multiply(&entry->shared, x, &other);
	start_transcript(&t, hash, &entry->shared, statement);
	sn_random_init(&random, "tx proof", x, &t, sizeof t);
	sn_random_scalar(&random, &k);
	multiply(&t.base_commitment, &k, &base);
	multiply(&t.other_commitment, &k, &other);
	sn_hash_to_scalar(&entry->c, &t, sizeof t);
	sn_scalar_mul(&product, &entry->c, x);
	sn_scalar_sub(&entry->t, &k, &product);
	SN_PUBLIC(entry, sizeof *entry); /* the proof is published */
	sn_wipe(&k, sizeof k);
	sn_wipe(&product, sizeof product);
	sn_random_wipe(&random);
	return SN_OK;
}

int sn_tx_proof_verify(const struct sn_tx_proof_entry *entry, const struct sn_hash *hash,
		       const struct sn_tx_proof_statement *statement)
{
	struct transcript t;
	struct sn_scalar c;
	struct sn_ge base, other, key, shared, sum;
	if (!sn_scalar_is_canonical(&entry->c) || !sn_scalar_is_canonical(&entry->t) ||
	    decode(&base, &other, statement) || sn_ge_decode(&key, &statement->key) ||
	    sn_ge_decode(&shared, &entry->shared))
		return SN_REFUSED;
	start_transcript(&t, hash, &entry->shared, statement);
	sn_ge_mul2_vartime(&sum, &entry->c, &key, &entry->t, &base);
	sn_ge_encode(&t.base_commitment, &sum);
	sn_ge_mul2_vartime(&sum, &entry->c, &shared, &entry->t, &other);
	sn_ge_encode(&t.other_commitment, &sum);
	sn_hash_to_scalar(&c, &t, sizeof t);
	return sn_scalar_is_equal(&c, &entry->c) ? SN_OK : SN_REFUSED;
}

void sn_tx_proof_write(struct sn_buf *out, const struct sn_tx_proof *proof)
{
	const char *prefix = proof->is_out ? SN_TX_PROOF_OUT : SN_TX_PROOF_IN;
	sn_put_bytes(out, prefix, strlen(prefix));
	for (size_t i = 0; i < proof->n; i++) {
		const struct sn_tx_proof_entry *entry = &proof->entries[i];
		const struct sn_scalar numbers[] = {entry->c, entry->t};
		sn_proof_text_put(out, &entry->shared, sizeof entry->shared);
		sn_proof_text_put(out, numbers, sizeof numbers);
	}
}

static int refuse_text(const char *text, size_t len, struct sn_error *err)
{
	if (sn_proof_text_begins(text, len, "OutProofV1") || sn_proof_text_begins(text, len, "InProofV1"))
		return sn_error_hint(
			err,
			sn_error_set(err, SN_BAD_INPUT,
				     "the proof has the outdated version 1, which is not secure"),
			"ask for a proof of version 2, from a wallet of 2020 or later");
	if (sn_proof_text_begins(text, len, SN_SPEND_PROOF))
		return sn_error_hint(
			err,
			sn_error_set(err, SN_BAD_INPUT, "the text is a proof of spending, not of payment"),
			"check it with wo-check --spend");
	return sn_error_set(err, SN_BAD_INPUT, "the text is not a proof of payment, or is truncated");
}

int sn_tx_proof_parse(struct sn_tx_proof *proof, const char *text, size_t len, struct sn_error *err)
{
	*proof = (struct sn_tx_proof){.is_out = sn_proof_text_begins(text, len, SN_TX_PROOF_OUT)};
	const char *prefix = proof->is_out ? SN_TX_PROOF_OUT : SN_TX_PROOF_IN;
	if (!sn_proof_text_begins(text, len, prefix))
		return refuse_text(text, len, err);
	text += strlen(prefix);
	len -= strlen(prefix);
	const size_t n = len / ENTRY_DIGITS;
	if (!n || n > SN_TX_PROOF_ENTRIES_MAX || len % ENTRY_DIGITS)
		return refuse_text(text, len, err);
	proof->entries = calloc(n, sizeof *proof->entries);
	if (!proof->entries)
		return sn_error_memory(err);
	for (; proof->n < n; proof->n++, text += ENTRY_DIGITS) {
		struct sn_tx_proof_entry *entry = &proof->entries[proof->n];
		struct sn_scalar numbers[2];
		if (!sn_proof_text_take(&entry->shared, sizeof entry->shared, text) ||
		    !sn_proof_text_take(numbers, sizeof numbers, text + SN_PROOF_SHORT_DIGITS)) {
			sn_tx_proof_free(proof);
			return refuse_text(text, len, err);
		}
		entry->c = numbers[0];
		entry->t = numbers[1];
	}
	return SN_OK;
}

void sn_tx_proof_free(struct sn_tx_proof *proof)
{
	free(proof->entries);
	*proof = (struct sn_tx_proof){0};
}

size_t sn_tx_proof_keys(const struct sn_tx *tx)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	return extra.n_tx_keys ? 1 + extra.n_additional : 0;
}

int sn_tx_received(uint64_t *received, const struct sn_tx *tx, const struct sn_address *address,
		   const struct sn_point *derivations, const bool *is_valid, size_t n, struct sn_error *err)
{
	*received = 0;
	for (size_t i = 0; i < tx->n_outputs; i++) {
		uint64_t amount = 0;
		bool is_paid =
			is_valid[0] && sn_output_received(&amount, tx, i, &derivations[0], &address->spend);
		if (!is_paid && i + 1 < n && is_valid[i + 1])
			is_paid = sn_output_received(&amount, tx, i, &derivations[i + 1], &address->spend);
		if (is_paid && __builtin_add_overflow(*received, amount, received))
			return sn_error_set(err, SN_BAD_INPUT, "the sum of the amounts exceeds 64 bits");
	}
	return SN_OK;
}

/* 8·S, the derivation. */
static int derive(struct sn_point *derivation, const struct sn_point *shared)
{
	return sn_derive(derivation, shared, &sn_scalar_one);
}

void sn_tx_proof_state(struct sn_tx_proof_statement *statement, bool is_out, const struct sn_extra *extra,
		       size_t i, const struct sn_address *address)
{
	struct sn_point tx_key = {0};
	if (i)
		sn_extra_additional_key(&tx_key, extra, i - 1);
	else
		sn_extra_tx_keys(&tx_key, 1, extra);
	statement->key = is_out ? tx_key : address->view;
	statement->other = is_out ? address->view : tx_key;
	statement->base = address->kind == SN_ADDRESS_SUBADDRESS ? &address->spend : NULL;
}

int sn_tx_proof_check(uint64_t *received, const struct sn_tx_proof *proof, const struct sn_tx *tx,
		      const struct sn_hash *tx_hash, const struct sn_address *address, const void *message,
		      size_t len, struct sn_error *err)
{
	struct sn_extra extra;
	struct sn_hash hash;
	bool is_any_valid = false;
	const size_t n = sn_tx_proof_keys(tx);
	*received = 0;
	if (!n)
		return sn_error_set(err, SN_BAD_INPUT, "the transaction has no tx public key");
	if (proof->n != n)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"the proof is for %zu tx key%s, but the transaction has %zu: the proof belongs to another transaction",
			proof->n, SN_PLURAL(proof->n), n);
	struct sn_point *derivations = calloc(n, sizeof *derivations);
	bool *is_valid = calloc(n, sizeof *is_valid);
	int ret = derivations && is_valid ? SN_OK : sn_error_memory(err);
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	sn_proof_message(&hash, tx_hash, message, len);
	for (size_t i = 0; !ret && i < n; i++) {
		struct sn_tx_proof_statement statement;
		sn_tx_proof_state(&statement, proof->is_out, &extra, i, address);
		is_valid[i] = !sn_tx_proof_verify(&proof->entries[i], &hash, &statement) &&
			      !derive(&derivations[i], &proof->entries[i].shared);
		is_any_valid |= is_valid[i];
	}
	if (!ret && !is_any_valid)
		ret = sn_error_hint(
			err, sn_error_because(err, SN_REFUSED, SN_REASON_BAD_PROOF, "the proof is invalid"),
			"check the transaction hash, the address and the message");
	if (!ret)
		ret = sn_tx_received(received, tx, address, derivations, is_valid, n, err);
	free(derivations);
	free(is_valid);
	return ret;
}
