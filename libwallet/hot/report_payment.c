#include "hot/report_payment.h"
#include "base/hex.h"
#include "base/line.h"
#include "chain/amount.h"
#include "hot/report_internal.h"
#include "hot/request.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const state_names[] = {
	[SN_PAYMENT_PREPARED] = "prepared",
	[SN_PAYMENT_SUBMITTED] = "submitted",
	[SN_PAYMENT_CONFIRMED] = "confirmed",
	[SN_PAYMENT_RELEASED] = "released",
};

/* `submitted` may be NULL. */
static bool add_composed(cJSON *list, const struct sn_composed *tx, bool is_repeated,
			 const struct sn_submit_result *submitted)
{
	static const struct sn_hash none;
	cJSON *item = sn_report_push_object(list);
	bool done = !tx->id || sn_report_u64(item, "id", tx->id);
	const bool was_sent = is_repeated && !sn_hash_is_equal(&tx->tx_hash, &none);
	if (done && is_repeated)
		done = sn_report_string(item, "state", state_names[tx->state]) &&
		       (!tx->is_rejected || sn_report_bool(item, "rejected", true)) &&
		       (!tx->is_unanswered || sn_report_bool(item, "unanswered", true));
	if (done && was_sent)
		done = sn_report_hex(item, "tx_hash", &tx->tx_hash, sizeof tx->tx_hash);
	for (size_t i = 0; done && !was_sent && submitted && i < submitted->n; i++)
		if (submitted->txs[i].payment_id == tx->id)
			done = sn_report_hex(item, "tx_hash", &submitted->txs[i].tx_hash,
					     sizeof(struct sn_hash));
	return done && sn_report_u64(item, "amount", tx->amount) && sn_report_u64(item, "fee", tx->fee) &&
	       sn_report_u64(item, "change_amount", tx->change) &&
	       (is_repeated || sn_report_u64(item, "weight", tx->weight)) &&
	       sn_report_u64(item, "inputs", tx->n_inputs) &&
	       (!tx->replaces || sn_report_u64(item, "replaces", tx->replaces));
}

static bool add_payments(cJSON *object, const struct sn_compose_result *result,
			 const struct sn_submit_result *submitted)
{
	cJSON *list = sn_report_add_array(object, "payments");
	bool done = list;
	for (size_t i = 0; done && i < result->n; i++)
		done = add_composed(list, &result->txs[i], result->is_repeated, submitted);
	if (result->is_repeated)
		return done && sn_report_bool(object, "repeated", true);
	return done && (!result->has_proposals || sn_report_bool(object, "proposal", true)) &&
	       (!result->is_fee_subtracted || sn_report_bool(object, "fee_subtracted", true)) &&
	       sn_report_u64(object, "duplicate_destinations", result->duplicates.n) &&
	       sn_report_u64(object, "left_as_dust", result->dust.amount) &&
	       sn_report_u64(object, "left_for_another_sweep", result->rest.amount);
}

/* The hash of the only payment of a repeated request, or "". */
static bool add_hash_if_sent(cJSON *object, const struct sn_compose_result *result)
{
	static const struct sn_hash none;
	if (!result->is_repeated || result->n != 1 || sn_hash_is_equal(&result->txs[0].tx_hash, &none))
		return sn_report_string(object, "tx_hash", "");
	return sn_report_hex(object, "tx_hash", &result->txs[0].tx_hash, sizeof none);
}

int sn_report_composed_json(cJSON *object, const struct sn_compose_result *result,
			    const struct sn_buf *unsigned_set)
{
	bool done = add_hash_if_sent(object, result) && sn_report_u64(object, "tx_size", 0) &&
		    (!unsigned_set ||
		     sn_report_hex(object, "tx_unsigned_hex", unsigned_set->data, unsigned_set->len)) &&
		    add_payments(object, result, NULL);
	return done ? SN_OK : SN_IO;
}

static bool add_amounts(cJSON *object, const struct sn_payment_request *request)
{
	cJSON *dest = cJSON_AddObjectToObject(object, "amounts_by_dest");
	cJSON *list = sn_report_add_array(dest, "amounts");
	bool done = list;
	for (size_t i = 0; done && i < request->n_destinations; i++)
		done = !sn_json_push_u64(list, request->destinations[i].amount);
	return done;
}

static bool add_lists(cJSON *object, const struct sn_compose_result *result)
{
	cJSON *amounts = sn_report_add_array(object, "amount_list");
	cJSON *fees = sn_report_add_array(object, "fee_list");
	cJSON *weights = sn_report_add_array(object, "weight_list");
	bool done = amounts && fees && weights;
	for (size_t i = 0; done && i < result->n; i++)
		done = !sn_json_push_u64(amounts, result->txs[i].amount) &&
		       !sn_json_push_u64(fees, result->txs[i].fee) &&
		       !sn_json_push_u64(weights, result->txs[i].weight);
	return done;
}

int sn_report_reference_json(cJSON *object, const struct sn_compose_result *result,
			     const struct sn_payment_request *request, const struct sn_buf *unsigned_set,
			     bool is_list)
{
	const bool is_exact = !request->sweep_all && !result->is_fee_subtracted;
	bool done = sn_report_string(object, "multisig_txset", "") &&
		    (!unsigned_set ||
		     sn_report_hex(object, "unsigned_txset", unsigned_set->data, unsigned_set->len));
	if (done && is_list)
		done = add_lists(object, result);
	else if (done && result->n == 1)
		done = sn_report_u64(object, "amount", result->txs[0].amount) &&
		       sn_report_u64(object, "fee", result->txs[0].fee) &&
		       sn_report_u64(object, "weight", result->txs[0].weight) &&
		       (!is_exact || add_amounts(object, request));
	return done ? SN_OK : SN_IO;
}

static void put_left(struct sn_buf *out, const struct sn_output_sum *left, const char *reason)
{
	char amount[SN_AMOUNT_TEXT_MAX];
	if (!left->n)
		return;
	sn_amount_format(amount, (struct sn_amount){left->amount});
	sn_put_line(out, "%zu output%s of %s XMR not sent: %s", left->n, SN_PLURAL(left->n), amount, reason);
}

static void put_duplicates(struct sn_buf *out, const struct sn_duplicates *duplicates)
{
	if (duplicates->n)
		sn_put_line(out, "destination %zu is paid twice: it has the address of destination %zu",
			    duplicates->first + 1, duplicates->of + 1);
	if (duplicates->n > 1)
		sn_put_line(out, "%zu destinations have the address of an earlier one", duplicates->n);
}

static void put_repeated(struct sn_buf *out, const struct sn_compose_result *result)
{
	static const struct sn_hash none;
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_composed *tx = &result->txs[i];
		char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX], hash[2 * sizeof tx->tx_hash + 1];
		sn_amount_format(amount, (struct sn_amount){tx->amount});
		sn_amount_format(fee, (struct sn_amount){tx->fee});
		sn_hex_encode(hash, &tx->tx_hash, sizeof tx->tx_hash);
		const bool was_sent = !sn_hash_is_equal(&tx->tx_hash, &none);
		sn_put_line(out,
			    "payment %" PRIu64 " has this reference already: %s XMR, fee %s XMR; %s%s%s%s",
			    tx->id, amount, fee, state_names[tx->state], was_sent ? " as " : "",
			    was_sent ? hash : "",
			    tx->is_rejected     ? ", but failed, and may still be mined"
			    : tx->is_unanswered ? ", but no daemon has answered"
						: "");
	}
}

int sn_report_composed_text(struct sn_buf *out, const struct sn_compose_result *result)
{
	if (result->is_repeated) {
		put_repeated(out, result);
		return sn_report_done(out);
	}
	for (size_t i = 0; i < result->n; i++) {
		const struct sn_composed *tx = &result->txs[i];
		char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX], change[SN_AMOUNT_TEXT_MAX];
		sn_amount_format(amount, (struct sn_amount){tx->amount});
		sn_amount_format(fee, (struct sn_amount){tx->fee});
		sn_amount_format(change, (struct sn_amount){tx->change});
		if (result->has_proposals) {
			sn_put_line(
				out,
				"proposal: %s XMR, fee %s XMR%s, change %s XMR; %zu input%s, not reserved",
				amount, fee, result->is_fee_subtracted ? " from the recipients" : "", change,
				tx->n_inputs, SN_PLURAL(tx->n_inputs));
			continue;
		}
		sn_put_line(
			out,
			"payment %" PRIu64
			": %s XMR, fee %s XMR%s, change %s XMR; %zu output%s reserved until it is submitted or "
			"released",
			tx->id, amount, fee, result->is_fee_subtracted ? " from the recipients" : "", change,
			tx->n_inputs, SN_PLURAL(tx->n_inputs));
		if (tx->replaces)
			sn_put_line(
				out,
				"payment %" PRIu64 " replaces payment %" PRIu64
				": they spend the same output, so only one of the two can be mined; cold-sign "
				"needs --allow-respend",
				tx->id, tx->replaces);
	}
	put_duplicates(out, &result->duplicates);
	put_left(out, &result->dust, "sending costs more than the value");
	put_left(out, &result->rest, "one file has no room for more; run the command again");
	return sn_report_done(out);
}

/* Added if there is exactly one. */
static bool add_only_hash(cJSON *object, const struct sn_submit_result *result)
{
	return result->n != 1 ||
	       sn_report_hex(object, "tx_hash", &result->txs[0].tx_hash, sizeof(struct sn_hash));
}

int sn_report_sent_json(cJSON *object, const struct sn_compose_result *composed,
			const struct sn_submit_result *submitted, size_t size)
{
	if (!add_only_hash(object, submitted))
		return SN_IO;
	cJSON *list = sn_report_add_array(object, "tx_hash_list");
	bool done = list;
	for (size_t i = 0; done && i < submitted->n; i++) {
		char text[2 * sizeof(struct sn_hash) + 1];
		sn_hex_encode(text, &submitted->txs[i].tx_hash, sizeof(struct sn_hash));
		cJSON *item = cJSON_CreateString(text);
		done = item && cJSON_AddItemToArray(list, item);
		if (!done)
			cJSON_Delete(item);
	}
	done = done && sn_report_u64(object, "tx_size", size) && add_payments(object, composed, submitted);
	return done ? SN_OK : SN_IO;
}

static bool add_failed(cJSON *list, const struct sn_submit_result *result)
{
	bool done = list;
	for (size_t i = 0; done && i < result->n_failed; i++) {
		const struct sn_not_submitted *tx = &result->failed[i];
		cJSON *item = sn_report_push_object(list);
		done = sn_report_hex(item, "tx_hash", &tx->tx_hash, sizeof tx->tx_hash) &&
		       (!tx->payment_id || sn_report_u64(item, "id", tx->payment_id)) &&
		       sn_report_string(item, "error", tx->why.text) &&
		       (!tx->why.hint[0] || sn_report_string(item, "hint", tx->why.hint)) &&
		       sn_report_bool(item, "maybe_sent", tx->may_be_sent);
	}
	return done;
}

static bool add_proposals(cJSON *list, const struct sn_submit_result *result)
{
	bool done = list;
	for (size_t i = 0; done && i < result->n_proposals; i++) {
		const struct sn_checked_proposal *p = &result->proposals[i];
		cJSON *item = sn_report_push_object(list);
		done = sn_report_hex(item, "signable_hash", &p->signable_hash, sizeof p->signable_hash) &&
		       sn_report_u64(item, "amount", p->amount) && sn_report_u64(item, "fee", p->fee) &&
		       sn_report_bool(item, "is_spent", p->is_spent);
	}
	return done;
}

int sn_report_submitted_json(cJSON *object, const struct sn_submit_result *result)
{
	if (!add_only_hash(object, result))
		return SN_IO;
	cJSON *list = sn_report_add_array(object, "transactions");
	bool done = list;
	for (size_t i = 0; done && i < result->n; i++) {
		const struct sn_submitted *tx = &result->txs[i];
		cJSON *item = sn_report_push_object(list);
		done = sn_report_hex(item, "tx_hash", &tx->tx_hash, sizeof tx->tx_hash) &&
		       sn_report_u64(item, "id", tx->payment_id) &&
		       sn_report_bool(item, "was_known", tx->was_known);
	}
	if (done && result->n_failed)
		done = add_failed(sn_report_add_array(object, "failed"), result);
	if (done && result->n_proposals)
		done = add_proposals(sn_report_add_array(object, "proposals"), result);
	if (done && result->warning[0])
		done = sn_report_string(object, "warning", result->warning);
	list = sn_report_add_array(object, "released_payments");
	done = done && list;
	for (size_t i = 0; done && i < result->n_released; i++) {
		cJSON *id = cJSON_CreateNumber((double)result->released[i]);
		done = id && cJSON_AddItemToArray(list, id);
		if (!done)
			cJSON_Delete(id);
	}
	return done ? SN_OK : SN_IO;
}

static void put_hash(struct sn_buf *out, const struct sn_hash *hash, const char *after, const char *more)
{
	char text[2 * sizeof *hash + 1];
	sn_hex_encode(text, hash, sizeof *hash);
	sn_put_line(out, "%s%s%s", text, after, more);
}

static void put_proposal(struct sn_buf *out, const struct sn_checked_proposal *p)
{
	char hash[2 * sizeof p->signable_hash + 1], amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX];
	sn_hex_encode(hash, &p->signable_hash, sizeof p->signable_hash);
	sn_amount_format(amount, (struct sn_amount){p->amount});
	sn_amount_format(fee, (struct sn_amount){p->fee});
	sn_put_line(out, "proposal %s is valid: %s XMR, fee %s XMR%s", hash, amount, fee,
		    p->is_spent ? "; but a block spends one of its inputs: it cannot be sent" : "");
}

int sn_report_submitted_text(struct sn_buf *out, const struct sn_submit_result *result)
{
	for (size_t i = 0; i < result->n; i++)
		put_hash(out, &result->txs[i].tx_hash, "", "");
	return sn_report_done(out);
}

int sn_report_submitted_notes(struct sn_buf *out, const struct sn_submit_result *result)
{
	for (size_t i = 0; i < result->n; i++)
		if (result->txs[i].was_known)
			put_hash(out, &result->txs[i].tx_hash, " was submitted before", "");
	/* A single transaction is reported by the error itself. */
	for (size_t i = 0; i < result->n_failed && result->n + result->n_failed > 1; i++) {
		const struct sn_error *why = &result->failed[i].why;
		put_hash(out, &result->failed[i].tx_hash, " failed: ", why->text);
		if (why->hint[0])
			sn_put_line(out, "hint: %s", why->hint);
	}
	for (size_t i = 0; i < result->n_proposals; i++)
		put_proposal(out, &result->proposals[i]);
	for (size_t i = 0; i < result->n_released; i++)
		sn_put_line(
			out,
			"payment %" PRIu64
			" is released: it was only prepared, and the submitted transaction spends one of its "
			"outputs",
			result->released[i]);
	return sn_report_done(out);
}

int sn_report_released_json(cJSON *object, size_t released)
{
	return sn_report_u64(object, "released", released) ? SN_OK : SN_IO;
}

int sn_report_released_text(struct sn_buf *out, size_t released)
{
	if (released)
		sn_put_line(out, "%zu payment%s released; destroy %s unsigned and signed files", released,
			    SN_PLURAL(released), released == 1 ? "its" : "their");
	else
		sn_put_line(out, "no prepared payment to release");
	return sn_report_done(out);
}
