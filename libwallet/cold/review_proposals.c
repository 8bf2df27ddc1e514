#include "cold/review_proposals.h"

#include "base/secret.h"
#include "chain/carrot_enote.h"
#include "cold/proposal_input.h"
#include "cold/review_rules.h"
#include "handoff/proposal_tx.h"

#include <stdlib.h>

static int review_inputs(struct sn_review_tx *out, struct sn_review_spent *spent,
			 const struct sn_account *account, const struct sn_proposal *p, struct sn_error *err)
{
	struct sn_opened_proposal_input *opened = calloc(p->n_inputs ? p->n_inputs : 1, sizeof *opened);
	size_t bad = 0;
	if (!opened)
		return sn_error_memory(err);
	out->n_inputs = p->n_inputs;
	int ret = sn_proposal_inputs_open(opened, &bad, account, p->inputs, p->n_inputs, err);
	sn_wipe(opened, p->n_inputs * sizeof *opened);
	free(opened);
	for (size_t i = 0; !ret && i < p->n_inputs; i++) {
		spent[i].key = p->inputs[i].key;
		bad = i;
		ret = sn_review_input(out, p->inputs[i].subaddress, p->inputs[i].amount, i == 0, err);
	}
	return ret && ret != SN_IO && p->n_inputs > 1 ? sn_error_prefix(err, ret, "input %zu", bad + 1) : ret;
}

/* Our own address as a recipient is one that a restored wallet searches. */
static int check_own(const struct sn_review_destination *d, const struct sn_proposal_self_send *to,
		     struct sn_error *err)
{
	if (d->is_own && sn_subaddress_is_equal(d->own_index, to->subaddress))
		return SN_OK;
	return sn_error_set(
		err, SN_REFUSED,
		"an output goes to our own address %u/%u, which a restored wallet would not search",
		to->subaddress.major, to->subaddress.minor);
}

/* The destinations, then the payments to ourselves. */
static int review_destinations(struct sn_review_tx *out, const struct sn_review_job *job,
			       const struct sn_proposal_payments *p, struct sn_error *err)
{
	size_t n = 0;
	out->destinations = calloc(p->n_destinations + p->n_self_sends + 1, sizeof *out->destinations);
	if (!out->destinations)
		return sn_error_memory(err);
	for (size_t i = 0; i < p->n_destinations; i++, n++) {
		out->destinations[n].address = p->destinations[i].address;
		out->destinations[n].amount = p->destinations[i].amount;
	}
	for (size_t i = 0; i < p->n_self_sends; i++)
		if (p->self_sends[i].enote_type == SN_CARROT_PAYMENT) {
			sn_account_address(&out->destinations[n].address, job->account,
					   p->self_sends[i].subaddress);
			out->destinations[n++].amount = p->self_sends[i].amount;
		}
	out->n_destinations = n;
	if (!n)
		return sn_error_set(err, SN_REFUSED, "the transaction has no recipient");
	int ret = sn_review_destinations(out, job, err);
	n = p->n_destinations;
	for (size_t i = 0; !ret && i < p->n_self_sends; i++)
		if (p->self_sends[i].enote_type == SN_CARROT_PAYMENT)
			ret = check_own(&out->destinations[n++], &p->self_sends[i], err);
	return ret;
}

static int review_change(struct sn_review_tx *out, const struct sn_account *account,
			 const struct sn_proposal_payments *p, struct sn_error *err)
{
	bool has_change = false;
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < p->n_self_sends; i++) {
		const struct sn_proposal_self_send *s = &p->self_sends[i];
		if (s->enote_type == SN_CARROT_PAYMENT)
			continue;
		if (has_change)
			return sn_error_set(err, SN_REFUSED,
					    "the transaction has more than one change output");
		has_change = true;
		ret = sn_review_change(out, account, s->amount, s->subaddress, err);
	}
	if (!ret && !has_change && p->n_destinations == 0 && p->n_self_sends == 2)
		return sn_error_set(err, SN_REFUSED,
				    "both outputs are payments to ourselves: one of two must be the change");
	return ret;
}

static int review_tx(struct sn_review_tx *out, struct sn_review_spent *spent, const struct sn_review_job *job,
		     size_t i, struct sn_error *err)
{
	const struct sn_proposal_set *set = job->set;
	const struct sn_proposal *p = &set->proposals[i];
	const size_t n_outputs = p->payments.n_destinations + p->payments.n_self_sends;
	uint64_t weight;
	int ret = review_inputs(out, spent, job->account, p, err);
	if (!ret)
		ret = review_destinations(out, job, &p->payments, err);
	if (!ret)
		ret = review_change(out, job->account, &p->payments, err);
	if (!ret)
		ret = sn_proposal_payments_check_together(&p->payments, err);
	out->fee = p->payments.fee;
	if (!ret)
		ret = sn_review_sums(out, err);
	if (ret)
		return ret;
	if (sn_proposal_weight(&weight, p->n_inputs, &p->payments))
		return sn_error_set(err, SN_REFUSED,
				    "the network allows no transaction with %zu input%s and %zu output%s",
				    p->n_inputs, SN_PLURAL(p->n_inputs), n_outputs, SN_PLURAL(n_outputs));
	out->weight = (size_t)weight;
	return sn_review_limits(out, SN_FCMP_TX_WEIGHT_MAX, job->limits, err);
}

static size_t n_inputs(const void *set, size_t i)
{
	return ((const struct sn_proposal_set *)set)->proposals[i].n_inputs;
}

static uint32_t account_of(const void *set, size_t i)
{
	const struct sn_proposal *p = &((const struct sn_proposal_set *)set)->proposals[i];
	return p->n_inputs ? p->inputs[0].subaddress.major : 0;
}

int sn_review_proposals(struct sn_review *review, const struct sn_account *account,
			const struct sn_proposal_set *set, const struct sn_limits *limits, unsigned jobs,
			struct sn_error *err)
{
	static const struct sn_review_format proposals = {n_inputs, account_of, review_tx, NULL};
	int ret = sn_review_run(review, &proposals, account, set, set->n, limits, jobs, err);
	review->has_proposals = !ret;
	return ret;
}

static bool is_destination(const struct sn_review_tx *review, size_t i, const struct sn_address *address,
			   uint64_t amount)
{
	return i < review->n_destinations && review->destinations[i].amount == amount &&
	       sn_address_is_equal(&review->destinations[i].address, address);
}

static bool is_change(const struct sn_review_tx *review, const struct sn_address *address, uint64_t amount)
{
	return review->has_change
		       ? review->change == amount && sn_address_is_equal(&review->change_address, address)
		       : amount == 0;
}

bool sn_review_is_of_proposal(const struct sn_review_tx *review, const struct sn_account *account,
			      const struct sn_proposal *proposal)
{
	const struct sn_proposal_payments *p = &proposal->payments;
	bool is_it = review->n_inputs == proposal->n_inputs && review->fee == p->fee;
	size_t n = 0, n_change = 0;
	for (size_t i = 0; is_it && i < p->n_destinations; i++)
		is_it = is_destination(review, n++, &p->destinations[i].address, p->destinations[i].amount);
	for (size_t i = 0; is_it && i < p->n_self_sends; i++) {
		const struct sn_proposal_self_send *s = &p->self_sends[i];
		struct sn_address address;
		sn_account_address(&address, account, s->subaddress);
		if (s->enote_type == SN_CARROT_PAYMENT) {
			is_it = is_destination(review, n++, &address, s->amount);
		} else {
			is_it = is_change(review, &address, s->amount);
			n_change++;
		}
	}
	return is_it && n == review->n_destinations && n_change <= 1 && n_change >= review->has_change;
}
