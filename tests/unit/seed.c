#include "seed.h"

#include "base/bytes.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

/* The process of a test inherits the seed: Criterion executes the program anew for each test, and hides what
 * a passed test prints. */
__attribute__((constructor)) static void draw_seed(void)
{
	const char *setting = getenv("SN_SEED");
	char text[24];
	if (!setting || strcmp(setting, "random"))
		return;
	snprintf(text, sizeof text, "%" PRIu32, randombytes_random());
	setenv("SN_SEED", text, 1);
	fprintf(stderr, "# SN_SEED=%s\n", text);
}

static uint64_t read_setting(const char *text)
{
	uint64_t number;
	char *end;
	errno = 0;
	number = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno) {
		fprintf(stderr, "SN_SEED is \"%s\", neither a number nor \"random\"\n", text);
		exit(2);
	}
	return number;
}

uint64_t seed_number(const char *test)
{
	static uint64_t number;
	static bool is_read;
	const char *text = getenv("SN_SEED");
	if (!is_read)
		number = text && *text ? read_setting(text) : 0;
	if (test || (text && *text && !is_read))
		fprintf(stderr, "# %s: SN_SEED=%" PRIu64 "\n", test ? test : "fixtures", number);
	is_read = true;
	return number;
}

struct sn_random seed_stream(const char *test)
{
	struct sn_scalar key = {{1}};
	struct sn_random random;
	sn_store_u64(key.b + 1, seed_number(test));
	sn_random_init(&random, "test", &key, test, strlen(test));
	return random;
}

/* ---------------------------------------------------------------- libsodium's source */

static _Atomic uint64_t state;
static uint64_t forks;

/* Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (2014). */
static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint64_t next_number(void)
{
	const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
	return mix(atomic_fetch_add(&state, step) + step);
}

static const char *source_name(void)
{
	return "seed";
}

static uint32_t source_number(void)
{
	return (uint32_t)next_number();
}

static void source_bytes(void *out, size_t len)
{
	for (size_t i = 0; i < len; i++)
		((uint8_t *)out)[i] = (uint8_t)(next_number() >> 56);
}

static void before_fork(void)
{
	forks++;
}

/* Parent and child write wallet files whose salts and nonces have to differ. */
static void in_child(void)
{
	atomic_store(&state, mix(atomic_load(&state) ^ mix(forks)));
}

void seed_libsodium(const char *test)
{
	static struct randombytes_implementation source = {
		.implementation_name = source_name, .random = source_number, .buf = source_bytes};
	atomic_store(&state, mix(seed_number(test)));
	if (randombytes_set_implementation(&source) || pthread_atfork(before_fork, NULL, in_child))
		abort();
}
