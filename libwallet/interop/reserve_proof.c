#include "interop/reserve_proof.h"

#include "chain/base58.h"
#include "chain/extra.h"
#include "chain/output.h"
#include "chain/proof_text.h"
#include "chain/varint.h"
#include "crypto/derive.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "interop/archive.h"
#include "ringct/ring_signature.h"

#include <stdlib.h>
#include <string.h>

#define ENTRY_SIZE_MIN (1 + 32 + 1 + 32 + 32 + 64 + 64)
#define KEY_SIZE (1 + 32 + 64)

void sn_reserve_message(struct sn_hash *hash, const struct sn_reserve_proof *proof,
			const struct sn_address *address, const void *message, size_t len)
{
	struct sn_keccak k;
	sn_keccak_init(&k);
	sn_keccak_update(&k, message, len);
	sn_keccak_update(&k, address->spend.b, sizeof address->spend.b);
	sn_keccak_update(&k, address->view.b, sizeof address->view.b);
	for (size_t i = 0; i < proof->n; i++)
		sn_keccak_update(&k, proof->entries[i].image.b, sizeof proof->entries[i].image.b);
	sn_keccak_final(&k, hash);
}

/* ---------------------------------------------------------------- text */

static void put_entry(struct sn_buf *out, const struct sn_reserve_entry *entry)
{
	sn_put_u8(out, 0); /* version */
	sn_put_bytes(out, entry->tx_hash.b, 32);
	sn_put_varint(out, entry->index);
	sn_put_bytes(out, entry->shared.shared.b, 32);
	sn_put_bytes(out, entry->image.b, 32);
	sn_put_bytes(out, entry->shared.c.b, 32);
	sn_put_bytes(out, entry->shared.t.b, 32);
	sn_put_bytes(out, &entry->image_signature, sizeof entry->image_signature);
}

void sn_reserve_proof_write(struct sn_buf *out, const struct sn_reserve_proof *proof)
{
	struct sn_buf bytes = {0};
	sn_put_varint(&bytes, proof->n);
	for (size_t i = 0; i < proof->n; i++)
		put_entry(&bytes, &proof->entries[i]);
	sn_put_varint(&bytes, proof->n_keys);
	for (size_t i = 0; i < proof->n_keys; i++) {
		sn_put_varint(&bytes, 2); /* a pair */
		sn_put_bytes(&bytes, proof->keys[i].spend.b, 32);
		sn_put_bytes(&bytes, &proof->keys[i].signature, sizeof proof->keys[i].signature);
	}
	char *text = bytes.failed ? NULL : malloc(sn_base58_size(bytes.len) + 1);
	if (text) {
		sn_base58_encode(text, bytes.data, bytes.len);
		sn_put_bytes(out, SN_RESERVE_PROOF, strlen(SN_RESERVE_PROOF));
		sn_put_bytes(out, text, strlen(text));
	} else {
		out->failed = true;
	}
	free(text);
	sn_buf_free(&bytes);
}

static void read_entry(struct sn_reserve_entry *entry, struct sn_reader *r)
{
	if (sn_read_u8(r))
		r->failed = true;
	sn_read_copy(r, entry->tx_hash.b, 32);
	entry->index = sn_read_varint(r);
	sn_read_copy(r, entry->shared.shared.b, 32);
	sn_read_copy(r, entry->image.b, 32);
	sn_read_copy(r, entry->shared.c.b, 32);
	sn_read_copy(r, entry->shared.t.b, 32);
	sn_read_copy(r, &entry->image_signature, sizeof entry->image_signature);
}

/* An array for the announced number of elements, of which each takes `size_min` bytes or more. NULL fails the
 * reader, or is lack of memory. */
static void *read_array(size_t *n, struct sn_reader *r, size_t size_min, size_t size)
{
	const uint64_t count = sn_read_varint(r);
	if (count > r->left / size_min)
		r->failed = true;
	*n = r->failed ? 0 : (size_t)count;
	return r->failed ? NULL : calloc(*n + 1, size);
}

static int read_proof(struct sn_reserve_proof *proof, struct sn_reader *r)
{
	proof->entries = read_array(&proof->n, r, ENTRY_SIZE_MIN, sizeof *proof->entries);
	for (size_t i = 0; proof->entries && i < proof->n; i++)
		read_entry(&proof->entries[i], r);
	if (!r->failed && proof->entries)
		proof->keys = read_array(&proof->n_keys, r, KEY_SIZE, sizeof *proof->keys);
	for (size_t i = 0; proof->keys && i < proof->n_keys; i++) {
		sn_archive_read_arity(r, 2);
		sn_read_copy(r, proof->keys[i].spend.b, 32);
		sn_read_copy(r, &proof->keys[i].signature, sizeof proof->keys[i].signature);
	}
	if (r->failed)
		return SN_BAD_INPUT;
	if (!proof->entries || !proof->keys)
		return SN_IO;
	return sn_reader_is_done(r) ? SN_OK : SN_BAD_INPUT;
}

static int compare_images(const void *a, const void *b)
{
	const struct sn_reserve_entry *const *x = a, *const *y = b;
	return memcmp((*x)->image.b, (*y)->image.b, 32);
}

static int compare_outputs(const void *a, const void *b)
{
	const struct sn_reserve_entry *const *x = a, *const *y = b;
	int order = memcmp((*x)->tx_hash.b, (*y)->tx_hash.b, 32);
	return order ? order : ((*x)->index > (*y)->index) - ((*x)->index < (*y)->index);
}

/* Otherwise an output counts twice. */
static int refuse_duplicates(const struct sn_reserve_proof *proof, struct sn_error *err)
{
	static int (*const compare[])(const void *, const void *) = {compare_images, compare_outputs};
	const struct sn_reserve_entry **sorted = calloc(proof->n + 1, sizeof *sorted);
	int ret = sorted ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; sorted && i < proof->n; i++)
		sorted[i] = &proof->entries[i];
	for (size_t k = 0; !ret && k < sizeof compare / sizeof *compare; k++) {
		qsort(sorted, proof->n, sizeof *sorted, compare[k]);
		for (size_t i = 1; !ret && i < proof->n; i++)
			if (!compare[k](&sorted[i - 1], &sorted[i]))
				ret = sn_error_set(err, SN_BAD_INPUT, "the proof has an output twice");
	}
	free(sorted);
	return ret;
}

static int parse(struct sn_reserve_proof *proof, const char *digits, size_t len)
{
	struct sn_reader r;
	size_t n, cap = len; /* more than the bytes */
	uint8_t *bytes = malloc(cap + 1);
	int ret = bytes ? sn_base58_decode(bytes, cap, &n, digits, len) : SN_IO;
	if (!ret) {
		sn_reader_init(&r, bytes, n);
		ret = read_proof(proof, &r);
	}
	free(bytes);
	return ret;
}

int sn_reserve_proof_parse(struct sn_reserve_proof *proof, const char *text, size_t len, struct sn_error *err)
{
	const size_t prefix = strlen(SN_RESERVE_PROOF);
	*proof = (struct sn_reserve_proof){0};
	if (sn_proof_text_begins(text, len, "ReserveProofV1"))
		return sn_error_hint(
			err,
			sn_error_set(err, SN_BAD_INPUT,
				     "the proof has the outdated version 1, which is not secure"),
			"ask for a proof of version 2, from a wallet of 2020 or later");
	int ret = sn_proof_text_begins(text, len, SN_RESERVE_PROOF)
			  ? parse(proof, text + prefix, len - prefix)
			  : SN_BAD_INPUT;
	if (ret == SN_IO)
		sn_error_memory(err);
	else if (ret)
		sn_error_set(err, SN_BAD_INPUT, "the text is not a proof of reserves, or is truncated");
	else
		ret = refuse_duplicates(proof, err);
	if (ret)
		sn_reserve_proof_free(proof);
	return ret;
}

void sn_reserve_proof_free(struct sn_reserve_proof *proof)
{
	free(proof->entries);
	free(proof->keys);
	*proof = (struct sn_reserve_proof){0};
}

/* ---------------------------------------------------------------- check */

int sn_reserve_entry_verify(const struct sn_reserve_entry *entry, const struct sn_hash *hash,
			    const struct sn_point *view, const struct sn_point *tx_key,
			    const struct sn_point *key)
{
	const struct sn_tx_proof_statement statement = {.key = *view, .other = *tx_key};
	if (sn_tx_proof_verify(&entry->shared, hash, &statement))
		return SN_REFUSED;
	return sn_ring_signature_verify(&entry->image_signature, hash, &entry->image, key, 1);
}

static bool has_key(const struct sn_reserve_proof *proof, const struct sn_point *spend)
{
	for (size_t i = 0; i < proof->n_keys; i++)
		if (sn_point_is_equal(&proof->keys[i].spend, spend))
			return true;
	return false;
}

static int refuse_invalid(struct sn_error *err)
{
	return sn_error_hint(err,
			     sn_error_because(err, SN_REFUSED, SN_REASON_BAD_PROOF, "the proof is invalid"),
			     "check the primary address of the wallet and the message");
}

int sn_reserve_keys_verify(const struct sn_reserve_proof *proof, const struct sn_hash *hash,
			   const struct sn_address *address, struct sn_error *err)
{
	if (!has_key(proof, &address->spend))
		return sn_error_hint(err,
				     sn_error_set(err, SN_REFUSED, "the proof belongs to another wallet"),
				     "use the primary address of the wallet that made the proof");
	for (size_t i = 0; i < proof->n_keys; i++)
		if (sn_signature_verify(&proof->keys[i].signature, hash, &proof->keys[i].spend))
			return refuse_invalid(err);
	return SN_OK;
}

/* The tx key of `tx`, or the additional key of the output. */
static bool is_valid(const struct sn_reserve_entry *entry, const struct sn_tx *tx, const struct sn_hash *hash,
		     const struct sn_point *view)
{
	const struct sn_point *key = &tx->outputs[entry->index].key;
	struct sn_extra extra;
	struct sn_point tx_key;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	if (sn_extra_tx_keys(&tx_key, 1, &extra) && !sn_reserve_entry_verify(entry, hash, view, &tx_key, key))
		return true;
	if (entry->index >= extra.n_additional)
		return false;
	sn_extra_additional_key(&tx_key, &extra, (size_t)entry->index);
	return !sn_reserve_entry_verify(entry, hash, view, &tx_key, key);
}

int sn_reserve_entry_check(uint64_t *amount, const struct sn_reserve_proof *proof, size_t i,
			   const struct sn_tx *tx, const struct sn_hash *hash,
			   const struct sn_address *address, struct sn_error *err)
{
	const struct sn_reserve_entry *entry = &proof->entries[i];
	struct sn_point derivation, spend;
	*amount = 0;
	if (entry->index >= tx->n_outputs)
		return sn_error_set(err, SN_REFUSED,
				    "the proof lists an output that its transaction does not have");
	if (!is_valid(entry, tx, hash, &address->view))
		return refuse_invalid(err);
	if (sn_derive(&derivation, &entry->shared.shared, &sn_scalar_one) ||
	    sn_derive_spend_key(&spend, &derivation, entry->index, &tx->outputs[entry->index].key) ||
	    !has_key(proof, &spend) ||
	    !sn_output_received(amount, tx, (size_t)entry->index, &derivation, &spend))
		return sn_error_set(err, SN_REFUSED,
				    "the proof lists an output that was not paid to the wallet");
	return SN_OK;
}
