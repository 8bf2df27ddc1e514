#include "crypto/groestl256.h"

#include "base/secret.h"
#include "crypto/aes.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 10 };

/* Byte 8c + r of the state is row r of column c, so bit 8c + r of a plane. */
#define ROW_0 0x0101010101010101ull

/* Each row of each column comes from the row `n` further on, modulo 8. */
static uint64_t rows_up(uint64_t x, unsigned n)
{
	uint64_t stay = ROW_0 * (0xffu >> n);
	return n ? (x >> n & stay) | (x << (8 - n) & ~stay) : x;
}

static uint64_t columns_left(uint64_t x, unsigned n)
{
	return n ? x >> 8 * n | x << (64 - 8 * n) : x;
}

/* P, or Q: they differ in the round constants and in the shifts of the rows. */
static void permute(struct sn_byte_planes *state, bool is_q)
{
	static const uint8_t shifts[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 3, 5, 7, 0, 2, 4, 6}};
	/* Bit k of the number of a column, in row 0. */
	static const uint64_t column[3] = {0x0100010001000100, 0x0101000001010000, 0x0101010100000000};
	/* MixBytes multiplies the byte n rows further on by the coefficient n. */
	static const uint8_t coefficients[8] = {2, 2, 3, 4, 5, 3, 5, 7};

	for (unsigned round = 0; round < ROUNDS; round++) {
		uint64_t sums[3][8] = {{0}}; /* what is multiplied by 1, 2 and 4 */
		for (unsigned k = 0; k < 8; k++) {
			uint64_t constant = k < 4 ? ROW_0 * (round >> k & 1) : k < 7 ? column[k - 4] : 0;
			state->p[k] ^= is_q ? ~(constant << 7) : constant;
		}
		sn_aes_sub_bytes(state);
		for (unsigned k = 0; k < 8; k++) {
			uint64_t shifted = 0;
			for (unsigned r = 0; r < 8; r++)
				shifted |= columns_left(state->p[k] & ROW_0 << r, shifts[is_q][r]);
			for (unsigned n = 0; n < 8; n++)
				for (unsigned power = 0; power < 3; power++)
					if (coefficients[n] >> power & 1)
						sums[power][k] ^= rows_up(shifted, n);
		}
		/* sums[0] + 2·(sums[1] + 2·sums[2]); 2·: shifted, and 0x1b where the top bit was set. */
		for (unsigned power = 2; power; power--)
			for (unsigned k = 0; k < 8; k++)
				sums[power - 1][k] ^=
					(k ? sums[power][k - 1] : 0) ^ (0x1b >> k & 1 ? sums[power][7] : 0);
		memcpy(state->p, sums[0], sizeof state->p);
	}
}

static void add(struct sn_byte_planes *a, const struct sn_byte_planes *b)
{
	for (unsigned k = 0; k < 8; k++)
		a->p[k] ^= b->p[k];
}

/* h = P(h + m) + Q(m) + h */
static void compress(struct sn_byte_planes *h, const uint8_t block[BLOCK])
{
	struct sn_byte_planes p, q;
	sn_byte_planes_load(&q, block);
	p = *h;
	add(&p, &q);
	permute(&p, false);
	permute(&q, true);
	add(h, &p);
	add(h, &q);
	sn_wipe(&p, sizeof p);
	sn_wipe(&q, sizeof q);
}

/* Padding: 0x80, zeros, and the number of blocks in eight bytes, big endian. Output: half of P(h) + h. */
void sn_groestl256(struct sn_hash *out, const void *data, size_t len)
{
	uint8_t last[2 * BLOCK] = {0}, result[BLOCK] = {[62] = 1};
	struct sn_byte_planes h, p;
	const uint8_t *bytes = data;
	size_t whole = len / BLOCK, rest = len % BLOCK, blocks = rest < BLOCK - 8 ? 1 : 2;
	sn_byte_planes_load(&h, result);
	for (size_t i = 0; i < whole; i++)
		compress(&h, bytes + BLOCK * i);
	if (rest)
		memcpy(last, bytes + BLOCK * whole, rest);
	last[rest] = 0x80;
	for (unsigned i = 0; i < 8; i++)
		last[BLOCK * blocks - 1 - i] = (uint8_t)((uint64_t)(whole + blocks) >> 8 * i);
	for (size_t i = 0; i < blocks; i++)
		compress(&h, last + BLOCK * i);
	p = h;
	permute(&p, false);
	add(&p, &h);
	sn_byte_planes_store(result, &p);
	memcpy(out->b, result + BLOCK / 2, sizeof out->b);
	sn_wipe(&h, sizeof h);
	sn_wipe(&p, sizeof p);
	sn_wipe(last, sizeof last);
	sn_wipe(result, sizeof result);
}
