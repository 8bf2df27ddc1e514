#include "hot/reserve.h"

#include "handoff/plan.h"
#include "hot/proposals.h"
#include "hot/repeated_request.h"
#include "hot/rings.h"

#include <stdlib.h>

void sn_reserve_hash_rings(struct sn_hash *out, const struct sn_unsigned_tx *tx)
{
	struct sn_hash rings[SN_TX_INPUTS_MAX];
	for (size_t i = 0; i < tx->n_inputs; i++)
		sn_ring_hash(&rings[i], tx->inputs[i].global_index, tx->inputs[i].n_ring);
	sn_rings_hash(out, rings, tx->n_inputs);
}

static void describe(struct sn_composed *composed, const struct sn_unsigned_tx *tx, size_t weight)
{
	for (size_t i = 0; i < tx->n_destinations; i++)
		composed->amount += tx->destinations[i].amount;
	composed->fee = tx->fee;
	composed->change = tx->change;
	composed->weight = weight;
	composed->n_inputs = tx->n_inputs;
}

static int reserve_tx(struct sn_composed *composed, struct sn_wallet *w, const struct sn_unsigned_tx *tx,
		      const size_t *outputs, uint64_t now, struct sn_error *err)
{
	struct sn_wallet_payment payment = {
		.state = SN_PAYMENT_PREPARED,
		.time = now,
		.fee = tx->fee,
		.change = tx->change,
		.n_inputs = tx->n_inputs,
		.n_destinations = tx->n_destinations,
	};
	struct sn_tx_plan plan;
	int ret = sn_tx_plan(&plan, w->account, tx, err);
	if (ret)
		return ret;
	sn_reserve_hash_rings(&payment.rings, tx);
	payment.inputs = calloc(tx->n_inputs, sizeof *payment.inputs);
	payment.destinations = calloc(tx->n_destinations, sizeof *payment.destinations);
	if (payment.inputs && payment.destinations) {
		for (size_t i = 0; i < tx->n_inputs; i++)
			payment.inputs[i] = w->outputs[outputs[i]].key;
		for (size_t i = 0; i < tx->n_destinations; i++)
			payment.destinations[i] = (struct sn_payment_destination){tx->destinations[i].address,
										  tx->destinations[i].amount};
		ret = sn_wallet_add_payment(w, &payment, &composed->id);
	} else {
		ret = SN_IO;
	}
	free(payment.inputs);
	free(payment.destinations);
	describe(composed, tx, plan.weight);
	return ret ? sn_error_memory(err) : SN_OK;
}

int sn_reserve(struct sn_compose_result *result, struct sn_wallet *w,
	       const struct sn_payment_request *request, const struct sn_unsigned_set *set,
	       size_t *const *outputs, const uint8_t *file, size_t len, uint64_t now, struct sn_error *err)
{
	int ret = SN_OK;
	result->txs = calloc(set->n, sizeof *result->txs);
	if (!result->txs)
		return sn_error_memory(err);
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = reserve_tx(&result->txs[i], w, &set->txs[i], outputs[i], now, err);
		if (!ret)
			result->n++;
	}
	if (!ret)
		ret = sn_request_note(w, request, result, file, len, err);
	for (size_t i = 0; ret && i < result->n; i++)
		(void)!sn_wallet_set_payment(w, result->txs[i].id, SN_PAYMENT_RELEASED, NULL, 0);
	sn_wallet_change_end(w);
	return ret;
}

int sn_reserve_nothing(struct sn_compose_result *result, const struct sn_unsigned_set *set,
		       struct sn_error *err)
{
	result->txs = calloc(set->n, sizeof *result->txs);
	if (!result->txs)
		return sn_error_memory(err);
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_unsigned_tx *tx = &set->txs[i];
		describe(&result->txs[result->n++], tx,
			 sn_proposal_weight_of(tx->n_inputs, tx->n_destinations));
	}
	return SN_OK;
}
