#include "hot/related.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define RELATED_BLOCKS 10

int sn_relatedness(const struct sn_wallet_output *a, const struct sn_wallet_output *b)
{
	uint64_t distance = a->height > b->height ? a->height - b->height : b->height - a->height;
	if (distance == 0)
		return sn_hash_is_equal(&a->tx_hash, &b->tx_hash) ? SN_SAME_TRANSACTION : 3;
	return distance == 1 ? 2 : distance < RELATED_BLOCKS ? 1 : 0;
}

int sn_related_init(struct sn_related *r, const struct sn_wallet *w, uint32_t *free, size_t n,
		    struct sn_error *err)
{
	*r = (struct sn_related){
		.w = w,
		.free = free,
		.minor = calloc(n + 1, sizeof *r->minor),
		.related = calloc(n + 1, sizeof *r->related),
		.n = n,
	};
	if (!r->minor || !r->related)
		return sn_error_memory(err);
	for (size_t i = 0; i < n; i++)
		r->minor[i] = w->outputs[free[i]].subaddress.minor;
	return SN_OK;
}

void sn_related_free(struct sn_related *r)
{
	free(r->free);
	free(r->minor);
	free(r->related);
	*r = (struct sn_related){0};
}

void sn_related_begin(struct sn_related *r)
{
	memset(r->related, 0, r->n * sizeof *r->related);
}

static bool is_of(const struct sn_related *r, size_t place, int64_t minor)
{
	return minor < 0 || r->minor[place] == minor;
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

/* The place of the first output at this height or above. */
static size_t first_at(const struct sn_related *r, uint64_t height)
{
	size_t low = 0, high = r->n;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (r->w->outputs[r->free[middle]].height < height)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Only outputs that are less than RELATED_BLOCKS apart are related. */
void sn_related_note(struct sn_related *r, size_t output)
{
	const struct sn_wallet_output *noted = &r->w->outputs[output];
	const uint64_t lowest = noted->height < RELATED_BLOCKS ? 0 : noted->height - RELATED_BLOCKS + 1;
	for (size_t i = first_at(r, lowest); i < r->n; i++) {
		const struct sn_wallet_output *o = &r->w->outputs[r->free[i]];
		const int related = sn_relatedness(o, noted);
		if (o->height >= noted->height + RELATED_BLOCKS)
			break;
		if (related > r->related[i])
			r->related[i] = (uint8_t)related;
	}
}

size_t sn_related_take(struct sn_related *r, size_t place)
{
	const size_t output = r->free[place];
	r->n--;
	memmove(&r->free[place], &r->free[place + 1], (r->n - place) * sizeof *r->free);
	memmove(&r->minor[place], &r->minor[place + 1], (r->n - place) * sizeof *r->minor);
	memmove(&r->related[place], &r->related[place + 1], (r->n - place) * sizeof *r->related);
	sn_related_note(r, output);
	return output;
}
