#include "carrot_tx.h"

#include "chain/extra.h"
#include "chain/fcmp_proofs.h"
#include "chain/fcmp_size.h"
#include "cold_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define FEE 30000000
#define LAYERS 7

struct sn_carrot_anchor carrot_anchor(void)
{
	struct sn_carrot_anchor anchor;
	memcpy(anchor.b, cold_random_scalar().b, sizeof anchor.b);
	return anchor;
}

static void put_proofs(struct sn_buf *out, size_t n_inputs, size_t n_outputs)
{
	struct sn_fcmp_proofs proofs;
	cr_assert(!sn_fcmp_proofs_init(&proofs, n_inputs));
	proofs.bpp.rounds = sn_bpp_rounds(n_outputs);
	proofs.reference_block = 1;
	proofs.n_layers = LAYERS;
	proofs.membership_len = sn_fcmp_membership_size(n_inputs, LAYERS);
	uint8_t *membership = calloc(1, proofs.membership_len);
	cr_assert_not_null(membership);
	proofs.membership = membership;
	sn_fcmp_proofs_write(out, &proofs);
	free(membership);
	sn_fcmp_proofs_free(&proofs);
}

static struct sn_point point_of(const struct sn_x25519 *key)
{
	struct sn_point p;
	memcpy(p.b, key->b, sizeof p.b);
	return p;
}

struct carrot_tx carrot_tx(const struct sn_point *images, size_t n_images, const struct sn_carrot_made *made,
			   size_t n_made, const uint8_t *payment_id)
{
	struct carrot_tx t = {0};
	struct sn_point keys[SN_TX_OUTPUTS_MAX];
	bool is_shared = true;
	cr_assert(!sn_tx_init_fcmp(&t.tx, n_images, n_made));
	t.tx.fee = FEE;
	for (size_t i = 0; i < n_images; i++)
		t.tx.inputs[i].key_image = images[i];
	for (size_t i = 0; i < n_made; i++) {
		t.tx.outputs[i] = made[i].output;
		keys[i] = point_of(&made[i].ephemeral_key);
		is_shared &= sn_point_is_equal(&keys[i], &keys[0]);
	}
	sn_extra_write(&t.extra, is_shared ? keys : NULL, keys, is_shared ? 0 : n_made, payment_id);
	put_proofs(&t.prunable, n_images, n_made);
	t.tx.extra = t.extra.data;
	t.tx.extra_len = t.extra.len;
	t.tx.prunable = t.prunable.data;
	t.tx.prunable_len = t.prunable.len;
	cr_assert(!t.extra.failed && !t.prunable.failed);
	return t;
}

void carrot_tx_free(struct carrot_tx *t)
{
	sn_tx_free(&t->tx);
	sn_buf_free(&t->extra);
	sn_buf_free(&t->prunable);
}

struct carrot_tx carrot_tx_to(const struct sn_point *image, const struct sn_address *to, uint64_t amount)
{
	const struct sn_account somebody = cold_account("somebody");
	return carrot_tx_pay(&somebody, image, 1, to, amount, 1);
}

struct carrot_tx carrot_tx_pay(const struct sn_account *from, const struct sn_point *images, size_t n_images,
			       const struct sn_address *to, uint64_t amount, uint64_t change)
{
	const struct sn_carrot_payment payment = {*to, amount, carrot_anchor()};
	const struct sn_carrot_self_send back = {.amount = change, .type = SN_CARROT_CHANGE};
	const struct sn_carrot_plan plan = {.payments = &payment,
					    .n_payments = 1,
					    .self_sends = &back,
					    .n_self_sends = 1,
					    .first_image = images[0],
					    .dummy_payment_id = {1, 2, 3}};
	struct sn_carrot_outputs outputs;
	struct sn_error err;
	cr_assert(!sn_carrot_outputs_make(&outputs, &plan, from, &err), "%s", err.text);
	return carrot_tx(images, n_images, outputs.made, outputs.n, outputs.encrypted_payment_id);
}
