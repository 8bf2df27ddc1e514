#include "crypto/aes.h"

#include "base/bytes.h"
#include "base/secret.h"

#include <string.h>

/* ------------------------------------------------------------------ planes */

/* The transpose of eight bytes as an 8 by 8 matrix of bits: bit 8r + c goes to 8c + r. Swaps the off-diagonal
 * parts of all 2 by 2, then 4 by 4, then 8 by 8 blocks. */
static uint64_t transpose(uint64_t x)
{
	uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
	x ^= t ^ t << 7;
	t = (x ^ x >> 14) & 0x0000cccc0000cccc;
	x ^= t ^ t << 14;
	t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
	return x ^ t ^ t << 28;
}

/* The first `n` groups of eight bytes; the other bits of the planes become 0. */
static void load(struct sn_byte_planes *planes, const uint8_t *bytes, unsigned n)
{
	*planes = (struct sn_byte_planes){{0}};
	for (unsigned i = 0; i < n; i++) {
		uint64_t bits = transpose(sn_load_u64(bytes + 8 * i));
		for (unsigned k = 0; k < 8; k++)
			planes->p[k] |= (bits >> 8 * k & 0xff) << 8 * i;
	}
}

static void store(uint8_t *bytes, const struct sn_byte_planes *planes, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		uint64_t bits = 0;
		for (unsigned k = 0; k < 8; k++)
			bits |= (planes->p[k] >> 8 * i & 0xff) << 8 * k;
		sn_store_u64(bytes + 8 * i, transpose(bits));
	}
}

void sn_byte_planes_load(struct sn_byte_planes *planes, const uint8_t bytes[static 64])
{
	load(planes, bytes, 8);
}

void sn_byte_planes_store(uint8_t bytes[static 64], const struct sn_byte_planes *planes)
{
	store(bytes, planes, 8);
}

/* ------------------------------------------------------------------ GF(2^4) = GF(2)[x]/(x^4 + x + 1) */

struct nibbles {
	uint64_t p[4];
};

static struct nibbles add(struct nibbles a, struct nibbles b)
{
	return (struct nibbles){{a.p[0] ^ b.p[0], a.p[1] ^ b.p[1], a.p[2] ^ b.p[2], a.p[3] ^ b.p[3]}};
}

/* Schoolbook; x^4 = x + 1, x^5 = x^2 + x, x^6 = x^3 + x^2. */
static struct nibbles multiply(struct nibbles a, struct nibbles b)
{
	uint64_t c[7] = {0};
	for (unsigned i = 0; i < 4; i++)
		for (unsigned j = 0; j < 4; j++)
			c[i + j] ^= a.p[i] & b.p[j];
	return (struct nibbles){{c[0] ^ c[4], c[1] ^ c[4] ^ c[5], c[2] ^ c[5] ^ c[6], c[3] ^ c[6]}};
}

static struct nibbles square(struct nibbles a)
{
	return (struct nibbles){{a.p[0] ^ a.p[2], a.p[2], a.p[1] ^ a.p[3], a.p[3]}};
}

/* a·x^3 */
static struct nibbles times_lambda(struct nibbles a)
{
	return (struct nibbles){{a.p[1], a.p[1] ^ a.p[2], a.p[2] ^ a.p[3], a.p[0] ^ a.p[3]}};
}

/* a^14, which is 1/a, and 0 for 0. */
static struct nibbles invert(struct nibbles a)
{
	struct nibbles a2 = square(a), a4 = square(a2), a8 = square(a4);
	return multiply(multiply(a2, a4), a8);
}

/* ------------------------------------------------------------------ the S-box */

/* Rows of two matrices over GF(2), as masks of the columns. The first maps a byte of AES's field to h·y + l
 * in GF(2^4)[y]/(y^2 + y + x^3), l in the low half: it sends the generator of AES's field to the root 0x20 of
 * z^8 + z^4 + z^3 + z + 1. The second is the inverse map followed by the linear part of AES's affine map. */
static const uint8_t to_tower[8] = {0xa1, 0x04, 0xfc, 0x18, 0x70, 0xd2, 0xac, 0xa0};
static const uint8_t from_tower[8] = {0x45, 0x3f, 0x69, 0x25, 0x3b, 0xee, 0xd0, 0x06};

static inline uint64_t row(const uint64_t p[static 8], uint8_t mask)
{
	uint64_t sum = 0;
	for (unsigned k = 0; k < 8; k++)
		sum ^= p[k] & -(uint64_t)(mask >> k & 1);
	return sum;
}

/* 1/(h·y + l) = (h·d)·y + (h + l)·d with d = 1/(x^3·h^2 + h·l + l^2). */
void sn_aes_sub_bytes(struct sn_byte_planes *planes)
{
	uint64_t t[8];
	for (unsigned i = 0; i < 8; i++)
		t[i] = row(planes->p, to_tower[i]);
	struct nibbles l = {{t[0], t[1], t[2], t[3]}}, h = {{t[4], t[5], t[6], t[7]}};
	struct nibbles d = invert(add(times_lambda(square(h)), multiply(l, add(h, l))));
	struct nibbles low = multiply(add(h, l), d), high = multiply(h, d);
	memcpy(t, low.p, sizeof low.p);
	memcpy(t + 4, high.p, sizeof high.p);
	for (unsigned i = 0; i < 8; i++)
		planes->p[i] = row(t, from_tower[i]) ^ -(uint64_t)(0x63 >> i & 1);
}

/* ------------------------------------------------------------------ rounds */

/* Row r of a block: bits 4c + r. Its byte in column c comes from column c + r. */
void sn_aes_shift_rows(struct sn_byte_planes *planes)
{
	for (unsigned k = 0; k < 8; k++) {
		uint64_t x = planes->p[k];
		planes->p[k] = (x & 0x1111111111111111) | (x & 0x2220222022202220) >> 4 |
			       (x & 0x0002000200020002) << 12 | (x & 0x4400440044004400) >> 8 |
			       (x & 0x0044004400440044) << 8 | (x & 0x8000800080008000) >> 12 |
			       (x & 0x0888088808880888) << 4;
	}
}

/* Each byte takes the place of the one `n` rows above it in its column. */
static inline uint64_t up_one(uint64_t x)
{
	return (x >> 1 & 0x7777777777777777) | (x << 3 & 0x8888888888888888);
}

static inline uint64_t up_two(uint64_t x)
{
	return (x >> 2 & 0x3333333333333333) | (x << 2 & 0xcccccccccccccccc);
}

/* Row r becomes 2·(a_r + a_r+1) + a_r+1 + a_r+2 + a_r+3. */
void sn_aes_mix_columns(struct sn_byte_planes *planes)
{
	uint64_t one[8], sum[8];
	for (unsigned k = 0; k < 8; k++) {
		one[k] = up_one(planes->p[k]);
		sum[k] = planes->p[k] ^ one[k];
	}
	for (unsigned k = 0; k < 8; k++) {
		/* 2·sum: shifted, and 0x1b where the top bit was set. */
		uint64_t twice = (k ? sum[k - 1] : 0) ^ (0x1b >> k & 1 ? sum[7] : 0);
		planes->p[k] = twice ^ one[k] ^ up_two(sum[k]);
	}
}

void sn_aes_round(uint8_t block[static SN_AES_BLOCK], const uint8_t round_key[static SN_AES_BLOCK])
{
	struct sn_byte_planes planes;
	load(&planes, block, 2);
	sn_aes_sub_bytes(&planes);
	sn_aes_shift_rows(&planes);
	sn_aes_mix_columns(&planes);
	store(block, &planes, 2);
	for (unsigned i = 0; i < SN_AES_BLOCK; i++)
		block[i] ^= round_key[i];
}

/* ------------------------------------------------------------------ key expansion */

/* Words of four bytes. Word i is word i-8 plus word i-1; word i-1 goes through the S-box before if i is a
 * multiple of 4, and is rotated and gains the round constant, too, if it is a multiple of 8. */
void sn_aes_expand(uint8_t round_keys[static SN_AES_ROUND_KEYS * SN_AES_BLOCK], const uint8_t key[static 32])
{
	memcpy(round_keys, key, 32);
	for (unsigned i = 8, constant = 1; i < SN_AES_ROUND_KEYS * 4; i++) {
		uint8_t word[64] = {0};
		memcpy(word, round_keys + 4 * (i - 1), 4);
		if (i % 4 == 0) {
			struct sn_byte_planes planes;
			load(&planes, word, 1);
			sn_aes_sub_bytes(&planes);
			store(word, &planes, 1);
			sn_wipe(&planes, sizeof planes);
		}
		if (i % 8 == 0) {
			uint8_t first = word[0];
			memmove(word, word + 1, 3);
			word[3] = first;
			word[0] ^= (uint8_t)constant;
			constant <<= 1;
		}
		for (unsigned j = 0; j < 4; j++)
			round_keys[4 * i + j] = round_keys[4 * (i - 8) + j] ^ word[j];
		sn_wipe(word, sizeof word);
	}
}
