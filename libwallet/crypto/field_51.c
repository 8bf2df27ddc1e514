#include "crypto/field_choice.h"

#ifndef SN_FIELD_25

#include "crypto/field_51.h"

#include "base/bytes.h"

void sn_fe_from_bytes(struct sn_fe *r, const uint8_t in[static 32])
{
	uint64_t w0 = sn_load_u64(in), w1 = sn_load_u64(in + 8);
	uint64_t w2 = sn_load_u64(in + 16), w3 = sn_load_u64(in + 24);

	r->v[0] = w0 & SN_FE_MASK;
	r->v[1] = (w0 >> 51 | w1 << 13) & SN_FE_MASK;
	r->v[2] = (w1 >> 38 | w2 << 26) & SN_FE_MASK;
	r->v[3] = (w2 >> 25 | w3 << 39) & SN_FE_MASK;
	r->v[4] = (w3 >> 12) & SN_FE_MASK;
}

void sn_fe_from_bytes256(struct sn_fe *r, const uint8_t in[static 32])
{
	sn_fe_from_bytes(r, in);
	r->v[0] += 19 * (uint64_t)(in[31] >> 7);
}

void sn_fe_to_bytes(uint8_t out[static 32], const struct sn_fe *a)
{
	struct sn_fe t;

	/* Twice, because the first round can add a multiple of 19 to the lowest limb. */
	sn_fe_carry(&t, a);
	sn_fe_carry(&t, &t);
	/* Now t < 2^255 < 2p. q = 1 if t >= p, which is equivalent to t + 19 >= 2^255. */
	uint64_t q = (t.v[0] + 19) >> 51;
	for (int i = 1; i < 5; i++)
		q = (t.v[i] + q) >> 51;
	t.v[0] += 19 * q;
	for (int i = 0; i < 4; i++) {
		t.v[i + 1] += t.v[i] >> 51;
		t.v[i] &= SN_FE_MASK;
	}
	t.v[4] &= SN_FE_MASK;

	sn_store_u64(out, t.v[0] | t.v[1] << 51);
	sn_store_u64(out + 8, t.v[1] >> 13 | t.v[2] << 38);
	sn_store_u64(out + 16, t.v[2] >> 26 | t.v[3] << 25);
	sn_store_u64(out + 24, t.v[3] >> 39 | t.v[4] << 12);
}

/* r = a^(2^n), n > 0. Each squaring depends on the previous one, so latency counts, and not the number of
 * instructions: all columns carry at once, twice, instead of one after the other. With loose limbs a column
 * is below 77·2^108, the last one below 6·2^108 (field.h): each carry fits 64 bits, and so does 19 times
 * the last carry plus a limb. The second carry is below 2^13, and limbs end below 2^51 + 2^18; a tight
 * input gives a tight result. */
void sn_fe_sqr_times(struct sn_fe *r, const struct sn_fe *a, int n)
{
	uint64_t a0 = a->v[0], a1 = a->v[1], a2 = a->v[2], a3 = a->v[3], a4 = a->v[4];

	while (n--) {
		uint64_t d0 = 2 * a0, d1 = 2 * a1, d2 = 38 * a2, d4 = 38 * a4, c3 = 19 * a3, c4 = 19 * a4;
		sn_u128 t0 = (sn_u128)a0 * a0 + (sn_u128)d4 * a1 + (sn_u128)d2 * a3;
		sn_u128 t1 = (sn_u128)d0 * a1 + (sn_u128)d4 * a2 + (sn_u128)c3 * a3;
		sn_u128 t2 = (sn_u128)d0 * a2 + (sn_u128)a1 * a1 + (sn_u128)d4 * a3;
		sn_u128 t3 = (sn_u128)d0 * a3 + (sn_u128)d1 * a2 + (sn_u128)c4 * a4;
		sn_u128 t4 = (sn_u128)d0 * a4 + (sn_u128)d1 * a3 + (sn_u128)a2 * a2;
		uint64_t v0 = ((uint64_t)t0 & SN_FE_MASK) + 19 * (uint64_t)(t4 >> 51);
		uint64_t v1 = ((uint64_t)t1 & SN_FE_MASK) + (uint64_t)(t0 >> 51);
		uint64_t v2 = ((uint64_t)t2 & SN_FE_MASK) + (uint64_t)(t1 >> 51);
		uint64_t v3 = ((uint64_t)t3 & SN_FE_MASK) + (uint64_t)(t2 >> 51);
		uint64_t v4 = ((uint64_t)t4 & SN_FE_MASK) + (uint64_t)(t3 >> 51);
		a0 = (v0 & SN_FE_MASK) + 19 * (v4 >> 51);
		a1 = (v1 & SN_FE_MASK) + (v0 >> 51);
		a2 = (v2 & SN_FE_MASK) + (v1 >> 51);
		a3 = (v3 & SN_FE_MASK) + (v2 >> 51);
		a4 = (v4 & SN_FE_MASK) + (v3 >> 51);
	}
	*r = (struct sn_fe){{a0, a1, a2, a3, a4}};
}

#endif
