/* tests/privacy/decoys - the ages of decoys as libwallet draws them, against a simulation of the reference
 * wallet's algorithm that shares no code with it (simulation.h).
 *
 *     decoys [DRAWS [SEED [LEAST_P]]]        100,000 of each, a random seed, 0.001 by default
 *
 * Two samples are compared by the test of Kolmogorov and Smirnov on block heights, and by chi-squared on ten
 * bands of age and on the place within the block. It fails when one of them is less likely than LEAST_P. */
#include "samples.h"
#include "simulation.h"

#include "hot/decoy_picker.h"
#include "hot/decoys.h"
#include "node/daemon_outputs.h"

#include <stdio.h>
#include <stdlib.h>

#define BLOCKS 700000

static uint64_t draw(const struct sn_decoy_picker *p)
{
	uint64_t pick;
	do
		pick = sn_decoy_pick(p);
	while (pick == UINT64_MAX);
	return pick;
}

int main(int argc, char **argv)
{
	static const size_t ages[] = {5, 30, 120, 720, 2880, 10000, 40000, 150000, 400000};
	enum { BANDS = sizeof ages / sizeof *ages + 1, PLACES = 4 };
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, bands[2][BANDS] = {0},
	       places[2][PLACES] = {0};
	if (n < 1000)
		return 2;
	if (argc > 3)
		sample_least_p = strtod(argv[3], NULL);
	printf("%zu draws of each\n", n);
	sim_start(argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
	struct sim_chain chain;
	sim_chain_make(&chain, BLOCKS, 0);
	struct sn_daemon_distribution d = {.cumulative = chain.cumulative, .count = BLOCKS};
	struct sn_decoy_picker picker;
	uint64_t *sample[2] = {calloc(n, sizeof **sample), calloc(n, sizeof **sample)};
	if (!sample[0] || !sample[1] || sn_decoy_picker_init(&picker, &d, NULL))
		return 2;
	for (size_t i = 0; i < n; i++)
		for (int which = 0; which < 2; which++) {
			uint64_t pick = which ? sim_draw(&chain) : draw(&picker);
			size_t block = sim_block_of(&chain, pick), age = BLOCKS - 1 - SIM_TOO_YOUNG - block,
			       band = 0;
			uint64_t first = block ? chain.cumulative[block - 1] : 0;
			while (band < BANDS - 1 && age >= ages[band])
				band++;
			bands[which][band]++;
			places[which][PLACES * (pick - first) / (chain.cumulative[block] - first)]++;
			sample[which][i] = block;
		}
	printf("%-12s %10s %10s\n", "age, blocks", "ours", "reference");
	for (size_t i = 0; i < BANDS; i++)
		printf("%s%-9zu %9.3f%% %9.3f%%\n", i < BANDS - 1 ? "below " : "from  ",
		       ages[i < BANDS - 1 ? i : i - 1], 100.0 * (double)bands[0][i] / (double)n,
		       100.0 * (double)bands[1][i] / (double)n);
	double distance, p, x;
	p = sample_orders(sample[0], n, sample[1], n, &distance);
	bool ok = sample_judge("height: Kolmogorov-Smirnov", distance, p);
	x = sample_chi_squared(bands[0], bands[1], BANDS, &p);
	ok &= sample_judge("bands of age: chi-squared", x, p);
	x = sample_chi_squared(places[0], places[1], PLACES, &p);
	ok &= sample_judge("place within block: chi-squared", x, p);
	for (int which = 0; which < 2; which++)
		free(sample[which]);
	sim_chain_free(&chain);
	return !ok;
}
