#include "chain/carrot_scan.h"
#include "base/seam.h"
#include "base/secret.h"
#include "chain/extra.h"
#include "crypto/scalar.h"
#include "kernel/derivations.h"
#include "ringct/commitment.h"

#include <sodium.h>
#include <stdlib.h>

static const uint8_t no_payment_id[SN_PAYMENT_ID_BYTES];

/* Whether they are equal. The time of the scan reveals the result, and may: it says whether an enote is
 * ours. */
static bool is_same(const void *a, const void *b, size_t len)
{
	bool is_it = sodium_memcmp(a, b, len) == 0;
	SN_PUBLIC(&is_it, sizeof is_it);
	return is_it;
}

/* ------------------------------------------------------------------ keys of a transaction */

/* Field 01 has the key of all outputs (coinbase: of the first), otherwise field 04 those of each. */
size_t sn_carrot_scan_keys(struct sn_x25519 *keys, size_t cap, const struct sn_tx *tx)
{
	struct sn_extra extra;
	struct sn_point key;
	if (!sn_tx_has_carrot_outputs(tx))
		return 0;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	if (extra.n_tx_keys) {
		sn_extra_tx_keys(&key, 1, &extra);
		if (cap)
			memcpy(keys->b, key.b, sizeof keys->b);
		return 1;
	}
	if (extra.n_additional != tx->n_outputs)
		return 0;
	for (size_t i = 0; i < extra.n_additional && i < cap; i++) {
		sn_extra_additional_key(&key, &extra, i);
		memcpy(keys[i].b, key.b, sizeof keys[i].b);
	}
	return extra.n_additional;
}

/* ------------------------------------------------------------------ one enote */

static bool open_coinbase(struct sn_carrot_owned *owned, const struct sn_carrot_source *from,
			  const struct sn_carrot_secret *s, const struct sn_point *primary)
{
	owned->amount = from->output->amount;
	owned->mask = sn_scalar_one;
	owned->type = SN_CARROT_PAYMENT;
	sn_commit(&owned->commitment, &owned->mask, owned->amount);
	sn_carrot_extensions_coinbase(&owned->extensions, s, owned->amount, primary);
	return !sn_carrot_spend_key(&owned->spend, &owned->key, &owned->extensions) &&
	       is_same(owned->spend.b, primary->b, sizeof primary->b);
}

/* Whether the commitment opens to the amount with the mask of this type. */
static bool has_type(struct sn_carrot_owned *owned, const struct sn_carrot_secret *s,
		     enum sn_carrot_type type)
{
	struct sn_point c;
	sn_carrot_mask(&owned->mask, s, owned->amount, &owned->spend, type);
	sn_commit(&c, &owned->mask, owned->amount);
	owned->type = type;
	return is_same(c.b, owned->commitment.b, sizeof c.b);
}

static bool open_payment(struct sn_carrot_owned *owned, const struct sn_carrot_source *from,
			 const struct sn_carrot_secret *s)
{
	uint8_t amount[8];
	owned->commitment = from->output->commitment;
	sn_carrot_extensions(&owned->extensions, s, &owned->commitment);
	if (sn_carrot_spend_key(&owned->spend, &owned->key, &owned->extensions))
		return false;
	sn_carrot_crypt_amount(amount, from->output->encrypted_amount, s, &owned->key);
	owned->amount = sn_load_u64(amount);
	sn_wipe(amount, sizeof amount);
	return has_type(owned, s, SN_CARROT_PAYMENT) || has_type(owned, s, SN_CARROT_CHANGE);
}

bool sn_carrot_open(struct sn_carrot_owned *owned, const struct sn_carrot_source *from,
		    const struct sn_x25519 *shared, const struct sn_point *primary)
{
	const struct sn_tx_output *out = from->output;
	uint8_t tag[SN_CARROT_VIEW_TAG_BYTES];
	struct sn_carrot_secret s;
	sn_carrot_view_tag(tag, shared, &from->context, &out->key);
	if (!is_same(tag, out->carrot_view_tag, sizeof tag))
		return false;
	*owned = (struct sn_carrot_owned){.key = out->key,
					  .is_coinbase = from->is_coinbase,
					  .ephemeral_key = from->ephemeral_key,
					  .context = from->context};
	sn_carrot_secret(&s, shared, &from->ephemeral_key, &from->context);
	bool is_open =
		from->is_coinbase ? open_coinbase(owned, from, &s, primary) : open_payment(owned, from, &s);
	if (is_open) {
		sn_carrot_crypt_anchor(owned->anchor.b, out->encrypted_anchor, &s, &out->key);
		owned->has_payment_id = from->has_payment_id && !from->is_coinbase;
		if (owned->has_payment_id)
			sn_carrot_crypt_payment_id(owned->payment_id, from->encrypted_payment_id, &s,
						   &out->key);
	} else {
		sn_wipe(owned, sizeof *owned);
	}
	sn_wipe(&s, sizeof s);
	return is_open;
}

/* Whether anchor and payment ID give D_e. */
static bool is_normal(const struct sn_carrot_owned *owned, const uint8_t *payment_id, bool is_subaddress)
{
	struct sn_scalar d_e;
	struct sn_x25519 key;
	sn_carrot_ephemeral_secret(&d_e, &owned->anchor, &owned->context, &owned->spend, payment_id);
	bool is_it = !sn_carrot_ephemeral_key(&key, &d_e, &owned->spend, is_subaddress) &&
		     is_same(key.b, owned->ephemeral_key.b, sizeof key.b);
	sn_wipe(&d_e, sizeof d_e);
	return is_it;
}

static bool is_special(const struct sn_carrot_owned *owned, const struct sn_scalar *view_secret)
{
	struct sn_carrot_anchor anchor;
	sn_carrot_anchor_special(&anchor, view_secret, &owned->ephemeral_key, &owned->context, &owned->key);
	bool is_it = is_same(anchor.b, owned->anchor.b, sizeof anchor.b);
	sn_wipe(&anchor, sizeof anchor);
	return is_it;
}

bool sn_carrot_check_anchor(struct sn_carrot_owned *owned, const struct sn_account *account)
{
	bool is_subaddress = !is_same(owned->spend.b, account->spend_public.b, sizeof owned->spend.b);
	owned->kind = SN_CARROT_NORMAL;
	if (owned->has_payment_id && is_normal(owned, owned->payment_id, is_subaddress)) {
		owned->has_payment_id = !is_same(owned->payment_id, no_payment_id, sizeof no_payment_id);
		return true;
	}
	owned->has_payment_id = false;
	memset(owned->payment_id, 0, sizeof owned->payment_id);
	if (is_normal(owned, no_payment_id, is_subaddress))
		return true;
	owned->kind = SN_CARROT_SPECIAL;
	return !owned->is_coinbase && is_special(owned, &account->view_secret);
}

/* ------------------------------------------------------------------ one transaction */

/* The outputs to scan, of a transaction with n_keys keys. One key is that of all outputs, but in a coinbase
 * transaction that of the first only. */
static size_t outputs_to_scan(const struct sn_tx *tx, size_t n_keys)
{
	return n_keys < tx->n_outputs && sn_tx_is_coinbase(tx) ? 1 : tx->n_outputs;
}

bool sn_carrot_has_lead(const struct sn_tx *tx, const struct sn_x25519 *shared)
{
	const size_t n_keys = sn_carrot_scan_keys(NULL, 0, tx);
	const size_t n_outputs = n_keys ? outputs_to_scan(tx, n_keys) : 0;
	struct sn_carrot_context context;
	bool has_one = false;
	if (n_outputs)
		sn_carrot_context_of(&context, tx);
	for (size_t i = 0; !has_one && i < n_outputs; i++) {
		const struct sn_tx_output *out = &tx->outputs[i];
		uint8_t tag[SN_CARROT_VIEW_TAG_BYTES];
		sn_carrot_view_tag(tag, &shared[n_keys > 1 ? i : 0], &context, &out->key);
		has_one = is_same(tag, out->carrot_view_tag, sizeof tag);
	}
	return has_one;
}

size_t sn_carrot_scan_open(struct sn_carrot_owned *owned, const struct sn_tx *tx,
			   const struct sn_x25519 *shared, const struct sn_account *account)
{
	struct sn_carrot_source from = {.is_coinbase = sn_tx_is_coinbase(tx)};
	struct sn_extra extra;
	size_t n_keys = sn_carrot_scan_keys(&from.ephemeral_key, 1, tx), n = 0;
	if (!n_keys)
		return 0;
	const size_t n_outputs = outputs_to_scan(tx, n_keys);
	const bool is_shared = n_keys < tx->n_outputs;
	sn_extra_parse(&extra, tx->extra, tx->extra_len);
	sn_carrot_context_of(&from.context, tx);
	from.has_payment_id = sn_extra_encrypted_payment_id(from.encrypted_payment_id, &extra);
	for (size_t i = 0; i < n_outputs; i++) {
		struct sn_point key;
		from.output = &tx->outputs[i];
		if (!is_shared && i) {
			sn_extra_additional_key(&key, &extra, i);
			memcpy(from.ephemeral_key.b, key.b, sizeof key.b);
		}
		if (sn_carrot_open(&owned[n], &from, &shared[is_shared ? 0 : i], &account->spend_public))
			owned[n++].index = i;
	}
	return n;
}

size_t sn_carrot_scan_select(struct sn_carrot_owned *owned, size_t n, const struct sn_account *account,
			     const struct sn_subaddress_table *table)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++) {
		struct sn_carrot_owned *o = &owned[i];
		/* The address is ours in nearly all cases; the time of the look-up depends on it. */
		SN_PUBLIC(&o->spend, sizeof o->spend);
		bool is_ours = sn_subaddress_table_find(&o->subaddress, table, &o->spend) &&
			       sn_carrot_check_anchor(o, account);
		if (is_ours && kept != i)
			owned[kept] = *o;
		if (!is_ours || kept != i)
			sn_wipe(o, sizeof *o);
		kept += is_ours;
	}
	return kept;
}

int sn_carrot_scan_tx(struct sn_carrot_owned *owned, size_t *n, const struct sn_tx *tx,
		      const struct sn_account *account, const struct sn_subaddress_table *table)
{
	size_t n_keys = sn_carrot_scan_keys(NULL, 0, tx);
	*n = 0;
	if (!n_keys)
		return SN_OK;
	struct sn_x25519 *shared = calloc(n_keys, sizeof *shared);
	if (!shared)
		return SN_IO;
	sn_carrot_scan_keys(shared, n_keys, tx);
	sn_x25519_many(shared, shared, n_keys, &account->view_secret);
	*n = sn_carrot_scan_open(owned, tx, shared, account);
	*n = sn_carrot_scan_select(owned, *n, account, table);
	sn_wipe(shared, n_keys * sizeof *shared);
	free(shared);
	return SN_OK;
}
