#include "crypto/skein512_256.h"

#include "base/bytes.h"
#include "base/secret.h"

#include <string.h>

enum { BLOCK = 64, WORDS = 8, ROUNDS = 72 };

/* Types of blocks, and marks, in the second word of the tweak. */
#define TYPE(number) ((uint64_t)(number) << 56)
#define CONFIGURATION TYPE(4)
#define MESSAGE TYPE(48)
#define OUTPUT TYPE(63)
#define FIRST ((uint64_t)1 << 62)
#define FINAL ((uint64_t)1 << 63)

static uint64_t rotate(uint64_t x, unsigned n)
{
	return x << n | x >> (64 - n);
}

/* Threefish-512 of the block, by the key `chain` and the tweak, plus the block. */
static void compress(uint64_t chain[WORDS], const uint8_t block[BLOCK], uint64_t bytes, uint64_t flags)
{
	static const uint8_t rotations[8][4] = {{46, 36, 19, 37}, {33, 27, 14, 42}, {17, 49, 36, 39},
						{44, 9, 54, 56},  {39, 30, 34, 24}, {13, 50, 10, 17},
						{25, 29, 39, 43}, {8, 35, 56, 22}};
	static const uint8_t permutation[WORDS] = {2, 1, 4, 7, 6, 5, 0, 3};
	uint64_t key[WORDS + 1], m[WORDS], v[WORDS], w[WORDS];
	const uint64_t tweak[3] = {bytes, flags, bytes ^ flags};
	key[WORDS] = 0x1bd11bdaa9fc1a22;
	for (unsigned i = 0; i < WORDS; i++) {
		key[i] = chain[i];
		key[WORDS] ^= chain[i];
		v[i] = m[i] = sn_load_u64(block + 8 * i);
	}
	for (unsigned round = 0; round <= ROUNDS; round++) {
		if (round % 4 == 0) {
			unsigned s = round / 4;
			for (unsigned i = 0; i < WORDS; i++)
				v[i] += key[(s + i) % (WORDS + 1)];
			v[5] += tweak[s % 3];
			v[6] += tweak[(s + 1) % 3];
			v[7] += s;
		}
		if (round == ROUNDS)
			break;
		for (unsigned i = 0; i < WORDS; i += 2) {
			v[i] += v[i + 1];
			v[i + 1] = rotate(v[i + 1], rotations[round % 8][i / 2]) ^ v[i];
		}
		for (unsigned i = 0; i < WORDS; i++)
			w[i] = v[permutation[i]];
		memcpy(v, w, sizeof v);
	}
	for (unsigned i = 0; i < WORDS; i++)
		chain[i] = v[i] ^ m[i];
	sn_wipe(key, sizeof key);
	sn_wipe(m, sizeof m);
	sn_wipe(v, sizeof v);
	sn_wipe(w, sizeof w);
}

/* Unique block iteration: zeros fill the last block; an empty message has one block. */
static void chain_blocks(uint64_t chain[WORDS], const uint8_t *data, size_t len, uint64_t type)
{
	uint8_t last[BLOCK] = {0};
	uint64_t first = FIRST;
	size_t at = 0;
	for (; len - at > BLOCK; at += BLOCK) {
		compress(chain, data + at, at + BLOCK, type | first);
		first = 0;
	}
	if (len > at)
		memcpy(last, data + at, len - at);
	compress(chain, last, len, type | first | FINAL);
	sn_wipe(last, sizeof last);
}

void sn_skein512_256(struct sn_hash *out, const void *data, size_t len)
{
	/* The schema "SHA3", version 1; the length of the hash in bits. */
	static const uint8_t configuration[32] = {'S', 'H', 'A', '3', 1, 0, 0, 0, 0, 1};
	static const uint8_t counter[8] = {0};
	uint64_t chain[WORDS] = {0};
	chain_blocks(chain, configuration, sizeof configuration, CONFIGURATION);
	chain_blocks(chain, data, len, MESSAGE);
	chain_blocks(chain, counter, sizeof counter, OUTPUT);
	for (unsigned i = 0; i < 4; i++)
		sn_store_u64(out->b + 8 * i, chain[i]);
	sn_wipe(chain, sizeof chain);
}
