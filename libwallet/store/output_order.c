#include "store/output_order.h"

#include "store/wallet_lookup.h"
#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

/* What an order sorts by. */
struct key {
	uint64_t number;
	const struct sn_hash *hash; /* NULL: before all */
};

typedef struct key key_of(const struct sn_wallet *w, const struct sn_wallet_output *o);

static struct key spend_of(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	return (struct key){o->spent_height, sn_wallet_spent_by(w, o)};
}

static struct key global_of(const struct sn_wallet *w, const struct sn_wallet_output *o)
{
	(void)w;
	return (struct key){o->global_index, NULL};
}

static int compare(struct key a, struct key b)
{
	if (a.number != b.number)
		return a.number < b.number ? -1 : 1;
	return a.hash && b.hash ? memcmp(a.hash->b, b.hash->b, sizeof a.hash->b)
				: (a.hash != NULL) - (b.hash != NULL);
}

static struct key key_at(const struct sn_wallet *w, const struct sn_output_order *order, key_of *key,
			 size_t i)
{
	return key(w, &w->outputs[order->outputs[i]]);
}

/* The position of the first output that is not before `wanted`. */
static size_t find(const struct sn_wallet *w, const struct sn_output_order *order, key_of *key,
		   struct key wanted)
{
	size_t low = 0, high = order->n;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare(key_at(w, order, key, middle), wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void insert(const struct sn_wallet *w, struct sn_output_order *order, key_of *key, size_t output)
{
	const struct key its = key(w, &w->outputs[output]);
	const bool is_last = !order->n || compare(key_at(w, order, key, order->n - 1), its) <= 0;
	const size_t at = is_last ? order->n : find(w, order, key, its);
	memmove(order->outputs + at + 1, order->outputs + at, (order->n - at) * sizeof *order->outputs);
	order->outputs[at] = (uint32_t)output;
	order->n++;
}

/* ------------------------------------------------------------------ look-ups */

size_t sn_wallet_spends_from(const struct sn_wallet *w, uint64_t height)
{
	return find(w, &w->spends, spend_of, (struct key){.number = height});
}

const struct sn_wallet_output *sn_wallet_spend_at(const struct sn_wallet *w, size_t i)
{
	return &w->outputs[w->spends.outputs[i]];
}

size_t sn_wallet_spends_of(const struct sn_wallet *w, uint64_t height, const struct sn_hash *tx_hash,
			   size_t *n)
{
	const struct key wanted = {height, tx_hash};
	const size_t first = find(w, &w->spends, spend_of, wanted);
	*n = 0;
	while (first + *n < w->spends.n && !compare(key_at(w, &w->spends, spend_of, first + *n), wanted))
		++*n;
	return first;
}

const struct sn_wallet_output *sn_wallet_find_global(const struct sn_wallet *w, uint64_t global_index)
{
	const size_t at = find(w, &w->by_global_index, global_of, (struct key){.number = global_index});
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
	insert(w, &w->spends, spend_of, output);
}

void sn_wallet_insert_global(struct sn_wallet *w, size_t output)
{
	if (w->outputs[output].is_rct)
		insert(w, &w->by_global_index, global_of, output);
}

static int compare_spends(const void *a, const void *b, void *wallet)
{
	const struct sn_wallet *w = wallet;
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int order = compare(spend_of(w, &w->outputs[x]), spend_of(w, &w->outputs[y]));
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
	if (n_spent)
		qsort_r(w->spends.outputs, n_spent, sizeof *w->spends.outputs, compare_spends, w);
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
