#include "simulation.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#define SHAPE 19.28
#define RATE 1.61
#define UNLOCK_SECONDS 1200.0
#define RECENT_SECONDS 1800.0
#define YEAR_BLOCKS 262800

/* ---------------------------------------------------------------- random numbers */

static uint64_t state;

/* Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014). */
uint64_t sim_random(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

double sim_uniform(void)
{
	return ((double)(sim_random() >> 11) + 0.5) / 9007199254740992.0;
}

static const char *source_name(void)
{
	return "simulation";
}

static uint32_t source_random(void)
{
	return (uint32_t)sim_random();
}

static void source_fill(void *buffer, size_t n)
{
	unsigned char *to = buffer;
	for (size_t i = 0; i < n; i++)
		to[i] = (unsigned char)(sim_random() >> 56);
}

static void integrate(void);

void sim_start(uint64_t seed)
{
	static struct randombytes_implementation source = {
		.implementation_name = source_name, .random = source_random, .buf = source_fill};
	if (sodium_init() < 0)
		exit(2);
	if (!seed)
		randombytes_buf(&seed, sizeof seed);
	state = seed;
	randombytes_set_implementation(&source);
	integrate();
	printf("seed %llu\n", (unsigned long long)seed);
}

/* ---------------------------------------------------------------- the distribution */

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

static double gamma_below(double x)
{
	double at = fmin(fmax(x, 0) / STEP, STEPS - 1), whole = floor(at);
	double low = distribution_function[(int)whole], high = distribution_function[(int)whole + 1];
	return low + (at - whole) * (high - low);
}

static double gamma_variate(void)
{
	double u = sim_uniform();
	int low = 0, high = STEPS;
	while (high - low > 1) {
		int middle = (low + high) / 2;
		if (distribution_function[middle] <= u)
			low = middle;
		else
			high = middle;
	}
	double part =
		(u - distribution_function[low]) / (distribution_function[high] - distribution_function[low]);
	return (low + part) * STEP;
}

double sim_younger(double seconds)
{
	double too_young = gamma_below(log(UNLOCK_SECONDS));
	return too_young * fmin(1, seconds / RECENT_SECONDS) + gamma_below(log(seconds + UNLOCK_SECONDS)) -
	       too_young;
}

/* ---------------------------------------------------------------- a chain */

void sim_chain_make(struct sim_chain *c, size_t n_blocks, uint64_t each)
{
	uint64_t sum = 0;
	*c = (struct sim_chain){.cumulative = calloc(n_blocks, sizeof *c->cumulative), .n_blocks = n_blocks};
	if (!c->cumulative)
		exit(2);
	for (size_t i = 0; i < n_blocks; i++) {
		double wave = 40 + 30 * sin((double)i / 3000) + 10 * sin((double)i / 115);
		sum += each ? each : 1 + (uint64_t)(-wave * log(sim_uniform()));
		c->cumulative[i] = (uint32_t)sum;
	}
	c->block_at = calloc((size_t)(sum / 1024 + 2), sizeof *c->block_at);
	if (!c->block_at)
		exit(2);
	for (size_t i = 0, at = 0; i < n_blocks; i++)
		for (; 1024 * at <= c->cumulative[i]; at++)
			c->block_at[at] = i;
}

void sim_chain_free(struct sim_chain *c)
{
	free(c->cumulative);
	free(c->block_at);
	*c = (struct sim_chain){0};
}

size_t sim_block_of(const struct sim_chain *c, uint64_t index)
{
	size_t block = c->block_at[index / 1024];
	while (c->cumulative[block] <= index)
		block++;
	return block;
}

uint64_t sim_draw(const struct sim_chain *c)
{
	const size_t considered = c->n_blocks < YEAR_BLOCKS ? c->n_blocks : YEAR_BLOCKS;
	const uint64_t recent = c->cumulative[c->n_blocks - 1] -
				(considered < c->n_blocks ? c->cumulative[c->n_blocks - considered - 1] : 0);
	const double pace = 120.0 * (double)considered / (double)recent;
	const uint64_t usable = c->cumulative[c->n_blocks - 1 - SIM_TOO_YOUNG];
	for (;;) {
		double seconds = exp(gamma_variate());
		seconds = seconds > UNLOCK_SECONDS ? seconds - UNLOCK_SECONDS
						   : floor(sim_uniform() * RECENT_SECONDS);
		double outputs = floor(seconds / pace);
		if (outputs >= (double)usable)
			continue;
		uint64_t index = usable - 1 - (uint64_t)outputs;
		size_t block = c->block_at[index / 1024];
		while (c->cumulative[block] < index)
			block++;
		uint64_t first = block ? c->cumulative[block - 1] : 0;
		return first + sim_random() % (c->cumulative[block] - first);
	}
}
