/* Scanning: derivations D = 8·a·R, view tags and spend keys, by the kernel in use, against what libsodium's
 * API allows; and two threads against one.
 *
 * One thread is measured in its own processor time, which other processes do not add to, two in elapsed time.
 * The least of several rounds counts, each round being one turn of everybody. */
#include "bench.h"

#include "base/secret.h"
#include "crypto/derive.h"
#include "crypto/group.h"
#include "crypto/random.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define POINTS 512
#define ROUNDS 25

static struct sn_point keys[POINTS], ours[2][POINTS], theirs[POINTS];
static bool is_valid[2][POINTS];
static struct sn_scalar secret = {{1}};

/* What each kernel is to reach, times the libsodium route. */
static const struct goal {
	const char *kernel;
	double ratio;
} goals[] = {{"portable", 3.4}, {"avx2", 7}, {"ifma", 20}};

static void libsodium_route(struct sn_point *r, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		int bad = crypto_scalarmult_ed25519_noclamp(r[i].b, secret.b, keys[i].b);
		for (int k = 0; k < 3; k++)
			bad |= crypto_core_ed25519_add(r[i].b, r[i].b, r[i].b);
		if (bad) {
			fprintf(stderr, "bench: libsodium refused a point\n");
			abort();
		}
	}
}

static void derive(const struct sn_kernel *kernel, int thread)
{
	if (kernel->derive(ours[thread], is_valid[thread], keys, POINTS, &secret))
		abort();
}

/* The kernel's view tags and spend keys, those of one output of each point. */
static void look(const struct sn_kernel *kernel, double *tag_us, double *spend_us)
{
	static struct sn_short_message messages[POINTS];
	static struct sn_hash hashes[POINTS];
	static struct sn_ge p[POINTS];
	static struct sn_scalar s[POINTS];
	for (size_t i = 0; i < POINTS; i++)
		sn_short_message_init(&messages[i], ours[0][i].b, 32);
	double start = bench_thread_us();
	kernel->keccak_short(hashes, messages, POINTS);
	double middle = bench_thread_us();
	for (size_t i = 0; i < POINTS; i++)
		sn_scalar_reduce(&s[i], hashes[i].b);
	kernel->decode(p, is_valid[0], keys, POINTS);
	kernel->add_base(ours[1], p, s, POINTS);
	bench_keep_least(tag_us, (middle - start) / POINTS);
	bench_keep_least(spend_us, (bench_thread_us() - middle) / POINTS);
}

static double goal_of(const char *kernel)
{
	for (size_t i = 0; i < sizeof goals / sizeof *goals; i++)
		if (strcmp(goals[i].kernel, kernel) == 0)
			return goals[i].ratio;
	return 0;
}

static void one_thread(FILE *ratios)
{
	double us = 0, tag_us = 0, spend_us = 0, their_us = 0;
	const struct sn_kernel *kernel = sn_kernel();

	for (size_t round = 0; round < ROUNDS; round++) {
		double start = bench_thread_us();
		libsodium_route(theirs, POINTS);
		bench_keep_least(&their_us, (bench_thread_us() - start) / POINTS);
		start = bench_thread_us();
		derive(kernel, 0);
		bench_keep_least(&us, (bench_thread_us() - start) / POINTS);
		if (memcmp(ours[0], theirs, sizeof theirs) != 0) {
			fprintf(stderr, "bench: %s and libsodium disagree\n", kernel->name);
			abort();
		}
		look(kernel, &tag_us, &spend_us);
	}
	double ratio = their_us / us, goal = goal_of(kernel->name);
	printf("derivation, libsodium            %8.2f us\n", their_us);
	printf("derivation, %-8s             %8.2f us, %.2f times libsodium, goal %.1f: %s\n", kernel->name,
	       us, ratio, goal, ratio >= goal ? "reached" : "MISSED");
	printf("  view tag %.3f us, spend key without one %.2f us\n", tag_us, spend_us);
	bench_ratio(ratios, "derivation", ratio);
}

static void *thread(void *number)
{
	for (int i = 0; i < 2; i++)
		derive(sn_kernel(), *(int *)number);
	return NULL;
}

/* Elapsed time for the same work in each of `n` threads. */
static double threads_us(int n)
{
	int numbers[2] = {0, 1};
	pthread_t other;
	double start = bench_now_us();
	if (n == 2 && pthread_create(&other, NULL, thread, &numbers[1]))
		abort();
	thread(&numbers[0]);
	if (n == 2)
		pthread_join(other, NULL);
	return bench_now_us() - start;
}

static void two_threads(FILE *ratios)
{
	double us[2] = {0};
	for (size_t round = 0; round < 4 * ROUNDS; round++)
		for (int n = 1; n <= 2; n++)
			bench_keep_least(&us[n - 1], threads_us(n));
	double ratio = 2 * us[0] / us[1];
	printf("derivation, two threads          %8.2f times one, goal 1.9: %s\n", ratio,
	       ratio >= 1.9 ? "reached" : "MISSED");
	bench_ratio(ratios, "two-threads", ratio);
}

void bench_derive(FILE *ratios)
{
	struct sn_scalar r;
	struct sn_random random;

	sn_random_init(&random, "bench", &secret, NULL, 0);
	sn_random_scalar(&random, &secret);
	for (size_t i = 0; i < POINTS; i++) {
		sn_random_scalar(&random, &r);
		sn_secret_to_public(&keys[i], &r);
	}
	one_thread(ratios);
	two_threads(ratios);
}
