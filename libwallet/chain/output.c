#include "base/secret.h"
#include "chain/output.h"
#include "crypto/derive.h"
#include "crypto/scalar.h"
#include "kernel/derivations.h"

#include <stdlib.h>

/* Additional key i belongs to output i; keys beyond the number of outputs are ignored. */
static size_t count_additional(const struct sn_extra *extra, const struct sn_tx *tx)
{
	return extra->n_additional < tx->n_outputs ? extra->n_additional : tx->n_outputs;
}

/* The keys of Carrot outputs belong to another curve: carrot_scan.h. */
static size_t count_main(const struct sn_extra *extra, const struct sn_tx *tx)
{
	if (sn_tx_has_carrot_outputs(tx))
		return 0;
	size_t most = SN_OUTPUT_SCAN_KEYS;
	if (tx->n_outputs > SN_OUTPUT_SCAN_PAIRS / SN_OUTPUT_SCAN_KEYS)
		most = SN_OUTPUT_SCAN_PAIRS / tx->n_outputs;
	if (most < SN_OUTPUT_SCAN_KEYS_LEAST)
		most = SN_OUTPUT_SCAN_KEYS_LEAST;
	return extra->n_tx_keys < most ? extra->n_tx_keys : most;
}

size_t sn_output_scan_keys(struct sn_point *keys, size_t cap, const struct sn_tx *tx)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	size_t n_main = count_main(&extra, tx), n_additional = count_additional(&extra, tx);
	if (!n_main) /* the reference wallet also skips it, even with additional keys */
		return 0;
	size_t n = sn_extra_tx_keys(keys, cap < n_main ? cap : n_main, &extra);
	for (size_t i = 0; i < n_additional && n < cap; i++)
		sn_extra_additional_key(&keys[n++], &extra, i);
	return n_main + n_additional;
}

/* Key number k of that list, of which n_main are main keys. */
static struct sn_point scan_key(const struct sn_extra *extra, size_t n_main, size_t k)
{
	struct sn_point key = {0};
	if (k >= n_main) {
		sn_extra_additional_key(&key, extra, k - n_main);
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

#define AT_ONCE 256

/* Candidates for leads, whose view tags and spend keys are computed together. */
struct pending {
	struct sn_derive_candidate candidates[AT_ONCE];
	struct pending_lead {
		size_t tx, output, key;
		bool has_view_tag;
		uint8_t view_tag;
	} leads[AT_ONCE];
	size_t n;
};

static int add_lead(struct sn_output_leads *leads, const struct pending_lead *p, const struct sn_point *spend)
{
	if (leads->n == leads->cap) {
		size_t cap = 2 * leads->cap + 64;
		struct sn_output_lead *bigger = calloc(cap, sizeof *bigger);
		if (!bigger)
			return SN_IO;
		if (leads->n) {
			memcpy(bigger, leads->leads, leads->n * sizeof *bigger);
			sn_wipe(leads->leads, leads->n * sizeof *bigger);
		}
		free(leads->leads);
		leads->leads = bigger;
		leads->cap = cap;
	}
	leads->leads[leads->n++] = (struct sn_output_lead){p->tx, p->output, p->key, *spend};
	return SN_OK;
}

/* Candidates with a matching view tag and a valid key become leads. */
static int flush(struct sn_output_leads *leads, struct pending *p)
{
	uint8_t tags[AT_ONCE];
	bool is_valid[AT_ONCE];
	struct sn_point spend[AT_ONCE];
	size_t kept = 0;
	int ret = SN_OK;

	sn_derive_view_tags(tags, p->candidates, p->n);
	for (size_t i = 0; i < p->n; i++) {
		if (p->leads[i].has_view_tag && p->leads[i].view_tag != tags[i])
			continue;
		p->candidates[kept] = p->candidates[i];
		p->leads[kept++] = p->leads[i];
	}
	sn_derive_spend_keys(spend, is_valid, p->candidates, kept);
	for (size_t i = 0; !ret && i < kept; i++)
		if (is_valid[i])
			ret = add_lead(leads, &p->leads[i], &spend[i]);
	sn_wipe(tags, p->n);
	sn_wipe(spend, kept * sizeof *spend);
	p->n = 0;
	return ret;
}

static int add_pending(struct sn_output_leads *leads, struct pending *p, const struct sn_output_source *from,
		       size_t tx, size_t i, size_t k)
{
	const struct sn_tx_output *out = &from->tx->outputs[i];

	if (!from->is_valid[k])
		return SN_OK;
	p->candidates[p->n] = (struct sn_derive_candidate){from->derivations[k], out->key, i};
	p->leads[p->n++] = (struct pending_lead){tx, i, k, out->has_view_tag, out->view_tag};
	return p->n == AT_ONCE ? flush(leads, p) : SN_OK;
}

/* Set amount, mask and commitment. False if the output is worthless: the amount is zero, or the commitment
 * does not open to the decrypted amount. */
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
	/* A clear amount without a commitment: the chain does not have such outputs. */
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

bool sn_output_received(uint64_t *amount, const struct sn_tx *tx, size_t index,
			const struct sn_point *derivation, const struct sn_point *spend)
{
	const struct sn_tx_output *out = &tx->outputs[index];
	struct sn_owned_output owned = {.index = index, .is_coinbase = sn_tx_is_coinbase(tx)};
	struct sn_point key;
	bool is_paid = !out->is_carrot &&
		       (!out->has_view_tag || out->view_tag == sn_derive_view_tag(derivation, index)) &&
		       !sn_derive_public_key(&key, derivation, index, spend) &&
		       sn_point_is_equal(&key, &out->key) && open_amount(&owned, tx, out, derivation);
	*amount = is_paid ? owned.amount : 0;
	sn_wipe(&owned, sizeof owned);
	return is_paid;
}

/* Output i can belong to any main key, or to additional key i. */
static int find_leads(struct sn_output_leads *leads, struct pending *p, const struct sn_output_source *from,
		      size_t tx)
{
	struct sn_extra extra;
	sn_extra_parse(&extra, from->tx->extra, from->tx->extra_len);
	size_t n_main = count_main(&extra, from->tx);
	size_t n_additional = n_main ? count_additional(&extra, from->tx) : 0;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < from->tx->n_outputs; i++) {
		for (size_t k = 0; !ret && k < n_main; k++)
			ret = add_pending(leads, p, from, tx, i, k);
		if (!ret && i < n_additional)
			ret = add_pending(leads, p, from, tx, i, n_main + i);
	}
	return ret;
}

int sn_output_leads_find(struct sn_output_leads *leads, const struct sn_output_source *from, size_t n)
{
	struct pending *p = calloc(1, sizeof *p);
	*leads = (struct sn_output_leads){.at = calloc(n + 1, sizeof *leads->at)};
	int ret = p && leads->at ? SN_OK : SN_IO;
	for (size_t i = 0; !ret && i < n; i++)
		ret = find_leads(leads, p, &from[i], i);
	if (!ret)
		ret = flush(leads, p);
	for (size_t i = 0, k = 0; !ret && i < n; i++) {
		while (k < leads->n && leads->leads[k].tx == i)
			k++;
		leads->at[i + 1] = k;
	}
	if (p)
		sn_wipe(p, sizeof *p);
	free(p);
	return ret;
}

void sn_output_leads_free(struct sn_output_leads *leads)
{
	if (leads->leads)
		sn_wipe(leads->leads, leads->n * sizeof *leads->leads);
	free(leads->leads);
	free(leads->at);
	*leads = (struct sn_output_leads){0};
}

size_t sn_output_scan_leads(struct sn_owned_output *owned, const struct sn_output_source *from,
			    const struct sn_output_lead *leads, size_t n,
			    const struct sn_subaddress_table *table)
{
	size_t n_owned = 0;
	struct sn_extra extra;
	sn_extra_parse(&extra, from->tx->extra, from->tx->extra_len);
	size_t n_main = count_main(&extra, from->tx);
	for (size_t j = 0; j < n;) {
		size_t i = leads[j].output, k;
		struct sn_owned_output o = {.index = i,
					    .key = from->tx->outputs[i].key,
					    .is_coinbase = sn_tx_is_coinbase(from->tx)};
		while (j < n && leads[j].output == i &&
		       !sn_subaddress_table_find(&o.subaddress, table, &leads[j].spend))
			j++;
		if (j == n || leads[j].output != i)
			continue;
		k = leads[j].key;
		while (j < n && leads[j].output == i)
			j++;
		o.is_additional_key = k >= n_main;
		if (open_amount(&o, from->tx, &from->tx->outputs[i], &from->derivations[k])) {
			o.tx_key = scan_key(&extra, n_main, k);
			owned[n_owned++] = o;
		}
		sn_wipe(&o, sizeof o);
	}
	return n_owned;
}

int sn_output_scan(struct sn_owned_output *owned, size_t *n, const struct sn_tx *tx,
		   const struct sn_point *derivations, const bool *is_valid,
		   const struct sn_subaddress_table *table)
{
	const struct sn_output_source from = {tx, derivations, is_valid};
	struct sn_output_leads leads = {0};
	int ret = sn_output_leads_find(&leads, &from, 1);
	*n = ret ? 0 : sn_output_scan_leads(owned, &from, leads.leads, leads.n, table);
	sn_output_leads_free(&leads);
	return ret;
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
	size_t k = 0, n_main = count_main(&extra, tx);
	while (k < n_main && !is_valid[k])
		k++;
	uint8_t encrypted[SN_PAYMENT_ID_BYTES];
	if (k == n_main || !sn_extra_encrypted_payment_id(encrypted, &extra))
		return false;
	sn_payment_id_crypt(id, encrypted, &derivations[k]);
	return memcmp(id, none, sizeof none) != 0;
}
