#include "carrot_wallets.h"

#include "chain/transaction.h"
#include "crypto/group_mul.h"
#include "crypto_helpers.h"

static const struct sn_subaddress_index primary = {0, 0};

void carrot_new_world(struct carrot_world *w, const char *test)
{
	w->random = test_random(test);
	for (size_t i = 0; i < CARROT_WALLETS; i++) {
		uint8_t seed[32];
		sn_random_bytes(&w->random, seed, sizeof seed);
		sn_account_from_seed(&w->account[i], SN_MAINNET, seed);
		w->table[i] = carrot_table(&w->account[i]);
	}
}

void carrot_free_world(struct carrot_world *w)
{
	for (size_t i = 0; i < CARROT_WALLETS; i++)
		sn_subaddress_table_free(&w->table[i]);
}

uint64_t carrot_random_amount(struct sn_random *g)
{
	uint64_t v = 0;
	switch (sn_random_below(g, 4)) {
	case 0:
		return sn_random_below(g, 2) ? UINT64_MAX : 0;
	case 1:
		return sn_random_below(g, 1000);
	default:
		sn_random_bytes(g, &v, sizeof v);
		return v;
	}
}

static struct sn_subaddress_index random_index(struct sn_random *g)
{
	return (struct sn_subaddress_index){(uint32_t)sn_random_below(g, 3), (uint32_t)sn_random_below(g, 4)};
}

void carrot_random_payment(struct carrot_set *s, struct carrot_world *w, size_t i, bool *has_integrated)
{
	struct sn_carrot_payment *p = &s->payments[i];
	s->payee[i] = sn_random_below(&w->random, CARROT_WALLETS);
	s->payee_index[i] = random_index(&w->random);
	if (!*has_integrated && sn_random_below(&w->random, 3) == 0)
		s->payee_index[i] = primary;
	sn_account_address(&p->to, &w->account[s->payee[i]], s->payee_index[i]);
	if (!*has_integrated && p->to.kind == SN_ADDRESS_STANDARD && sn_random_below(&w->random, 2)) {
		*has_integrated = true;
		p->to.kind = SN_ADDRESS_INTEGRATED;
		sn_random_bytes(&w->random, p->to.payment_id, 8);
	}
	p->amount = carrot_random_amount(&w->random);
	sn_random_bytes(&w->random, p->anchor.b, sizeof p->anchor.b);
}

void carrot_random_set(struct carrot_set *s, struct carrot_world *w, size_t n)
{
	*s = (struct carrot_set){.plan = {.payments = s->payments, .self_sends = s->self_sends}};
	bool has_integrated = false;
	s->plan.n_payments = sn_random_below(&w->random, n);
	s->plan.n_self_sends = n - s->plan.n_payments;
	for (size_t i = 0; i < s->plan.n_payments; i++)
		carrot_random_payment(s, w, i, &has_integrated);
	for (size_t i = 0; i < s->plan.n_self_sends; i++) {
		struct sn_carrot_self_send *self = &s->self_sends[i];
		self->to = random_index(&w->random);
		self->amount = carrot_random_amount(&w->random);
		self->type = sn_random_below(&w->random, 2) ? SN_CARROT_CHANGE : SN_CARROT_PAYMENT;
		self->has_ephemeral_secret = n > 2;
		sn_random_scalar(&w->random, &self->ephemeral_secret);
	}
	if (n == 2 && s->plan.n_self_sends == 2) {
		s->self_sends[1].type = SN_CARROT_CHANGE - s->self_sends[0].type;
		s->self_sends[sn_random_below(&w->random, 2)].has_ephemeral_secret = true;
	}
	if (n == 2 && s->plan.n_payments && !s->payee[0])
		s->self_sends[0].type = SN_CARROT_CHANGE; /* otherwise they can be equal, and refused */
	struct sn_scalar x;
	sn_random_scalar(&w->random, &x);
	struct sn_ge image;
	sn_ge_mul_base(&image, &x);
	sn_ge_encode(&s->plan.first_image, &image);
	sn_random_bytes(&w->random, s->plan.dummy_payment_id, 8);
}

void carrot_build(struct sn_tx *tx, struct sn_buf *extra, const struct sn_carrot_outputs *outputs,
		  const struct sn_point *images, size_t n_inputs, uint64_t fee)
{
	cr_assert_eq(sn_tx_init_fcmp(tx, n_inputs, outputs->n), SN_OK);
	for (size_t i = 0; i < n_inputs; i++)
		tx->inputs[i].key_image = images[i];
	sn_carrot_outputs_fill(tx, outputs);
	sn_carrot_outputs_write_extra(extra, outputs);
	cr_assert(!extra->failed);
	cr_assert_eq(extra->len, sn_carrot_extra_size(outputs->n));
	tx->extra = extra->data;
	tx->extra_len = extra->len;
	tx->fee = fee;
	tx->is_pruned = true;
}
