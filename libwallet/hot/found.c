#include "hot/found.h"

#include "base/secret.h"
#include "chain/spend_keys.h"
#include "crypto/derive.h"
#include "crypto/fcmp_constants.h"
#include "kernel/derivations.h"
#include "ringct/clsag.h"
#include "ringct/rerandomize.h"

#include <stdlib.h>

static int make_list(struct sn_found_list *found, size_t n)
{
	found->n = n;
	found->at = n ? calloc(n, sizeof *found->at) : NULL;
	if (n && !found->at)
		found->n = 0;
	return found->n == n ? SN_OK : SN_IO;
}

static struct sn_wallet_output wallet_output(const struct sn_owned_output *owned, const struct sn_tx *tx)
{
	return (struct sn_wallet_output){
		.key = owned->key,
		.tx_key = owned->tx_key,
		.index = (uint32_t)owned->index,
		.subaddress = owned->subaddress,
		.amount = owned->amount,
		.mask = owned->mask,
		.mask_kind = owned->mask_kind,
		.is_coinbase = owned->is_coinbase,
		.is_rct = owned->is_rct,
		.unlock_time = tx->unlock_time,
	};
}

static int list_outputs(struct sn_found_list *found, const struct sn_owned_output *owned, size_t n,
			const struct sn_output_source *from)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	if (make_list(found, n))
		return SN_IO;
	const bool has_id = n && sn_output_payment_id(id, from->tx, from->derivations, from->is_valid);
	for (size_t i = 0; i < n; i++) {
		struct sn_wallet_output *o = &found->at[i].output;
		*o = wallet_output(&owned[i], from->tx);
		o->has_payment_id = has_id;
		if (has_id)
			memcpy(o->payment_id, id, sizeof id);
	}
	return SN_OK;
}

/* D_e is stored as the tx public key. */
static struct sn_wallet_output carrot_output(const struct sn_carrot_owned *owned, const struct sn_tx *tx)
{
	struct sn_wallet_output o = {
		.key = owned->key,
		.index = (uint32_t)owned->index,
		.subaddress = owned->subaddress,
		.amount = owned->amount,
		.mask = owned->mask,
		.mask_kind = owned->is_coinbase ? SN_MASK_ONE : SN_MASK_EXPLICIT,
		.is_coinbase = owned->is_coinbase,
		.is_rct = true,
		.is_carrot = true,
		.has_payment_id = owned->has_payment_id,
		.unlock_time = tx->unlock_time,
	};
	memcpy(o.tx_key.b, owned->ephemeral_key.b, sizeof o.tx_key.b);
	memcpy(o.payment_id, owned->payment_id, sizeof o.payment_id);
	return o;
}

static struct sn_wallet_enote wallet_enote(const struct sn_carrot_owned *owned, const struct sn_tx *tx)
{
	struct sn_wallet_enote e = {.kind = (uint8_t)owned->kind, .type = (uint8_t)owned->type};
	if (!owned->is_coinbase)
		e.first_image = tx->inputs[0].key_image;
	if (owned->kind != SN_CARROT_SPECIAL)
		e.anchor = owned->anchor;
	return e;
}

static int list_enotes(struct sn_found_list *found, const struct sn_carrot_owned *owned, size_t n,
		       const struct sn_tx *tx)
{
	if (make_list(found, n))
		return SN_IO;
	found->n = 0;
	for (size_t i = 0; i < n; i++)
		if (owned[i].amount)
			found->at[found->n++] =
				(struct sn_found){carrot_output(&owned[i], tx), wallet_enote(&owned[i], tx),
						  owned[i].extensions};
	return SN_OK;
}

static int scan_carrot(struct sn_found_list *found, const struct sn_tx *tx, const struct sn_x25519 *shared,
		       const struct sn_account *account, const struct sn_subaddress_table *table)
{
	struct sn_carrot_owned *owned = calloc(tx->n_outputs + 1, sizeof *owned);
	if (!owned)
		return SN_IO;
	size_t n = sn_carrot_scan_open(owned, tx, shared, account);
	n = sn_carrot_scan_select(owned, n, account, table);
	const int ret = list_enotes(found, owned, n, tx);
	sn_wipe(owned, n * sizeof *owned);
	free(owned);
	return ret;
}

int sn_found_scan(struct sn_found_list *found, const struct sn_found_source *from,
		  const struct sn_account *account, const struct sn_subaddress_table *table)
{
	const struct sn_tx *tx = from->tx.tx;
	*found = (struct sn_found_list){0};
	if (from->shared)
		return scan_carrot(found, tx, from->shared, account, table);
	if (!from->n_leads)
		return SN_OK;
	struct sn_owned_output *owned = calloc(tx->n_outputs + 1, sizeof *owned);
	if (!owned)
		return SN_IO;
	const size_t n = sn_output_scan_leads(owned, &from->tx, from->leads, from->n_leads, table);
	const int ret = list_outputs(found, owned, n, &from->tx);
	sn_wipe(owned, n * sizeof *owned);
	free(owned);
	return ret;
}

static int scan_carrot_tx(struct sn_found_list *found, const struct sn_tx *tx,
			  const struct sn_account *account, const struct sn_subaddress_table *table)
{
	const size_t n = sn_carrot_scan_keys(NULL, 0, tx);
	struct sn_x25519 *shared = calloc(n + 1, sizeof *shared);
	if (!shared)
		return SN_IO;
	sn_carrot_scan_keys(shared, n, tx);
	sn_x25519_many(shared, shared, n, &account->view_secret);
	const int ret = n ? scan_carrot(found, tx, shared, account, table) : SN_OK;
	sn_wipe(shared, n * sizeof *shared);
	free(shared);
	return ret;
}

int sn_found_scan_tx(struct sn_found_list *found, const struct sn_tx *tx, const struct sn_account *account,
		     const struct sn_subaddress_table *table)
{
	*found = (struct sn_found_list){0};
	if (sn_tx_has_carrot_outputs(tx))
		return scan_carrot_tx(found, tx, account, table);
	const size_t n_keys = sn_output_scan_keys(NULL, 0, tx);
	struct sn_point *keys = calloc(n_keys + 1, sizeof *keys),
			*derivations = calloc(n_keys + 1, sizeof *derivations);
	bool *is_valid = calloc(n_keys + 1, sizeof *is_valid);
	struct sn_output_leads leads = {0};
	struct sn_found_source from = {.tx = {tx, derivations, is_valid}};
	int ret = keys && derivations && is_valid ? SN_OK : SN_IO;
	if (!ret) {
		sn_output_scan_keys(keys, n_keys, tx);
		ret = sn_derive_many(derivations, is_valid, keys, n_keys, &account->view_secret);
	}
	if (!ret)
		ret = sn_output_leads_find(&leads, &from.tx, 1);
	if (!ret) {
		from.leads = leads.leads;
		from.n_leads = leads.n;
		ret = sn_found_scan(found, &from, account, table);
	}
	sn_output_leads_free(&leads);
	if (derivations)
		sn_wipe(derivations, n_keys * sizeof *derivations);
	free(keys);
	free(derivations);
	free(is_valid);
	return ret;
}

/* I = x·Hp(P), x = Hs(D ‖ i) + b'. */
static int image_of_output(struct sn_point *image, const struct sn_wallet_output *o,
			   const struct sn_account *account)
{
	struct sn_point derivation;
	struct sn_scalar spend = {{0}}, x = {{0}};
	int ret = sn_derive(&derivation, &o->tx_key, &account->view_secret);
	if (!ret) {
		sn_account_spend_secret(&spend, account, o->subaddress);
		sn_derive_secret_key(&x, &derivation, o->index, &spend);
		sn_key_image(image, &o->key, &x);
	}
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&x, sizeof x);
	return ret;
}

/* L = x·Hp2(K_o), x = b' + k_g. */
static int image_of_enote(struct sn_point *image, const struct sn_found *found,
			  const struct sn_account *account)
{
	struct sn_spend_keys keys;
	struct sn_point generator;
	sn_spend_keys_carrot(&keys, account, found->output.subaddress, &found->extensions);
	int ret = sn_spend_keys_check(&keys, &found->output.key);
	if (!ret) {
		sn_image_generator(&generator, &found->output.key, true, sn_fcmp);
		ret = sn_image_from_generator(image, &generator, &keys.x);
	}
	sn_wipe(&keys, sizeof keys);
	return ret;
}

int sn_found_image(struct sn_point *image, const struct sn_found *found, const struct sn_account *account)
{
	return found->output.is_carrot ? image_of_enote(image, found, account)
				       : image_of_output(image, &found->output, account);
}

void sn_found_free(struct sn_found_list *found)
{
	if (found->at)
		sn_wipe(found->at, found->n * sizeof *found->at);
	free(found->at);
	*found = (struct sn_found_list){0};
}
