#include "hot/replacement.h"

#include "hot/balance.h"
#include "hot/payment_pairs.h"

#include <stdlib.h>

/* The payment failed, and no scanned block prevents that it is mined. */
static bool may_return(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	if (!sn_payment_was_submitted(p) ||
	    !(p->state == SN_PAYMENT_RELEASED || (p->state == SN_PAYMENT_SUBMITTED && p->is_missing)))
		return false;
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && w->outputs[output].is_spent)
			return false;
	}
	return true;
}

/* Another payment to the recipient is on its way, and excludes this one. */
static bool is_replaced(const struct sn_wallet *w, const struct sn_wallet_payment *p,
			const struct sn_address *to)
{
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *q = &w->payments[i];
		if (q->state == SN_PAYMENT_SUBMITTED && !q->is_missing && sn_payment_pays(q, to, false) &&
		    sn_payments_exclude_each_other(p, q))
			return true;
	}
	return false;
}

/* `p` may be mined besides a payment to `to` without a common input. */
static bool threatens(const struct sn_wallet *w, const struct sn_wallet_payment *p,
		      const struct sn_address *to)
{
	return sn_payment_pays(p, to, false) && !is_replaced(w, p, to);
}

/* ------------------------------------------------------------------ refusing */

/* The payment that reserves an input of `p`, or NULL. */
static const struct sn_wallet_payment *holder_of(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	const struct sn_wallet_payment *holder = NULL;
	for (size_t i = 0; !holder && i < p->n_inputs; i++)
		holder = sn_wallet_holder_of(w, &p->inputs[i]);
	return holder;
}

/* The first input of `p` that is an output of another account than `account`; SIZE_MAX without one. */
static size_t of_other_account(const struct sn_wallet *w, const struct sn_wallet_payment *p, uint32_t account)
{
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && w->outputs[output].subaddress.major != account)
			return output;
	}
	return SIZE_MAX;
}

#define OR_INSIST "; or, to accept that both are mined, use --even-if-pending (RPC: \"even_if_pending\")"

static int refuse(const struct sn_wallet *w, const struct sn_wallet_payment *p,
		  const struct sn_payment_request *request, struct sn_error *err)
{
	const unsigned long long id = p->id;
	const struct sn_wallet_payment *holder = holder_of(w, p);
	const bool is_bound = !request->sweep_all || request->one_account;
	const size_t other = is_bound ? of_other_account(w, p, request->account) : SIZE_MAX;
	int ret = sn_error_set(
		err, SN_REFUSED,
		"payment %llu to the same recipient may still be mined, and the new payment cannot spend one of its "
		"outputs: both could be mined",
		id);
	if (p->state == SN_PAYMENT_SUBMITTED)
		return sn_error_hint(
			err, ret,
			"submit the signed file of payment %llu again; or release payment %llu: the next payment then spends one of its outputs, and only one of the two can be mined" OR_INSIST,
			id, id);
	if (holder)
		return sn_error_hint(
			err, ret, "payment %llu reserves these outputs: submit it, or release it" OR_INSIST,
			(unsigned long long)holder->id);
	if (other != SIZE_MAX)
		return sn_error_hint(err, ret, "spend from account %u, which has these outputs" OR_INSIST,
				     w->outputs[other].subaddress.major);
	return sn_error_hint(
		err, ret,
		"run wo-sync (sneakernote: refresh), and wait until these outputs unlock" OR_INSIST);
}

/* ------------------------------------------------------------------ planning */

/* An earlier payment, and whether the transaction in work spends one of its outputs. */
struct earlier {
	const struct sn_wallet_payment *payment;
	bool is_excluded;
};

struct planning {
	const struct sn_wallet *w;
	const struct sn_payment_request *request;
	uint64_t now;
	struct earlier *earlier; /* those that the transaction in work must exclude */
	size_t n_earlier;
	size_t *outputs; /* chosen, of all transactions */
	size_t n, first; /* `first`: of the transaction in work */
};

static bool is_chosen(const struct planning *p, size_t from, size_t output)
{
	for (size_t i = from; i < p->n; i++)
		if (p->outputs[i] == output)
			return true;
	return false;
}

/* Whether the chosen outputs from `from` to `to` include an input of `payment`. */
static bool is_covered(const struct planning *p, const struct sn_wallet_payment *payment, size_t from,
		       size_t to)
{
	for (size_t i = from; i < to; i++)
		if (sn_payment_spends(payment, &p->w->outputs[p->outputs[i]].key))
			return true;
	return false;
}

/* Number of destinations of a transaction; `*to` is the first one. */
static size_t part(const struct sn_payment_destination **to, const struct sn_payment_request *r, size_t at)
{
	const size_t from = at * SN_TX_DESTINATIONS_MAX, left = r->n_destinations - from;
	*to = r->destinations + from;
	return left < SN_TX_DESTINATIONS_MAX ? left : SN_TX_DESTINATIONS_MAX;
}

static bool pays_key(const struct sn_payment_destination *to, size_t n, const struct sn_address *a)
{
	for (size_t i = 0; i < n; i++)
		if (sn_address_has_same_keys(&to[i].address, a))
			return true;
	return false;
}

/* An earlier transaction of the request pays the recipient, and excludes the payment. */
static bool is_covered_before(const struct planning *p, const size_t *ends, size_t at,
			      const struct sn_wallet_payment *payment, const struct sn_address *to)
{
	for (size_t i = 0; i < at; i++) {
		const struct sn_payment_destination *destinations;
		size_t n = part(&destinations, p->request, i);
		if (pays_key(destinations, n, to) && is_covered(p, payment, i ? ends[i - 1] : 0, ends[i]))
			return true;
	}
	return false;
}

static void list_earlier(struct planning *p, const size_t *ends, size_t at)
{
	const struct sn_payment_destination *to;
	const size_t n = part(&to, p->request, at);
	p->n_earlier = 0;
	for (size_t i = 0; i < p->w->n_payments; i++) {
		const struct sn_wallet_payment *q = &p->w->payments[i];
		bool counts = false;
		if (!may_return(p->w, q))
			continue;
		for (size_t k = 0; !counts && k < n; k++)
			counts = threatens(p->w, q, &to[k].address) &&
				 !is_covered_before(p, ends, at, q, &to[k].address);
		if (counts)
			p->earlier[p->n_earlier++] = (struct earlier){.payment = q};
	}
}

/* The number of earlier payments that an output would exclude in addition. */
static size_t gain(const struct planning *p, size_t output)
{
	size_t n = 0;
	for (size_t i = 0; i < p->n_earlier; i++)
		n += !p->earlier[i].is_excluded &&
		     sn_payment_spends(p->earlier[i].payment, &p->w->outputs[output].key);
	return n;
}

/* The output that excludes most earlier payments, of these the largest; SIZE_MAX without one. */
static size_t best_output(const struct planning *p)
{
	size_t best = SIZE_MAX, best_gain = 0;
	for (size_t i = 0; i < p->n_earlier; i++) {
		const struct sn_wallet_payment *q = p->earlier[i].payment;
		for (size_t k = 0; !p->earlier[i].is_excluded && k < q->n_inputs; k++) {
			size_t output = sn_wallet_find_key(p->w, &q->inputs[k]);
			if (output == SIZE_MAX || is_chosen(p, 0, output) ||
			    p->w->outputs[output].subaddress.major != p->request->account ||
			    !sn_output_is_spendable(p->w, output, p->now))
				continue;
			size_t g = gain(p, output);
			if (g > best_gain ||
			    (g == best_gain && p->w->outputs[output].amount > p->w->outputs[best].amount)) {
				best = output;
				best_gain = g;
			}
		}
	}
	return best;
}

/* Choose outputs for the transaction in work. */
static int choose(struct planning *p, struct sn_error *err)
{
	for (;;) {
		const struct sn_wallet_payment *left = NULL;
		size_t output;
		for (size_t i = 0; i < p->n_earlier; i++) {
			struct earlier *e = &p->earlier[i];
			e->is_excluded = is_covered(p, e->payment, p->first, p->n);
			left = left || e->is_excluded ? left : e->payment;
		}
		if (!left)
			return SN_OK;
		output = best_output(p);
		if (output == SIZE_MAX)
			return refuse(p->w, left, p->request, err);
		p->outputs[p->n++] = output;
	}
}

int sn_replacement_plan(struct sn_replacement *r, const struct sn_wallet *w,
			const struct sn_payment_request *request, uint64_t now, struct sn_error *err)
{
	const size_t n_txs = (request->n_destinations + SN_TX_DESTINATIONS_MAX - 1) / SN_TX_DESTINATIONS_MAX;
	*r = (struct sn_replacement){.outputs = calloc(w->n_outputs + 1, sizeof *r->outputs),
				     .ends = calloc(n_txs + 1, sizeof *r->ends)};
	struct planning p = {.w = w,
			     .request = request,
			     .now = now,
			     .earlier = calloc(w->n_payments + 1, sizeof *p.earlier),
			     .outputs = r->outputs};
	int ret = r->outputs && r->ends && p.earlier ? SN_OK : sn_error_memory(err);
	for (size_t i = 0; !ret && i < n_txs; i++) {
		p.first = p.n;
		list_earlier(&p, r->ends, i);
		ret = choose(&p, err);
		r->ends[i] = p.n;
	}
	free(p.earlier);
	return ret;
}

void sn_replacement_free(struct sn_replacement *r)
{
	free(r->outputs);
	free(r->ends);
	*r = (struct sn_replacement){0};
}

/* ------------------------------------------------------------------ checking */

static bool tx_pays(const struct sn_unsigned_tx *tx, const struct sn_address *to)
{
	for (size_t i = 0; i < tx->n_destinations; i++)
		if (sn_address_has_same_keys(&tx->destinations[i].address, to))
			return true;
	return false;
}

static bool tx_excludes(const struct sn_wallet *w, const struct sn_unsigned_tx *tx, const size_t *outputs,
			const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (sn_payment_spends(p, &w->outputs[outputs[i]].key))
			return true;
	return false;
}

/* Whether no transaction that pays `to` excludes the payment. */
static bool is_missed(const struct sn_wallet *w, const struct sn_unsigned_set *set, size_t *const *outputs,
		      const struct sn_wallet_payment *p, const struct sn_address *to)
{
	for (size_t i = 0; i < set->n; i++)
		if (tx_pays(&set->txs[i], to) && tx_excludes(w, &set->txs[i], outputs[i], p))
			return false;
	return true;
}

int sn_replacement_check(const struct sn_wallet *w, const struct sn_payment_request *request,
			 const struct sn_unsigned_set *set, size_t *const *outputs, struct sn_error *err)
{
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (!may_return(w, p))
			continue;
		for (size_t k = 0; k < request->n_destinations; k++) {
			const struct sn_address *to = &request->destinations[k].address;
			if (threatens(w, p, to) && is_missed(w, set, outputs, p, to))
				return refuse(w, p, request, err);
		}
	}
	return SN_OK;
}

uint64_t sn_replacement_of(const struct sn_wallet *w, uint64_t id)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment(w, id);
	for (size_t i = 0; p && i < w->n_payments && w->payments[i].id < id; i++) {
		const struct sn_wallet_payment *q = &w->payments[i];
		if (sn_payment_was_submitted(q) && q->state != SN_PAYMENT_CONFIRMED &&
		    sn_payments_exclude_each_other(p, q))
			return q->id;
	}
	return 0;
}
