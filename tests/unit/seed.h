/* The seed of tests that draw random values.
 *
 * Without the environment variable SN_SEED, the seed is 0 and each run draws the same values. SN_SEED=N draws
 * others, and repeats a run that printed N. SN_SEED=random draws one seed for the program and prints it. */
#ifndef TESTS_UNIT_SEED_H
#define TESTS_UNIT_SEED_H

#include "crypto/random.h"

#include <stdint.h>

/* The seed of this process. `test` names the test in the line "# TEST: SN_SEED=N", which is printed to
 * standard error; NULL prints it only if SN_SEED is set. An SN_SEED that is neither a number nor "random"
 * ends the process. */
uint64_t seed_number(const char *test);

/* A stream for `test` that depends on its name and the seed. Prints the seed. */
struct sn_random seed_stream(const char *test);

/* Make libsodium's randombytes follow the seed until the process ends: the library draws decoys, salts and
 * nonces from it. Forked processes draw different numbers. Threads that draw at the same time are not
 * repeatable. */
void seed_libsodium(const char *test);

#endif
