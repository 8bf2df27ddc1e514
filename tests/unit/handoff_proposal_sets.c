#include "handoff_sets.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

static struct sn_subaddress_index any_subaddress(struct test_random *g)
{
	return (struct sn_subaddress_index){test_any_u32(g), test_any_u32(g)};
}

static void fill_old(struct test_random *g, struct sn_proposal_input *in)
{
	test_fill(g, in->tx_key.b, 32);
	in->index = test_any_u32(g);
	in->mask_kind = (enum sn_mask_kind)test_below(g, 3);
	if (in->mask_kind == SN_MASK_EXPLICIT) {
		test_fill(g, in->mask.b, 32);
		in->mask.b[31] &= 0x0f; /* below 2^252, so below l */
	}
}

static void fill_input(struct test_random *g, struct sn_proposal_input *in)
{
	in->kind = (enum sn_proposal_input_kind)test_below(g, 4);
	test_fill(g, in->key.b, 32);
	in->amount = test_any_u64(g);
	if (in->kind == SN_PROPOSAL_COINBASE)
		in->height = test_any_u64(g);
	else
		in->subaddress = any_subaddress(g);
	if (in->kind == SN_PROPOSAL_OLD)
		fill_old(g, in);
	if (in->kind == SN_PROPOSAL_NORMAL || in->kind == SN_PROPOSAL_SPECIAL)
		test_fill(g, in->first_image.b, 32);
	if (in->kind == SN_PROPOSAL_NORMAL || in->kind == SN_PROPOSAL_COINBASE)
		test_fill(g, in->anchor, sizeof in->anchor);
	if (in->kind == SN_PROPOSAL_SPECIAL) {
		test_fill(g, in->ephemeral, sizeof in->ephemeral);
		in->enote_type = (uint8_t)test_below(g, 2);
	}
	in->has_payment_id = in->kind == SN_PROPOSAL_NORMAL && test_below(g, 2);
	if (in->has_payment_id)
		test_fill(g, in->payment_id, sizeof in->payment_id);
}

bool test_is_same_input(const struct sn_proposal_input *a, const struct sn_proposal_input *b)
{
	return a->kind == b->kind && sn_point_is_equal(&a->key, &b->key) && a->amount == b->amount &&
	       sn_subaddress_is_equal(a->subaddress, b->subaddress) &&
	       sn_point_is_equal(&a->tx_key, &b->tx_key) && a->index == b->index &&
	       a->mask_kind == b->mask_kind && !memcmp(&a->mask, &b->mask, 32) &&
	       sn_point_is_equal(&a->first_image, &b->first_image) && a->height == b->height &&
	       !memcmp(a->anchor, b->anchor, 16) && !memcmp(a->ephemeral, b->ephemeral, 32) &&
	       a->enote_type == b->enote_type && a->has_payment_id == b->has_payment_id &&
	       !memcmp(a->payment_id, b->payment_id, 8);
}

static void fill_payments(struct test_random *g, struct sn_proposal_payments *p, enum sn_network network)
{
	p->n_destinations = test_below(g, SN_TX_OUTPUTS_MAX);
	p->n_self_sends = 1 + test_below(g, SN_TX_OUTPUTS_MAX - p->n_destinations);
	if (p->n_destinations + p->n_self_sends < 2)
		p->n_self_sends++;
	p->destinations = calloc(SN_TX_OUTPUTS_MAX, sizeof p->destinations[0]);
	p->self_sends = calloc(SN_TX_OUTPUTS_MAX, sizeof p->self_sends[0]);
	cr_assert(p->destinations && p->self_sends);
	for (size_t i = 0; i < p->n_destinations; i++)
		test_fill_destination(g, &p->destinations[i].address, &p->destinations[i].amount, network);
	for (size_t i = 0; i < p->n_self_sends; i++)
		p->self_sends[i] = (struct sn_proposal_self_send){any_subaddress(g),
								  (uint8_t)test_below(g, 2), test_any_u64(g)};
	p->fee = test_any_u64(g);
}

struct sn_proposal_set test_proposal_set(struct test_random *g, enum sn_network network, size_t n)
{
	struct sn_proposal_set set = {.proposals = calloc(n, sizeof set.proposals[0]), .n = n};
	cr_assert_not_null(set.proposals);
	for (size_t i = 0; i < n; i++) {
		struct sn_proposal *p = &set.proposals[i];
		p->n_inputs = 1 + test_below(g, 5);
		p->inputs = calloc(p->n_inputs, sizeof p->inputs[0]);
		cr_assert_not_null(p->inputs);
		for (size_t k = 0; k < p->n_inputs; k++)
			fill_input(g, &p->inputs[k]);
		fill_payments(g, &p->payments, network);
	}
	return set;
}

struct sn_signed_proposals test_signed_proposals(struct test_random *g, enum sn_network network, size_t n)
{
	struct sn_signed_proposals set = {.txs = calloc(n, sizeof set.txs[0]), .n = n};
	cr_assert_not_null(set.txs);
	for (size_t i = 0; i < n; i++) {
		struct sn_signed_proposal *tx = &set.txs[i];
		tx->n_inputs = 1 + test_below(g, 5);
		tx->inputs = calloc(tx->n_inputs, sizeof tx->inputs[0]);
		cr_assert_not_null(tx->inputs);
		test_fill(g, tx->inputs, tx->n_inputs * sizeof tx->inputs[0]);
		fill_payments(g, &tx->payments, network);
		test_fill(g, tx->seed, sizeof tx->seed);
		tx->n_created = tx->payments.n_self_sends;
		tx->created = calloc(tx->n_created, sizeof tx->created[0]);
		cr_assert_not_null(tx->created);
		for (size_t k = 0; k < tx->n_created; k++) {
			tx->created[k].index = (uint32_t)k;
			test_fill(g, tx->created[k].image.b, 32);
		}
	}
	return set;
}
