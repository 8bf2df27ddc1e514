#include "hot/replacement.h"

#include "base/hex.h"
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

/* ------------------------------------------------------------------ who excludes whom */

#define NOT_CONCERNED (SIZE_MAX - 1) /* it does not pay the recipient in work */
#define BY_NONE SIZE_MAX

/* The earlier payments, and the excluders: pending payments, then transactions of the request.
 *
 * If two earlier payments may both be mined, the recipient gets two payments although an excluder of both
 * fails. So an excluder counts for one of them, or for several of which only one can be mined. */
struct failed {
	const struct sn_wallet *w;
	const struct sn_wallet_payment **payments;
	size_t *by; /* for each: the number of its excluder, for the recipient in work */
	size_t n;
	const struct sn_wallet_payment **pending; /* submitted, and not missing */
	size_t n_pending;
};

static int list_failed(struct failed *f, const struct sn_wallet *w, struct sn_error *err)
{
	*f = (struct failed){.w = w,
			     .payments = calloc(w->n_payments + 1, sizeof *f->payments),
			     .by = calloc(w->n_payments + 1, sizeof *f->by),
			     .pending = calloc(w->n_payments + 1, sizeof *f->pending)};
	if (!f->payments || !f->by || !f->pending)
		return sn_error_memory(err);
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (may_return(w, p))
			f->payments[f->n++] = p;
		else if (p->state == SN_PAYMENT_SUBMITTED && !p->is_missing)
			f->pending[f->n_pending++] = p;
	}
	return SN_OK;
}

static void free_failed(struct failed *f)
{
	free(f->payments);
	free(f->by);
	free(f->pending);
}

/* Whether only one can be mined of payment `at` and those that the excluder counts for. */
static bool fits(const struct failed *f, size_t at, size_t excluder)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->by[i] == excluder && !sn_payments_exclude_each_other(f->payments[i], f->payments[at]))
			return false;
	return true;
}

/* Begin with the recipient `to`, and the pending payments. Returns whether an earlier payment is left. */
static bool begin_with(struct failed *f, const struct sn_address *to)
{
	bool is_left = false;
	for (size_t i = 0; i < f->n; i++)
		f->by[i] = NOT_CONCERNED;
	for (size_t i = 0; i < f->n; i++) {
		if (!sn_payment_pays(f->payments[i], to, false))
			continue;
		f->by[i] = BY_NONE;
		for (size_t k = 0; f->by[i] == BY_NONE && k < f->n_pending; k++)
			if (sn_payments_exclude_each_other(f->payments[i], f->pending[k]) &&
			    sn_payment_pays(f->pending[k], to, false) && fits(f, i, k))
				f->by[i] = k;
		is_left |= f->by[i] == BY_NONE;
	}
	return is_left;
}

/* Whether the payment spends one of these outputs of the wallet. */
static bool spends_one_of(const struct sn_wallet *w, const struct sn_wallet_payment *payment,
			  const size_t *outputs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (sn_payment_spends(payment, &w->outputs[outputs[i]].key))
			return true;
	return false;
}

/* Transaction `at` of the request pays the recipient, and spends these outputs. Returns whether it counts for
 * an earlier payment. */
static bool go_on_with(struct failed *f, size_t at, const size_t *outputs, size_t n)
{
	const size_t number = f->n_pending + at;
	bool counts = false;
	for (size_t i = 0; i < f->n; i++)
		if (f->by[i] == BY_NONE && spends_one_of(f->w, f->payments[i], outputs, n) &&
		    fits(f, i, number)) {
			f->by[i] = number;
			counts = true;
		}
	return counts;
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

/* The first input of `p` that is a frozen output; SIZE_MAX without one. */
static size_t frozen_input(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (sn_wallet_is_frozen(w, &p->inputs[i]))
			return sn_wallet_find_key(w, &p->inputs[i]);
	return SIZE_MAX;
}

/* The first input of `p` that the user has not chosen; SIZE_MAX without one. */
static size_t not_chosen(const struct sn_wallet *w, const struct sn_wallet_payment *p, const bool *only)
{
	for (size_t i = 0; only && i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && !only[output])
			return output;
	}
	return SIZE_MAX;
}

/* Whether the wallet has scanned an output that `p` spends. */
static bool is_scanned(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++)
		if (sn_wallet_find_key(w, &p->inputs[i]) != SIZE_MAX)
			return true;
	return false;
}

#define OR_INSIST "; or, to accept that both are mined, use --even-if-pending (RPC: \"even_if_pending\")"

/* `is_taken`: another transaction of the request spends an output of `p`. */
static int refuse(const struct sn_wallet *w, const struct sn_wallet_payment *p,
		  const struct sn_payment_request *request, const bool *only, bool is_taken,
		  struct sn_error *err)
{
	const unsigned long long id = p->id;
	const struct sn_wallet_payment *holder = holder_of(w, p);
	const bool is_bound = !request->sweep_all || request->one_account;
	const size_t other = is_bound ? of_other_account(w, p, request->account) : SIZE_MAX;
	const size_t frozen = frozen_input(w, p), other_choice = not_chosen(w, p, only);
	char key[2 * sizeof(struct sn_point) + 1];
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
	if (is_taken)
		return sn_error_hint(
			err, ret,
			"give the recipients in the order of the earlier payments; or first pay those of payment %llu alone, and the others when that payment is in a block" OR_INSIST,
			id);
	if (holder && holder->state == SN_PAYMENT_SUBMITTED && !holder->is_missing)
		return sn_error_hint(
			err, ret, "wait until payment %llu is in a block: it spends these outputs" OR_INSIST,
			(unsigned long long)holder->id);
	if (holder)
		return sn_error_hint(
			err, ret, "payment %llu reserves these outputs: submit it, or release it" OR_INSIST,
			(unsigned long long)holder->id);
	if (other != SIZE_MAX)
		return sn_error_hint(err, ret, "spend from account %u, which has these outputs" OR_INSIST,
				     w->outputs[other].subaddress.major);
	if (!is_scanned(w, p))
		return sn_error_hint(
			err, ret,
			"scan blocks again from a lower height, that of the outputs of payment %llu: sneakernote --wallet-file=FILE --resync-and-exit --restore-height=N" OR_INSIST,
			id);
	if (frozen != SIZE_MAX) {
		sn_hex_encode(key, &w->outputs[frozen].key, sizeof(struct sn_point));
		return sn_error_hint(
			err, ret,
			"thaw an output of payment %llu: wo-outputs --thaw=%s (sneakernote: thaw)" OR_INSIST,
			id, key);
	}
	if (other_choice != SIZE_MAX) {
		sn_hex_encode(key, &w->outputs[other_choice].key, sizeof(struct sn_point));
		return sn_error_hint(err, ret, "choose an output of payment %llu, too: --input=%s" OR_INSIST,
				     id, key);
	}
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
	const bool *only;
	uint64_t now;
	struct failed failed;
	struct earlier *earlier; /* those that the transaction in work must exclude */
	size_t n_earlier;
	size_t *outputs; /* chosen, of all transactions */
	size_t n, first; /* `first`: of the transaction in work */
};

static bool is_chosen(const struct planning *p, size_t output)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->outputs[i] == output)
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

static bool tx_pays_key(const struct sn_payment_request *r, size_t at, const struct sn_address *a)
{
	const struct sn_payment_destination *to;
	const size_t n = part(&to, r, at);
	return pays_key(to, n, a);
}

static void add_earlier(struct planning *p, const struct sn_wallet_payment *payment)
{
	for (size_t i = 0; i < p->n_earlier; i++)
		if (p->earlier[i].payment == payment)
			return;
	p->earlier[p->n_earlier++] = (struct earlier){.payment = payment};
}

/* The earlier payments to one recipient of the transaction: all that are left, or only the first one if a
 * later transaction pays the recipient, too, and takes the next one. */
static void list_earlier_to(struct planning *p, const size_t *ends, size_t at, size_t n_txs,
			    const struct sn_address *to)
{
	struct failed *f = &p->failed;
	bool is_last = true;
	if (!begin_with(f, to))
		return;
	for (size_t i = 0; i < at; i++)
		if (tx_pays_key(p->request, i, to)) {
			const size_t from = i ? ends[i - 1] : 0;
			(void)go_on_with(f, i, p->outputs + from, ends[i] - from);
		}
	for (size_t i = at + 1; is_last && i < n_txs; i++)
		is_last = !tx_pays_key(p->request, i, to);
	for (size_t i = 0; i < f->n; i++) {
		if (f->by[i] != BY_NONE)
			continue;
		add_earlier(p, f->payments[i]);
		if (!is_last)
			return;
	}
}

static void list_earlier(struct planning *p, const size_t *ends, size_t at, size_t n_txs)
{
	const struct sn_payment_destination *to;
	const size_t n = part(&to, p->request, at);
	p->n_earlier = 0;
	for (size_t k = 0; k < n; k++)
		list_earlier_to(p, ends, at, n_txs, &to[k].address);
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
			if (output == SIZE_MAX || is_chosen(p, output) ||
			    p->w->outputs[output].subaddress.major != p->request->account ||
			    (p->only && !p->only[output]) || !sn_output_is_spendable(p->w, output, p->now))
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

/* Whether an input of the payment is chosen, for another transaction. */
static bool is_taken(const struct planning *p, const struct sn_wallet_payment *payment)
{
	return spends_one_of(p->w, payment, p->outputs, p->first);
}

/* Choose outputs for the transaction in work. */
static int choose(struct planning *p, struct sn_error *err)
{
	for (;;) {
		const struct sn_wallet_payment *left = NULL;
		size_t output;
		for (size_t i = 0; i < p->n_earlier; i++) {
			struct earlier *e = &p->earlier[i];
			e->is_excluded =
				spends_one_of(p->w, e->payment, p->outputs + p->first, p->n - p->first);
			left = left || e->is_excluded ? left : e->payment;
		}
		if (!left)
			return SN_OK;
		output = best_output(p);
		if (output == SIZE_MAX)
			return refuse(p->w, left, p->request, p->only, is_taken(p, left), err);
		p->outputs[p->n++] = output;
	}
}

int sn_replacement_plan(struct sn_replacement *r, const struct sn_wallet *w,
			const struct sn_payment_request *request, const bool *only, uint64_t now,
			struct sn_error *err)
{
	const size_t n_txs = (request->n_destinations + SN_TX_DESTINATIONS_MAX - 1) / SN_TX_DESTINATIONS_MAX;
	*r = (struct sn_replacement){.outputs = calloc(w->n_outputs + 1, sizeof *r->outputs),
				     .ends = calloc(n_txs + 1, sizeof *r->ends)};
	struct planning p = {.w = w,
			     .request = request,
			     .only = only,
			     .now = now,
			     .earlier = calloc(w->n_payments + 1, sizeof *p.earlier),
			     .outputs = r->outputs};
	int ret = r->outputs && r->ends && p.earlier ? SN_OK : sn_error_memory(err);
	if (!ret)
		ret = list_failed(&p.failed, w, err);
	for (size_t i = 0; !ret && i < n_txs; i++) {
		p.first = p.n;
		list_earlier(&p, r->ends, i, n_txs);
		ret = choose(&p, err);
		r->ends[i] = p.n;
	}
	free(p.earlier);
	free_failed(&p.failed);
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

/* An earlier payment to `to` that may be mined in addition, or NULL.
 *
 * If no transaction counts for an earlier payment, it is enough that one spends an output of it, unless
 * another transaction to `to` counts for none: that one would then be paid in addition. In a sweep it may,
 * because a sweep sends everything to `to`. */
static const struct sn_wallet_payment *find_missed(struct failed *f, const struct sn_unsigned_set *set,
						   size_t *const *outputs, const struct sn_address *to,
						   bool is_sweep)
{
	bool is_in_addition = false;
	if (!begin_with(f, to))
		return NULL;
	for (size_t i = 0; i < set->n; i++)
		if (tx_pays(&set->txs[i], to))
			is_in_addition |= !go_on_with(f, i, outputs[i], set->txs[i].n_inputs) && !is_sweep;
	for (size_t i = 0; i < f->n; i++) {
		bool is_excluded = false;
		if (f->by[i] != BY_NONE)
			continue;
		for (size_t k = 0; !is_in_addition && !is_excluded && k < set->n; k++)
			is_excluded = tx_pays(&set->txs[k], to) &&
				      spends_one_of(f->w, f->payments[i], outputs[k], set->txs[k].n_inputs);
		if (!is_excluded)
			return f->payments[i];
	}
	return NULL;
}

int sn_replacement_check(const struct sn_wallet *w, const struct sn_payment_request *request,
			 const bool *only, const struct sn_unsigned_set *set, size_t *const *outputs,
			 struct sn_error *err)
{
	struct failed f;
	int ret = list_failed(&f, w, err);
	for (size_t i = 0; !ret && f.n && i < request->n_destinations; i++) {
		const struct sn_wallet_payment *missed =
			find_missed(&f, set, outputs, &request->destinations[i].address, request->sweep_all);
		if (missed)
			ret = refuse(w, missed, request, only, false, err);
	}
	free_failed(&f);
	return ret;
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
