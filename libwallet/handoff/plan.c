#include "handoff/plan.h"

#include "chain/transaction.h"
#include "chain/varint.h"

#include <string.h>

struct recipients {
	const struct sn_address *change; /* or NULL */
	const struct sn_address *only; /* the recipient except the change, if there is exactly one; or NULL */
	size_t n_standard, n_subaddresses; /* distinct recipients, except the change */
};

static bool is_repeated(const struct sn_tx_plan *plan, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (plan->outputs[j].kind == SN_PLANNED_DESTINATION &&
		    sn_address_has_same_keys(&plan->outputs[j].address, &plan->outputs[i].address))
			return true;
	return false;
}

bool sn_plan_kinds_agree(const struct sn_address *a, const struct sn_address *b)
{
	return !sn_address_has_same_keys(a, b) ||
	       (a->kind == SN_ADDRESS_SUBADDRESS) == (b->kind == SN_ADDRESS_SUBADDRESS);
}

int sn_plan_refuse_kinds(struct sn_error *err)
{
	return sn_error_set(err, SN_REFUSED,
			    "the same keys occur as a subaddress and as a standard address; the "
			    "recipient would not find one of the two outputs");
}

static int check_kinds(const struct sn_tx_plan *plan, struct sn_error *err)
{
	for (size_t i = 0; i < plan->n_outputs; i++)
		for (size_t j = 0; j < i; j++)
			if (!sn_plan_kinds_agree(&plan->outputs[i].address, &plan->outputs[j].address))
				return sn_plan_refuse_kinds(err);
	return SN_OK;
}

static void classify(struct recipients *r, const struct sn_tx_plan *plan)
{
	*r = (struct recipients){0};
	for (size_t i = 0; i < plan->n_outputs; i++)
		if (plan->outputs[i].kind == SN_PLANNED_CHANGE)
			r->change = &plan->outputs[i].address;
	for (size_t i = 0; i < plan->n_outputs; i++) {
		const struct sn_address *address = &plan->outputs[i].address;
		if (plan->outputs[i].kind != SN_PLANNED_DESTINATION || is_repeated(plan, i) ||
		    (r->change && sn_address_has_same_keys(address, r->change)))
			continue;
		if (address->kind == SN_ADDRESS_SUBADDRESS)
			r->n_subaddresses++;
		else
			r->n_standard++;
		r->only = address;
	}
	if (r->n_standard + r->n_subaddresses != 1)
		r->only = NULL;
}

static int plan_outputs(struct sn_tx_plan *plan, const struct sn_account *account,
			const struct sn_unsigned_tx *tx, struct sn_error *err)
{
	if (tx->n_destinations == 0)
		return sn_error_set(err, SN_REFUSED, "the transaction has no recipient");
	if (tx->n_destinations + tx->has_change > SN_TX_OUTPUTS_MAX)
		return sn_error_set(
			err, SN_REFUSED,
			"the transaction has %zu outputs, including the change; the chain allows %d",
			tx->n_destinations + tx->has_change, SN_TX_OUTPUTS_MAX);
	for (size_t i = 0; i < tx->n_destinations; i++)
		plan->outputs[plan->n_outputs++] = (struct sn_planned_output){
			.kind = SN_PLANNED_DESTINATION,
			.address = tx->destinations[i].address,
			.amount = tx->destinations[i].amount,
		};
	if (tx->has_change) {
		struct sn_planned_output *change = &plan->outputs[plan->n_outputs++];
		change->kind = SN_PLANNED_CHANGE;
		change->amount = tx->change;
		sn_account_address(&change->address, account, tx->change_to);
	} else if (tx->n_destinations == 1) {
		plan->outputs[plan->n_outputs++].kind = SN_PLANNED_DUMMY;
	}
	return SN_OK;
}

bool sn_plan_may_share(const struct sn_address *a, const struct sn_address *b)
{
	const bool has_id = a->kind == SN_ADDRESS_INTEGRATED || b->kind == SN_ADDRESS_INTEGRATED;
	return !has_id || sn_address_is_equal(a, b);
}

int sn_plan_refuse_sharing(struct sn_error *err)
{
	return sn_error_hint(err,
			     sn_error_set(err, SN_REFUSED,
					  "an integrated address cannot share a transaction with other "
					  "recipients: its payment ID would apply to all of them"),
			     "pay it in a transaction of its own");
}

/* Find the integrated address among the recipients, or NULL. */
static int find_integrated(const struct sn_address **integrated, const struct sn_tx_plan *plan,
			   struct sn_error *err)
{
	*integrated = NULL;
	for (size_t i = 0; i < plan->n_outputs; i++) {
		const struct sn_address *address = &plan->outputs[i].address,
					*first = &plan->outputs[0].address;
		if (plan->outputs[i].kind != SN_PLANNED_DESTINATION)
			continue;
		if (!sn_plan_may_share(first, address))
			return sn_plan_refuse_sharing(err);
		if (address->kind == SN_ADDRESS_INTEGRATED)
			*integrated = address;
	}
	return SN_OK;
}

static int plan_payment_id(struct sn_tx_plan *plan, const struct recipients *recipients, struct sn_error *err)
{
	const struct sn_address *integrated;
	int ret = find_integrated(&integrated, plan, err);
	if (ret)
		return ret;

	/* It is encrypted with one view key: that of the only recipient, or ours if there is no other
	 * recipient. */
	const struct sn_address *receiver = recipients->only;
	if (!receiver && recipients->n_standard + recipients->n_subaddresses == 0)
		receiver = recipients->change;

	if (integrated)
		memcpy(plan->payment_id, integrated->payment_id, SN_PAYMENT_ID_BYTES);
	plan->has_payment_id = integrated || (plan->n_outputs <= 2 && receiver);
	plan->payment_id_for = plan->has_payment_id ? receiver : NULL;
	return SN_OK;
}

static void predict(struct sn_tx_plan *plan, const struct sn_unsigned_tx *tx)
{
	plan->extra_size = 1 + 32;
	if (plan->has_additional_keys)
		plan->extra_size += 1 + sn_varint_size(plan->n_outputs) + 32 * plan->n_outputs;
	if (plan->has_payment_id)
		plan->extra_size += 2 + 1 + SN_PAYMENT_ID_BYTES;

	size_t offsets_size = 0;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		uint64_t before = 0;
		for (size_t j = 0; j < tx->inputs[i].n_ring; j++) {
			offsets_size += sn_varint_size(tx->inputs[i].global_index[j] - before);
			before = tx->inputs[i].global_index[j];
		}
	}
	plan->weight = sn_tx_predict_size(tx->n_inputs, tx->inputs[0].n_ring, plan->n_outputs,
					  plan->extra_size, offsets_size, tx->fee, tx->unlock_time) +
		       sn_tx_weight_clawback(plan->n_outputs);
}

int sn_tx_plan(struct sn_tx_plan *plan, const struct sn_account *account, const struct sn_unsigned_tx *tx,
	       struct sn_error *err)
{
	memset(plan, 0, sizeof *plan);
	if (tx->n_inputs == 0)
		return sn_error_set(err, SN_REFUSED, "the transaction has no input");
	int ret = plan_outputs(plan, account, tx, err);
	if (ret)
		return ret;

	ret = check_kinds(plan, err);
	if (ret)
		return ret;

	struct recipients recipients;
	classify(&recipients, plan);
	plan->has_additional_keys =
		recipients.n_subaddresses > 0 && recipients.n_standard + recipients.n_subaddresses > 1;
	if (recipients.n_subaddresses == 1 && recipients.n_standard == 0)
		plan->tx_key_for = recipients.only;

	ret = plan_payment_id(plan, &recipients, err);
	if (ret)
		return ret;
	predict(plan, tx);
	return SN_OK;
}
