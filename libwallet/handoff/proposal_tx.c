#include "handoff/proposal_tx.h"

#include "base/seam.h"
#include "base/secret.h"
#include "chain/fcmp_rules.h"
#include "chain/fcmp_size.h"

#include <stdlib.h>
#include <string.h>

int sn_proposal_weight(uint64_t *weight, size_t n_inputs, const struct sn_proposal_payments *p)
{
	const size_t n = p->n_destinations + p->n_self_sends;
	return sn_fcmp_weight(weight, n_inputs, n, sn_carrot_extra_size(n));
}

/* What sn_carrot_outputs_make needs. Secret. */
struct draft {
	struct sn_carrot_payment payments[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_self_send self_sends[SN_TX_OUTPUTS_MAX];
	struct sn_carrot_plan plan;
};

static void draw(struct draft *d, const struct sn_proposal_payments *p, const struct sn_carrot_seed *seed,
		 const struct sn_point *first_image)
{
	const size_t n = p->n_destinations + p->n_self_sends;
	d->plan = (struct sn_carrot_plan){
		.payments = d->payments,
		.n_payments = p->n_destinations,
		.self_sends = d->self_sends,
		.n_self_sends = p->n_self_sends,
		.first_image = *first_image,
	};
	sn_carrot_seed_payment_id(d->plan.dummy_payment_id, seed);
	/* Part of the transaction. */
	SN_PUBLIC(d->plan.dummy_payment_id, sizeof d->plan.dummy_payment_id);
	for (size_t i = 0; i < p->n_destinations; i++) {
		d->payments[i].to = p->destinations[i].address;
		d->payments[i].amount = p->destinations[i].amount;
		sn_carrot_seed_anchor(&d->payments[i].anchor, seed, (uint8_t)i);
	}
	for (size_t i = 0; i < p->n_self_sends; i++) {
		d->self_sends[i] = (struct sn_carrot_self_send){
			.to = p->self_sends[i].subaddress,
			.amount = p->self_sends[i].amount,
			.type = (enum sn_carrot_type)p->self_sends[i].enote_type,
			/* In a transaction of two outputs, the last one has the D_e of the other one. */
			.has_ephemeral_secret = n > 2 || i + 1 < p->n_self_sends,
		};
		if (d->self_sends[i].has_ephemeral_secret)
			sn_carrot_seed_ephemeral_secret(&d->self_sends[i].ephemeral_secret, seed, (uint8_t)i);
	}
}

static int by_image(const void *a, const void *b)
{
	const struct sn_tx_input *p = a, *q = b;
	return memcmp(q->key_image.b, p->key_image.b, sizeof p->key_image.b);
}

static int make_outputs(struct sn_proposal_tx *made, const struct sn_account *account,
			const struct sn_proposal_payments *p, const struct sn_carrot_seed *seed,
			struct sn_error *err)
{
	struct draft *d = sn_secret_alloc(sizeof *d);
	if (!d)
		return sn_error_memory(err);
	draw(d, p, seed, &made->tx.inputs[0].key_image);
	/* An input of the set is to blame, not the file. */
	int ret = sn_carrot_outputs_make(&made->outputs, &d->plan, account, err) ? SN_REFUSED : SN_OK;
	sn_secret_free(d);
	return ret;
}

int sn_proposal_tx_make(struct sn_proposal_tx *made, const struct sn_account *account,
			const struct sn_proposal_payments *p, const struct sn_carrot_seed *seed,
			const struct sn_point *images, size_t n_images, struct sn_error *err)
{
	*made = (struct sn_proposal_tx){0};
	int ret = sn_tx_init_fcmp(&made->tx, n_images, p->n_destinations + p->n_self_sends);
	if (ret)
		return ret == SN_IO
			       ? sn_error_memory(err)
			       : sn_error_set(
					 err, SN_REFUSED,
					 "the network allows no transaction with so many inputs or outputs");
	for (size_t i = 0; i < n_images; i++)
		made->tx.inputs[i].key_image = images[i];
	qsort(made->tx.inputs, n_images, sizeof *made->tx.inputs, by_image);
	ret = make_outputs(made, account, p, seed, err);
	if (ret)
		return ret;
	sn_carrot_outputs_fill(&made->tx, &made->outputs);
	sn_carrot_outputs_write_extra(&made->extra, &made->outputs);
	if (made->extra.failed)
		return sn_error_memory(err);
	made->tx.extra = made->extra.data;
	made->tx.extra_len = made->extra.len;
	made->tx.fee = p->fee;
	made->tx.is_pruned = true;
	ret = sn_fcmp_check_rules(&made->tx, err);
	if (ret)
		return ret;
	return sn_tx_signable_hash(&made->message, &made->tx) ? sn_error_memory(err) : SN_OK;
}

void sn_proposal_tx_rerandomization(struct sn_rerandomization *r, const struct sn_scalar *masks, size_t n,
				    const struct sn_proposal_tx *made, const struct sn_carrot_seed *seed)
{
	struct sn_scalar output_masks[SN_TX_OUTPUTS_MAX];
	for (size_t i = 0; i < n; i++)
		sn_carrot_seed_rerandomization(&r[i], seed, (uint16_t)i);
	for (size_t i = 0; i < made->outputs.n; i++)
		output_masks[i] = made->outputs.made[i].mask;
	sn_rerandomization_balance(r, masks, n, output_masks, made->outputs.n);
	sn_wipe(output_masks, sizeof output_masks);
}

void sn_proposal_tx_free(struct sn_proposal_tx *made)
{
	sn_tx_free(&made->tx);
	sn_buf_free(&made->extra);
	sn_wipe(made, sizeof *made);
}
