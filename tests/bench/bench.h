/* bench.h - what the benchmarks share: a clock, a median, and the list of what is measured.
 *
 * Clocks of real machines drift by 15 % within a minute, so two implementations are compared only
 * when they run in turn, in rounds, in one process: take one time per round for each, print the
 * medians and their ratio. */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Monotonic time in microseconds. */
static inline double bench_now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Processor time of this thread in microseconds. */
static inline double bench_thread_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* *least = us if it is the first time, or less. */
static inline void bench_keep_least(double *least, double us)
{
	if (!*least || us < *least)
		*least = us;
}

static inline int bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The median of n > 0 values; sorts them in place. */
static inline double bench_median(double *v, size_t n)
{
	qsort(v, n, sizeof *v, bench_compare);
	return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* Arithmetic by the kernel in use (kernel/kernel.h): each prints its own lines to stdout. The ratios to the
 * rival's time go to `ratios`, unless that is NULL, for tests/bench/check. False when there is no rival here.
 */
void bench_derive(FILE *ratios);
void bench_x25519(FILE *ratios);
void bench_lookahead(FILE *ratios);
void bench_carrot(void);
bool bench_ringct(FILE *ratios);

/* Print how long the first proof for `outputs` of this process takes, and the fastest later one. */
void bench_first_proof(size_t outputs);

/* Print the least processor times, in microseconds, of CLSAG sign and verify with a ring of 16, and of
 * Bulletproof+ prove and verify for two outputs. To compare builds. */
void bench_signing(void);

/* The least times of single calls, in microseconds: for one input and a ring of 16, or for all outputs. */
struct bench_signing_parts {
	double sign, verify, prove, verify_proof;
};
void bench_signing_parts(struct bench_signing_parts *us, size_t outputs);

/* "NAME KERNEL RATIO", a line. */
void bench_ratio(FILE *ratios, const char *name, double ratio);

/* The programs in `tools` on a wallet of a million outputs. Returns how many goals are missed or could not be
 * looked at. */
unsigned bench_wallet(const char *tools);

/* Only the server, with 200 clients for so many seconds for each method, while blocks arrive. */
unsigned bench_server(const char *tools, unsigned seconds);

/* Once: print milliseconds and KiB. False when it fails. */
bool bench_cold_sign_once(const char *program, const char *wallet, const char *password_file,
			  const char *unsigned_file);

/* Let `program` sign an unsigned file, several times: wall time and peak memory of the process. */
void bench_cold_sign(const char *program, const char *wallet, const char *password_file,
		     const char *unsigned_file);

/* Copy the wallet, and give the copy the least Argon2id cost. False when it fails. */
bool bench_least_argon2id(const char *wallet, const char *password_file, const char *copy);

/* With such a copy: how long the wallet takes to open, and the process without Argon2id, by its parts. */
void bench_open_master(const char *wallet, const char *password_file, const char *copy);
void bench_cold_sign_least(const char *program, const char *copy, const char *password_file,
			   const char *unsigned_file);

#endif
