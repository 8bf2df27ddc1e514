#include "hot/compose.h"

#include "handoff/envelope.h"
#include "hot/compose_begin.h"
#include "hot/compose_tx.h"
#include "hot/decoys.h"
#include "hot/distribution_check.h"
#include "hot/other_rings.h"
#include "hot/proposals.h"
#include "hot/reference_unsigned.h"
#include "hot/repeated_request.h"
#include "hot/request.h"
#include "hot/reserve.h"
#include "hot/ring_sanity.h"
#include "node/daemon_info.h"
#include "node/daemon_outputs.h"

#include <stdlib.h>

/* Daemons relay only sane rings (hot/ring_sanity.h). */
static int check_sane(const struct sn_composer *c, const struct sn_unsigned_tx *tx, struct sn_error *err)
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
	if (is_sane)
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_set(
			err, SN_REFUSED,
			"daemons would not relay the transaction: its decoys are too old, or too few of them are different"),
		"prepare the payment again");
}

static int make_rings(struct sn_composer *c, struct sn_error *err)
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
		ret = sn_make_rings(inputs, outputs, is_other, c->request->replace_decoys, n, c->w, c->daemon,
				    &c->distribution, err);
	at = 0;
	for (size_t i = 0; !ret && i < c->set.n; i++)
		for (size_t j = 0; j < c->set.txs[i].n_inputs; j++)
			c->set.txs[i].inputs[j] = inputs[at++];
	/* Now the weights are exact. They are at most the estimates. */
	c->has_rings = true;
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		bool is_enough;
		ret = sn_compose_tx_divide(c, &c->set.txs[i], &is_enough, err);
		if (!ret && !is_enough)
			ret = sn_compose_tx_refuse_amount(err);
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

/* Apply the signer's limits before anything is reserved. */
static int check_limits(const struct sn_composer *c, struct sn_error *err)
{
	size_t weight;
	int ret = sn_compose_tx_check_dust(c, err);
	for (size_t i = 0; !ret && i < c->set.n; i++) {
		const struct sn_unsigned_tx *tx = &c->set.txs[i];
		ret = sn_compose_tx_weight(&weight, c, tx, err);
		if (!ret)
			ret = sn_limits_check_fee(c->request->limits, tx->fee, weight, err);
	}
	return ret;
}

static int seal(const struct sn_composer *c, struct sn_buf *out, struct sn_error *err)
{
	struct sn_buf content = {0};
	if (sn_compose_has_proposals(c))
		return sn_proposals_make(out, c->w, &c->set, c->outputs, err);
	if (c->request->format != SN_REQUEST_SNEAKERNOTE)
		return sn_reference_unsigned_make(out, c->request->format, c->w, &c->set, c->outputs, err);
	int ret = sn_unsigned_set_encode(&content, &c->set, err);
	if (!ret)
		ret = sn_envelope_seal(out, SN_ENVELOPE_UNSIGNED_SET, c->w->account->network,
				       &c->w->account->view_secret, content.data, content.len, err);
	sn_buf_free(&content);
	return ret;
}

static int hand_out(struct sn_composer *c, struct sn_buf *out, struct sn_compose_result *result,
		    struct sn_error *err)
{
	const size_t before = out->len;
	int ret = seal(c, out, err);
	result->is_fee_subtracted = c->request->subtract_fee;
	result->has_proposals = sn_compose_has_proposals(c);
	if (!ret && result->has_proposals)
		return sn_reserve_nothing(result, &c->set, err);
	if (!ret)
		ret = sn_reserve(result, c->w, c->request, &c->set, c->outputs, out->data + before,
				 out->len - before, c->now, err);
	for (size_t i = 0; !ret && i < result->n; i++)
		result->txs[i].replaces = sn_replacement_of(c->w, result->txs[i].id);
	return ret;
}

/* The outputs of the chain, of which the decoys are drawn. */
static int ask_distribution(struct sn_composer *c, struct sn_error *err)
{
	int ret = sn_daemon_get_distribution(c->daemon, &c->distribution, err);
	if (!ret)
		ret = sn_distribution_check(&c->distribution, c->w, c->daemon, err);
	if (!ret)
		c->index_bound = c->distribution.cumulative[c->distribution.count - 1];
	return ret;
}

/* Decoys, and the limits once more: fees and amounts are final then. */
static int complete(struct sn_composer *c, struct sn_error *err)
{
	int ret = make_rings(c, err);
	return ret ? ret : check_limits(c, err);
}

int sn_compose(struct sn_buf *out, struct sn_compose_result *result, struct sn_wallet *w,
	       struct sn_daemon *daemon, const struct sn_payment_request *request, uint64_t now,
	       struct sn_error *err)
{
	struct sn_composer c = {
		.w = w, .daemon = daemon, .request = request, .now = now, .priority = request->priority};
	struct sn_daemon_info info;
	*result = (struct sn_compose_result){0};
	int ret = sn_request_repeat(out, result, w, request, err);
	if (ret || result->is_repeated)
		return ret;
	sn_daemon_set_apart(daemon, true);
	ret = sn_compose_begin(&c, &info, &result->duplicates, err);
	const bool has_rings = !sn_compose_has_proposals(&c);
	if (!ret && has_rings)
		ret = ask_distribution(&c, err);
	if (!ret)
		ret = sn_compose_select(&c, result, &info, err);
	if (!ret && !request->even_if_pending)
		ret = sn_replacement_check(w, request, c.only, &c.set, c.outputs, err);
	if (!ret)
		ret = check_limits(&c, err); /* before the daemon is asked for decoys */
	if (!ret && has_rings)
		ret = complete(&c, err);
	if (!ret)
		ret = hand_out(&c, out, result, err);

	sn_daemon_set_apart(daemon, false);
	sn_compose_end(&c);
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
