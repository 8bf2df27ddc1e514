#include "hot/proposals.h"

#include "chain/carrot_outputs.h"
#include "chain/fcmp_size.h"
#include "handoff/envelope.h"
#include "handoff/proposal_set.h"
#include "hot/fee.h"
#include "store/wallet_input.h"

#include <stdlib.h>

size_t sn_proposal_weight_of(size_t n_inputs, size_t n_destinations)
{
	const size_t n_outputs = n_destinations + 1;
	uint64_t weight;
	return sn_fcmp_weight(&weight, n_inputs, n_outputs, sn_carrot_extra_size(n_outputs)) ? SIZE_MAX
											     : (size_t)weight;
}

uint64_t sn_proposal_fee(const struct sn_daemon_fees *fees, unsigned priority, size_t n_inputs,
			 size_t n_destinations)
{
	return sn_fee_exact(fees, priority, sn_proposal_weight_of(n_inputs, n_destinations));
}

static int make_one(struct sn_proposal *p, const struct sn_wallet *w, const struct sn_unsigned_tx *tx,
		    const size_t *outputs, struct sn_error *err)
{
	struct sn_proposal_payments *to = &p->payments;
	p->inputs = calloc(tx->n_inputs, sizeof *p->inputs);
	to->destinations = calloc(tx->n_destinations, sizeof *to->destinations);
	to->self_sends = calloc(1, sizeof *to->self_sends);
	if (!p->inputs || !to->destinations || !to->self_sends)
		return sn_error_memory(err);
	p->n_inputs = tx->n_inputs;
	for (size_t i = 0; i < tx->n_inputs; i++)
		sn_wallet_proposal_input(&p->inputs[i], w, &w->outputs[outputs[i]]);
	to->n_destinations = tx->n_destinations;
	for (size_t i = 0; i < tx->n_destinations; i++)
		to->destinations[i] = (struct sn_proposal_destination){tx->destinations[i].address,
								       tx->destinations[i].amount};
	to->n_self_sends = 1;
	to->self_sends[0] = (struct sn_proposal_self_send){
		.subaddress = {p->inputs[0].subaddress.major, 0},
		.enote_type = SN_CARROT_CHANGE,
		.amount = tx->change,
	};
	to->fee = tx->fee;
	return sn_proposal_payments_check_together(to, err);
}

int sn_proposals_make(struct sn_buf *out, const struct sn_wallet *w, const struct sn_unsigned_set *set,
		      size_t *const *outputs, struct sn_error *err)
{
	const enum sn_network network = w->account->network;
	struct sn_buf content = {0};
	struct sn_proposal_set proposals = {.proposals = calloc(set->n, sizeof *proposals.proposals),
					    .n = set->n};
	int ret = SN_OK;
	if (!proposals.proposals)
		return sn_error_memory(err);
	for (size_t i = 0; !ret && i < set->n; i++)
		ret = make_one(&proposals.proposals[i], w, &set->txs[i], outputs[i], err);
	if (!ret)
		ret = sn_proposal_set_encode(&content, &proposals, network, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_PROPOSALS, network, &w->account->view_secret,
				       content.data, content.len, err);
	sn_buf_free(&content);
	sn_proposal_set_free(&proposals);
	return ret;
}
