/* tests/privacy/simulation.h - the reference wallet's algorithm for decoys, written again without libwallet.
 *
 * It inverts the distribution function of the gamma distribution, which it has by numerical integration,
 * where libwallet draws by rejection; and it finds the block of an output by walking, not by bisection.
 * Source of the algorithm: reference implementation, src/wallet/wallet2.cpp, gamma_picker. */
#ifndef TESTS_PRIVACY_SIMULATION_H
#define TESTS_PRIVACY_SIMULATION_H

#include <stddef.h>
#include <stdint.h>

/* Call it first; prints the seed, random if 0. libsodium, and so libwallet, then draws from the same
 * generator: the same seed gives the same figures. */
void sim_start(uint64_t seed);

uint64_t sim_random(void);
double sim_uniform(void); /* in (0, 1) */

/* The chance that a decoy is less than so many seconds older than the youngest output that can be one. */
double sim_younger(double seconds);

#define SIM_TOO_YOUNG 9 /* blocks at the top */

struct sim_chain {
	uint32_t *cumulative; /* outputs up to and including each block */
	size_t n_blocks;
	size_t *block_at; /* every 1,024th output: its block, where the walk begins */
};

/* Busy days and quiet ones, a coinbase in each block; or `each` outputs in each, unless that is 0. */
void sim_chain_make(struct sim_chain *c, size_t n_blocks, uint64_t each);
void sim_chain_free(struct sim_chain *c);

/* The block that an output is in, and a decoy, as the reference wallet draws it. */
size_t sim_block_of(const struct sim_chain *c, uint64_t index);
uint64_t sim_draw(const struct sim_chain *c);

#endif
