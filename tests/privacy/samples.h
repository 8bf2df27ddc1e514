/* tests/privacy/samples.h - two samples: could they be of one distribution? */
#ifndef TESTS_PRIVACY_SAMPLES_H
#define TESTS_PRIVACY_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0.001 unless somebody sets it. */
extern double sample_least_p;

/* A. N. Kolmogorov, N. V. Smirnov: p, and the greatest distance of the two distribution functions. Sorts
 * both. Of values that are not continuous p is too large, if anything. */
double sample_orders(uint64_t *a, size_t n_a, uint64_t *b, size_t n_b, double *distance);

/* Counts of the same `n` categories: chi-squared, and p. Rare ones, with less than five expected, are taken
 * together. */
double sample_chi_squared(const size_t *a, const size_t *b, size_t n, double *p);

/* The same statistic of all categories, rare ones too, against 20,000 random divisions of the same values:
 * for few values. */
double sample_permutation(const size_t *a, const size_t *b, size_t n, double *p);

/* Print a line; true when p is not below sample_least_p. */
bool sample_judge(const char *what, double statistic, double p);

#endif
