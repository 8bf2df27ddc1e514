#include "hot/compose.h"

#include "base/secret.h"
#include "chain/amount.h"
#include "chain/varint.h"
#include "handoff/envelope.h"
#include "handoff/plan.h"
#include "hot/batch_selection.h"
#include "hot/balance.h"
#include "hot/decoys.h"
#include "hot/distribution_check.h"
#include "hot/fee.h"
#include "hot/other_rings.h"
#include "hot/priority.h"
#include "hot/second_payment.h"
#include "hot/request.h"
#include "hot/reserve.h"
#include "hot/ring_sanity.h"
#include "hot/select.h"
#include "hot/sweep.h"
#include "hot/sync.h"
#include "node/daemon_info.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"

#include <inttypes.h>
#include <stdlib.h>

/* Heavier transactions are not mined: half the least block size of 300,000 less the coinbase's 600.
 * Source: reference implementation, src/cryptonote_core/tx_pool.cpp, get_transaction_weight_limit. */
#define WEIGHT_LIMIT (300000 / 2 - 600)

/* Everything that composing needs at hand. */
struct composer {
	struct sn_wallet *w;
	struct sn_daemon *daemon;
	const struct sn_payment_request *request;
	struct sn_daemon_fees fees;
	unsigned priority; /* 1 to 4 */
	struct sn_daemon_distribution distribution;
	uint64_t now;
	uint64_t index_bound; /* every global output index in a ring is below this */
	struct sn_unsigned_set set;
	size_t **outputs;    /* per transaction: indices into w->outputs, as its inputs */
	bool has_rings;      /* until then weights are estimates from above */
	bool without_change; /* there are no more inputs: the fee may be all that is left */
};

/* How many transactions, and which destinations transaction `at` of them pays. */
static size_t n_parts(const struct sn_payment_request *r)
{
	return (r->n_destinations + SN_TX_DESTINATIONS_MAX - 1) / SN_TX_DESTINATIONS_MAX;
}

/* Each is filled before the next one, as the reference wallet does. */
static const struct sn_payment_destination *part(size_t *n, const struct sn_payment_request *r, size_t at)
{
	size_t from = at * SN_TX_DESTINATIONS_MAX, left = r->n_destinations - from;
	*n = left < SN_TX_DESTINATIONS_MAX ? left : SN_TX_DESTINATIONS_MAX;
	return r->destinations + from;
}

/* ---------------------------------------------------------------- one transaction */

/* In the reference wallet's estimates: a payment id that is none of the recipient's does not count. */
static size_t payment_id_size(enum sn_address_kind kind)
{
	return kind == SN_ADDRESS_INTEGRATED ? 2 + 1 + SN_PAYMENT_ID_BYTES : 0;
}

static int init_tx(struct composer *c, size_t at, const size_t *picked, size_t n,
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
		/* Until the ring is made: indices that take the most room, so that the fee can only fall. */
		input->n_ring = SN_RING_SIZE;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			input->global_index[j] = (j + 1) * c->index_bound;
	}
	tx->n_destinations = n_to;
	for (size_t i = 0; i < n_to; i++)
		tx->destinations[i] = (struct sn_unsigned_destination){to[i].address, to[i].amount};
	return SN_OK;
}

/* Not more than there can be, unless the wallet was made to believe in money by a daemon that lied. */
static int inputs_total(uint64_t *total, const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	struct sn_amount sum = {0};
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_amount_add(&sum, sum, (struct sn_amount){tx->inputs[i].amount}))
			return sn_error_set(err, SN_REFUSED, "the inputs add up to more than there can be");
	*total = sum.pico;
	return SN_OK;
}

/* The fee of `tx` as it stands but for fee and change amounts, which the weight depends on only through their
 * encoding: a few rounds settle it. They begin where the reference wallet's do, which matters where the fees
 * are encoded in different lengths. */
static int settle_fee(struct composer *c, struct sn_unsigned_tx *tx, uint64_t *fee, struct sn_error *err)
{
	struct sn_tx_plan plan;
	size_t n_outputs = tx->n_destinations + tx->has_change;
	*fee = c->request->fee;
	if (!*fee)
		*fee = sn_fee_for_weight(
			&c->fees, c->priority,
			sn_fee_estimate_weight(tx->n_inputs, n_outputs < 2 ? 2 : n_outputs,
					       payment_id_size(tx->destinations[0].address.kind)));
	for (int round = 0; round < 4; round++) {
		tx->fee = *fee;
		int ret = sn_tx_plan(&plan, c->w->account, tx, err);
		if (ret)
			return ret;
		if (plan.weight > WEIGHT_LIMIT)
			return sn_error_set(err, SN_REFUSED, "the transaction is too large for a block");
		if (c->request->fee && !c->has_rings)
			return SN_OK;
		if (c->request->fee) {
			uint64_t least = sn_fee_least(&c->fees, plan.weight);
			uint64_t usual = sn_fee_for_weight(&c->fees, 1, plan.weight);
			char least_text[SN_AMOUNT_TEXT_MAX], usual_text[SN_AMOUNT_TEXT_MAX];
			if (*fee >= least)
				return SN_OK;
			sn_amount_format(least_text, (struct sn_amount){least});
			sn_amount_format(usual_text, (struct sn_amount){usual});
			return sn_error_set(
				err, SN_REFUSED,
				"the daemon would not relay this with the fee given: at least %s XMR "
				"are needed, %s are usual",
				least_text, usual_text);
		}
		uint64_t needed = sn_fee_for_weight(&c->fees, c->priority, plan.weight);
		if (needed == *fee)
			return SN_OK;
		if (needed > *fee || round == 0)
			*fee = needed;
	}
	return SN_OK;
}

/* How much lighter the rings may be than init_tx takes them for. */
static size_t ring_slack(const struct composer *c, size_t n_inputs)
{
	return n_inputs * SN_RING_SIZE * (sn_varint_size(c->index_bound) - 1);
}

/* Nothing is left for change. To give the fee what a change output would take is possible, but no other
 * wallet's fees look like that: it is the fee, or there is none. Before the rings are known, it is so if it
 * can be. */
static int divide_exactly(struct composer *c, struct sn_unsigned_tx *tx, uint64_t rest, bool *is_enough,
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
		uint64_t saved = sn_fee_for_weight(&c->fees, c->priority, ring_slack(c, tx->n_inputs));
		*is_enough = c->without_change && rest <= fee && rest + saved >= fee;
	}
	tx->fee = *is_enough ? rest : fee;
	return SN_OK;
}

static int divide_sweep(struct composer *c, struct sn_unsigned_tx *tx, uint64_t inputs, bool *is_enough,
			struct sn_error *err)
{
	uint64_t fee;
	tx->has_change = false;
	int ret = settle_fee(c, tx, &fee, err);
	*is_enough = !ret && fee < inputs;
	if (*is_enough) {
		tx->fee = fee;
		tx->destinations[0].amount = inputs - fee;
	}
	return ret;
}

/* Divide the inputs into amounts, fee and change. `*is_enough` is false when they do not suffice. */
static int divide(struct composer *c, struct sn_unsigned_tx *tx, bool *is_enough, struct sn_error *err)
{
	uint64_t inputs = 0, total = 0, fee;
	*is_enough = false;
	int ret = inputs_total(&inputs, tx, err);
	if (!ret && c->request->sweep_all)
		return divide_sweep(c, tx, inputs, is_enough, err);
	for (size_t i = 0; i < tx->n_destinations; i++)
		total += tx->destinations[i].amount; /* check_request has excluded overflow */
	if (ret || inputs < total)
		return ret;

	uint64_t rest = inputs - total;
	tx->has_change = true;
	tx->change_to = (struct sn_subaddress_index){c->request->account, 0};
	tx->change = rest ? rest : 1;
	ret = settle_fee(c, tx, &fee, err);
	if (ret)
		return ret;
	if (rest > fee) {
		tx->fee = fee;
		tx->change = rest - fee;
		*is_enough = true;
		return SN_OK;
	}
	return divide_exactly(c, tx, rest, is_enough, err);
}

/* What selecting for a transaction that pays these has to reckon with: the fee for one input, and for each
 * further one; and how many fit. */
static int select_target(struct composer *c, const struct sn_payment_destination *to, size_t n_to,
			 struct sn_select_target *target, struct sn_error *err)
{
	uint64_t total = 0;
	struct sn_unsigned_tx probe = {.has_change = !c->without_change,
				       .unlock_time = c->request->unlock_time};
	struct sn_unsigned_destination destinations[SN_TX_OUTPUTS_MAX];
	struct sn_tx_plan plan;
	size_t weights[2];
	probe.change = probe.has_change;
	probe.inputs = calloc(2, sizeof *probe.inputs);
	if (!probe.inputs)
		return sn_error_memory(err);
	probe.destinations = destinations;
	probe.n_destinations = n_to;
	for (size_t i = 0; i < n_to; i++) {
		destinations[i] = (struct sn_unsigned_destination){to[i].address, to[i].amount};
		total += c->request->sweep_all ? 0 : to[i].amount;
	}
	int ret = SN_OK;
	for (size_t n = 1; !ret && n <= 2; n++) {
		probe.n_inputs = n;
		probe.inputs[n - 1].n_ring = SN_RING_SIZE;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			probe.inputs[n - 1].global_index[j] = (j + 1) * c->index_bound;
		ret = sn_tx_plan(&plan, c->w->account, &probe, err);
		/* To find a set that fits exactly, one that might do. */
		weights[n - 1] = plan.weight - (c->without_change ? ring_slack(c, n) : 0);
	}
	free(probe.inputs);
	if (ret)
		return ret;

	/* The probe had no fee in it: its encoding takes at most nine bytes more. */
	const struct sn_daemon_fees *fees = &c->fees;
	unsigned priority = c->priority;
	size_t more = weights[1] - weights[0];
	size_t extra = payment_id_size(to->address.kind);
	size_t max_inputs = sn_fee_inputs_of_full(c->request->sweep_all ? 2 : n_to + 1, extra);
	*target = (struct sn_select_target){
		.amount = total,
		.fee_first = sn_fee_for_weight(fees, priority, weights[0]),
		.fee_more = sn_fee_for_weight(fees, priority, more),
		.fee_preferred = sn_fee_for_weight(fees, priority, sn_fee_estimate_weight(2, 2, extra)),
		.dust = sn_fee_threshold(fees, priority) - 1,
		.max_inputs = max_inputs < SN_TX_INPUTS_MAX ? max_inputs : SN_TX_INPUTS_MAX,
		.may_add = true,
	};
	if (c->request->fee) {
		target->may_add = c->request->fee >= target->fee_first + target->fee_more;
		target->fee_first = target->fee_preferred = c->request->fee;
		target->fee_more = 0;
	}
	return SN_OK;
}

static int alloc_set(struct composer *c, size_t n, struct sn_error *err)
{
	c->set.txs = calloc(n, sizeof *c->set.txs);
	c->outputs = calloc(n, sizeof *c->outputs);
	if (!c->set.txs || !c->outputs)
		return sn_error_memory(err);
	c->set.n = n;
	return SN_OK;
}

/* ---------------------------------------------------------------- payment, sweep */

static int refuse_amount(struct sn_error *err)
{
	return sn_error_set(err, SN_REFUSED, "no set of inputs fits this amount and fee; try another amount");
}

static void drop_tx(struct composer *c, size_t at)
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

/* Of one transaction, or of several, which then have one error for all. */
static int part_error(const struct composer *c, int ret, size_t at, struct sn_error *err)
{
	return ret && c->set.n > 1 ? sn_error_prefix(err, ret, "transaction %zu of %zu", at + 1, c->set.n)
				   : ret;
}

static int select_inputs(struct composer *c, struct sn_batch_selection *chosen,
			 const struct sn_select_target *targets, struct sn_error *err)
{
	const struct sn_wallet *w = c->w;
	uint32_t account = c->request->account;
	if (c->set.n > 1)
		return sn_select_batch(chosen, w, account, c->now, targets, c->set.n, err);
	*chosen = (struct sn_batch_selection){.picked = calloc(targets->max_inputs, sizeof *chosen->picked),
					      .ends = calloc(1, sizeof *chosen->ends)};
	if (!chosen->picked || !chosen->ends)
		return sn_error_memory(err);
	return sn_select(chosen->picked, chosen->ends, w, account, c->now, targets, err);
}

/* One attempt to make all transactions of what these targets choose. Those that do not have enough then are
 * asked for a little more the next time: the estimates may be a few bytes short of the truth. */
static int try_targets(struct composer *c, struct sn_select_target *targets, bool *is_enough,
		       struct sn_error *err)
{
	struct sn_batch_selection chosen = {0};
	const uint64_t more = c->request->fee ? 1 : sn_fee_for_weight(&c->fees, c->priority, 16);
	*is_enough = true;
	for (size_t i = 0; i < c->set.n; i++)
		drop_tx(c, i);
	int ret = select_inputs(c, &chosen, targets, err);
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		size_t n, from = i ? chosen.ends[i - 1] : 0;
		bool has_enough;
		const struct sn_payment_destination *to = part(&n, c->request, i);
		ret = init_tx(c, i, chosen.picked + from, chosen.ends[i] - from, to, n, err);
		if (!ret)
			ret = part_error(c, divide(c, &c->set.txs[i], &has_enough, err), i, err);
		if (ret || has_enough)
			continue;
		*is_enough = false;
		if (__builtin_add_overflow(targets[i].fee_first, more, &targets[i].fee_first))
			targets[i].fee_first = UINT64_MAX;
	}
	sn_batch_selection_free(&chosen);
	return ret;
}

static int estimate(struct composer *c, struct sn_select_target *targets, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		size_t n;
		const struct sn_payment_destination *to = part(&n, c->request, i);
		ret = part_error(c, select_target(c, to, n, &targets[i], err), i, err);
	}
	return ret;
}

static int compose_payment(struct composer *c, struct sn_error *err)
{
	bool is_enough = false;
	int ret = alloc_set(c, n_parts(c->request), err);
	if (ret)
		return ret;
	struct sn_select_target *targets = calloc(c->set.n, sizeof *targets);
	if (!targets)
		return sn_error_memory(err);
	ret = estimate(c, targets, err);
	for (int attempt = 0; !ret && !is_enough && attempt <= 8; attempt++)
		ret = try_targets(c, targets, &is_enough, err);
	if (ret == SN_REFUSED && !c->request->fee) {
		/* There is no more: then what there is may be exactly enough. */
		const struct sn_error first = err ? *err : (struct sn_error){0};
		c->without_change = true;
		ret = estimate(c, targets, err);
		if (!ret)
			ret = try_targets(c, targets, &is_enough, err);
		if (ret == SN_REFUSED || (!ret && !is_enough)) {
			ret = SN_REFUSED;
			if (err)
				*err = first;
		}
	}
	free(targets);
	return ret || is_enough ? ret : refuse_amount(err);
}

/* -1: all. */
static int64_t swept_account(const struct sn_payment_request *r)
{
	return r->one_account ? (int64_t)r->account : -1;
}

static int refuse_sweep(const struct composer *c, const struct sn_sweep *sweep, struct sn_error *err)
{
	struct sn_balance balance;
	if (sweep->dust.n)
		return sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH,
					"what can be sent is less than the fee");
	sn_balance(&balance, c->w, swept_account(c->request), c->now);
	return balance.total
		       ? sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH_UNLOCKED,
					  "there is no unlocked money to send")
		       : sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH, "there is no money to send");
}

/* Transactions that do not bring more than their fee are left out. */
static int compose_sweep(struct composer *c, struct sn_compose_result *result, struct sn_error *err)
{
	struct sn_select_target target;
	struct sn_sweep sweep = {0};
	size_t at = 0;
	const struct sn_payment_destination *to = c->request->destinations;
	int ret = select_target(c, to, 1, &target, err);
	if (!ret)
		ret = sn_sweep_plan(&sweep, c->w, c->now,
				    &(struct sn_sweep_terms){.account = swept_account(c->request),
							     .join_addresses = c->request->join_addresses,
							     .max_inputs = target.max_inputs,
							     .dust = target.dust},
				    err);
	if (!ret && sweep.n_txs)
		ret = alloc_set(c, sweep.n_txs, err);
	for (size_t i = 0, from = 0; !ret && i < sweep.n_txs; from = sweep.ends[i++]) {
		bool is_enough;
		ret = init_tx(c, at, sweep.picked + from, sweep.ends[i] - from, to, 1, err);
		if (!ret)
			ret = divide(c, &c->set.txs[at], &is_enough, err);
		if (ret)
			break;
		if (is_enough) {
			at++;
			continue;
		}
		drop_tx(c, at);
		for (size_t j = from; j < sweep.ends[i]; j++)
			sn_output_sum_add(&sweep.dust, c->w->outputs[sweep.picked[j]].amount);
	}
	if (!ret)
		c->set.n = at;
	if (!ret && at == 0)
		ret = refuse_sweep(c, &sweep, err);
	result->dust = sweep.dust;
	result->rest = sweep.rest;
	sn_sweep_free(&sweep);
	return ret;
}

/* ---------------------------------------------------------------- rings, result */

/* No daemon relays the others (hot/ring_sanity.h). */
static int check_sane(const struct composer *c, const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	const struct sn_daemon_distribution *d = &c->distribution;
	uint64_t *indices = calloc(tx->n_inputs, sizeof tx->inputs->global_index);
	size_t n = 0;
	if (!indices)
		return sn_error_memory(err);
	for (size_t i = 0; i < tx->n_inputs; i++)
		for (size_t j = 0; j < tx->inputs[i].n_ring; j++)
			indices[n++] = tx->inputs[i].global_index[j];
	bool is_sane = d->count < SN_SPENDABLE_AGE ||
		       sn_rings_are_sane(indices, n, d->cumulative[d->count - SN_SPENDABLE_AGE]);
	free(indices);
	return is_sane ? SN_OK
		       : sn_error_set(
				 err, SN_REFUSED,
				 "the decoys are so old, or so few are different, that daemons would not relay "
				 "the transaction: compose it again");
}

static int make_rings(struct composer *c, struct sn_error *err)
{
	size_t n = 0, at = 0;
	for (size_t i = 0; i < c->set.n; i++)
		n += c->set.txs[i].n_inputs;
	struct sn_unsigned_input *inputs = calloc(n, sizeof *inputs);
	size_t *outputs = calloc(n, sizeof *outputs);
	bool *is_other = calloc(n, sizeof *is_other);
	int ret = inputs && outputs && is_other ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		is_other[at] = sn_other_rings_needed(c->w, &c->set.txs[i], c->outputs[i]);
		for (size_t j = 0; j < c->set.txs[i].n_inputs; j++) {
			inputs[at] = c->set.txs[i].inputs[j];
			outputs[at++] = c->outputs[i][j];
		}
	}
	if (!ret)
		ret = sn_make_rings(inputs, outputs, is_other, n, c->w, c->daemon, &c->distribution, err);
	at = 0;
	for (size_t i = 0; !ret && i < c->set.n; i++)
		for (size_t j = 0; j < c->set.txs[i].n_inputs; j++)
			c->set.txs[i].inputs[j] = inputs[at++];
	/* Now the weights are exact, and not above the estimates. */
	c->has_rings = true;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		bool is_enough;
		ret = divide(c, &c->set.txs[i], &is_enough, err);
		if (!ret && !is_enough)
			ret = refuse_amount(err);
		if (!ret)
			ret = check_sane(c, &c->set.txs[i], err);
		if (!ret)
			ret = sn_other_rings_check(c->w, &c->set.txs[i], c->outputs[i], c->daemon, err);
	}
	free(inputs);
	free(outputs);
	free(is_other);
	return ret;
}

/* What the signer would refuse is refused here, before anything is reserved for it. */
static int check_limits(const struct composer *c, struct sn_error *err)
{
	struct sn_tx_plan plan;
	size_t at = 0;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		const struct sn_unsigned_tx *tx = &c->set.txs[i];
		ret = sn_tx_plan(&plan, c->w->account, tx, err);
		if (!ret)
			ret = sn_limits_check_fee(c->request->limits, tx->fee, plan.weight, err);
		for (size_t j = 0; !ret && j < tx->n_destinations; j++, at++) {
			ret = sn_limits_check_dust(c->request->limits, tx->destinations[j].amount, err);
			if (ret && c->request->n_destinations > 1)
				ret = sn_error_prefix(err, ret, "destination %zu", at + 1);
		}
	}
	return ret;
}

static int hand_out(struct composer *c, struct sn_buf *out, struct sn_compose_result *result,
		    struct sn_error *err)
{
	struct sn_buf content = {0};
	int ret = sn_unsigned_set_encode(&content, &c->set, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_UNSIGNED_SET, c->w->account->network,
				       &c->w->account->view_secret, content.data, content.len, err);
	sn_buf_free(&content);
	if (ret)
		return ret;
	return sn_reserve(result, c->w, &c->set, c->outputs, c->now, err);
}

/* What is missing may have arrived since the last sync. */
static int say_if_behind(int ret, const struct sn_wallet *w, const struct sn_daemon_info *info,
			 struct sn_error *err)
{
	if (!err || sn_wallet_height(w) >= info->height ||
	    (err->reason != SN_REASON_NOT_ENOUGH && err->reason != SN_REASON_NOT_ENOUGH_UNLOCKED))
		return ret;
	const struct sn_error first = *err;
	return sn_error_because(
		err, (enum sn_err)ret, first.reason,
		"%s; scanned up to height %llu, the daemon is at %llu: run wo-sync (sneakernote: refresh)",
		first.text, (unsigned long long)sn_wallet_height(w), (unsigned long long)info->height);
}

int sn_compose(struct sn_buf *out, struct sn_compose_result *result, struct sn_wallet *w,
	       struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
	       struct sn_error *err)
{
	struct composer c = {
		.w = w, .daemon = daemon, .request = request, .now = now, .priority = request->priority};
	struct sn_daemon_info info;
	*result = (struct sn_compose_result){0};
	sn_daemon_set_apart(daemon, true);
	int ret = sn_payment_request_check(request, w->account->network, err);
	if (!ret)
		ret = sn_payment_request_duplicates(&result->duplicates, request, err);
	if (!ret)
		ret = sn_second_payment_check(w, request, now, err);
	if (!ret)
		ret = sn_check_network(w, daemon, &info, err);
	if (!ret && sn_wallet_lacks_images(w))
		ret = sn_error_set(
			err, SN_NEEDS_REPAIR,
			"key images were lost: what counts may be spent already; run ki-restore, then wo-sync "
			"(sneakernote: refresh)");
	if (!ret && w->scanned_to)
		ret = sn_error_set(err, SN_REFUSED,
				   "blocks %" PRIu64 " to %" PRIu64
				   " must be scanned again: run wo-sync first (sneakernote: refresh)",
				   sn_wallet_height(w), w->scanned_to - 1);
	if (!ret && !w->n_blocks)
		ret = sn_error_set(
			err, SN_REFUSED,
			"this wallet has not seen the chain yet: run wo-sync first (sneakernote: refresh)");
	if (!ret)
		ret = sn_check_fork(w, daemon, err);
	if (!ret)
		ret = sn_daemon_get_fees(daemon, &c.fees, err);
	if (!ret && !request->fee && !request->priority)
		ret = sn_priority_usual(&c.priority, daemon, &info, &c.fees, err);
	if (!ret)
		ret = sn_daemon_get_distribution(daemon, &c.distribution, err);
	if (!ret)
		ret = sn_distribution_check(&c.distribution, w, daemon, err);
	if (!ret) {
		c.index_bound = c.distribution.cumulative[c.distribution.count - 1];
		ret = request->sweep_all ? compose_sweep(&c, result, err) : compose_payment(&c, err);
		if (ret)
			ret = say_if_behind(ret, w, &info, err);
	}
	if (!ret)
		ret = check_limits(&c, err); /* before the daemon is asked for decoys */
	if (!ret)
		ret = make_rings(&c, err);
	if (!ret)
		ret = check_limits(&c, err);
	if (!ret)
		ret = hand_out(&c, out, result, err);

	sn_daemon_set_apart(daemon, false);
	for (size_t i = 0; c.outputs && i < c.set.n; i++)
		free(c.outputs[i]);
	free(c.outputs);
	sn_unsigned_set_free(&c.set);
	sn_daemon_distribution_free(&c.distribution);
	if (ret)
		sn_compose_result_free(result);
	return ret;
}

void sn_compose_result_free(struct sn_compose_result *result)
{
	free(result->txs);
	*result = (struct sn_compose_result){0};
}
