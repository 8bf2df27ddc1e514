#include "hot/compose_tx.h"

#include "base/secret.h"
#include "chain/amount.h"
#include "chain/varint.h"
#include "handoff/plan.h"
#include "hot/fee.h"
#include "hot/proposals.h"

#include <stdlib.h>

/* Heavier transactions are not mined: half of the minimum block weight of 300,000, minus 600 for the
 * coinbase. Source: reference implementation, src/cryptonote_core/tx_pool.cpp, get_transaction_weight_limit.
 */
#define WEIGHT_LIMIT (300000 / 2 - 600)

bool sn_compose_has_proposals(const struct sn_composer *c)
{
	return c->request->format == SN_REQUEST_PROPOSALS;
}

int sn_compose_tx_weight(size_t *weight, const struct sn_composer *c, const struct sn_unsigned_tx *tx,
			 struct sn_error *err)
{
	struct sn_tx_plan plan;
	if (!sn_compose_has_proposals(c)) {
		int ret = sn_tx_plan(&plan, c->w->account, tx, err);
		*weight = plan.weight;
		return ret;
	}
	*weight = sn_proposal_weight_of(tx->n_inputs, tx->n_destinations);
	if (*weight <= SN_FCMP_TX_WEIGHT_MAX)
		return SN_OK;
	return sn_error_set(
		err, SN_REFUSED, "the network allows no transaction with %zu input%s and %zu recipient%s",
		tx->n_inputs, SN_PLURAL(tx->n_inputs), tx->n_destinations, SN_PLURAL(tx->n_destinations));
}

int sn_compose_tx_alloc(struct sn_composer *c, size_t n, struct sn_error *err)
{
	c->set.txs = calloc(n, sizeof *c->set.txs);
	c->outputs = calloc(n, sizeof *c->outputs);
	if (!c->set.txs || !c->outputs)
		return sn_error_memory(err);
	c->set.n = n;
	return SN_OK;
}

int sn_compose_tx_refuse_amount(struct sn_error *err)
{
	return sn_error_hint(err, sn_error_set(err, SN_REFUSED, "no set of inputs fits this amount and fee"),
			     "try another amount");
}

size_t sn_compose_tx_payment_id_size(enum sn_address_kind kind)
{
	return kind == SN_ADDRESS_INTEGRATED ? 2 + 1 + SN_PAYMENT_ID_BYTES : 0;
}

int sn_compose_tx_init(struct sn_composer *c, size_t at, const size_t *picked, size_t n,
		       const struct sn_payment_destination *to, size_t n_to, struct sn_error *err)
{
	struct sn_unsigned_tx *tx = &c->set.txs[at];
	tx->inputs = calloc(n, sizeof *tx->inputs);
	tx->destinations = calloc(n_to, sizeof *tx->destinations);
	c->outputs[at] = calloc(n, sizeof **c->outputs);
	if (!tx->inputs || !tx->destinations || !c->outputs[at])
		return sn_error_memory(err);
	tx->n_inputs = n;
	tx->unlock_time = c->request->unlock_time;
	for (size_t i = 0; i < n; i++) {
		const struct sn_wallet_output *o = &c->w->outputs[picked[i]];
		struct sn_unsigned_input *input = &tx->inputs[i];
		c->outputs[at][i] = picked[i];
		input->tx_key = o->tx_key;
		input->index = o->index;
		input->subaddress = o->subaddress;
		input->amount = o->amount;
		input->mask_kind = o->mask_kind;
		if (o->mask_kind == SN_MASK_EXPLICIT)
			input->mask = o->mask;
		input->n_ring = sn_compose_has_proposals(c) ? 0 : SN_RING_SIZE;
		for (size_t j = 0; j < input->n_ring; j++)
			input->global_index[j] = (j + 1) * c->index_bound;
	}
	tx->n_destinations = n_to;
	for (size_t i = 0; i < n_to; i++)
		tx->destinations[i] = (struct sn_unsigned_destination){to[i].address, to[i].amount};
	return SN_OK;
}

/* An overflow means that a daemon has lied about amounts. */
static int inputs_total(uint64_t *total, const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	struct sn_amount sum = {0};
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_amount_add(&sum, sum, (struct sn_amount){tx->inputs[i].amount}))
			return sn_error_set(err, SN_REFUSED,
					    "the sum of the inputs is larger than the money supply");
	*total = sum.pico;
	return SN_OK;
}

/* Whether a daemon relays a transaction with the fee of the request. */
static int check_given_fee(const struct sn_composer *c, size_t weight, struct sn_error *err)
{
	const uint64_t least = sn_fee_least(&c->fees, weight), usual = sn_fee_for_weight(&c->fees, 1, weight);
	char least_text[SN_AMOUNT_TEXT_MAX], usual_text[SN_AMOUNT_TEXT_MAX];
	if (c->request->fee >= least)
		return SN_OK;
	sn_amount_format(least_text, (struct sn_amount){least});
	sn_amount_format(usual_text, (struct sn_amount){usual});
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"the fee is too low for the daemon: it must be at least %s XMR; the usual fee is %s XMR",
			least_text, usual_text),
		"use --fee=%s, or omit --fee", usual_text);
}

/* The fee of a proposal. Its weight does not depend on amounts. */
static int settle_proposal_fee(const struct sn_composer *c, const struct sn_unsigned_tx *tx, uint64_t *fee,
			       struct sn_error *err)
{
	size_t weight;
	*fee = c->request->fee;
	int ret = sn_compose_tx_weight(&weight, c, tx, err);
	if (ret)
		return ret;
	if (*fee)
		return check_given_fee(c, weight, err);
	*fee = sn_fee_exact(&c->fees, c->priority, weight);
	return SN_OK;
}

/* Compute the fee of `tx`. The weight depends on the amounts of fee and change only through the length of
 * their encoding, so a few rounds are enough. The first fee is that of the reference wallet: it decides the
 * result if fees with encodings of different length would both be consistent. */
static int settle_fee(struct sn_composer *c, struct sn_unsigned_tx *tx, uint64_t *fee, struct sn_error *err)
{
	size_t n_outputs = tx->n_destinations + tx->has_change, weight;
	if (sn_compose_has_proposals(c))
		return settle_proposal_fee(c, tx, fee, err);
	*fee = c->request->fee;
	if (!*fee)
		*fee = sn_fee_for_weight(&c->fees, c->priority,
					 sn_fee_estimate_weight(tx->n_inputs, n_outputs < 2 ? 2 : n_outputs,
								sn_compose_tx_payment_id_size(
									tx->destinations[0].address.kind)));
	for (int round = 0; round < 4; round++) {
		tx->fee = *fee;
		int ret = sn_compose_tx_weight(&weight, c, tx, err);
		if (ret)
			return ret;
		if (weight > WEIGHT_LIMIT)
			return sn_error_hint(
				err,
				sn_error_set(err, SN_REFUSED, "the transaction is too large for a block"),
				"send less, or pay fewer recipients at once");
		if (c->request->fee)
			return c->has_rings ? check_given_fee(c, weight, err) : SN_OK;
		uint64_t needed = sn_fee_for_weight(&c->fees, c->priority, weight);
		if (needed == *fee)
			return SN_OK;
		if (needed > *fee || round == 0)
			*fee = needed;
	}
	return SN_OK;
}

size_t sn_compose_tx_ring_slack(const struct sn_composer *c, size_t n_inputs)
{
	return n_inputs * SN_RING_SIZE * (sn_varint_size(c->index_bound) - 1);
}

/* Divide without change: the rest must equal the fee. Adding the rest to the fee would make a fee like those
 * of no other wallet. Before the rings are made, a rest that can still become equal is enough. */
static int divide_exactly(struct sn_composer *c, struct sn_unsigned_tx *tx, uint64_t rest, bool *is_enough,
			  struct sn_error *err)
{
	uint64_t fee;
	tx->has_change = false;
	tx->change = 0;
	int ret = settle_fee(c, tx, &fee, err);
	if (ret)
		return ret;
	*is_enough = rest == fee;
	if (!c->request->fee && !c->has_rings) {
		uint64_t saved =
			sn_fee_for_weight(&c->fees, c->priority, sn_compose_tx_ring_slack(c, tx->n_inputs));
		*is_enough = c->without_change && rest <= fee && rest + saved >= fee;
	}
	tx->fee = *is_enough ? rest : fee;
	return SN_OK;
}

static int divide_sweep(struct sn_composer *c, struct sn_unsigned_tx *tx, uint64_t inputs, bool *is_enough,
			struct sn_error *err)
{
	uint64_t fee;
	tx->has_change = sn_compose_has_proposals(c); /* of 0 */
	int ret = settle_fee(c, tx, &fee, err);
	*is_enough = !ret && fee < inputs;
	if (*is_enough) {
		tx->fee = fee;
		tx->destinations[0].amount = inputs - fee;
	}
	return ret;
}

static int refuse_share(const struct sn_composer *c, size_t recipient, uint64_t share, struct sn_error *err)
{
	char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(amount, (struct sn_amount){c->request->destinations[recipient].amount});
	sn_amount_format(fee, (struct sn_amount){share});
	return sn_error_hint(
		err,
		sn_error_because(err, SN_REFUSED, SN_REASON_FEE,
				 "destination %zu would get nothing: of %s XMR, %s XMR are for the fee",
				 recipient + 1, amount, fee),
		"send more, or pay the fee yourself: omit --subtract-fee");
}

/* The recipients pay the fee. The amounts are first restored, because this is done twice. */
static int divide_subtracted(struct sn_composer *c, struct sn_unsigned_tx *tx, uint64_t inputs,
			     bool *is_enough, struct sn_error *err)
{
	const size_t first = (size_t)(tx - c->set.txs) * SN_TX_DESTINATIONS_MAX, n = tx->n_destinations;
	uint64_t total = 0, fee;
	for (size_t i = 0; i < n; i++) {
		tx->destinations[i].amount = c->request->destinations[first + i].amount;
		total += tx->destinations[i].amount; /* sn_payment_request_check excludes overflow */
	}
	if (inputs < total)
		return SN_OK;
	tx->has_change = inputs > total || sn_compose_has_proposals(c);
	tx->change = inputs - total;
	tx->change_to = (struct sn_subaddress_index){c->request->account, 0};
	int ret = settle_fee(c, tx, &fee, err);
	for (size_t i = 0; !ret && i < n; i++) {
		const uint64_t share = fee / n + (i < fee % n);
		if (tx->destinations[i].amount <= share)
			return refuse_share(c, first + i, share, err);
		tx->destinations[i].amount -= share;
	}
	tx->fee = fee;
	*is_enough = !ret;
	return ret;
}

int sn_compose_tx_divide(struct sn_composer *c, struct sn_unsigned_tx *tx, bool *is_enough,
			 struct sn_error *err)
{
	uint64_t inputs = 0, total = 0, fee;
	*is_enough = false;
	int ret = inputs_total(&inputs, tx, err);
	if (!ret && c->request->sweep_all)
		return divide_sweep(c, tx, inputs, is_enough, err);
	if (!ret && c->request->subtract_fee)
		return divide_subtracted(c, tx, inputs, is_enough, err);
	for (size_t i = 0; i < tx->n_destinations; i++)
		total += tx->destinations[i].amount; /* sn_payment_request_check excludes overflow */
	if (ret || inputs < total)
		return ret;

	uint64_t rest = inputs - total;
	tx->has_change = true;
	tx->change_to = (struct sn_subaddress_index){c->request->account, 0};
	tx->change = rest ? rest : 1;
	ret = settle_fee(c, tx, &fee, err);
	if (ret)
		return ret;
	if (rest > fee || (rest == fee && sn_compose_has_proposals(c))) {
		tx->fee = fee;
		tx->change = rest - fee;
		*is_enough = true;
		return SN_OK;
	}
	if (sn_compose_has_proposals(c))
		return SN_OK;
	return divide_exactly(c, tx, rest, is_enough, err);
}

int sn_compose_tx_check_dust(const struct sn_composer *c, struct sn_error *err)
{
	const struct sn_payment_request *r = c->request;
	size_t at = 0;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		const struct sn_unsigned_tx *tx = &c->set.txs[i];
		for (size_t j = 0; !ret && j < tx->n_destinations; j++, at++)
			ret = sn_limits_check_dust(r->limits, tx->destinations[j].amount, err);
	}
	if (ret && r->n_destinations > 1)
		ret = sn_error_prefix(err, ret, "destination %zu", at);
	if (ret && err && (r->subtract_fee || r->sweep_all))
		err->reason = SN_REASON_FEE;
	return ret;
}

void sn_compose_tx_drop(struct sn_composer *c, size_t at)
{
	struct sn_unsigned_tx *tx = &c->set.txs[at];
	if (tx->inputs)
		sn_wipe(tx->inputs, tx->n_inputs * sizeof *tx->inputs);
	free(tx->inputs);
	free(tx->destinations);
	free(c->outputs[at]);
	*tx = (struct sn_unsigned_tx){0};
	c->outputs[at] = NULL;
}
