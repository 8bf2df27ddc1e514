#include "cold/outputs.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/extra.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "ringct/commitment.h"

/* Fisher-Yates. */
static void shuffle(size_t *order, size_t n, struct sn_random *random)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = n; i > 1; i--) {
		size_t j = sn_random_below(random, i), swap = order[i - 1];
		order[i - 1] = order[j];
		order[j] = swap;
	}
}

static int tx_public_key(struct sn_point *key, const struct sn_scalar *r, const struct sn_address *subaddress)
{
	struct sn_ge p;
	if (!subaddress) {
		sn_secret_to_public(key, r);
	} else {
		int ret = sn_ge_decode(&p, &subaddress->spend);
		if (ret)
			return ret;
		sn_ge_mul(&p, r, &p);
		sn_ge_encode(key, &p);
		sn_wipe(&p, sizeof p);
	}
	/* Part of tx extra. */
	SN_PUBLIC(key, sizeof *key);
	return SN_OK;
}

static int additional_public_key(struct sn_point *key, const struct sn_tx_keys *keys, size_t i,
				 const struct sn_tx_plan *plan)
{
	const struct sn_address *address = &plan->outputs[keys->order[i]].address;
	return tx_public_key(key, &keys->additional_r[i],
			     address->kind == SN_ADDRESS_SUBADDRESS ? address : NULL);
}

int sn_tx_keys_make(struct sn_tx_keys *keys, const struct sn_tx_plan *plan, struct sn_random *random)
{
	shuffle(keys->order, plan->n_outputs, random);
	sn_random_scalar(random, &keys->r);
	int ret = tx_public_key(&keys->tx_key, &keys->r, plan->tx_key_for);
	for (size_t i = 0; !ret && plan->has_additional_keys && i < plan->n_outputs; i++) {
		sn_random_scalar(random, &keys->additional_r[i]);
		ret = additional_public_key(&keys->additional[i], keys, i, plan);
	}
	sn_random_scalar(random, &keys->nobody);
	return ret;
}

bool sn_tx_keys_fit(const struct sn_tx_keys *keys, const struct sn_tx_plan *plan)
{
	bool is_there[SN_TX_OUTPUTS_MAX] = {false};
	struct sn_point again;
	for (size_t i = 0; i < plan->n_outputs; i++) {
		if (keys->order[i] >= plan->n_outputs || is_there[keys->order[i]])
			return false;
		is_there[keys->order[i]] = true;
	}
	if (tx_public_key(&again, &keys->r, plan->tx_key_for) || !sn_point_is_equal(&again, &keys->tx_key))
		return false;
	for (size_t i = 0; plan->has_additional_keys && i < plan->n_outputs; i++)
		if (additional_public_key(&again, keys, i, plan) ||
		    !sn_point_is_equal(&again, &keys->additional[i]))
			return false;
	return true;
}

static const struct sn_address *change_address(const struct sn_tx_plan *plan)
{
	for (size_t i = 0; i < plan->n_outputs; i++)
		if (plan->outputs[i].kind == SN_PLANNED_CHANGE)
			return &plan->outputs[i].address;
	return NULL;
}

/* The secret that sender and receiver of output i share: 8·r·A, with r the output's own key for a subaddress
 * among several recipients. For outputs to ourselves and for the dummy, which has no receiver: 8·a·R. */
static int derive_output(struct sn_point *derivation, const struct sn_tx_keys *keys, size_t i,
			 const struct sn_account *account, const struct sn_tx_plan *plan)
{
	const struct sn_planned_output *o = &plan->outputs[keys->order[i]];
	const struct sn_address *change = change_address(plan);
	bool is_change = o->kind == SN_PLANNED_CHANGE || (o->kind == SN_PLANNED_DESTINATION && change &&
							  sn_address_has_same_keys(&o->address, change));
	if (is_change || o->kind == SN_PLANNED_DUMMY)
		return sn_derive(derivation, &keys->tx_key, &account->view_secret);
	if (plan->has_additional_keys && o->address.kind == SN_ADDRESS_SUBADDRESS)
		return sn_derive(derivation, &o->address.view, &keys->additional_r[i]);
	return sn_derive(derivation, &o->address.view, &keys->r);
}

int sn_tx_output_make(struct sn_tx_output *out, struct sn_scalar *mask, const struct sn_tx_keys *keys,
		      size_t i, const struct sn_account *account, const struct sn_tx_plan *plan)
{
	const struct sn_planned_output *o = &plan->outputs[keys->order[i]];
	struct sn_point derivation, spend = o->address.spend;
	struct sn_scalar shared;
	uint8_t amount[8];
	*out = (struct sn_tx_output){0};
	if (o->kind == SN_PLANNED_DUMMY)
		sn_secret_to_public(&spend, &keys->nobody);
	int ret = derive_output(&derivation, keys, i, account, plan);
	if (!ret)
		ret = sn_derive_public_key(&out->key, &derivation, i, &spend);
	if (ret)
		goto out;
	out->has_view_tag = true;
	out->view_tag = sn_derive_view_tag(&derivation, i);
	sn_derivation_to_scalar(&shared, &derivation, i);
	sn_store_u64(amount, o->amount);
	sn_amount_crypt8(out->encrypted_amount, amount, &shared);
	sn_commitment_mask(mask, &shared);
	sn_commit(&out->commitment, mask, o->amount);
	/* Part of the transaction. */
	SN_PUBLIC(out, sizeof *out);
out:
	sn_wipe(amount, sizeof amount);
	sn_wipe(&derivation, sizeof derivation);
	sn_wipe(&shared, sizeof shared);
	return ret;
}

int sn_tx_extra_make(struct sn_buf *extra, const struct sn_tx_keys *keys, const struct sn_tx_plan *plan)
{
	uint8_t id[SN_PAYMENT_ID_BYTES];
	if (plan->has_payment_id) {
		struct sn_point derivation;
		int ret = sn_derive(&derivation, &plan->payment_id_for->view, &keys->r);
		if (ret)
			return ret;
		sn_payment_id_crypt(id, plan->payment_id, &derivation);
		sn_wipe(&derivation, sizeof derivation);
	}
	sn_extra_write(extra, &keys->tx_key, keys->additional,
		       plan->has_additional_keys ? plan->n_outputs : 0, plan->has_payment_id ? id : NULL);
	/* Part of the transaction. */
	SN_PUBLIC(extra->data, extra->len);
	return extra->failed ? SN_IO : SN_OK;
}
