#include "hot/history.h"

#include "hot/balance.h"
#include "store/output_order.h"

#include <stdlib.h>
#include <string.h>

/* One role of a transaction in this wallet. Parts are sorted by transaction; within one: our payments first,
 * then spent outputs, then received outputs, by address. */
struct part {
	const struct sn_hash *tx_hash;
	enum { PAYMENT, SPENT, RECEIVED } kind;
	size_t at; /* index into the wallet's payments or outputs */
	const struct sn_wallet_output *output;
};

struct list {
	const struct sn_wallet *w;
	uint64_t height; /* of the chain */
	uint64_t now;
	struct sn_transfer *transfers;
	size_t n, cap;
};

/* All parts of one transaction. */
struct group {
	const struct part *parts, *spent, *received;
	size_t n_payments, n_spent, n_received;
	uint64_t sum_spent, sum_received;
};

static uint64_t add(uint64_t a, uint64_t b)
{
	return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int compare_parts(const void *a, const void *b)
{
	const struct part *p = a, *q = b;
	int order = memcmp(p->tx_hash->b, q->tx_hash->b, sizeof p->tx_hash->b);
	if (!order)
		order = COMPARE(p->kind, q->kind);
	if (!order && p->kind == RECEIVED) {
		const struct sn_subaddress_index *i = &p->output->subaddress, *j = &q->output->subaddress;
		order = i->major != j->major ? COMPARE(i->major, j->major) : COMPARE(i->minor, j->minor);
	}
	return order ? order : COMPARE(p->at, q->at);
}

/* Transfers in blocks by height, then all others by time. */
static int compare_transfers(const void *a, const void *b)
{
	const struct sn_transfer *t = a, *u = b;
	bool t_waits = t->kind > SN_TRANSFER_OUT, u_waits = u->kind > SN_TRANSFER_OUT;
	int order = COMPARE(t_waits, u_waits);
	if (!order)
		order = t_waits ? COMPARE(t->time, u->time) : COMPARE(t->height, u->height);
	if (!order)
		order = COMPARE(t->payment, u->payment);
	if (!order)
		order = memcmp(t->tx_hash.b, u->tx_hash.b, sizeof t->tx_hash.b);
	if (!order)
		order = COMPARE(t->kind, u->kind);
	if (!order)
		order = COMPARE(t->subaddress.major, u->subaddress.major);
	return order ? order : COMPARE(t->subaddress.minor, u->subaddress.minor);
}

/* Returns NULL when out of memory. */
static struct sn_transfer *new_transfer(struct list *l)
{
	if (l->n == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 64;
		struct sn_transfer *more = reallocarray(l->transfers, cap, sizeof *more);
		if (!more)
			return NULL;
		l->transfers = more;
		l->cap = cap;
	}
	struct sn_transfer *t = &l->transfers[l->n++];
	memset(t, 0, sizeof *t);
	return t;
}

static void set_height(struct sn_transfer *t, const struct list *l, uint64_t height)
{
	t->height = height;
	t->confirmations = l->height > height ? l->height - height : 0;
}

static enum sn_transfer_kind payment_kind(enum sn_payment_state state)
{
	switch (state) {
	case SN_PAYMENT_CONFIRMED:
		return SN_TRANSFER_OUT;
	case SN_PAYMENT_SUBMITTED:
		return SN_TRANSFER_PENDING;
	case SN_PAYMENT_PREPARED:
		return SN_TRANSFER_PREPARED;
	default:
		return SN_TRANSFER_RELEASED;
	}
}

/* A payment that this wallet file did not prepare itself has one destination, with an amount and without an
 * address (hot/submit.c). */
static bool has_addresses(const struct sn_wallet_payment *p)
{
	static const struct sn_point none;
	for (size_t i = 0; i < p->n_destinations; i++)
		if (sn_point_is_equal(&p->destinations[i].address.spend, &none))
			return false;
	return true;
}

/* All inputs of a payment belong to one account. */
static uint32_t payment_account(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	for (size_t i = 0; i < p->n_inputs; i++) {
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX)
			return w->outputs[output].subaddress.major;
	}
	return 0;
}

static int list_payment(struct list *l, const struct sn_wallet_payment *p)
{
	struct sn_transfer *t = new_transfer(l);
	if (!t)
		return SN_IO;
	t->kind = payment_kind(p->state);
	t->tx_hash = p->tx_hash;
	t->payment = p->id;
	if (p->state == SN_PAYMENT_CONFIRMED)
		set_height(t, l, p->height);
	t->time = p->time;
	t->fee = p->fee;
	t->is_rejected = p->is_doubtful && p->state != SN_PAYMENT_CONFIRMED;
	t->subaddress.major = payment_account(l->w, p);
	const struct sn_wallet_request *request = sn_wallet_request_of(l->w, p->id);
	t->reference = request ? request->reference : NULL;
	for (size_t i = 0; i < p->n_destinations; i++) {
		const struct sn_address *address = &p->destinations[i].address;
		t->amount = add(t->amount, p->destinations[i].amount);
		if (address->kind == SN_ADDRESS_INTEGRATED) {
			t->has_payment_id = true;
			memcpy(t->payment_id, address->payment_id, sizeof t->payment_id);
		}
	}
	if (has_addresses(p)) {
		t->destinations = p->destinations;
		t->n_destinations = p->n_destinations;
	}
	return SN_OK;
}

static int list_unexplained(struct list *l, const struct group *g, uint64_t amount)
{
	struct sn_transfer *t = new_transfer(l);
	if (!t)
		return SN_IO;
	const struct sn_wallet_output *spent = g->spent[0].output;
	t->kind = SN_TRANSFER_OUT;
	t->tx_hash = *sn_wallet_spent_by(l->w, spent);
	set_height(t, l, spent->spent_height);
	t->time = t->block_time = g->n_received ? g->received[0].output->time : 0;
	t->amount = amount;
	t->subaddress.major = spent->subaddress.major;
	return SN_OK;
}

/* Add one transfer for each address, of all received outputs except `except`, which may be NULL. */
static int list_received(struct list *l, const struct group *g, const struct part *except)
{
	struct sn_transfer *t = NULL;
	for (size_t i = 0; i < g->n_received; i++) {
		const struct sn_wallet_output *o = g->received[i].output;
		if (&g->received[i] == except)
			continue;
		if (t && sn_subaddress_is_equal(t->subaddress, o->subaddress)) {
			t->amount = add(t->amount, o->amount);
			t->n_outputs++;
			continue;
		}
		t = new_transfer(l);
		if (!t)
			return SN_IO;
		t->kind = SN_TRANSFER_IN;
		t->tx_hash = o->tx_hash;
		set_height(t, l, o->height);
		t->time = t->block_time = o->time;
		t->amount = o->amount;
		t->n_outputs = 1;
		t->subaddress = o->subaddress;
		t->has_payment_id = o->has_payment_id;
		memcpy(t->payment_id, o->payment_id, sizeof t->payment_id);
		t->unlock_time = o->unlock_time;
		t->is_unlocked = sn_output_is_unlocked(o, l->height, l->now);
		t->is_coinbase = o->is_coinbase;
	}
	return SN_OK;
}

static int list_incoming(struct list *l, const struct sn_wallet_incoming *in)
{
	struct sn_transfer *t = new_transfer(l);
	if (!t)
		return SN_IO;
	t->kind = SN_TRANSFER_POOL;
	t->tx_hash = in->tx_hash;
	t->time = in->time;
	t->amount = in->amount;
	t->subaddress = in->subaddress;
	t->has_payment_id = in->has_payment_id;
	memcpy(t->payment_id, in->payment_id, sizeof t->payment_id);
	t->unlock_time = in->unlock_time;
	return SN_OK;
}

/* The output that is the change of payment `p`: it has the amount of the change. Of several, the one at the
 * account's primary address, which gets the change. */
static const struct part *find_change(const struct list *l, const struct group *g,
				      const struct sn_wallet_payment *p)
{
	const struct part *found = NULL;
	uint32_t account = payment_account(l->w, p);
	for (size_t i = 0; i < g->n_received; i++) {
		const struct sn_wallet_output *o = g->received[i].output;
		if (o->amount != p->change)
			continue;
		if (o->subaddress.major == account && o->subaddress.minor == 0)
			return &g->received[i];
		if (!found)
			found = &g->received[i];
	}
	return found;
}

static int list_explained(struct list *l, const struct group *g)
{
	const struct sn_wallet_payment *p = &l->w->payments[g->parts[0].at];
	int ret = SN_OK;
	for (size_t i = 0; !ret && i < g->n_payments; i++) {
		ret = list_payment(l, &l->w->payments[g->parts[i].at]);
		if (!ret && g->n_received)
			l->transfers[l->n - 1].block_time = g->received[0].output->time;
	}
	const struct part *change = p->change ? find_change(l, g, p) : NULL;
	/* The change of a payment that this wallet file did not prepare may be in several outputs. All of
	 * them are change. */
	if (ret || (p->change && !change))
		return ret;
	return list_received(l, g, change);
}

/* A payment made elsewhere may spend more of our outputs than were known when it was found in the pool
 * (hot/pool.c). */
static bool is_explained(const struct list *l, const struct group *g)
{
	return g->n_payments && g->n_spent <= l->w->payments[g->parts[0].at].n_inputs;
}

static int list_group(struct list *l, const struct group *g)
{
	if (is_explained(l, g))
		return list_explained(l, g);
	if (!g->n_spent)
		return list_received(l, g, NULL);
	if (g->sum_spent >= g->sum_received)
		return list_unexplained(l, g, g->sum_spent - g->sum_received);
	int ret = list_unexplained(l, g, g->sum_spent);
	return ret ? ret : list_received(l, g, NULL);
}

/* Collect the parts of the transaction of parts[0]. Returns their number. */
static size_t take_group(struct group *g, const struct part *parts, size_t n)
{
	*g = (struct group){.parts = parts};
	size_t i = 0;
	while (i < n && sn_hash_is_equal(parts[i].tx_hash, parts[0].tx_hash)) {
		const struct part *part = &parts[i++];
		if (part->kind == PAYMENT) {
			g->n_payments++;
		} else if (part->kind == SPENT) {
			g->n_spent++;
			g->sum_spent = add(g->sum_spent, part->output->amount);
		} else {
			g->n_received++;
			g->sum_received = add(g->sum_received, part->output->amount);
		}
	}
	g->spent = parts + g->n_payments;
	g->received = g->spent + g->n_spent;
	return i;
}

/* Some blocks, and where their outputs and spends begin and end in the wallet. */
struct range {
	uint64_t from, to; /* heights, both included */
	size_t first, end, first_spend, end_spend;
};

static struct range range_of(const struct sn_wallet *w, uint64_t from, uint64_t to)
{
	const bool is_open = to == UINT64_MAX;
	return (struct range){.from = from,
			      .to = to,
			      .first = sn_wallet_outputs_from(w, from),
			      .end = is_open ? w->n_outputs : sn_wallet_outputs_from(w, to + 1),
			      .first_spend = sn_wallet_spends_from(w, from),
			      .end_spend = is_open ? w->spends.n : sn_wallet_spends_from(w, to + 1)};
}

static bool has_height(const struct range *r, uint64_t height)
{
	return height >= r->from && height <= r->to;
}

/* The parts in these blocks, and the submitted payments. All parts of a transaction in a block have its
 * height. */
static struct part *collect(const struct sn_wallet *w, const struct range *r, size_t *n)
{
	struct part *parts =
		calloc(r->end - r->first + r->end_spend - r->first_spend + w->n_payments + 1, sizeof *parts);
	*n = 0;
	if (!parts)
		return NULL;
	for (size_t i = r->first; i < r->end; i++)
		if (!sn_wallet_is_burnt(w, i))
			parts[(*n)++] = (struct part){&w->outputs[i].tx_hash, RECEIVED, i, &w->outputs[i]};
	for (size_t i = r->first_spend; i < r->end_spend; i++) {
		const struct sn_wallet_output *o = sn_wallet_spend_at(w, i);
		if (!sn_wallet_is_burnt(w, w->spends.outputs[i]))
			parts[(*n)++] =
				(struct part){sn_wallet_spent_by(w, o), SPENT, w->spends.outputs[i], o};
	}
	for (size_t i = 0; i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if ((p->state == SN_PAYMENT_CONFIRMED && has_height(r, p->height)) ||
		    p->state == SN_PAYMENT_SUBMITTED)
			parts[(*n)++] = (struct part){&p->tx_hash, PAYMENT, i, NULL};
	}
	return parts;
}

/* List the transfers in these blocks, and those without a block. */
static int list_range(struct list *l, const struct range *r)
{
	const struct sn_wallet *w = l->w;
	size_t n_parts;
	struct part *parts = collect(w, r, &n_parts);
	int ret = parts ? SN_OK : SN_IO;
	if (!ret)
		qsort(parts, n_parts, sizeof *parts, compare_parts);
	for (size_t at = 0; !ret && at < n_parts;) {
		struct group group;
		at += take_group(&group, parts + at, n_parts - at);
		ret = list_group(l, &group);
	}
	free(parts);
	/* Payments without a transaction in a block. */
	for (size_t i = 0; !ret && i < w->n_payments; i++) {
		const struct sn_wallet_payment *p = &w->payments[i];
		if (p->state != SN_PAYMENT_CONFIRMED && p->state != SN_PAYMENT_SUBMITTED)
			ret = list_payment(l, p);
	}
	for (size_t i = 0; !ret && i < w->n_incoming; i++)
		ret = list_incoming(l, &w->incoming[i]);
	if (!ret && l->n)
		qsort(l->transfers, l->n, sizeof *l->transfers, compare_transfers);
	return ret;
}

/* A height from which on the range has n received outputs or n spends, or its first height. */
static uint64_t height_of_last(const struct sn_wallet *w, const struct range *r, size_t n)
{
	const uint64_t received = r->end - r->first > n ? w->outputs[r->end - n].height : 0,
		       spent = r->end_spend - r->first_spend > n
				       ? sn_wallet_spend_at(w, r->end_spend - n)->spent_height
				       : 0;
	const uint64_t last = received > spent ? received : spent;
	return last > r->from ? last : r->from;
}

/* Narrow the range to the block of this transaction. Most searches are for a transaction of late. */
static void narrow(uint64_t *from, uint64_t *to, const struct sn_wallet *w, const struct sn_hash *tx_hash)
{
	const struct sn_wallet_payment *p = sn_wallet_find_payment_of(w, tx_hash);
	uint64_t height = p && p->state == SN_PAYMENT_CONFIRMED ? p->height : 0;
	for (size_t i = w->n_outputs; !height && i-- > 0;)
		if (sn_hash_is_equal(&w->outputs[i].tx_hash, tx_hash))
			height = w->outputs[i].height;
	for (size_t i = w->spends.n; !height && i-- > 0;)
		if (sn_hash_is_equal(sn_wallet_spent_by(w, sn_wallet_spend_at(w, i)), tx_hash))
			height = sn_wallet_spend_at(w, i)->spent_height;
	*from = height > *from ? height : *from;
	*to = height < *to ? height : *to;
}

static const struct sn_history_filter all = {0};

int sn_history(struct sn_transfer **transfers, size_t *n, const struct sn_wallet *w,
	       const struct sn_history_filter *filter, uint64_t now, struct sn_error *err)
{
	const struct sn_history_filter *f = filter ? filter : &all;
	struct list l = {.w = w, .height = sn_wallet_height(w), .now = now};
	uint64_t from = f->min_height, to = f->has_max_height ? f->max_height : UINT64_MAX;
	int ret;
	*transfers = NULL;
	*n = 0;
	if (f->tx_hash)
		narrow(&from, &to, w, f->tx_hash);
	const struct range whole = range_of(w, from, to < from ? from : to);
	/* With a limit, look at the last parts, and at more of them until they are enough. */
	for (size_t last = f->limit;; last = last < SIZE_MAX / 4 ? 4 * last : SIZE_MAX) {
		const uint64_t height = f->limit ? height_of_last(w, &whole, last) : whole.from;
		const struct range range = range_of(w, height, whole.to);
		l.n = 0;
		ret = list_range(&l, &range);
		if (ret)
			break;
		l.n = sn_history_keep(l.transfers, l.n, f);
		if (height == whole.from || l.n >= f->limit)
			break;
	}
	if (ret) {
		free(l.transfers);
		return sn_error_memory(err);
	}
	*transfers = l.transfers;
	*n = l.n;
	return SN_OK;
}

static bool is_wanted(const struct sn_transfer *t, const struct sn_history_filter *f)
{
	static const struct sn_hash none;
	if (f->no_abandoned && t->kind == SN_TRANSFER_RELEASED && sn_hash_is_equal(&t->tx_hash, &none))
		return false;
	if (f->kinds && !(f->kinds & (1u << t->kind)))
		return false;
	if (t->kind <= SN_TRANSFER_OUT && t->height < f->min_height)
		return false;
	if (f->has_max_height && t->height > f->max_height)
		return false;
	if (f->tx_hash && !sn_hash_is_equal(&t->tx_hash, f->tx_hash))
		return false;
	if (f->n_addresses && (t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_POOL) &&
	    !sn_index_is_in_sorted(f->addresses, f->n_addresses, t->subaddress.minor))
		return false;
	return !f->has_account || t->subaddress.major == f->account;
}

size_t sn_history_keep(struct sn_transfer *transfers, size_t n, const struct sn_history_filter *filter)
{
	size_t kept = 0;
	for (size_t i = 0; i < n; i++)
		if (is_wanted(&transfers[i], filter))
			transfers[kept++] = transfers[i];
	if (filter->limit && kept > filter->limit) {
		memmove(transfers, transfers + (kept - filter->limit), filter->limit * sizeof *transfers);
		kept = filter->limit;
	}
	return kept;
}

const char *sn_transfer_kind_name(enum sn_transfer_kind kind)
{
	static const char *const names[] = {"", "in", "out", "pending", "pool", "prepared", "released"};
	return names[kind];
}
