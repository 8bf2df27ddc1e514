#include "store/output_order.h"

#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

typedef int compare_outputs(const struct sn_wallet_output *a, const struct sn_wallet_output *b);

static int by_spend(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	const int order = COMPARE(a->spent_height, b->spent_height);
	return order ? order : memcmp(a->spent_by.b, b->spent_by.b, sizeof a->spent_by.b);
}

static int by_global(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	return COMPARE(a->global_index, b->global_index);
}

/* The position of the first output that is not before `key`. */
static size_t find(const struct sn_wallet *w, const struct sn_output_order *order, compare_outputs *compare,
		   const struct sn_wallet_output *key)
{
	size_t low = 0, high = order->n;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare(&w->outputs[order->outputs[middle]], key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void insert(const struct sn_wallet *w, struct sn_output_order *order, compare_outputs *compare,
		   size_t output)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	const bool is_last = !order->n || compare(&w->outputs[order->outputs[order->n - 1]], o) <= 0;
	const size_t at = is_last ? order->n : find(w, order, compare, o);
	memmove(order->outputs + at + 1, order->outputs + at, (order->n - at) * sizeof *order->outputs);
	order->outputs[at] = (uint32_t)output;
	order->n++;
}

/* ------------------------------------------------------------------ look-ups */

size_t sn_wallet_spends_from(const struct sn_wallet *w, uint64_t height)
{
	return find(w, &w->spends, by_spend, &(struct sn_wallet_output){.spent_height = height});
}

const struct sn_wallet_output *sn_wallet_spend_at(const struct sn_wallet *w, size_t i)
{
	return &w->outputs[w->spends.outputs[i]];
}

size_t sn_wallet_spends_of(const struct sn_wallet *w, uint64_t height, const struct sn_hash *tx_hash,
			   size_t *n)
{
	const struct sn_wallet_output key = {.spent_height = height, .spent_by = *tx_hash};
	const size_t first = find(w, &w->spends, by_spend, &key);
	*n = 0;
	while (first + *n < w->spends.n && by_spend(sn_wallet_spend_at(w, first + *n), &key) == 0)
		++*n;
	return first;
}

const struct sn_wallet_output *sn_wallet_find_global(const struct sn_wallet *w, uint64_t global_index)
{
	const struct sn_wallet_output key = {.global_index = global_index};
	const size_t at = find(w, &w->by_global_index, by_global, &key);
	const struct sn_wallet_output *o =
		at < w->by_global_index.n ? &w->outputs[w->by_global_index.outputs[at]] : NULL;
	return o && o->global_index == global_index ? o : NULL;
}

/* ------------------------------------------------------------------ changes */

static int make_room(struct sn_output_order *order, size_t n)
{
	return n ? sn_wallet_make_room(&order->outputs, &order->cap, n - 1, sizeof *order->outputs) : SN_OK;
}

int sn_wallet_make_room_in_orders(struct sn_wallet *w)
{
	return make_room(&w->spends, w->spends.n + 1) ||
			       make_room(&w->by_global_index, w->by_global_index.n + 1)
		       ? SN_IO
		       : SN_OK;
}

void sn_wallet_insert_spend(struct sn_wallet *w, size_t output)
{
	insert(w, &w->spends, by_spend, output);
}

void sn_wallet_insert_global(struct sn_wallet *w, size_t output)
{
	if (w->outputs[output].is_rct)
		insert(w, &w->by_global_index, by_global, output);
}

struct sorting {
	const struct sn_wallet *w;
	compare_outputs *compare;
};

static int compare_places(const void *a, const void *b, void *context)
{
	const struct sorting *s = context;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int order = s->compare(&s->w->outputs[x], &s->w->outputs[y]);
	return order ? order : COMPARE(x, y);
}

int sn_wallet_order_outputs(struct sn_wallet *w)
{
	size_t n_spent = 0;
	for (size_t i = 0; i < w->n_outputs; i++)
		n_spent += w->outputs[i].is_spent;
	if (make_room(&w->spends, n_spent) || make_room(&w->by_global_index, w->n_outputs))
		return SN_IO;
	w->spends.n = w->by_global_index.n = 0;
	for (size_t i = 0; i < w->n_outputs; i++) {
		if (w->outputs[i].is_spent)
			w->spends.outputs[w->spends.n++] = (uint32_t)i;
		sn_wallet_insert_global(w, i);
	}
	struct sorting sorting = {w, by_spend};
	if (n_spent)
		qsort_r(w->spends.outputs, n_spent, sizeof *w->spends.outputs, compare_places, &sorting);
	return SN_OK;
}

void sn_wallet_drop_from_orders(struct sn_wallet *w)
{
	struct sn_output_order *orders[] = {&w->spends, &w->by_global_index};
	for (size_t k = 0; k < 2; k++) {
		size_t kept = 0;
		for (size_t i = 0; i < orders[k]->n; i++) {
			const uint32_t at = orders[k]->outputs[i];
			if (at < w->n_outputs && (k || w->outputs[at].is_spent))
				orders[k]->outputs[kept++] = at;
		}
		orders[k]->n = kept;
	}
}
