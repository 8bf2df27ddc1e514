#include "chain/output.h"
#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"

#include <stdlib.h>

/* Additional key i belongs to output i; more of them than outputs belong to nothing. */
static size_t count_additional(const struct sn_extra *extra, const struct sn_tx *tx)
{
	return extra->n_additional < tx->n_outputs ? extra->n_additional : tx->n_outputs;
}

size_t sn_output_scan_keys(struct sn_point *keys, size_t cap, const struct sn_tx *tx)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	if (!extra.n_tx_keys) /* the reference wallet skips such a transaction, additional keys or not */
		return 0;
	size_t n = sn_extra_tx_keys(keys, cap, &extra);
	size_t n_additional = count_additional(&extra, tx);
	for (size_t i = 0; i < n_additional && n < cap; i++)
		sn_extra_additional_key(&keys[n++], &extra, i);
	return extra.n_tx_keys + n_additional;
}

/* Key number k of that list. */
static struct sn_point scan_key(const struct sn_extra *extra, size_t k)
{
	struct sn_point key = {0};
	if (k >= extra->n_tx_keys) {
		sn_extra_additional_key(&key, extra, k - extra->n_tx_keys);
		return key;
	}
	struct sn_reader r;
	struct sn_extra_field field;
	sn_reader_init(&r, extra->data, extra->len);
	for (size_t i = 0; i <= k && sn_extra_next(&field, &r);) {
		if (field.tag == SN_EXTRA_TX_KEY) {
			memcpy(key.b, field.data, 32);
			i++;
		}
	}
	return key;
}

/* Was output i made for one of our addresses by the holder of this derivation? */
static bool is_ours(struct sn_subaddress_index *subaddress, const struct sn_tx_output *out, size_t i,
		    const struct sn_point *derivation, const struct sn_subaddress_table *table)
{
	struct sn_point spend;
	if (out->has_view_tag && out->view_tag != sn_derive_view_tag(derivation, i))
		return false;
	if (sn_derive_spend_key(&spend, derivation, i, &out->key))
		return false;
	return sn_subaddress_table_find(subaddress, table, &spend);
}

/* Fill in amount, mask and commitment. False when the output is worth nothing: amount zero, or a
 * commitment that does not open to what was decrypted. */
static bool open_amount(struct sn_owned_output *owned, const struct sn_tx *tx, const struct sn_tx_output *out,
			const struct sn_point *derivation)
{
	owned->is_rct = tx->version == 2;
	if (tx->version == 1 || owned->is_coinbase) {
		owned->amount = out->amount;
		owned->mask = sn_scalar_one;
		owned->mask_kind = SN_MASK_ONE;
		sn_commit(&owned->commitment, &owned->mask, owned->amount);
		return owned->amount != 0;
	}
	/* An amount in clear has no commitment behind it here: the chain has no such outputs. */
	if (tx->rct_type == SN_RCT_NULL || out->amount)
		return false;

	struct sn_scalar s;
	sn_derivation_to_scalar(&s, derivation, owned->index);
	bool is_good = true;
	if (tx->rct_type >= SN_RCT_BULLETPROOF2) {
		uint8_t amount[8];
		owned->mask_kind = SN_MASK_DERIVED;
		sn_commitment_mask(&owned->mask, &s);
		sn_amount_crypt8(amount, out->encrypted_amount, &s);
		owned->amount = sn_load_u64(amount);
		sn_wipe(amount, sizeof amount);
	} else {
		owned->mask_kind = SN_MASK_EXPLICIT;
		is_good = !sn_amount_decrypt32(&owned->mask, &owned->amount, out->encrypted_mask,
					       out->encrypted_amount, &s);
	}
	sn_wipe(&s, sizeof s);
	if (!is_good || !owned->amount)
		return false;
	sn_commit(&owned->commitment, &owned->mask, owned->amount);
	return sn_point_is_equal(&owned->commitment, &out->commitment);
}

int sn_output_scan(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		   const struct sn_point *derivations, const bool *is_valid,
		   const struct sn_subaddress_table *table)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	size_t n_main = extra.n_tx_keys;
	size_t n_additional = n_main ? count_additional(&extra, tx) : 0;
	*n = 0;
	for (size_t i = 0; i < tx->n_outputs; i++) {
		const struct sn_tx_output *out = &tx->outputs[i];
		struct sn_owned_output o = {.index = i, .key = out->key, .is_coinbase = sn_tx_is_coinbase(tx)};
		/* Every main key may have made it; of the additional ones, number i only. */
		size_t k = 0;
		while (k < n_main && !(is_valid[k] && is_ours(&o.subaddress, out, i, &derivations[k], table)))
			k++;
		if (k == n_main) {
			k += i;
			if (i >= n_additional || !is_valid[k] ||
			    !is_ours(&o.subaddress, out, i, &derivations[k], table))
				continue;
		}
		o.is_additional_key = k >= n_main;
		if (open_amount(&o, tx, out, &derivations[k])) {
			o.tx_key = scan_key(&extra, k);
			owned[(*n)++] = o;
		}
		sn_wipe(&o, sizeof o);
	}
	return SN_OK;
}

int sn_output_scan_tx(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		      const struct sn_account *account, const struct sn_subaddress_table *table)
{
	size_t n_keys = sn_output_scan_keys(NULL, 0, tx);
	*n = 0;
	if (!n_keys)
		return SN_OK;
	struct sn_point *keys = calloc(n_keys, sizeof *keys);
	struct sn_point *derivations = calloc(n_keys, sizeof *derivations);
	bool *is_valid = calloc(n_keys, sizeof *is_valid);
	int ret = keys && derivations && is_valid ? SN_OK : SN_IO;
	if (!ret) {
		sn_output_scan_keys(keys, n_keys, tx);
		ret = sn_derive_many(derivations, is_valid, keys, n_keys, &account->view_secret);
	}
	if (!ret)
		ret = sn_output_scan(owned, n, tx, derivations, is_valid, table);
	if (derivations)
		sn_wipe(derivations, n_keys * sizeof *derivations);
	free(keys);
	free(derivations);
	free(is_valid);
	return ret;
}

bool sn_output_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_tx *tx,
			  const struct sn_point *derivations, const bool *is_valid)
{
	static const uint8_t none[SN_PAYMENT_ID_BYTES];
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	memset(id, 0, SN_PAYMENT_ID_BYTES);
	size_t k = 0;
	while (k < extra.n_tx_keys && !is_valid[k])
		k++;
	uint8_t encrypted[SN_PAYMENT_ID_BYTES];
	if (k == extra.n_tx_keys || !sn_extra_encrypted_payment_id(encrypted, &extra))
		return false;
	sn_payment_id_crypt(id, encrypted, &derivations[k]);
	return memcmp(id, none, sizeof none) != 0;
}
