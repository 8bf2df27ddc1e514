#include "samples.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double sample_least_p = 0.001;

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The asymptotic distribution. */
static double kolmogorov_p(double lambda)
{
	double p = 0;
	for (int k = 1; k < 100; k++)
		p += (k % 2 ? 2 : -2) * exp(-2.0 * k * k * lambda * lambda);
	return lambda < 0.3 ? 1 : p;
}

double sample_orders(uint64_t *a, size_t n_a, uint64_t *b, size_t n_b, double *distance)
{
	size_t i = 0, j = 0;
	qsort(a, n_a, sizeof *a, ascending);
	qsort(b, n_b, sizeof *b, ascending);
	*distance = 0;
	while (i < n_a && j < n_b) {
		uint64_t x = a[i] < b[j] ? a[i] : b[j];
		while (i < n_a && a[i] == x)
			i++;
		while (j < n_b && b[j] == x)
			j++;
		*distance = fmax(*distance, fabs((double)i / (double)n_a - (double)j / (double)n_b));
	}
	double root = sqrt((double)n_a * (double)n_b / (double)(n_a + n_b));
	return kolmogorov_p((root + 0.12 + 0.11 / root) * *distance);
}

/* The approximation of E. B. Wilson and M. M. Hilferty (1931). */
static double chi_squared_p(double x, double degrees)
{
	double z = (cbrt(x / degrees) - 1 + 2 / (9 * degrees)) / sqrt(2 / (9 * degrees));
	return erfc(z / sqrt(2)) / 2;
}

static double part_of(double a, double b, double n_a, double n_b)
{
	double expected_a = (a + b) * n_a / (n_a + n_b), expected_b = (a + b) * n_b / (n_a + n_b);
	return (a - expected_a) * (a - expected_a) / expected_a +
	       (b - expected_b) * (b - expected_b) / expected_b;
}

double sample_chi_squared(const size_t *a, const size_t *b, size_t n, double *p)
{
	double sum = 0, degrees = -1, n_a = 0, n_b = 0, rare_a = 0, rare_b = 0;
	for (size_t i = 0; i < n; i++) {
		n_a += (double)a[i];
		n_b += (double)b[i];
	}
	for (size_t i = 0; i < n; i++) {
		double x = (double)a[i], y = (double)b[i];
		if ((x + y) * fmin(n_a, n_b) / (n_a + n_b) < 5) {
			rare_a += x;
			rare_b += y;
			continue;
		}
		sum += part_of(x, y, n_a, n_b);
		degrees++;
	}
	if (rare_a + rare_b > 0) {
		sum += part_of(rare_a, rare_b, n_a, n_b);
		degrees++;
	}
	*p = degrees > 0 ? chi_squared_p(sum, degrees) : 1;
	return sum;
}

/* All categories, none joined. */
static double distance_of(const size_t *a, const size_t *both, size_t n, double n_a, double n_b)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		if (both[i])
			sum += part_of((double)a[i], (double)(both[i] - a[i]), n_a, n_b);
	return sum;
}

double sample_permutation(const size_t *a, const size_t *b, size_t n, double *p)
{
	enum { ROUNDS = 20000 };
	size_t n_a = 0, total = 0, at = 0, above = 1;
	for (size_t i = 0; i < n; i++) {
		n_a += a[i];
		total += a[i] + b[i];
	}
	size_t *items = calloc(total + 1, sizeof *items), *both = calloc(n + 1, sizeof *both),
	       *drawn = calloc(n + 1, sizeof *drawn);
	if (!items || !both || !drawn)
		exit(2);
	for (size_t i = 0; i < n; i++)
		for (size_t j = both[i] = a[i] + b[i]; j; j--)
			items[at++] = i;
	double x = distance_of(a, both, n, (double)n_a, (double)(total - n_a));
	uint64_t state = 1; /* xorshift64*: the same p for the same counts */
	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < n; i++)
			drawn[i] = 0;
		for (size_t i = 0; i < n_a; i++) {
			state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
			size_t j = i + (size_t)((state * 2685821657736338717u >> 11) % (total - i)),
			       item = items[j];
			items[j] = items[i];
			items[i] = item;
			drawn[item]++;
		}
		above += distance_of(drawn, both, n, (double)n_a, (double)(total - n_a)) >= x - 1e-9;
	}
	*p = (double)above / (ROUNDS + 1);
	free(items);
	free(both);
	free(drawn);
	return x;
}

bool sample_judge(const char *what, double statistic, double p)
{
	printf("%-34s %10.5f   p = %.4f  %s\n", what, statistic, p, p < sample_least_p ? "FAIL" : "ok");
	return p >= sample_least_p;
}
