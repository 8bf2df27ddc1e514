#include "crypto/blake256.h"

#include "base/secret.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 14 };

/* SHA-256's. */
static const uint32_t initial[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

/* The first digits of pi. */
static const uint32_t constants[16] = {
	0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0x082efa98, 0xec4e6c89,
	0x452821e6, 0x38d01377, 0xbe5466cf, 0x34e90c6c, 0xc0ac29b7, 0xc97c50dd, 0x3f84d5b5, 0xb5470917,
};

/* Permutations of a block's words; from round 10 on, the first four again. */
static const uint8_t permutations[10][16] = {
	{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
	{14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
	{11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
	{7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
	{9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
	{2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
	{12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
	{13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
	{6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
	{10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

/* The words a, b, c, d of each of the eight steps of a round: four columns, then four diagonals. */
static const uint8_t steps[8][4] = {
	{0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15},
	{0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14},
};

static uint32_t load_be(const uint8_t *b)
{
	return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static void store_be(uint8_t *b, uint32_t x)
{
	for (unsigned i = 0; i < 4; i++)
		b[i] = (uint8_t)(x >> (24 - 8 * i));
}

static uint32_t rotate(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

/* `bits`: the bits of the message up to and including this block, without padding; 0 for a block of padding
 * alone. */
static void compress(uint32_t h[8], const uint8_t block[BLOCK], uint64_t bits)
{
	uint32_t m[16], v[16];
	for (unsigned i = 0; i < 16; i++)
		m[i] = load_be(block + 4 * i);
	for (unsigned i = 0; i < 8; i++) {
		v[i] = h[i];
		v[8 + i] = constants[i];
	}
	v[12] ^= (uint32_t)bits;
	v[13] ^= (uint32_t)bits;
	v[14] ^= (uint32_t)(bits >> 32);
	v[15] ^= (uint32_t)(bits >> 32);
	for (unsigned round = 0; round < ROUNDS; round++) {
		const uint8_t *sigma = permutations[round % 10];
		for (unsigned i = 0; i < 8; i++) {
			uint32_t *a = v + steps[i][0], *b = v + steps[i][1], *c = v + steps[i][2],
				 *d = v + steps[i][3];
			unsigned s0 = sigma[2 * i], s1 = sigma[2 * i + 1];
			*a += *b + (m[s0] ^ constants[s1]);
			*d = rotate(*d ^ *a, 16);
			*c += *d;
			*b = rotate(*b ^ *c, 12);
			*a += *b + (m[s1] ^ constants[s0]);
			*d = rotate(*d ^ *a, 8);
			*c += *d;
			*b = rotate(*b ^ *c, 7);
		}
	}
	for (unsigned i = 0; i < 8; i++)
		h[i] ^= v[i] ^ v[8 + i];
	sn_wipe(m, sizeof m);
	sn_wipe(v, sizeof v);
}

/* Padding: the bit 1, zeros, the bit 1, and the length in bits, in eight bytes. */
void sn_blake256(struct sn_hash *out, const void *data, size_t len)
{
	uint32_t h[8];
	uint8_t last[2 * BLOCK] = {0};
	const uint8_t *bytes = data;
	const uint64_t bits = (uint64_t)len * 8;
	size_t whole = len / BLOCK, rest = len % BLOCK, blocks = rest < BLOCK - 8 ? 1 : 2;
	memcpy(h, initial, sizeof h);
	for (size_t i = 0; i < whole; i++)
		compress(h, bytes + BLOCK * i, 8 * BLOCK * (i + 1));
	if (rest)
		memcpy(last, bytes + BLOCK * whole, rest);
	last[rest] = 0x80;
	last[BLOCK * blocks - 9] |= 1;
	store_be(last + BLOCK * blocks - 8, (uint32_t)(bits >> 32));
	store_be(last + BLOCK * blocks - 4, (uint32_t)bits);
	compress(h, last, rest ? bits : 0);
	if (blocks == 2)
		compress(h, last + BLOCK, 0);
	for (unsigned i = 0; i < 8; i++)
		store_be(out->b + 4 * i, h[i]);
	sn_wipe(h, sizeof h);
	sn_wipe(last, sizeof last);
}
