#include "hot/events.h"

#include <stdlib.h>
#include <string.h>

/* A transfer of the state. Items are sorted by identity. */
struct sn_events_item {
	struct sn_transfer t; /* in the stored state without its views into the wallet */
	bool is_missing;      /* hot/pool.h */
	/* Kept after it left the pool, at this height of the wallet; 0: it is there. It may be in a block
	 * that the daemon got after the last answer with blocks. */
	uint64_t gone_at;
};

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* A transfer to us is identified by transaction and address, our payment by its number, any other transaction
 * that spends our outputs by its hash. */
static int side_of(const struct sn_transfer *t)
{
	return t->kind == SN_TRANSFER_IN || t->kind == SN_TRANSFER_POOL ? 0 : t->payment ? 1 : 2;
}

static int compare_identity(const void *a, const void *b)
{
	const struct sn_transfer *t = &((const struct sn_events_item *)a)->t;
	const struct sn_transfer *u = &((const struct sn_events_item *)b)->t;
	int order = COMPARE(side_of(t), side_of(u));
	if (!order)
		order = COMPARE(t->payment, u->payment);
	if (order || t->payment)
		return order;
	order = memcmp(t->tx_hash.b, u->tx_hash.b, sizeof t->tx_hash.b);
	if (!order && side_of(t) == 0)
		order = COMPARE(t->subaddress.major, u->subaddress.major);
	if (!order && side_of(t) == 0)
		order = COMPARE(t->subaddress.minor, u->subaddress.minor);
	return order;
}

/* ------------------------------------------------------------------ the state */

/* The items have views into the wallet. There is room for `n_more` items. */
static int take_state(struct sn_events *e, const struct sn_wallet *w, uint64_t now, size_t n_more,
		      struct sn_error *err)
{
	struct sn_transfer *transfers = NULL;
	size_t n = 0;
	*e = (struct sn_events){.height = sn_wallet_height(w), .n_blocks = w->n_blocks};
	int ret = sn_history(&transfers, &n, w, NULL, now, err);
	if (ret)
		return ret;
	e->items = calloc(n + n_more + 1, sizeof *e->items);
	e->blocks = calloc(w->n_blocks + 1, sizeof *e->blocks);
	if (!e->items || !e->blocks) {
		free(transfers);
		sn_events_free(e);
		return sn_error_memory(err);
	}
	e->n_items = n;
	for (size_t i = 0; i < n; i++) {
		const struct sn_wallet_payment *p =
			transfers[i].payment ? sn_wallet_find_payment(w, transfers[i].payment) : NULL;
		e->items[i].t = transfers[i];
		e->items[i].is_missing = transfers[i].kind == SN_TRANSFER_PENDING && p && p->is_missing;
	}
	free(transfers);
	qsort(e->items, n, sizeof *e->items, compare_identity);
	if (w->n_blocks)
		memcpy(e->blocks, w->blocks, w->n_blocks * sizeof *e->blocks);
	return SN_OK;
}

/* Replace the state by `fresh`. Views into the wallet do not outlive its next change. */
static void keep(struct sn_events *e, struct sn_events *fresh)
{
	sn_events_free(e);
	*e = *fresh;
	for (size_t i = 0; i < e->n_items; i++) {
		e->items[i].t.destinations = NULL;
		e->items[i].t.n_destinations = 0;
		e->items[i].t.reference = NULL;
	}
}

int sn_events_begin(struct sn_events *e, const struct sn_wallet *w, uint64_t now, struct sn_error *err)
{
	struct sn_events fresh;
	int ret = take_state(&fresh, w, now, 0, err);
	if (!ret)
		keep(e, &fresh);
	return ret;
}

void sn_events_free(struct sn_events *e)
{
	free(e->items);
	free(e->blocks);
	*e = (struct sn_events){0};
}

/* ------------------------------------------------------------------ the comparison */

struct list {
	struct sn_event *events;
	size_t n, cap;
	bool failed;
	size_t n_kept; /* items behind the new state: note_gone */
};

static struct sn_event *push(struct list *l, enum sn_event_kind kind)
{
	if (l->n == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 16;
		struct sn_event *more = reallocarray(l->events, cap, sizeof *more);
		l->failed |= !more;
		if (!more)
			return NULL;
		l->events = more;
		l->cap = cap;
	}
	l->events[l->n] = (struct sn_event){.kind = kind};
	return &l->events[l->n++];
}

static void tell(struct list *l, enum sn_event_kind kind, const struct sn_transfer *t)
{
	struct sn_event *event = push(l, kind);
	if (!event)
		return;
	event->transfer = *t;
	event->height = t->height;
}

static bool is_in_block(const struct sn_events_item *item)
{
	return item && (item->t.kind == SN_TRANSFER_IN || item->t.kind == SN_TRANSFER_OUT);
}

/* The same transfer, in the same block or in one that replaced it at the same height. */
static bool is_same(const struct sn_events_item *before, const struct sn_events_item *now)
{
	return before->t.height == now->t.height && before->t.amount == now->t.amount;
}

static void tell_removed(struct list *l, const struct sn_events_item *before,
			 const struct sn_events_item *now)
{
	struct sn_transfer t = before->t;
	t.confirmations = 0;
	if (now) {
		t.destinations = now->t.destinations;
		t.n_destinations = now->t.n_destinations;
		t.reference = now->t.reference;
	}
	tell(l, SN_EVENT_REMOVED, &t);
}

/* A transfer left the pool. With the next block, it is certain that no block had it. */
static void note_gone(struct list *l, const struct sn_events_item *before, struct sn_events *now)
{
	if (before->gone_at && now->height > before->gone_at) {
		tell(l, SN_EVENT_DROPPED, &before->t);
		return;
	}
	struct sn_events_item *kept = &now->items[now->n_items + l->n_kept++];
	*kept = *before;
	if (!kept->gone_at)
		kept->gone_at = now->height;
}

static void compare_received(struct list *l, const struct sn_events_item *before, struct sn_events_item *now,
			     bool is_news)
{
	if (now->t.kind == SN_TRANSFER_POOL) {
		if (!before || before->t.kind != SN_TRANSFER_POOL)
			tell(l, SN_EVENT_UNCONFIRMED, &now->t);
		return;
	}
	if (is_news)
		tell(l, SN_EVENT_RECEIVED, &now->t);
	/* A chain that became shorter does not lock it again. */
	now->t.is_unlocked |= !is_news && before->t.is_unlocked;
	if (now->t.is_unlocked && (is_news || !before->t.is_unlocked))
		tell(l, SN_EVENT_UNLOCKED, &now->t);
}

static void compare_payments(struct list *l, const struct sn_events_item *before,
			     const struct sn_events_item *now, bool is_news)
{
	const bool was_pending = before && before->t.kind == SN_TRANSFER_PENDING;
	const bool was_sent = was_pending || is_in_block(before);
	if (now->t.kind == SN_TRANSFER_OUT && is_news)
		tell(l, SN_EVENT_CONFIRMED, &now->t);
	else if (now->t.kind == SN_TRANSFER_RELEASED && was_sent)
		tell(l, SN_EVENT_DROPPED, &now->t);
	else if (now->t.kind != SN_TRANSFER_PENDING)
		return;
	else if (now->is_missing && !(was_pending && before->is_missing))
		tell(l, SN_EVENT_DROPPED, &now->t);
	else if (!now->is_missing && (!was_sent || (was_pending && before->is_missing)))
		tell(l, SN_EVENT_SUBMITTED, &now->t);
}

/* Either may be NULL, but not both. */
static void compare_items(struct list *l, const struct sn_events_item *before, struct sn_events_item *now,
			  struct sn_events *fresh)
{
	const bool stays = is_in_block(before) && is_in_block(now) && is_same(before, now);
	if (is_in_block(before) && !stays)
		tell_removed(l, before, now);
	if (!now && before->t.kind == SN_TRANSFER_POOL)
		note_gone(l, before, fresh);
	else if (now && side_of(&now->t) == 0)
		compare_received(l, before, now, !stays);
	else if (now)
		compare_payments(l, before, now, !stays);
}

/* The lowest kept block that was replaced or removed; UINT64_MAX: none. */
static uint64_t find_fork(const struct sn_events *before, const struct sn_events *now)
{
	size_t i = 0, j = 0;
	while (i < before->n_blocks && j < now->n_blocks) {
		const struct sn_wallet_block *old = &before->blocks[i], *new = &now->blocks[j];
		if (old->height == new->height && !sn_hash_is_equal(&old->hash, &new->hash))
			return new->height;
		i += old->height <= new->height;
		j += new->height <= old->height;
	}
	return before->n_blocks && now->height < before->height ? now->height : UINT64_MAX;
}

static int compare_events(const void *a, const void *b)
{
	const struct sn_event *e = a, *f = b;
	const enum sn_event_kind kind_e = e->kind == SN_EVENT_CONFIRMED ? SN_EVENT_RECEIVED : e->kind;
	const enum sn_event_kind kind_f = f->kind == SN_EVENT_CONFIRMED ? SN_EVENT_RECEIVED : f->kind;
	const struct sn_transfer *t = &e->transfer, *u = &f->transfer;
	int order = COMPARE(kind_e, kind_f);
	if (!order)
		order = COMPARE(e->height, f->height);
	if (!order)
		order = COMPARE(t->time, u->time);
	if (!order)
		order = memcmp(t->tx_hash.b, u->tx_hash.b, sizeof t->tx_hash.b);
	if (!order)
		order = COMPARE(t->payment, u->payment);
	if (!order)
		order = COMPARE(t->subaddress.major, u->subaddress.major);
	return order ? order : COMPARE(t->subaddress.minor, u->subaddress.minor);
}

static void compare_states(struct list *l, const struct sn_events *before, struct sn_events *now)
{
	const uint64_t fork = find_fork(before, now);
	struct sn_event *event = fork < UINT64_MAX ? push(l, SN_EVENT_REORGANIZED) : NULL;
	if (event)
		event->height = fork;
	for (size_t i = 0, j = 0; i < before->n_items || j < now->n_items;) {
		const struct sn_events_item *old = i < before->n_items ? &before->items[i] : NULL;
		struct sn_events_item *new = j < now->n_items ? &now->items[j] : NULL;
		const int order = !old ? 1 : !new ? -1 : compare_identity(old, new);
		compare_items(l, order <= 0 ? old : NULL, order >= 0 ? new : NULL, now);
		i += order <= 0;
		j += order >= 0;
	}
	now->n_items += l->n_kept;
	qsort(now->items, now->n_items, sizeof *now->items, compare_identity);
	if (l->n)
		qsort(l->events, l->n, sizeof *l->events, compare_events);
}

int sn_events_next(struct sn_events *e, struct sn_event **list, size_t *n, const struct sn_wallet *w,
		   uint64_t now, struct sn_error *err)
{
	struct sn_events fresh;
	struct list l = {0};
	*list = NULL;
	*n = 0;
	if (w->rescan_from != UINT64_MAX || w->scanned_to)
		return SN_OK;
	size_t n_pool = 0;
	for (size_t i = 0; i < e->n_items; i++)
		n_pool += e->items[i].t.kind == SN_TRANSFER_POOL;
	int ret = take_state(&fresh, w, now, n_pool, err);
	if (ret)
		return ret;
	compare_states(&l, e, &fresh);
	if (l.failed) {
		free(l.events);
		sn_events_free(&fresh);
		return sn_error_memory(err);
	}
	keep(e, &fresh);
	*list = l.events;
	*n = l.n;
	return SN_OK;
}

const char *sn_event_name(enum sn_event_kind kind)
{
	static const char *const names[] = {"",         "reorganized", "removed",
					    "dropped",  "submitted",   "unconfirmed",
					    "received", "confirmed",   "unlocked"};
	return names[kind];
}
