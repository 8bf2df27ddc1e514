#include "hot/decoy_picker.h"

#include <assert.h>
#include <math.h>
#include <sodium.h>

static_assert(SN_DECOY_UNLOCK_SECONDS == SN_SPENDABLE_AGE * SN_BLOCK_SECONDS, "an output is that old");

uint64_t sn_decoy_random_below(uint64_t bound)
{
	/* Rejection sampling avoids bias. */
	uint64_t limit = UINT64_MAX - UINT64_MAX % bound, v;
	do
		randombytes_buf(&v, sizeof v);
	while (v >= limit);
	return v % bound;
}

double sn_decoy_random(void)
{
	return (double)(sn_decoy_random_below(1ull << 53) + 1) / (double)(1ull << 53);
}

/* Box-Muller. */
static double random_normal(void)
{
	return sqrt(-2 * log(sn_decoy_random())) * cos(2 * M_PI * sn_decoy_random());
}

/* G. Marsaglia, W. Tsang, "A Simple Method for Generating Gamma Variables" (2000), for shape ≥ 1. */
static double random_gamma(double shape, double scale)
{
	double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
	for (;;) {
		double x = random_normal(), v = 1 + c * x;
		if (v <= 0)
			continue;
		v = v * v * v;
		if (log(sn_decoy_random()) < 0.5 * x * x + d - d * v + d * log(v))
			return d * v * scale;
	}
}

int sn_decoy_picker_init(struct sn_decoy_picker *p, const struct sn_daemon_distribution *d,
			 struct sn_error *err)
{
	if (d->count < SN_SPENDABLE_AGE)
		return sn_error_set(err, SN_REFUSED, "the chain is too short for rings of %d", SN_RING_SIZE);
	size_t considered = d->count < SN_DECOY_BLOCKS_PER_YEAR ? d->count : SN_DECOY_BLOCKS_PER_YEAR;
	uint64_t before = considered < d->count ? d->cumulative[d->count - considered - 1] : 0;
	uint64_t recent = d->cumulative[d->count - 1] - before;
	p->cumulative = d->cumulative;
	p->start_height = d->start_height;
	p->n_all_blocks = d->count;
	p->n_locked = 0;
	p->n_blocks = d->count - (SN_SPENDABLE_AGE - 1);
	p->n_outputs = d->cumulative[p->n_blocks - 1];
	if (p->n_outputs < SN_RING_SIZE || recent == 0)
		return sn_error_set(err, SN_REFUSED, "the chain has too few outputs for rings of %d",
				    SN_RING_SIZE);
	p->average_gap = (double)SN_BLOCK_SECONDS * (double)considered / (double)recent;
	return SN_OK;
}

void sn_decoy_picker_lock(struct sn_decoy_picker *p, const struct sn_wallet *w)
{
	/* A coinbase output is unlocked once SN_COINBASE_AGE blocks, its own among them, are in the chain. */
	const uint64_t height = p->start_height + p->n_all_blocks;
	const uint64_t last = p->start_height + p->n_blocks - 1;
	p->n_locked = 0;
	for (size_t i = 0; i < w->n_blocks; i++) {
		const struct sn_wallet_block *b = &w->blocks[i];
		if (!b->n_coinbase || b->height <= p->start_height || b->height > last ||
		    b->height + SN_COINBASE_AGE <= height)
			continue;
		uint64_t from = p->cumulative[b->height - p->start_height - 1];
		p->locked[p->n_locked++] = (struct sn_decoy_locked){from, from + b->n_coinbase};
	}
}

bool sn_decoy_is_locked(const struct sn_decoy_picker *p, uint64_t index)
{
	for (size_t i = 0; i < p->n_locked; i++)
		if (index >= p->locked[i].from && index < p->locked[i].end)
			return true;
	return false;
}

/* First block with at least `index` outputs up to and including it. If `index` is the first output of its
 * block, this is the block before. The reference implementation does the same. */
static size_t block_of(const struct sn_decoy_picker *p, uint64_t index)
{
	size_t low = 0, high = p->n_blocks - 1;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (p->cumulative[middle] >= index)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

uint64_t sn_decoy_pick(const struct sn_decoy_picker *p)
{
	double age = exp(random_gamma(SN_DECOY_GAMMA_SHAPE, SN_DECOY_GAMMA_SCALE));
	if (age > SN_DECOY_UNLOCK_SECONDS)
		age -= SN_DECOY_UNLOCK_SECONDS;
	else
		age = (double)sn_decoy_random_below(SN_DECOY_RECENT_SECONDS);

	double back = age / p->average_gap;
	if (!(back < (double)p->n_outputs))
		return UINT64_MAX;
	size_t block = block_of(p, p->n_outputs - 1 - (uint64_t)back);
	uint64_t first = block ? p->cumulative[block - 1] : 0;
	uint64_t n = p->cumulative[block] - first;
	return n ? first + sn_decoy_random_below(n) : UINT64_MAX;
}
