#include "hot/compose_inputs.h"

#include "handoff/plan.h"
#include "hot/balance.h"
#include "hot/batch_selection.h"
#include "hot/fee.h"
#include "hot/proposals.h"
#include "hot/select.h"
#include "hot/sweep.h"

#include <stdlib.h>

/* The fees of a proposal, for 1 input and more. */
struct proposal_fees {
	uint64_t of[SN_FCMP_INPUTS_MAX];
};

static size_t n_parts(const struct sn_payment_request *r)
{
	return (r->n_destinations + SN_TX_DESTINATIONS_MAX - 1) / SN_TX_DESTINATIONS_MAX;
}

/* The destinations of transaction `at`. Each transaction is filled before the next one, like in the reference
 * wallet. */
static const struct sn_payment_destination *part(size_t *n, const struct sn_payment_request *r, size_t at)
{
	size_t from = at * SN_TX_DESTINATIONS_MAX, left = r->n_destinations - from;
	*n = left < SN_TX_DESTINATIONS_MAX ? left : SN_TX_DESTINATIONS_MAX;
	return r->destinations + from;
}

/* The weights of a transaction with these destinations, and one and two inputs. An exact division needs lower
 * bounds. */
static int probe_weights(size_t weights[2], struct sn_composer *c, const struct sn_payment_destination *to,
			 size_t n_to, struct sn_error *err)
{
	struct sn_unsigned_tx probe = {.has_change = !c->without_change,
				       .unlock_time = c->request->unlock_time};
	struct sn_unsigned_destination destinations[SN_TX_OUTPUTS_MAX];
	struct sn_tx_plan plan;
	probe.change = probe.has_change;
	probe.inputs = calloc(2, sizeof *probe.inputs);
	if (!probe.inputs)
		return sn_error_memory(err);
	probe.destinations = destinations;
	probe.n_destinations = n_to;
	for (size_t i = 0; i < n_to; i++)
		destinations[i] = (struct sn_unsigned_destination){to[i].address, to[i].amount};
	int ret = SN_OK;
	for (size_t n = 1; !ret && n <= 2; n++) {
		probe.n_inputs = n;
		probe.inputs[n - 1].n_ring = SN_RING_SIZE;
		for (size_t j = 0; j < SN_RING_SIZE; j++)
			probe.inputs[n - 1].global_index[j] = (j + 1) * c->index_bound;
		ret = sn_tx_plan(&plan, c->w->account, &probe, err);
		weights[n - 1] = plan.weight - (c->without_change ? sn_compose_tx_ring_slack(c, n) : 0);
	}
	free(probe.inputs);
	return ret;
}

static int ring_target(struct sn_composer *c, const struct sn_payment_destination *to, size_t n_to,
		       struct sn_select_target *target, struct sn_error *err)
{
	size_t weights[2];
	int ret = probe_weights(weights, c, to, n_to, err);
	if (ret)
		return ret;

	/* The probe has no fee. Its encoding adds at most nine bytes. */
	const struct sn_daemon_fees *fees = &c->fees;
	unsigned priority = c->priority;
	size_t more = weights[1] - weights[0];
	size_t extra = sn_compose_tx_payment_id_size(to->address.kind);
	size_t max_inputs = sn_fee_inputs_of_full(c->request->sweep_all ? 2 : n_to + 1, extra);
	*target = (struct sn_select_target){
		.fee_first = sn_fee_for_weight(fees, priority, weights[0]),
		.fee_more = sn_fee_for_weight(fees, priority, more),
		.fee_preferred = sn_fee_for_weight(fees, priority, sn_fee_estimate_weight(2, 2, extra)),
		.dust = sn_fee_threshold(fees, priority) - 1,
		.max_inputs = max_inputs < SN_TX_INPUTS_MAX ? max_inputs : SN_TX_INPUTS_MAX,
	};
	return SN_OK;
}

/* The fees of a proposal. The second input stands for the further ones, where the numbers are unknown. */
static void proposal_target(const struct sn_composer *c, size_t n_to, struct sn_select_target *target,
			    struct proposal_fees *table)
{
	for (size_t n = 1; n <= SN_FCMP_INPUTS_MAX; n++)
		table->of[n - 1] = sn_proposal_fee(&c->fees, c->priority, n, n_to);
	*target = (struct sn_select_target){
		.fee_first = table->of[0],
		.fee_more = table->of[1] - table->of[0],
		.fee_preferred = table->of[1],
		.fees = table->of,
		.dust = table->of[1] - table->of[0] - 1,
		.max_inputs = SN_FCMP_INPUTS_MAX,
	};
}

/* The target of input selection for a transaction with these destinations: the amount, the fee for the first
 * input and for each further one, and the largest number of inputs. A proposal has the fees in `table`, which
 * must outlive the target. */
static int make_target(struct sn_composer *c, const struct sn_payment_destination *to, size_t n_to,
		       struct sn_select_target *target, struct proposal_fees *table, struct sn_error *err)
{
	int ret = SN_OK;
	if (sn_compose_has_proposals(c))
		proposal_target(c, n_to, target, table);
	else
		ret = ring_target(c, to, n_to, target, err);
	if (ret)
		return ret;
	target->only = c->only;
	target->may_add = true;
	for (size_t i = 0; i < n_to && !c->request->sweep_all; i++)
		target->amount += to[i].amount;
	if (c->request->fee || c->request->subtract_fee)
		target->fees = NULL;
	if (c->request->fee) {
		target->may_add = c->request->fee >= target->fee_first + target->fee_more;
		target->fee_first = target->fee_preferred = c->request->fee;
		target->fee_more = 0;
	}
	if (c->request->subtract_fee)
		target->fee_first = target->fee_more = target->fee_preferred = 0;
	return SN_OK;
}

/* With several transactions, the error names the one that failed. */
static int part_error(const struct sn_composer *c, int ret, size_t at, struct sn_error *err)
{
	return ret && c->set.n > 1 ? sn_error_prefix(err, ret, "transaction %zu of %zu", at + 1, c->set.n)
				   : ret;
}

static int select_inputs(struct sn_composer *c, struct sn_batch_selection *chosen,
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

/* Select inputs for all targets once, and divide them. A transaction with too few inputs gets a slightly
 * higher target for the next attempt, because the estimates may be a few bytes too low. */
static int try_targets(struct sn_composer *c, struct sn_select_target *targets, bool *is_enough,
		       struct sn_error *err)
{
	struct sn_batch_selection chosen = {0};
	const uint64_t more = c->request->fee ? 1 : sn_fee_for_weight(&c->fees, c->priority, 16);
	*is_enough = true;
	for (size_t i = 0; i < c->set.n; i++)
		sn_compose_tx_drop(c, i);
	int ret = select_inputs(c, &chosen, targets, err);
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		size_t n, from = i ? chosen.ends[i - 1] : 0;
		bool has_enough;
		const struct sn_payment_destination *to = part(&n, c->request, i);
		ret = sn_compose_tx_init(c, i, chosen.picked + from, chosen.ends[i] - from, to, n, err);
		if (!ret)
			ret = part_error(c, sn_compose_tx_divide(c, &c->set.txs[i], &has_enough, err), i,
					 err);
		if (ret || has_enough)
			continue;
		*is_enough = false;
		if (__builtin_add_overflow(targets[i].fee_first, more, &targets[i].fee_first))
			targets[i].fee_first = UINT64_MAX;
	}
	sn_batch_selection_free(&chosen);
	return ret;
}

static int estimate(struct sn_composer *c, struct sn_select_target *targets, struct proposal_fees *tables,
		    struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		size_t n;
		const struct sn_payment_destination *to = part(&n, c->request, i);
		ret = part_error(c, make_target(c, to, n, &targets[i], &tables[i], err), i, err);
		if (!c->replacement.ends)
			continue;
		const size_t *ends = c->replacement.ends, from = i ? ends[i - 1] : 0;
		targets[i].must = c->replacement.outputs + from;
		targets[i].n_must = ends[i] - from;
	}
	return ret;
}

int sn_compose_payment(struct sn_composer *c, struct sn_error *err)
{
	bool is_enough = false;
	int ret = sn_compose_tx_alloc(c, n_parts(c->request), err);
	if (ret)
		return ret;
	struct sn_select_target *targets = calloc(c->set.n, sizeof *targets);
	struct proposal_fees *tables = calloc(c->set.n, sizeof *tables);
	ret = targets && tables ? estimate(c, targets, tables, err) : sn_error_memory(err);
	for (int attempt = 0; !ret && !is_enough && attempt <= 8; attempt++)
		ret = try_targets(c, targets, &is_enough, err);
	if (ret == SN_REFUSED && !c->request->fee && !sn_compose_has_proposals(c)) {
		/* Without change, the same funds may be exactly enough. */
		const struct sn_error first = err ? *err : (struct sn_error){0};
		c->without_change = true;
		ret = estimate(c, targets, tables, err);
		if (!ret)
			ret = try_targets(c, targets, &is_enough, err);
		if (ret == SN_REFUSED || (!ret && !is_enough)) {
			ret = SN_REFUSED;
			if (err)
				*err = first;
		}
	}
	free(targets);
	free(tables);
	return ret || is_enough ? ret : sn_compose_tx_refuse_amount(err);
}

/* Returns -1 for all accounts. */
static int64_t swept_account(const struct sn_payment_request *r)
{
	return r->one_account ? (int64_t)r->account : -1;
}

static int refuse_sweep(const struct sn_composer *c, const struct sn_sweep *sweep, struct sn_error *err)
{
	struct sn_balance balance;
	if (sweep->dust.n)
		return sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH,
					"the unlocked outputs are worth less than the fee");
	if (c->only)
		return sn_error_hint(err,
				     sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH,
						      "none of the chosen outputs can be spent now"),
				     "wo-outputs shows the state of each output");
	sn_balance(&balance, c->w, swept_account(c->request), c->now);
	if (!balance.total)
		return sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH, "no funds to send");
	if (balance.total == balance.frozen)
		return sn_error_hint(
			err, sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH, "all funds are frozen"),
			"wo-outputs shows the frozen outputs, and --thaw thaws one");
	return sn_error_hint(
		err,
		sn_error_because(err, SN_REFUSED, SN_REASON_NOT_ENOUGH_UNLOCKED, "no unlocked funds to send"),
		"wo-balance shows when outputs unlock, and the outputs reserved for prepared payments");
}

int sn_compose_sweep(struct sn_composer *c, struct sn_compose_result *result, struct sn_error *err)
{
	struct sn_select_target target;
	struct proposal_fees table;
	struct sn_sweep sweep = {0};
	size_t at = 0;
	const struct sn_payment_destination *to = c->request->destinations;
	int ret = make_target(c, to, 1, &target, &table, err);
	if (!ret)
		ret = sn_sweep_plan(&sweep, c->w, c->now,
				    &(struct sn_sweep_terms){.account = swept_account(c->request),
							     .join_addresses = c->request->join_addresses,
							     .max_inputs = target.max_inputs,
							     .dust = target.dust,
							     .only = c->only},
				    err);
	if (!ret && sweep.n_txs)
		ret = sn_compose_tx_alloc(c, sweep.n_txs, err);
	for (size_t i = 0, from = 0; !ret && i < sweep.n_txs; from = sweep.ends[i++]) {
		bool is_enough;
		ret = sn_compose_tx_init(c, at, sweep.picked + from, sweep.ends[i] - from, to, 1, err);
		if (!ret)
			ret = sn_compose_tx_divide(c, &c->set.txs[at], &is_enough, err);
		if (ret)
			break;
		if (is_enough) {
			at++;
			continue;
		}
		sn_compose_tx_drop(c, at);
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
