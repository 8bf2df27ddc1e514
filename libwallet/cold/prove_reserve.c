#include "cold/prove_reserve.h"

#include "base/seam.h"
#include "base/secret.h"
#include "cold/own_output.h"
#include "cold/prove.h"
#include "crypto/derive.h"
#include "interop/reserve_proof.h"
#include "ringct/ring_signature.h"

#include <stdlib.h>
#include <string.h>

/* x and the key image of an output. */
static int open_output(struct sn_scalar *x, struct sn_point *image, const struct sn_account *account,
		       const struct sn_listed_output *o, struct sn_error *err)
{
	struct sn_point derivation;
	bool is_ours = !sn_derive(&derivation, &o->tx_key, &account->view_secret) &&
		       sn_own_output_secret(x, account, &o->key, &derivation, o->index, o->subaddress);
	sn_wipe(&derivation, sizeof derivation);
	if (!is_ours)
		return sn_error_set(err, SN_REFUSED, "an output of the list does not belong to this wallet");
	sn_key_image(image, &o->key, x);
	SN_PUBLIC(image, sizeof *image); /* part of the proof */
	return SN_OK;
}

/* The message depends on all key images: they come first. */
static int find_images(struct sn_reserve_proof *proof, const struct sn_account *account,
		       const struct sn_output_list *list, struct sn_error *err)
{
	struct sn_scalar x = {{0}};
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < list->n; i++) {
		const struct sn_listed_output *o = &list->outputs[i];
		proof->entries[i].tx_hash = o->tx_hash;
		proof->entries[i].index = o->index;
		ret = open_output(&x, &proof->entries[i].image, account, o, err);
	}
	sn_wipe(&x, sizeof x);
	return ret;
}

static int sign_output(struct sn_reserve_entry *entry, const struct sn_hash *hash,
		       const struct sn_account *account, const struct sn_listed_output *o,
		       struct sn_error *err)
{
	const struct sn_tx_proof_statement statement = {.key = account->view_public, .other = o->tx_key};
	struct sn_scalar x;
	struct sn_point image;
	int ret = open_output(&x, &image, account, o, err);
	if (ret)
		return ret;
	if (sn_tx_proof_make(&entry->shared, hash, &statement, &account->view_secret) ||
	    sn_ring_signature_make(&entry->image_signature, hash, &entry->image, &o->key, 1, 0, &x) ||
	    sn_reserve_entry_verify(entry, hash, &account->view_public, &o->tx_key, &o->key))
		ret = sn_prove_refuse_invalid(err);
	sn_wipe(&x, sizeof x);
	return ret;
}

static int compare(const void *a, const void *b)
{
	const struct sn_subaddress_index *x = a, *y = b;
	const int order = (x->major > y->major) - (x->major < y->major);
	return order ? order : (x->minor > y->minor) - (x->minor < y->minor);
}

/* A signature by each spend key that received an output, and by that of the primary address. */
static int sign_keys(struct sn_reserve_proof *proof, const struct sn_hash *hash,
		     const struct sn_account *account, const struct sn_output_list *list,
		     struct sn_error *err)
{
	struct sn_subaddress_index *indices = calloc(list->n + 1, sizeof *indices);
	struct sn_scalar secret = {{0}};
	if (!indices)
		return sn_error_memory(err);
	for (size_t i = 0; i < list->n; i++)
		indices[i + 1] = list->outputs[i].subaddress;
	qsort(indices, list->n + 1, sizeof *indices, compare);
	for (size_t i = 0; i <= list->n; i++) {
		struct sn_reserve_key *key = &proof->keys[proof->n_keys];
		struct sn_address address;
		if (i && !compare(&indices[i], &indices[i - 1]))
			continue;
		sn_account_address(&address, account, indices[i]);
		key->spend = address.spend;
		sn_account_spend_secret(&secret, account, indices[i]);
		sn_signature_make(&key->signature, hash, &key->spend, &secret);
		proof->n_keys++;
	}
	sn_wipe(&secret, sizeof secret);
	free(indices);
	return SN_OK;
}

static int make(struct sn_reserve_proof *proof, const struct sn_account *account,
		const struct sn_output_list *list, const void *message, size_t len, struct sn_error *err)
{
	struct sn_address address;
	struct sn_hash hash;
	int ret = find_images(proof, account, list, err);
	sn_account_address(&address, account, (struct sn_subaddress_index){0, 0});
	if (ret)
		return ret;
	sn_reserve_message(&hash, proof, &address, message, len);
	for (size_t i = 0; !ret && i < list->n; i++)
		ret = sign_output(&proof->entries[i], &hash, account, &list->outputs[i], err);
	if (!ret)
		ret = sign_keys(proof, &hash, account, list, err);
	return ret ? ret : sn_reserve_keys_verify(proof, &hash, &address, err);
}

int sn_prove_reserve(struct sn_buf *out, const struct sn_account *account, const struct sn_output_list *list,
		     const void *message, size_t len, struct sn_error *err)
{
	struct sn_reserve_proof proof = {.n = list->n};
	if (!account->has_spend_secret)
		return sn_error_set(
			err, SN_BAD_INPUT,
			"a watch-only wallet cannot prove reserves: the master wallet is required");
	if (list->n_carrot)
		return sn_error_hint(
			err,
			sn_error_set(
				err, SN_BAD_INPUT,
				"the list has %zu Carrot output%s, which a proof of reserves cannot show",
				list->n_carrot, SN_PLURAL(list->n_carrot)),
			"write the list with ki-restore --list --unspent");
	if (!list->n)
		return sn_error_set(err, SN_BAD_INPUT, "the list has no outputs: there is nothing to prove");
	proof.entries = calloc(list->n, sizeof *proof.entries);
	proof.keys = calloc(list->n + 1, sizeof *proof.keys);
	int ret = proof.entries && proof.keys ? make(&proof, account, list, message, len, err)
					      : sn_error_memory(err);
	if (!ret)
		sn_reserve_proof_write(out, &proof);
	if (!ret && out->failed)
		ret = sn_error_memory(err);
	sn_reserve_proof_free(&proof);
	sn_wipe_stack();
	return ret;
}
