#include "hot/decoys.h"

#include <criterion/criterion.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#define DRAWS 20000
#define MANY_DRAWS 100000 /* enough to tell a shape of 19.28 from one of 19.1 */
#define YOUNGEST_DEPTH 9 /* blocks at the top whose outputs are too young */

static void set_up(void)
{
	cr_assert(sodium_init() >= 0);
}

TestSuite(hot_decoys, .init = set_up);

/* A chain of `count` blocks with `each` outputs. */
static struct sn_daemon_distribution even_chain(size_t count, uint64_t each)
{
	struct sn_daemon_distribution d = {.cumulative = calloc(count, sizeof *d.cumulative), .count = count};
	cr_assert_not_null(d.cumulative);
	for (size_t i = 0; i < count; i++)
		d.cumulative[i] = (i + 1) * each;
	return d;
}

/* ---------------------------------------------------------------- the formula, once more */

/* Density of the gamma distribution with shape 19.28 and rate 1.61. */
static double density(double x)
{
	return x <= 0 ? 0 : exp(19.28 * log(1.61) + 18.28 * log(x) - 1.61 * x - lgamma(19.28));
}

/* Simpson's rule over [0, x]. */
static double below(double x)
{
	const int steps = 4000;
	double h = x / steps, sum = density(0) + density(x);
	for (int i = 1; i < steps; i++)
		sum += density(i * h) * (i % 2 ? 4 : 2);
	return x <= 0 ? 0 : sum * h / 3;
}

/* Probability that the age drawn, in seconds behind the youngest spendable output, is below t. */
static double younger_than(double t)
{
	double too_young = below(log(1200));
	if (t <= 0)
		return 0;
	return too_young * fmin(1, t / 1800) + below(log(t + 1200)) - too_young;
}

/* Six standard deviations and one for rounding: by chance, once in a billion. */
static void expect_count(size_t count, double probability, size_t draws, const char *what, double which)
{
	double expected = probability * (double)draws;
	double tolerance = 6 * sqrt(expected * (1 - probability)) + 1;
	cr_assert(fabs((double)count - expected) <= tolerance, "%s %g: %zu of %zu, not %.1f ± %.1f", what, which, count,
		  draws, expected, tolerance);
}

Test(hot_decoys, formula_of_the_test_is_sound)
{
	cr_assert_float_eq(below(60), 1, 1e-6);
	/* mean 19.28/1.61 = 11.975: half an hour to years. */
	double mean = 0;
	for (int i = 0; i < 60000; i++)
		mean += (i + 0.5) / 1000 * density((i + 0.5) / 1000) / 1000;
	cr_assert_float_eq(mean, 19.28 / 1.61, 1e-4);
}

/* ---------------------------------------------------------------- the picker */

Test(hot_decoys, ages_are_distributed_as_people_spend)
{
	/* 10 outputs a block, one in 12 seconds. */
	static const double bounds[] = {600,	1800,	 7200,	  21600,     43200,    86400,
					259200, 604800,	 2592000, 7776000,   15552000, 31536000,
					63072000, 120000000 - 9 * 120};
	const size_t n_bounds = sizeof bounds / sizeof *bounds;
	struct sn_daemon_distribution d = even_chain(1000000, 10);
	struct sn_decoy_picker p;
	struct sn_error err = {""};
	size_t counts[sizeof bounds / sizeof *bounds + 1] = {0};
	cr_assert(!sn_decoy_picker_init(&p, &d, &err), "%s", err.text);
	cr_assert_float_eq(p.average_gap, 12, 1e-9);
	cr_assert_eq(p.n_outputs, 10 * (1000000 - YOUNGEST_DEPTH));
	for (size_t i = 0; i < MANY_DRAWS; i++) {
		uint64_t pick = sn_decoy_pick(&p);
		size_t band = n_bounds;
		if (pick != UINT64_MAX) {
			cr_assert_lt(pick, p.n_outputs);
			double age = 120 * (double)(p.n_blocks - 1 - pick / 10);
			for (band = 0; age >= bounds[band]; band++)
				;
			cr_assert_lt(band, n_bounds);
		}
		counts[band]++;
	}
	size_t younger = 0;
	for (size_t i = 0; i < n_bounds; i++) {
		younger += counts[i];
		expect_count(younger, younger_than(bounds[i]), MANY_DRAWS, "age below", bounds[i]);
	}
	cr_assert_eq(younger + counts[n_bounds], MANY_DRAWS);
	free(d.cumulative);
}

/* Within a block every output has the same chance. */
Test(hot_decoys, even_within_a_block)
{
	struct sn_daemon_distribution d = even_chain(200000, 8);
	struct sn_decoy_picker p;
	size_t counts[8] = {0}, n = 0;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	while (n < DRAWS) {
		uint64_t pick = sn_decoy_pick(&p);
		if (pick == UINT64_MAX)
			continue;
		counts[pick % 8]++;
		n++;
	}
	for (size_t i = 0; i < 8; i++)
		expect_count(counts[i], 1.0 / 8, DRAWS, "place", (double)i);
	free(d.cumulative);
}

/* A short chain with blocks of all sizes, empty ones too: every block is drawn as often as the reference
 * implementation draws it. It looks for the first block that brings the number of outputs to the index drawn or above. */
Test(hot_decoys, uneven_blocks)
{
	enum { COUNT = 80 };
	static const uint64_t sizes[] = {3, 0, 1, 7, 1, 0, 0, 30, 2, 1};
	uint64_t cumulative[COUNT];
	double expected[COUNT] = {0}, all = 0;
	size_t counts[COUNT] = {0}, n = 0;
	uint64_t sum = 0;
	for (size_t i = 0; i < COUNT; i++) {
		sum += sizes[i % 10];
		cumulative[i] = sum;
	}
	struct sn_daemon_distribution d = {.cumulative = cumulative, .count = COUNT};
	struct sn_decoy_picker p;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_eq(p.n_blocks, COUNT - YOUNGEST_DEPTH);
	double gap = 120.0 * COUNT / (double)sum;
	cr_assert_float_eq(p.average_gap, gap, 1e-9);
	for (uint64_t back = 0; back < p.n_outputs; back++) {
		double chance = younger_than((double)(back + 1) * gap) - younger_than((double)back * gap);
		/* Too young ages are drawn in whole seconds; the difference is far below the tolerance. */
		size_t block = 0;
		while (cumulative[block] < p.n_outputs - 1 - back)
			block++;
		expected[block] += chance;
		all += chance;
	}
	while (n < DRAWS) {
		uint64_t pick = sn_decoy_pick(&p);
		if (pick == UINT64_MAX)
			continue;
		cr_assert_lt(pick, p.n_outputs);
		size_t block = 0;
		while (cumulative[block] <= pick)
			block++;
		cr_assert_lt(block, p.n_blocks);
		counts[block]++;
		n++;
	}
	for (size_t i = 0; i < p.n_blocks; i++)
		expect_count(counts[i], expected[i] / all, DRAWS, "block", (double)i);
}

/* The pace of the last year counts, not that of the years before. */
Test(hot_decoys, average_gap_is_of_the_last_year)
{
	const size_t year = 365 * 720, count = 2 * year;
	struct sn_daemon_distribution d = even_chain(count, 1);
	struct sn_decoy_picker p;
	for (size_t i = 0; i < year; i++)
		d.cumulative[year + i] = year + 40 * (i + 1);
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 3, 1e-9);
	d.count = year;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 120, 1e-9);
	d.count = year + 1;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	cr_assert_float_eq(p.average_gap, 120.0 * year / (year + 39), 1e-9);
	free(d.cumulative);
}

Test(hot_decoys, chains_that_are_too_young)
{
	struct sn_decoy_picker p;
	struct sn_error err = {""};
	for (size_t count = 1; count < 10; count++) {
		struct sn_daemon_distribution d = even_chain(count, 100);
		cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
		cr_assert(strstr(err.text, "rings of 16"), "%s", err.text);
		free(d.cumulative);
	}
	/* Long enough, but too few outputs are old enough. */
	struct sn_daemon_distribution d = even_chain(24, 1);
	cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
	cr_assert(strstr(err.text, "too few outputs"), "%s", err.text);
	free(d.cumulative);
	d = even_chain(25, 1);
	cr_assert(!sn_decoy_picker_init(&p, &d, &err), "%s", err.text);
	cr_assert_eq(p.n_outputs, 16);
	free(d.cumulative);
	/* None in the last year: no pace to go by. */
	d = even_chain(365 * 720 + 100, 0);
	for (size_t i = 0; i < d.count; i++)
		d.cumulative[i] = 1000;
	cr_assert_eq(sn_decoy_picker_init(&p, &d, &err), SN_REFUSED);
	free(d.cumulative);
}

/* The smallest chain there can be: what is drawn exists, always. */
Test(hot_decoys, never_out_of_range)
{
	for (size_t count = 10; count < 60; count++) {
		struct sn_daemon_distribution d = even_chain(count, 1 + count % 5);
		struct sn_decoy_picker p;
		if (!sn_decoy_picker_init(&p, &d, NULL))
			for (size_t i = 0; i < 1000; i++) {
				uint64_t pick = sn_decoy_pick(&p);
				cr_assert(pick == UINT64_MAX || pick < p.n_outputs);
			}
		free(d.cumulative);
	}
	/* A first block without outputs. */
	uint64_t cumulative[30] = {0};
	for (size_t i = 1; i < 30; i++)
		cumulative[i] = i;
	struct sn_daemon_distribution d = {.cumulative = cumulative, .count = 30};
	struct sn_decoy_picker p;
	cr_assert(!sn_decoy_picker_init(&p, &d, NULL));
	for (size_t i = 0; i < DRAWS; i++) {
		uint64_t pick = sn_decoy_pick(&p);
		cr_assert(pick == UINT64_MAX || pick < p.n_outputs);
	}
}
