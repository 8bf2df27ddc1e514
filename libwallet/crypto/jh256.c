#include "crypto/jh256.h"

#include "base/bytes.h"
#include "base/secret.h"

#include <string.h>

enum { BLOCK = 64, STATE = 128, NIBBLES = 256, ROUNDS = 42 };

/* A box of 4 bits, 16 entries in a word: a shift looks an entry up, without an address that depends on the
 * data. */
static const uint64_t boxes[2] = {
	0xe85762a1f3cdb409, /* S0 = 9 0 4 11 13 12 3 15 1 10 2 6 7 5 8 14 */
	0x8eab402f9175d6c3, /* S1 = 3 12 6 13 5 7 1 9 15 2 0 4 11 10 14 8 */
};

static uint8_t look_up(uint64_t box, uint8_t x)
{
	return (uint8_t)(box >> 4 * x & 15);
}

/* 2·x in GF(2^4) = GF(2)[x]/(x^4 + x + 1) */
static uint8_t twice(uint8_t x)
{
	return (uint8_t)((x << 1 ^ x >> 3 ^ (x >> 3) << 4 ^ (x >> 3) << 1) & 15);
}

/* One round on `n` nibbles: the box that `selector` names (NULL: S0), L on pairs, the permutation P. */
static void round_of(uint8_t *a, unsigned n, const uint8_t *selector)
{
	uint8_t b[NIBBLES];
	for (unsigned i = 0; i < n; i++)
		a[i] = look_up(boxes[selector ? selector[i] : 0], a[i]);
	for (unsigned i = 0; i < n; i += 2) {
		a[i + 1] ^= twice(a[i]);
		a[i] ^= twice(a[i + 1]);
	}
	/* The last two of every four are swapped; the even places go to the first half, the odd ones to the
	 * second, there swapped in pairs. */
	for (unsigned i = 0; i < n; i++) {
		unsigned from = i ^ (i >> 1 & 1);
		unsigned to = i / 2;
		b[i % 2 ? n / 2 + (to ^ 1) : to] = a[from];
	}
	memcpy(a, b, n);
	sn_wipe(b, sizeof b);
}

/* Nibble i of the grouping has the bits i, i + 256, i + 512 and i + 768 of the state, the first one highest;
 * bit 0 is the top bit of byte 0. The nibbles i and i + 128 stand side by side. */
static unsigned place(unsigned i)
{
	return i < NIBBLES / 2 ? 2 * i : 2 * (i - NIBBLES / 2) + 1;
}

static void permute(uint8_t state[STATE])
{
	/* The constant of round 0, the digits of sqrt(2) - 1; the others follow by the same round on 64
	 * nibbles, with S0. */
	static const uint8_t first[32] = {
		0x6a, 0x09, 0xe6, 0x67, 0xf3, 0xbc, 0xc9, 0x08, 0xb2, 0xfb, 0x13,
		0x66, 0xea, 0x95, 0x7d, 0x3e, 0x3a, 0xde, 0xc1, 0x75, 0x12, 0x77,
		0x50, 0x99, 0xda, 0x2f, 0x59, 0x0b, 0x06, 0x67, 0x32, 0x2a,
	};
	uint8_t a[NIBBLES] = {0}, constant[64], selector[NIBBLES];
	for (unsigned i = 0; i < NIBBLES; i++)
		for (unsigned k = 0; k < 4; k++) {
			unsigned bit = i + NIBBLES * k;
			a[place(i)] |= (uint8_t)((state[bit / 8] >> (7 - bit % 8) & 1) << (3 - k));
		}
	for (unsigned i = 0; i < 64; i++)
		constant[i] = first[i / 2] >> (i % 2 ? 0 : 4) & 15;
	for (unsigned round = 0; round < ROUNDS; round++) {
		for (unsigned i = 0; i < NIBBLES; i++)
			selector[i] = constant[i / 4] >> (3 - i % 4) & 1;
		round_of(a, NIBBLES, selector);
		round_of(constant, 64, NULL);
	}
	memset(state, 0, STATE);
	for (unsigned i = 0; i < NIBBLES; i++)
		for (unsigned k = 0; k < 4; k++) {
			unsigned bit = i + NIBBLES * k;
			state[bit / 8] |= (uint8_t)((a[place(i)] >> (3 - k) & 1) << (7 - bit % 8));
		}
	sn_wipe(a, sizeof a);
}

static void compress(uint8_t state[STATE], const uint8_t block[BLOCK])
{
	for (unsigned i = 0; i < BLOCK; i++)
		state[i] ^= block[i];
	permute(state);
	for (unsigned i = 0; i < BLOCK; i++)
		state[BLOCK + i] ^= block[i];
}

/* Padding: 0x80 and zeros up to a full block, unless the message ends with one; then a block that ends with
 * the length in bits, big endian, and begins with 0x80 if it is the only one. The initial state is the block
 * of zeros, compressed into the length of the hash in bits. */
void sn_jh256(struct sn_hash *out, const void *data, size_t len)
{
	uint8_t state[STATE] = {0x01, 0x00}, block[BLOCK] = {0};
	const uint8_t *bytes = data;
	size_t whole = len / BLOCK, rest = len % BLOCK;
	compress(state, block);
	for (size_t i = 0; i < whole; i++)
		compress(state, bytes + BLOCK * i);
	if (rest)
		memcpy(block, bytes + BLOCK * whole, rest);
	block[rest] = 0x80;
	if (rest) {
		compress(state, block);
		memset(block, 0, sizeof block);
	}
	for (unsigned i = 0; i < 8; i++)
		block[BLOCK - 1 - i] = (uint8_t)((uint64_t)len * 8 >> 8 * i);
	compress(state, block);
	memcpy(out->b, state + STATE - sizeof out->b, sizeof out->b);
	sn_wipe(state, sizeof state);
	sn_wipe(block, sizeof block);
}
