#include "cold/prove.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/output.h"
#include "chain/proof_text.h"
#include "chain/spend_proof.h"
#include "chain/subaddress_table.h"
#include "chain/tx_key.h"
#include "crypto/derive.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"
#include "crypto/torsion.h"
#include "ringct/ring_signature.h"

#include <sodium.h>
#include <stdlib.h>

int sn_prove_refuse_invalid(struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(err, SN_REFUSED,
			     "self-check failed: the proof does not verify; no output was written"),
		SN_TEST_MEMORY);
}

static int refuse_unpaid(struct sn_error *err)
{
	return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "the transaction does not pay this address"),
			     "check the transaction hash and the address");
}

/* Write the proof if it holds. */
static int finish(struct sn_buf *out, uint64_t *received, const struct sn_tx_proof *proof,
		  const struct sn_tx *tx, const struct sn_hash *tx_hash, const struct sn_address *address,
		  const void *message, size_t len, struct sn_error *err)
{
	int ret = sn_tx_proof_check(received, proof, tx, tx_hash, address, message, len, err);
	if (ret == SN_REFUSED)
		return sn_prove_refuse_invalid(err);
	if (ret)
		return ret;
	if (!*received)
		return refuse_unpaid(err);
	sn_tx_proof_write(out, proof);
	return out->failed ? sn_error_memory(err) : SN_OK;
}

/* x·base; NULL is G. */
static int public_key(struct sn_point *key, const struct sn_scalar *x, const struct sn_point *base)
{
	struct sn_ge p = sn_ge_base;
	int ret = base ? sn_ge_decode(&p, base) : SN_OK;
	if (ret)
		return ret;
	sn_ge_mul(&p, x, &p);
	sn_ge_encode(key, &p);
	SN_PUBLIC(key,
		  sizeof *key); /* the proof is about this key, whether it is in the transaction or not */
	sn_wipe(&p, sizeof p);
	return SN_OK;
}

/* Whether output j pays the address with the spend key `spend`, as the derivation D shows. D may belong to
 * another transaction: only the answer becomes public. */
static bool pays(const struct sn_tx *tx, size_t j, const struct sn_point *derivation,
		 const struct sn_point *spend)
{
	struct sn_point key = {0};
	struct sn_point copy = *derivation;
	uint64_t amount;
	bool is_paid = !sn_derive_public_key(&key, &copy, j, spend) &&
		       !sodium_memcmp(&key, &tx->outputs[j].key, sizeof key);
	SN_PUBLIC(&is_paid, sizeof is_paid);
	if (is_paid) {
		SN_PUBLIC(&copy, sizeof copy); /* follows from the proof of this payment */
		is_paid = sn_output_received(&amount, tx, j, &copy, spend);
	}
	sn_wipe(&key, sizeof key);
	sn_wipe(&copy, sizeof copy);
	return is_paid;
}

/* Whether an output pays the address by key i of the transaction, the tx key (0) or an additional key. */
static bool key_pays(const struct sn_tx *tx, size_t i, const struct sn_point *derivation,
		     const struct sn_address *address)
{
	bool is_paid = false;
	for (size_t j = 0; j < tx->n_outputs; j++)
		if (!i || i - 1 == j)
			is_paid |= pays(tx, j, derivation, &address->spend);
	return is_paid;
}

/* An entry that is invalid and shows nothing. */
static const struct sn_tx_proof_entry empty_entry = {.shared = {{1}}};

/* Make entry i if its key pays the address. Otherwise the entry is invalid: the secret x·other would show the
 * payments of other addresses, or of another transaction whose key the sender has put into tx extra. */
static int make_entry(struct sn_tx_proof_entry *entry, bool *is_paid, size_t i, const struct sn_tx *tx,
		      const struct sn_hash *hash, const struct sn_tx_proof_statement *statement,
		      const struct sn_address *address, const struct sn_scalar *x)
{
	struct sn_point derivation;
	*entry = empty_entry;
	int ret = sn_derive(&derivation, &statement->other, x);
	const bool pays_here = !ret && key_pays(tx, i, &derivation, address);
	sn_wipe(&derivation, sizeof derivation);
	if (pays_here)
		ret = sn_tx_proof_make(entry, hash, statement, x);
	*is_paid |= pays_here;
	return ret;
}

/* Whether the entries show an output that does not pay the address: one whose commitment opens by them. */
static bool shows_others(const struct sn_tx_proof *proof, const struct sn_tx *tx,
			 const struct sn_address *address)
{
	for (size_t i = 0; i < proof->n; i++) {
		const struct sn_point *shared = &proof->entries[i].shared;
		struct sn_point derivation, spend;
		uint64_t amount;
		if (sn_point_is_equal(shared, &empty_entry.shared) ||
		    sn_derive(&derivation, shared, &sn_scalar_one))
			continue;
		for (size_t j = 0; j < tx->n_outputs; j++)
			if (!sn_derive_spend_key(&spend, &derivation, j, &tx->outputs[j].key) &&
			    !sn_point_is_equal(&spend, &address->spend) &&
			    sn_output_received(&amount, tx, j, &derivation, &spend))
				return true;
	}
	return false;
}

static int refuse_shared(struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"the transaction pays another address with the same view key; the proof would show that payment, too"),
		"use --tx-key if everyone may see all payments of the transaction");
}

int sn_prove_sent(struct sn_buf *out, uint64_t *received, const struct sn_again *again,
		  const struct sn_address *address, const void *message, size_t len, struct sn_error *err)
{
	const struct sn_tx_keys *keys = again->keys;
	struct sn_extra extra;
	struct sn_hash hash;
	struct sn_tx_proof proof = {.is_out = true, .n = sn_tx_proof_keys(&again->tx)};
	bool is_paid = false;
	int ret = SN_OK;
	*received = 0;
	proof.entries = calloc(proof.n, sizeof *proof.entries);
	if (!proof.entries)
		return sn_error_memory(err);
	sn_extra_parse(&extra, again->tx.extra, again->tx.extra_len);
	sn_proof_message(&hash, &again->tx_hash, message, len);
	for (size_t i = 0; !ret && i < proof.n; i++) {
		const struct sn_scalar *r = i ? &keys->additional_r[i - 1] : &keys->r;
		struct sn_tx_proof_statement statement;
		sn_tx_proof_state(&statement, true, &extra, i, address);
		const struct sn_point key_of_tx = statement.key;
		proof.entries[i] = empty_entry;
		ret = public_key(&statement.key, r, statement.base);
		/* Made with the base of this kind of address. */
		if (!ret && sn_point_is_equal(&statement.key, &key_of_tx))
			ret = make_entry(&proof.entries[i], &is_paid, i, &again->tx, &hash, &statement,
					 address, r);
	}
	ret = ret ? sn_error_hint(err, sn_error_set(err, SN_REFUSED, "the keys of the address are invalid"),
				  "check the address")
	      : !is_paid ? refuse_unpaid(err)
	      : shows_others(&proof, &again->tx, address)
		      ? refuse_shared(err)
		      : finish(out, received, &proof, &again->tx, &again->tx_hash, address, message, len,
			       err);
	sn_tx_proof_free(&proof);
	sn_wipe_stack();
	return ret;
}

static int refuse_small_order(struct sn_error *err)
{
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"the tx public key of this payment has a component of small order: a proof would show a part of the view key"),
		"ask the sender for the tx key instead");
}

int sn_prove_received(struct sn_buf *out, uint64_t *received, const struct sn_account *account,
		      const struct sn_tx *tx, const struct sn_hash *tx_hash, const struct sn_address *address,
		      const void *message, size_t len, struct sn_error *err)
{
	struct sn_extra extra;
	struct sn_hash hash;
	struct sn_tx_proof proof = {.n = sn_tx_proof_keys(tx)};
	bool is_paid = false, is_paid_by_bad_key = false;
	*received = 0;
	if (sn_tx_has_carrot_outputs(tx))
		return sn_error_set(err, SN_BAD_INPUT,
				    "the transaction has Carrot outputs; such proofs cannot be made");
	if (!proof.n || proof.n > SN_TX_PROOF_ENTRIES_MAX)
		return sn_error_set(err, SN_BAD_INPUT,
				    "the transaction has no tx public key, or too many of them");
	proof.entries = calloc(proof.n, sizeof *proof.entries);
	if (!proof.entries)
		return sn_error_memory(err);
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	sn_proof_message(&hash, tx_hash, message, len);
	for (size_t i = 0; i < proof.n; i++) {
		struct sn_tx_proof_statement statement;
		sn_tx_proof_state(&statement, false, &extra, i, address);
		/* A sender may write a key that is not a point, or one by which a·R would show a part of a:
		 * that entry is invalid. */
		const bool is_bad = !sn_point_is_torsion_free_vartime(&statement.other);
		(void)make_entry(&proof.entries[i], is_bad ? &is_paid_by_bad_key : &is_paid, i, tx, &hash,
				 &statement, address, &account->view_secret);
		if (is_bad)
			proof.entries[i] = empty_entry;
	}
	int ret = is_paid ? finish(out, received, &proof, tx, tx_hash, address, message, len, err)
		  : is_paid_by_bad_key ? refuse_small_order(err)
				       : refuse_unpaid(err);
	sn_tx_proof_free(&proof);
	sn_wipe_stack();
	return ret;
}

/* Sign for each input. `keys` has room for all rings, and gets their keys. */
static int sign_inputs(struct sn_spend_proof *proof, struct sn_point *keys, const struct sn_again *again,
		       const void *message, size_t len)
{
	struct sn_hash hash;
	sn_proof_message(&hash, &again->tx_hash, message, len);
	for (size_t i = 0, at = 0; i < again->tx.n_inputs; i++) {
		const struct sn_opened_input *opened = &again->inputs[i];
		const struct sn_unsigned_input *input = opened->input;
		for (size_t j = 0; j < input->n_ring; j++)
			keys[at + j] = input->ring[j].key;
		int ret = sn_ring_signature_make(&proof->signatures[at], &hash, &opened->image, &keys[at],
						 input->n_ring, opened->real, &opened->x);
		if (ret)
			return ret;
		at += input->n_ring;
	}
	return SN_OK;
}

int sn_prove_spend(struct sn_buf *out, const struct sn_again *again, const void *message, size_t len,
		   struct sn_error *err)
{
	const size_t n = sn_spend_proof_size(&again->tx);
	struct sn_spend_proof proof = {calloc(n, sizeof *proof.signatures), n};
	struct sn_point *keys = calloc(n, sizeof *keys);
	int ret = proof.signatures && keys ? SN_OK : sn_error_memory(err);
	if (!ret && (sign_inputs(&proof, keys, again, message, len) ||
		     sn_spend_proof_check(&proof, &again->tx, &again->tx_hash, keys, message, len, err)))
		ret = sn_prove_refuse_invalid(err);
	if (!ret)
		sn_spend_proof_write(out, &proof);
	if (!ret && out->failed)
		ret = sn_error_memory(err);
	free(keys);
	sn_spend_proof_free(&proof);
	sn_wipe_stack();
	return ret;
}

int sn_prove_tx_key(struct sn_buf *out, const struct sn_again *again, struct sn_error *err)
{
	sn_tx_key_write(out, &again->keys->r);
	for (size_t i = 0; again->plan.has_additional_keys && i < again->plan.n_outputs; i++)
		sn_tx_key_write(out, &again->keys->additional_r[i]);
	return out->failed ? sn_error_memory(err) : SN_OK;
}

int sn_prove_is_own(bool *is_own, const struct sn_account *account, const struct sn_address *address,
		    const struct sn_unsigned_set *set, struct sn_error *err)
{
	struct sn_subaddress_table table = {0};
	struct sn_subaddress_index index;
	*is_own = false;
	int ret = sn_subaddress_table_init(&table, account, SN_LOOKAHEAD_MAJOR, SN_LOOKAHEAD_MINOR);
	for (size_t i = 0; !ret && set && i < set->n; i++) {
		const struct sn_unsigned_tx *tx = &set->txs[i];
		int full = tx->has_change ? sn_subaddress_table_cover(&table, account, tx->change_to) : SN_OK;
		for (size_t j = 0; !full && j < tx->n_inputs; j++)
			full = sn_subaddress_table_cover(&table, account, tx->inputs[j].subaddress);
		if (full == SN_IO)
			ret = SN_IO;
	}
	if (!ret && sn_subaddress_table_find(&index, &table, &address->spend)) {
		struct sn_address own;
		sn_account_address(&own, account, index);
		*is_own = sn_point_is_equal(&own.view, &address->view) &&
			  (own.kind == SN_ADDRESS_SUBADDRESS) == (address->kind == SN_ADDRESS_SUBADDRESS);
	}
	sn_subaddress_table_free(&table);
	return ret ? sn_error_memory(err) : SN_OK;
}
