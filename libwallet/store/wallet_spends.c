#include "store/wallet_spends.h"

#include "store/wallet_state.h"

#include <stdlib.h>
#include <string.h>

/* A place in the order of spends. */
struct spend {
	uint64_t height;
	struct sn_hash by;
	uint32_t output;
};

static struct spend spend_of(const struct sn_wallet *w, uint32_t output)
{
	const struct sn_wallet_output *o = &w->outputs[output];
	return (struct spend){.height = o->spent_height, .by = o->spent_by, .output = output};
}

static int compare(const void *a, const void *b)
{
	const struct spend *x = a, *y = b;
	if (x->height != y->height)
		return x->height < y->height ? -1 : 1;
	const int order = memcmp(x->by.b, y->by.b, sizeof x->by.b);
	return order ? order : (x->output > y->output) - (x->output < y->output);
}

/* The position of the first spend that is not before this one. */
static size_t find(const struct sn_wallet *w, const struct spend *spend)
{
	size_t low = 0, high = w->n_spends;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		const struct spend at = spend_of(w, w->spends[middle]);
		if (compare(&at, spend) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t sn_wallet_spends_from(const struct sn_wallet *w, uint64_t height)
{
	return find(w, &(struct spend){.height = height});
}

size_t sn_wallet_spends_of(const struct sn_wallet *w, uint64_t height, const struct sn_hash *tx_hash,
			   size_t *n)
{
	const size_t first = find(w, &(struct spend){.height = height, .by = *tx_hash});
	for (*n = 0; first + *n < w->n_spends; ++*n) {
		const struct sn_wallet_output *o = &w->outputs[w->spends[first + *n]];
		if (o->spent_height != height || !sn_hash_is_equal(&o->spent_by, tx_hash))
			break;
	}
	return first;
}

int sn_wallet_make_room_for_spend(struct sn_wallet *w)
{
	return sn_wallet_make_room(&w->spends, &w->store->cap_spends, w->n_spends, sizeof *w->spends);
}

void sn_wallet_insert_spend(struct sn_wallet *w, size_t output)
{
	const struct spend spend = spend_of(w, (uint32_t)output);
	const size_t at = find(w, &spend);
	memmove(w->spends + at + 1, w->spends + at, (w->n_spends++ - at) * sizeof *w->spends);
	w->spends[at] = spend.output;
}

int sn_wallet_list_spends(struct sn_wallet *w)
{
	size_t n = 0;
	for (size_t i = 0; i < w->n_outputs; i++)
		n += w->outputs[i].is_spent;
	struct spend *list = calloc(n + 1, sizeof *list);
	uint32_t *spends = calloc(n + 1, sizeof *spends);
	if (!list || !spends) {
		free(list);
		free(spends);
		return SN_IO;
	}
	n = 0;
	for (size_t i = 0; i < w->n_outputs; i++)
		if (w->outputs[i].is_spent)
			list[n++] = spend_of(w, (uint32_t)i);
	qsort(list, n, sizeof *list, compare);
	for (size_t i = 0; i < n; i++)
		spends[i] = list[i].output;
	free(list);
	free(w->spends);
	w->spends = spends;
	w->n_spends = n;
	w->store->cap_spends = n + 1;
	return SN_OK;
}

void sn_wallet_drop_spends(struct sn_wallet *w)
{
	size_t kept = 0;
	for (size_t i = 0; i < w->n_spends; i++)
		if (w->spends[i] < w->n_outputs && w->outputs[w->spends[i]].is_spent)
			w->spends[kept++] = w->spends[i];
	w->n_spends = kept;
}
