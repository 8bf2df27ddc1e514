#include "cold_proposal_sets.h"
#include "cold_sets.h"

#include "chain/carrot_make.h"
#include "cold/input.h"
#include "crypto/x25519.h"
#include "handoff/envelope.h"
#include "handoff/proposal_tx.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#define FEE_PER_BYTE 20000

struct sn_proposal_set proposal_set(size_t n)
{
	struct sn_proposal_set set = {calloc(n, sizeof *set.proposals), n};
	cr_assert_not_null(set.proposals);
	for (size_t i = 0; i < n; i++) {
		struct sn_proposal *p = &set.proposals[i];
		p->inputs = calloc(SN_FCMP_INPUTS_MAX, sizeof *p->inputs);
		p->payments.destinations = calloc(SN_TX_OUTPUTS_MAX, sizeof *p->payments.destinations);
		p->payments.self_sends = calloc(SN_TX_OUTPUTS_MAX, sizeof *p->payments.self_sends);
		cr_assert(p->inputs && p->payments.destinations && p->payments.self_sends);
	}
	return set;
}

void proposal_free(struct sn_proposal_set *set)
{
	sn_proposal_set_free(set);
}

static void spend_old(struct sn_proposal_input *in, const struct sn_account *account)
{
	const struct cold_output o = {.to = in->subaddress, .amount = in->amount, .index = 1};
	struct sn_unsigned_input old;
	struct sn_opened_input opened;
	cold_make_input(&old, account, &o);
	cr_assert(!sn_input_open(&opened, account, &old, NULL));
	in->key = opened.key;
	in->tx_key = old.tx_key;
	in->index = old.index;
	in->mask_kind = old.mask_kind;
}

static void draw_anchor(struct sn_proposal_input *in, struct sn_carrot_anchor *anchor)
{
	const struct sn_scalar s = cold_random_scalar();
	memcpy(anchor->b, s.b, sizeof anchor->b);
	memcpy(in->anchor, s.b, sizeof in->anchor);
}

static void spend_special(struct sn_proposal_input *in, struct sn_carrot_made *made,
			  const struct sn_account *account, const struct sn_carrot_context *context)
{
	const struct sn_scalar d_e = cold_random_scalar();
	struct sn_x25519 key;
	sn_x25519_mul_base(&key, &d_e);
	memcpy(in->ephemeral, key.b, sizeof in->ephemeral);
	in->enote_type = SN_CARROT_CHANGE;
	cr_assert(!sn_carrot_make_special(made, account, in->subaddress, in->amount, SN_CARROT_CHANGE, &key,
					  context));
}

void proposal_spend(struct sn_proposal *p, const struct sn_account *account, enum sn_proposal_input_kind kind,
		    struct sn_subaddress_index to, uint64_t amount)
{
	struct sn_proposal_input *in = &p->inputs[p->n_inputs++];
	struct sn_address address = cold_address(account, to.major, to.minor);
	struct sn_carrot_anchor anchor;
	struct sn_carrot_context context;
	struct sn_carrot_made made = {0};
	*in = (struct sn_proposal_input){.kind = kind, .amount = amount, .subaddress = to};
	if (kind == SN_PROPOSAL_OLD) {
		spend_old(in, account);
		return;
	}
	if (kind != SN_PROPOSAL_COINBASE)
		in->first_image = cold_random_point();
	else
		in->height = 3700000 + p->n_inputs;
	sn_carrot_context(&context, &in->first_image);
	if (kind != SN_PROPOSAL_SPECIAL)
		draw_anchor(in, &anchor);
	if (kind == SN_PROPOSAL_SPECIAL)
		spend_special(in, &made, account, &context);
	else if (kind == SN_PROPOSAL_COINBASE)
		cr_assert(!sn_carrot_make_coinbase(&made, &address, amount, &anchor, in->height));
	else
		cr_assert(!sn_carrot_make_normal(&made, &address, amount, &anchor, &context));
	in->key = made.output.key;
}

void proposal_pay(struct sn_proposal *p, struct sn_address to, uint64_t amount)
{
	p->payments.destinations[p->payments.n_destinations++] =
		(struct sn_proposal_destination){.address = to, .amount = amount};
}

static void send_self(struct sn_proposal *p, struct sn_subaddress_index to, uint64_t amount,
		      enum sn_carrot_type type)
{
	p->payments.self_sends[p->payments.n_self_sends++] = (struct sn_proposal_self_send){
		.subaddress = to, .amount = amount, .enote_type = (uint8_t)type};
}

void proposal_pay_self(struct sn_proposal *p, struct sn_subaddress_index to, uint64_t amount)
{
	send_self(p, to, amount, SN_CARROT_PAYMENT);
}

void proposal_change(struct sn_proposal *p, uint32_t account)
{
	uint64_t rest = 0, weight;
	const struct sn_subaddress_index to = {account, 0};
	for (size_t i = 0; i < p->n_inputs; i++)
		rest += p->inputs[i].amount;
	for (size_t i = 0; i < p->payments.n_destinations; i++)
		rest -= p->payments.destinations[i].amount;
	for (size_t i = 0; i < p->payments.n_self_sends; i++)
		rest -= p->payments.self_sends[i].amount;
	send_self(p, to, 0, SN_CARROT_CHANGE);
	cr_assert(!sn_proposal_weight(&weight, p->n_inputs, &p->payments));
	p->payments.fee = weight * FEE_PER_BYTE;
	p->payments.self_sends[p->payments.n_self_sends - 1].amount = rest - p->payments.fee;
}

struct sn_proposal_set proposal_everyday(const struct sn_account *account, struct sn_address to)
{
	struct sn_proposal_set set = proposal_set(1);
	const struct sn_subaddress_index primary = {0, 0};
	proposal_spend(set.proposals, account, SN_PROPOSAL_NORMAL, primary, COLD_XMR);
	proposal_pay(set.proposals, to, COLD_XMR / 4);
	proposal_change(set.proposals, 0);
	return set;
}

void proposal_seal(struct sn_buf *file, const struct sn_account *account, const struct sn_proposal_set *set)
{
	struct sn_buf content = {0};
	cr_assert(!sn_proposal_set_encode(&content, set, account->network, NULL));
	cr_assert(!sn_envelope_seal(file, SN_ENVELOPE_PROPOSALS, account->network, &account->view_secret,
				    content.data, content.len, NULL));
	sn_buf_free(&content);
}
