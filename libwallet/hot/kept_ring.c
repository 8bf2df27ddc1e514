#include "hot/kept_ring.h"

#include "hot/decoy_chance.h"
#include "node/daemon_outputs.h"

#include <stdlib.h>
#include <string.h>

/* Draws for one replacement. This number is needed only if the distribution hardly changed. */
#define DRAWS_MAX 5000

static bool is_drawn(const uint64_t *drawn, size_t n, uint64_t index)
{
	for (size_t i = 0; i < n; i++)
		if (drawn[i] == index)
			return true;
	return false;
}

/* Make the picker of that time: the same distribution without the later blocks. Returns false if there is
 * none. */
static bool former_picker(struct sn_decoy_picker *former, const struct sn_decoy_picker *p, uint64_t height)
{
	struct sn_daemon_distribution d = {.start_height = p->start_height,
					   .cumulative = (uint64_t *)p->cumulative,
					   .count = p->n_all_blocks};
	if (height <= d.start_height || height - d.start_height >= d.count)
		return false;
	d.count = (size_t)(height - d.start_height);
	return !sn_decoy_picker_init(former, &d, NULL);
}

/* Remove places[i]. */
static void drop(uint64_t *places, size_t *n, size_t i)
{
	places[i] = places[--*n];
}

/* The number of `decoys` (ascending) that may belong to the first ring: later draws are younger. */
static size_t count_first(const uint64_t *decoys, size_t n, const struct sn_decoy_picker *p,
			  uint64_t first_height)
{
	struct sn_decoy_picker first;
	size_t n_first = 0;
	if (!former_picker(&first, p, first_height))
		return n;
	while (n_first < n && decoys[n_first] < first.n_outputs)
		n_first++;
	return n_first;
}

/* Move the decoys that stay to the front, in ascending order. Returns their number. Without `former` all
 * stay. */
static size_t choose(uint64_t *decoys, size_t n, size_t n_first, const struct sn_decoy_picker *p,
		     const struct sn_decoy_picker *former)
{
	bool stays[SN_WALLET_DECOYS];
	size_t n_stay = 0, of_first = 0;
	for (size_t i = 0; i < n; i++) {
		double f = former ? sn_decoy_chance(former, decoys[i]) : 0,
		       g = former ? sn_decoy_chance(p, decoys[i]) : 0;
		stays[i] = !(f > g && sn_decoy_random() * f > g);
		of_first += i < n_first && stays[i];
	}
	for (size_t i = 0; i < n_first && of_first < SN_KEPT_DECOYS_LEAST; i++) {
		of_first += !stays[i];
		stays[i] = true;
	}
	for (size_t i = 0; i < n; i++)
		if (stays[i])
			decoys[n_stay++] = decoys[i];
	return n_stay;
}

/* Draw a decoy that is more likely now than before or, without such a decoy, any. */
static void draw_new(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
		     const struct sn_decoy_picker *former, const struct sn_wallet_ring *before)
{
	for (int draws = 0; draws < DRAWS_MAX; draws++) {
		uint64_t pick = sn_decoy_pick(p);
		if (pick >= p->n_outputs || is_drawn(drawn, *n, pick) ||
		    is_drawn(before->decoys, SN_WALLET_DECOYS, pick))
			continue;
		double f = former && draws < DRAWS_MAX / 2 ? sn_decoy_chance(former, pick) : 0;
		if (f > 0 && sn_decoy_random() * sn_decoy_chance(p, pick) <= f)
			continue;
		drawn[(*n)++] = pick;
		return;
	}
}

void sn_kept_ring_draw(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
		       const struct sn_wallet_ring *before, bool is_other)
{
	uint64_t decoys[SN_WALLET_DECOYS];
	size_t n_decoys = 0;
	struct sn_decoy_picker former;
	const struct sn_decoy_picker *then = former_picker(&former, p, before->height) ? &former : NULL;
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++)
		if (before->decoys[i] < p->n_outputs && !is_drawn(drawn, *n, before->decoys[i]))
			decoys[n_decoys++] = before->decoys[i];
	size_t n_first = count_first(decoys, n_decoys, p, before->first_height);
	size_t stay = choose(decoys, n_decoys, n_first, p, then);
	if (is_other && stay == SN_WALLET_DECOYS)
		drop(decoys, &stay,
		     SN_KEPT_DECOYS_LEAST + (size_t)sn_decoy_random_below(stay - SN_KEPT_DECOYS_LEAST));
	memcpy(drawn + *n, decoys, stay * sizeof *decoys);
	*n += stay;
	/* The smallest chains may not have enough other outputs. */
	for (size_t i = stay; i < SN_WALLET_DECOYS && p->n_outputs > 4 * SN_WALLET_DECOYS; i++)
		draw_new(drawn, n, p, then, before);
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

void sn_kept_ring_set(struct sn_wallet_ring *ring, const struct sn_point *key,
		      const struct sn_wallet_ring *before, uint64_t height,
		      const uint64_t decoys[SN_WALLET_DECOYS])
{
	ring->key = *key;
	ring->height = height;
	ring->first_height = before && before->first_height < height ? before->first_height : height;
	memcpy(ring->decoys, decoys, sizeof ring->decoys);
	qsort(ring->decoys, SN_WALLET_DECOYS, sizeof *ring->decoys, ascending);
}

int sn_kept_rings_store(struct sn_wallet *w, const struct sn_wallet_ring *rings, size_t n,
			struct sn_error *err)
{
	int ret = SN_OK;
	sn_wallet_change_begin(w);
	for (size_t i = 0; !ret && i < n; i++)
		if (sn_wallet_set_ring(w, &rings[i]))
			ret = sn_error_memory(err);
	ret = sn_wallet_settle(w, ret, !ret, err);
	sn_wallet_change_end(w);
	return ret;
}
