#include "hot/decoy_chance.h"

#include "hot/balance.h"

#include <math.h>

/* The regularised lower incomplete gamma function, by its power series, which has only positive terms. M.
 * Abramowitz, I. Stegun, "Handbook of Mathematical Functions" (1964), 6.5.29. */
static double gamma_below(double x)
{
	double z = x / SN_DECOY_GAMMA_SCALE, term = 1, sum = 1;
	if (z <= 0)
		return 0;
	for (double n = 1; term > sum * 1e-16; n++)
		sum += term *= z / (SN_DECOY_GAMMA_SHAPE + n);
	return fmin(1, sum * exp(SN_DECOY_GAMMA_SHAPE * log(z) - z - lgamma(SN_DECOY_GAMMA_SHAPE + 1)));
}

double sn_decoy_younger(double seconds)
{
	const double too_young = gamma_below(log(SN_DECOY_UNLOCK_SECONDS));
	if (seconds <= 0)
		return 0;
	return too_young * fmin(1, seconds / SN_DECOY_RECENT_SECONDS) +
	       gamma_below(log(seconds + SN_DECOY_UNLOCK_SECONDS)) - too_young;
}

double sn_decoy_chance(const struct sn_decoy_picker *p, uint64_t index)
{
	size_t low = 0, high = p->n_blocks - 1;
	if (index >= p->n_outputs)
		return 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (p->cumulative[middle] > index)
			high = middle;
		else
			low = middle + 1;
	}
	/* Ages from `last` to `first` lead to this block (hot/decoy_picker.c, block_of): one output more than
	 * the block has. */
	uint64_t first = low ? p->cumulative[low - 1] : 0, last = p->cumulative[low];
	double n = (double)p->n_outputs, in_block = (double)(last - first);
	double from = fmax(0, n - 1 - (double)last), to = n - (low ? (double)first + 1 : 0);
	double chance = sn_decoy_younger(to * p->average_gap) - sn_decoy_younger(from * p->average_gap);
	return fmax(0, chance) / in_block / sn_decoy_younger(n * p->average_gap);
}
