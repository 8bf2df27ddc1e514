/* kernel/cryptonight_steps.h - the main part of CryptoNight, for a file that defines how AES is done.
 *
 * Before it includes this header, the file defines
 *   struct text                                      128 bytes: eight blocks
 *   load_text(&text, bytes), store_text(bytes, &text), add_text(&text, bytes)     add: exclusive or
 *   struct keys                                      the ten round keys
 *   expand(&keys, key)                               of 32 bytes (crypto/aes.h)
 *   ten_rounds(&text, &keys)                         of AES, on each block
 *   aes_round(block, key)                                one, on 16 bytes in place
 * and then calls cryptonight_steps.
 *
 * The state has 200 bytes. The scratchpad P has 2^21 bytes; blocks have 16 bytes, and numbers are little
 * endian.
 *   1. The keys of state[0..31]; the text state[64..191]. 2^14 times: ten rounds; append the text to P.
 *   2. x = state[0..15] + state[32..47], y = state[16..31] + state[48..63], with + as exclusive or.
 *   3. 2^19 times: c = aes_round(P[x], x); P[x] = c + y; y = c; d = P[c]; x += (high, low) of the 128-bit
 *      product of the low halves of c and d, each half modulo 2^64; P[c] = x; x = x + d, exclusive or. P[x]
 *      is the block at the low 21 bits of x, rounded down to a block.
 *   4. The keys of state[32..63]; the text state[64..191]. For each 128 bytes of P: add them to the text;
 *      ten rounds.
 *   5. The text goes to state[64..191]. */
#include "base/bytes.h"
#include "base/secret.h"
#include "base/wide.h"
#include "crypto/aes.h"
#include "kernel/functions.h"

#include <string.h>

enum { TEXT_BYTES = 8 * SN_AES_BLOCK, ITERATIONS = 1 << 19 };

static inline uint8_t *block_at(uint8_t *scratchpad, const uint8_t address[static SN_AES_BLOCK])
{
	return scratchpad + (sn_load_u64(address) & (SN_CRYPTONIGHT_SCRATCHPAD - SN_AES_BLOCK));
}

static inline void add_block(uint8_t a[static SN_AES_BLOCK], const uint8_t b[static SN_AES_BLOCK])
{
	sn_store_u64(a, sn_load_u64(a) ^ sn_load_u64(b));
	sn_store_u64(a + 8, sn_load_u64(a + 8) ^ sn_load_u64(b + 8));
}

static void fill(uint8_t *scratchpad, const uint8_t *state)
{
	struct text text;
	struct keys keys;
	expand(&keys, state);
	load_text(&text, state + 64);
	for (size_t at = 0; at < SN_CRYPTONIGHT_SCRATCHPAD; at += TEXT_BYTES) {
		ten_rounds(&text, &keys);
		store_text(scratchpad + at, &text);
	}
	sn_wipe(&text, sizeof text);
	sn_wipe(&keys, sizeof keys);
}

static void walk(uint8_t *scratchpad, const uint8_t *state)
{
	uint8_t x[SN_AES_BLOCK], y[SN_AES_BLOCK], c[SN_AES_BLOCK], d[SN_AES_BLOCK];
	memcpy(x, state, sizeof x);
	memcpy(y, state + 16, sizeof y);
	add_block(x, state + 32);
	add_block(y, state + 48);
	for (unsigned i = 0; i < ITERATIONS; i++) {
		uint8_t *at = block_at(scratchpad, x);
		memcpy(c, at, sizeof c);
		aes_round(c, x);
		add_block(y, c);
		memcpy(at, y, sizeof y);
		memcpy(y, c, sizeof y);

		at = block_at(scratchpad, c);
		memcpy(d, at, sizeof d);
		struct sn_wide product = sn_wide_mul(sn_load_u64(c), sn_load_u64(d));
		sn_store_u64(x, sn_load_u64(x) + product.high);
		sn_store_u64(x + 8, sn_load_u64(x + 8) + product.low);
		memcpy(at, x, sizeof x);
		add_block(x, d);
	}
	sn_wipe(x, sizeof x);
	sn_wipe(y, sizeof y);
	sn_wipe(c, sizeof c);
	sn_wipe(d, sizeof d);
}

static void gather(uint8_t *state, const uint8_t *scratchpad)
{
	struct text text;
	struct keys keys;
	expand(&keys, state + 32);
	load_text(&text, state + 64);
	for (size_t at = 0; at < SN_CRYPTONIGHT_SCRATCHPAD; at += TEXT_BYTES) {
		add_text(&text, scratchpad + at);
		ten_rounds(&text, &keys);
	}
	store_text(state + 64, &text);
	sn_wipe(&text, sizeof text);
	sn_wipe(&keys, sizeof keys);
}

static void cryptonight_steps(uint8_t *state, uint8_t *scratchpad)
{
	fill(scratchpad, state);
	walk(scratchpad, state);
	gather(state, scratchpad);
}
