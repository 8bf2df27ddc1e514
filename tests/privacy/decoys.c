/* tests/privacy/decoys - the ages of decoys as libwallet draws them, against a simulation of the reference wallet's
 * algorithm that shares no code with it.
 *
 *     decoys [DRAWS [SEED]]        100,000 of each by default
 *
 * The simulation inverts the distribution function of the gamma distribution, which it has by numerical integration,
 * where libwallet draws by rejection; and it finds the block of an output by walking, not by bisection. Source of the
 * algorithm: reference implementation, src/wallet/wallet2.cpp, gamma_picker.
 *
 * Two samples are compared by the test of Kolmogorov and Smirnov on block heights, and by chi-squared on ten bands of
 * age and on the place within the block. It fails below one in a thousand. */
#include "samples.h"

#include "hot/decoys.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPE 19.28
#define RATE 1.61
#define BLOCKS 700000
#define TOO_YOUNG 9 /* blocks at the top */

static uint64_t random_state;

/* Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014). */
static uint64_t next_random(void)
{
	uint64_t z = random_state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

static double uniform(void)
{
	return ((double)(next_random() >> 11) + 0.5) / 9007199254740992.0;
}

/* ---------------------------------------------------------------- the simulation */

#define STEPS 60000
#define STEP 0.001

static double distribution_function[STEPS + 1];

static void integrate(void)
{
	double sum = 0, constant = SHAPE * log(RATE) - lgamma(SHAPE);
	for (int i = 1; i <= STEPS; i++) {
		double x = (i - 0.5) * STEP;
		sum += exp(constant + (SHAPE - 1) * log(x) - RATE * x) * STEP;
		distribution_function[i] = sum;
	}
	for (int i = 1; i <= STEPS; i++)
		distribution_function[i] /= sum;
}

static double gamma_variate(void)
{
	double u = uniform();
	int low = 0, high = STEPS;
	while (high - low > 1) {
		int middle = (low + high) / 2;
		if (distribution_function[middle] <= u)
			low = middle;
		else
			high = middle;
	}
	double part = (u - distribution_function[low]) / (distribution_function[high] - distribution_function[low]);
	return (low + part) * STEP;
}

struct chain {
	uint64_t *cumulative;
	size_t *block_at; /* every 1,024th output: its block, where the walk begins */
};

static struct chain make_chain(void)
{
	struct chain c = {.cumulative = calloc(BLOCKS, sizeof *c.cumulative)};
	uint64_t sum = 0;
	for (size_t i = 0; c.cumulative && i < BLOCKS; i++) {
		/* Busy days and quiet ones, a coinbase in each block. */
		double wave = 40 + 30 * sin((double)i / 3000) + 10 * sin((double)i / 115);
		c.cumulative[i] = sum += 1 + (uint64_t)(-wave * log(uniform()));
	}
	c.block_at = calloc((size_t)(sum / 1024 + 2), sizeof *c.block_at);
	for (size_t i = 0, at = 0; c.block_at && i < BLOCKS; i++)
		for (; 1024 * at <= c.cumulative[i]; at++)
			c.block_at[at] = i;
	return c;
}

static uint64_t simulate(const struct chain *c)
{
	const size_t considered = BLOCKS < 262800 ? BLOCKS : 262800;
	const uint64_t recent =
		c->cumulative[BLOCKS - 1] - (considered < BLOCKS ? c->cumulative[BLOCKS - considered - 1] : 0);
	const double pace = 120.0 * (double)considered / (double)recent;
	const uint64_t usable = c->cumulative[BLOCKS - 1 - TOO_YOUNG];
	for (;;) {
		double seconds = exp(gamma_variate());
		seconds = seconds > 1200 ? seconds - 1200 : floor(uniform() * 1800);
		double outputs = floor(seconds / pace);
		if (outputs >= (double)usable)
			continue;
		uint64_t index = usable - 1 - (uint64_t)outputs;
		size_t block = c->block_at[index / 1024];
		while (c->cumulative[block] < index)
			block++;
		uint64_t first = block ? c->cumulative[block - 1] : 0;
		return first + next_random() % (c->cumulative[block] - first);
	}
}

static uint64_t draw(const struct sn_decoy_picker *p)
{
	uint64_t pick;
	do
		pick = sn_decoy_pick(p);
	while (pick == UINT64_MAX);
	return pick;
}

static size_t block_of(const struct chain *c, uint64_t index)
{
	size_t block = c->block_at[index / 1024];
	while (c->cumulative[block] <= index)
		block++;
	return block;
}

int main(int argc, char **argv)
{
	static const size_t ages[] = {5, 30, 120, 720, 2880, 10000, 40000, 150000, 400000};
	enum { BANDS = sizeof ages / sizeof *ages + 1, PLACES = 4 };
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000, bands[2][BANDS] = {0}, places[2][PLACES] = {0};
	random_state = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	if (sodium_init() < 0 || n < 1000)
		return 2;
	if (!random_state)
		randombytes_buf(&random_state, sizeof random_state);
	printf("%zu draws of each, seed %llu\n", n, (unsigned long long)random_state);
	integrate();
	struct chain chain = make_chain();
	struct sn_daemon_distribution d = {.cumulative = chain.cumulative, .count = BLOCKS};
	struct sn_decoy_picker picker;
	uint64_t *sample[2] = {calloc(n, sizeof **sample), calloc(n, sizeof **sample)};
	if (!chain.cumulative || !chain.block_at || !sample[0] || !sample[1] || sn_decoy_picker_init(&picker, &d, NULL))
		return 2;
	for (size_t i = 0; i < n; i++)
		for (int which = 0; which < 2; which++) {
			uint64_t pick = which ? simulate(&chain) : draw(&picker);
			size_t block = block_of(&chain, pick), age = BLOCKS - 1 - TOO_YOUNG - block, band = 0;
			uint64_t first = block ? chain.cumulative[block - 1] : 0;
			while (band < BANDS - 1 && age >= ages[band])
				band++;
			bands[which][band]++;
			places[which][PLACES * (pick - first) / (chain.cumulative[block] - first)]++;
			sample[which][i] = block;
		}
	printf("%-12s %10s %10s\n", "age, blocks", "ours", "reference");
	for (size_t i = 0; i < BANDS; i++)
		printf("%s%-9zu %9.3f%% %9.3f%%\n", i < BANDS - 1 ? "below " : "from  ", ages[i < BANDS - 1 ? i : i - 1],
		       100.0 * (double)bands[0][i] / (double)n, 100.0 * (double)bands[1][i] / (double)n);
	double distance, p, x;
	p = sample_orders(sample[0], n, sample[1], n, &distance);
	bool ok = sample_judge("height: Kolmogorov-Smirnov", distance, p);
	x = sample_chi_squared(bands[0], bands[1], BANDS, &p);
	ok &= sample_judge("bands of age: chi-squared", x, p);
	x = sample_chi_squared(places[0], places[1], PLACES, &p);
	ok &= sample_judge("place within block: chi-squared", x, p);
	for (int which = 0; which < 2; which++)
		free(sample[which]);
	free(chain.cumulative);
	free(chain.block_at);
	return !ok;
}
