#include "hot/related.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

int sn_relatedness(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	uint64_t distance = a->height > b->height ? a->height - b->height : b->height - a->height;
	if (distance == 0)
		return sn_hash_is_equal(&a->tx_hash, &b->tx_hash) ? SN_SAME_TRANSACTION : 3;
	return distance == 1 ? 2 : distance < 10 ? 1 : 0;
}

int sn_related_init(struct sn_related *r, const struct sn_wallet *w, const size_t *free, size_t n,
		    struct sn_error *err)
{
	*r = (struct sn_related){
		.w = w,
		.free = calloc(n + 1, sizeof *r->free),
		.related = calloc(n + 1, sizeof *r->related),
		.n = n,
	};
	if (!r->free || !r->related)
		return sn_error_memory(err);
	memcpy(r->free, free, n * sizeof *free);
	return SN_OK;
}

void sn_related_free(struct sn_related *r)
{
	free(r->free);
	free(r->related);
	*r = (struct sn_related){0};
}

void sn_related_begin(struct sn_related *r)
{
	memset(r->related, 0, r->n * sizeof *r->related);
}

static bool is_of(const struct sn_related *r, size_t place, int64_t minor)
{
	return minor < 0 || r->w->outputs[r->free[place]].subaddress.minor == minor;
}

static size_t smallest(const struct sn_related *r, int64_t minor, int related)
{
	size_t found = SIZE_MAX;
	for (size_t i = 0; i < r->n; i++)
		if (r->related[i] == related && is_of(r, i, minor) &&
		    (found == SIZE_MAX ||
		     r->w->outputs[r->free[i]].amount < r->w->outputs[r->free[found]].amount))
			found = i;
	return found;
}

size_t sn_related_next(const struct sn_related *r, int64_t minor, enum sn_related_choice choice)
{
	int best = SN_SAME_TRANSACTION + 1;
	uint32_t n_best = 0;
	for (size_t i = 0; i < r->n; i++) {
		if (r->related[i] > best || !is_of(r, i, minor))
			continue;
		n_best = r->related[i] < best ? 1 : n_best + 1;
		best = r->related[i];
	}
	if (!n_best)
		return SIZE_MAX;
	if (choice == SN_RELATED_SMALLEST)
		return smallest(r, minor, best);
	uint32_t skip = randombytes_uniform(n_best);
	for (size_t i = 0;; i++)
		if (r->related[i] == best && is_of(r, i, minor) && skip-- == 0)
			return i;
}

void sn_related_note(struct sn_related *r, size_t output)
{
	for (size_t i = 0; i < r->n; i++) {
		int related = sn_relatedness(&r->w->outputs[r->free[i]], &r->w->outputs[output]);
		if (related > r->related[i])
			r->related[i] = related;
	}
}

size_t sn_related_take(struct sn_related *r, size_t place)
{
	size_t output = r->free[place];
	r->n--;
	memmove(&r->free[place], &r->free[place + 1], (r->n - place) * sizeof *r->free);
	memmove(&r->related[place], &r->related[place + 1], (r->n - place) * sizeof *r->related);
	sn_related_note(r, output);
	return output;
}
