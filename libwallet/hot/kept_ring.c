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
					   .cumulative = (uint32_t *)p->cumulative,
					   .count = p->n_all_blocks};
	if (height <= d.start_height || height - d.start_height >= d.count)
		return false;
	d.count = (size_t)(height - d.start_height);
	return !sn_decoy_picker_init(former, &d, NULL);
}

/* Decoys of an earlier ring, ascending. */
struct earlier {
	uint64_t decoys[SN_WALLET_DECOYS];
	bool is_first[SN_WALLET_DECOYS]; /* has been in every ring */
	size_t n;
};

static void drop(struct earlier *e, const bool *stays)
{
	size_t n = 0;
	for (size_t i = 0; i < e->n; i++) {
		e->decoys[n] = e->decoys[i];
		e->is_first[n] = e->is_first[i];
		n += stays[i];
	}
	e->n = n;
}

/* Drop the decoys that do not stay. Without `former` all stay. */
static void choose(struct earlier *e, const struct sn_decoy_picker *p, const struct sn_decoy_picker *former)
{
	bool stays[SN_WALLET_DECOYS] = {false};
	size_t of_first = 0;
	for (size_t i = 0; i < e->n; i++) {
		double f = former ? sn_decoy_chance(former, e->decoys[i]) : 0,
		       g = former ? sn_decoy_chance(p, e->decoys[i]) : 0;
		stays[i] = !(f > g && sn_decoy_random() * f > g);
		of_first += e->is_first[i] && stays[i];
	}
	for (size_t i = 0; i < e->n && of_first < SN_KEPT_DECOYS_LEAST; i++) {
		of_first += e->is_first[i] && !stays[i];
		stays[i] |= e->is_first[i];
	}
	drop(e, stays);
}

/* Drop any decoy that SN_KEPT_DECOYS_LEAST allows to go. */
static void drop_one(struct earlier *e)
{
	bool stays[SN_WALLET_DECOYS] = {false};
	size_t may_go[SN_WALLET_DECOYS], n = 0, of_first = 0;
	for (size_t i = 0; i < e->n; i++) {
		stays[i] = true;
		of_first += e->is_first[i];
	}
	for (size_t i = 0; i < e->n; i++)
		if (!e->is_first[i] || of_first > SN_KEPT_DECOYS_LEAST)
			may_go[n++] = i;
	if (!n)
		return;
	stays[may_go[sn_decoy_random_below(n)]] = false;
	drop(e, stays);
}

/* Draw a decoy that is more likely now than before or, without such a decoy, any. */
static void draw_new(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
		     const struct sn_decoy_picker *former, const struct sn_wallet_ring *before)
{
	for (int draws = 0; draws < DRAWS_MAX; draws++) {
		uint64_t pick = sn_decoy_pick(p);
		if (pick >= p->n_outputs || sn_decoy_is_locked(p, pick) || is_drawn(drawn, *n, pick) ||
		    is_drawn(before->decoys, SN_WALLET_DECOYS, pick))
			continue;
		double f = former && draws < DRAWS_MAX / 2 ? sn_decoy_chance(former, pick) : 0;
		if (f > 0 && sn_decoy_random() * sn_decoy_chance(p, pick) <= f)
			continue;
		drawn[(*n)++] = pick;
		return;
	}
}

size_t sn_kept_ring_draw(uint64_t *drawn, size_t *n, const struct sn_decoy_picker *p,
			 const struct sn_wallet_ring *before, bool is_other)
{
	struct earlier e = {.n = 0};
	struct sn_decoy_picker former;
	const struct sn_decoy_picker *then = former_picker(&former, p, before->height) ? &former : NULL;
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++)
		if (before->decoys[i] < p->n_outputs && !is_drawn(drawn, *n, before->decoys[i])) {
			e.is_first[e.n] = before->from_first >> i & 1;
			e.decoys[e.n++] = before->decoys[i];
		}
	choose(&e, p, then);
	if (is_other && e.n == SN_WALLET_DECOYS)
		drop_one(&e);
	memcpy(drawn + *n, e.decoys, e.n * sizeof *e.decoys);
	*n += e.n;
	/* The smallest chains may not have enough other outputs. */
	for (size_t i = e.n; i < SN_WALLET_DECOYS && p->n_outputs > 4 * SN_WALLET_DECOYS; i++)
		draw_new(drawn, n, p, then, before);
	return e.n;
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
	memcpy(ring->decoys, decoys, sizeof ring->decoys);
	qsort(ring->decoys, SN_WALLET_DECOYS, sizeof *ring->decoys, ascending);
	uint64_t bits = 0;
	for (size_t i = 0; i < SN_WALLET_DECOYS; i++) {
		bool is_first = !before;
		for (size_t j = 0; before && j < SN_WALLET_DECOYS; j++)
			is_first |= before->decoys[j] == ring->decoys[i] && (before->from_first >> j & 1);
		bits |= (uint64_t)is_first << i;
	}
	ring->from_first = bits;
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
