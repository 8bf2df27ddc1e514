#include "crypto/keccak.h"

#include "base/bytes.h"
#include "base/secret.h"

#include <assert.h>

#define INLINE static inline __attribute__((always_inline))
#define ROTL(v, n) ((v) << (n) | (v) >> (64 - (n)))

const uint64_t sn_keccak_round_constants[24] = {
	0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b,
	0x0000000080000001, 0x8000000080008081, 0x8000000000008009, 0x000000000000008a, 0x0000000000000088,
	0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
	0x8000000000008003, 0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a,
	0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* One row of chi: the five lanes that rho and pi have moved to it. */
INLINE void chi(uint64_t out[static 5], uint64_t b0, uint64_t b1, uint64_t b2, uint64_t b3, uint64_t b4)
{
	out[0] = b0 ^ (~b1 & b2);
	out[1] = b1 ^ (~b2 & b3);
	out[2] = b2 ^ (~b3 & b4);
	out[3] = b3 ^ (~b4 & b0);
	out[4] = b4 ^ (~b0 & b1);
}

/* One round from `a` to `e`; lane (x, y) is a[x + 5·y]. Without loops, so that all lanes and rotations are
 * constants. */
INLINE void keccak_round(uint64_t e[static 25], const uint64_t a[static 25], uint64_t constant)
{
	uint64_t c0 = a[0] ^ a[5] ^ a[10] ^ a[15] ^ a[20];
	uint64_t c1 = a[1] ^ a[6] ^ a[11] ^ a[16] ^ a[21];
	uint64_t c2 = a[2] ^ a[7] ^ a[12] ^ a[17] ^ a[22];
	uint64_t c3 = a[3] ^ a[8] ^ a[13] ^ a[18] ^ a[23];
	uint64_t c4 = a[4] ^ a[9] ^ a[14] ^ a[19] ^ a[24];
	uint64_t d0 = c4 ^ ROTL(c1, 1), d1 = c0 ^ ROTL(c2, 1), d2 = c1 ^ ROTL(c3, 1);
	uint64_t d3 = c2 ^ ROTL(c4, 1), d4 = c3 ^ ROTL(c0, 1);

	chi(e, a[0] ^ d0, ROTL(a[6] ^ d1, 44), ROTL(a[12] ^ d2, 43), ROTL(a[18] ^ d3, 21),
	    ROTL(a[24] ^ d4, 14));
	chi(e + 5, ROTL(a[3] ^ d3, 28), ROTL(a[9] ^ d4, 20), ROTL(a[10] ^ d0, 3), ROTL(a[16] ^ d1, 45),
	    ROTL(a[22] ^ d2, 61));
	chi(e + 10, ROTL(a[1] ^ d1, 1), ROTL(a[7] ^ d2, 6), ROTL(a[13] ^ d3, 25), ROTL(a[19] ^ d4, 8),
	    ROTL(a[20] ^ d0, 18));
	chi(e + 15, ROTL(a[4] ^ d4, 27), ROTL(a[5] ^ d0, 36), ROTL(a[11] ^ d1, 10), ROTL(a[17] ^ d2, 15),
	    ROTL(a[23] ^ d3, 56));
	chi(e + 20, ROTL(a[2] ^ d2, 62), ROTL(a[8] ^ d3, 55), ROTL(a[14] ^ d4, 39), ROTL(a[15] ^ d0, 41),
	    ROTL(a[21] ^ d1, 2));
	e[0] ^= constant;
}

void sn_keccak_permute(uint64_t a[static 25])
{
	uint64_t e[25];

	for (int i = 0; i < 24; i += 2) {
		keccak_round(e, a, sn_keccak_round_constants[i]);
		keccak_round(a, e, sn_keccak_round_constants[i + 1]);
	}
	sn_wipe(e, sizeof e);
}

void sn_keccak_init(struct sn_keccak *k)
{
	*k = (struct sn_keccak){0};
}

static void absorb_byte(struct sn_keccak *k, size_t at, uint8_t v)
{
	k->a[at / 8] ^= (uint64_t)v << (8 * (at % 8));
}

void sn_keccak_update(struct sn_keccak *k, const void *data, size_t len)
{
	const uint8_t *p = data;

	while (len) {
		if (k->at % 8 == 0 && len >= 8) {
			k->a[k->at / 8] ^= sn_load_u64(p);
			k->at += 8;
			p += 8;
			len -= 8;
		} else {
			absorb_byte(k, k->at++, *p++);
			len--;
		}
		if (k->at == SN_KECCAK_RATE) {
			sn_keccak_permute(k->a);
			k->at = 0;
		}
	}
}

void sn_keccak_final(struct sn_keccak *k, struct sn_hash *out)
{
	absorb_byte(k, k->at, 0x01);
	absorb_byte(k, SN_KECCAK_RATE - 1, 0x80);
	sn_keccak_permute(k->a);
	for (int i = 0; i < 4; i++)
		sn_store_u64(out->b + 8 * i, k->a[i]);
}

void sn_keccak256(struct sn_hash *out, const void *data, size_t len)
{
	struct sn_keccak k;

	sn_keccak_init(&k);
	sn_keccak_update(&k, data, len);
	sn_keccak_final(&k, out);
	sn_wipe(&k, sizeof k);
}

void sn_short_message_init(struct sn_short_message *m, const void *data, size_t len)
{
	assert(len <= SN_SHORT_MAX);
	*m = (struct sn_short_message){{0}};
	memcpy(m->b, data, len);
	m->b[len] = 0x01;
}
