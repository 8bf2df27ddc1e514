#include "crypto/group_mul.h"

#include "base/secret.h"
#include "crypto/base_table.h"
#include "crypto/group_formulas.h"

void sn_digits16(struct sn_digits16 *r, const struct sn_scalar *a)
{
	int carry = 0;

	for (int i = 0; i < 64; i++) {
		int v = (a->b[i / 2] >> (4 * (i % 2)) & 15) + carry;
		carry = (v + 8) >> 4;
		r->d[i] = (int8_t)(v - carry * 16);
	}
	/* Below 2^255 the last nibble is at most 7: no carry is lost, but this digit can be 8. */
	r->d[63] = (int8_t)(r->d[63] + carry * 16);
}

struct digit {
	uint64_t size;     /* 0 to 8 */
	uint64_t negative; /* mask */
};

static struct digit digit_split(int8_t d)
{
	uint64_t v = (uint64_t)(int64_t)d;
	uint64_t negative = sn_ct_mask(v >> 63);

	return (struct digit){(v ^ negative) - negative, negative};
}

/* Two words at once, at any word of a struct. */
typedef uint64_t lanes __attribute__((vector_size(16), aligned(8), may_alias));
typedef uint64_t word __attribute__((may_alias));
typedef int32_t small_lanes __attribute__((vector_size(16)));

/* r = table[index - 1], or all zero for index = 0; reads all 8 entries of `size` bytes. `size` is a constant
 * multiple of 8. */
SN_FE_INLINE void pick(void *r, const void *table, size_t size, uint64_t index)
{
	int32_t w = (int32_t)sn_ct_barrier(index);
	lanes mask[8];
	size_t at = 0;

	/* (w ^ i) - 1 is negative only for w = i. */
#pragma GCC unroll 8
	for (int32_t i = 0; i < 8; i++) {
		small_lanes x = {w ^ (i + 1), w ^ (i + 1), w ^ (i + 1), w ^ (i + 1)};
		mask[i] = (lanes)((x - 1) >> 31);
	}
	for (; at + sizeof(lanes) <= size; at += sizeof(lanes)) {
		const uint8_t *p = (const uint8_t *)table + at;
		lanes v = mask[0] & *(const lanes *)p;
#pragma GCC unroll 8
		for (int i = 1; i < 8; i++)
			v |= mask[i] & *(const lanes *)(p + i * size);
		*(lanes *)((uint8_t *)r + at) = v;
	}
	if (at < size) {
		const uint8_t *p = (const uint8_t *)table + at;
		uint64_t v = 0;
#pragma GCC unroll 8
		for (int i = 0; i < 8; i++)
			v |= mask[i][0] & *(const word *)(p + i * size);
		*(word *)((uint8_t *)r + at) = v;
	}
}

/* a = -a, loose, if the mask is all ones; a tight. */
SN_FE_INLINE void fe_neg_if(struct sn_fe *a, uint64_t mask)
{
	struct sn_fe t;

	sn_fe_sub(&t, &SN_FE_ZERO, a);
	sn_fe_cmov(a, &t, mask);
}

static void pick_cached(struct sn_ge_cached *r, const struct sn_ge_cached table[static 8], int8_t d)
{
	struct digit digit = digit_split(d);
	uint64_t none = sn_ct_mask_equal(digit.size, 0);

	pick(r, table, sizeof *r, digit.size);
	r->y_plus_x.v[0] |= (sn_fe_limb)(1 & none);
	r->y_minus_x.v[0] |= (sn_fe_limb)(1 & none);
	r->z2.v[0] |= (sn_fe_limb)(2 & none);
	sn_fe_cswap(&r->y_plus_x, &r->y_minus_x, digit.negative);
	fe_neg_if(&r->t2d, digit.negative);
}

static void pick_affine(struct sn_ge_affine *r, const struct sn_ge_affine table[static 8], int8_t d)
{
	struct digit digit = digit_split(d);
	uint64_t none = sn_ct_mask_equal(digit.size, 0);

	pick(r, table, sizeof *r, digit.size);
	r->y_plus_x.v[0] |= (sn_fe_limb)(1 & none);
	r->y_minus_x.v[0] |= (sn_fe_limb)(1 & none);
	sn_fe_cswap(&r->y_plus_x, &r->y_minus_x, digit.negative);
	fe_neg_if(&r->xy2d, digit.negative);
}

void sn_ge_mul_digits16(struct sn_ge *r, const struct sn_digits16 *digits, const struct sn_ge *p)
{
	struct sn_ge multiple[8], sum;
	struct sn_ge_cached table[8], q;
	struct sn_ge_completed c;

	/* table[i] = (i + 1)·P */
	multiple[0] = *p;
	sn_ge_cache(&table[0], p);
	for (int i = 1; i < 8; i++) {
		if (i % 2)
			sn_ge_double(&multiple[i], &multiple[i / 2]);
		else
			sn_ge_add_cached(&multiple[i], &multiple[i - 1], &table[0]);
		sn_ge_cache(&table[i], &multiple[i]);
	}

	pick_cached(&q, table, digits->d[63]);
	sn_ge_add_cached(&sum, &sn_ge_identity, &q);
	for (int i = 62; i >= 0; i--) {
		sn_ge_double_times(&sum, 4);
		pick_cached(&q, table, digits->d[i]);
		sn_ge_add_cached_completed(&c, &sum, &q);
		sn_ge_complete_xyz(&sum, &c);
	}
	sn_fe_mul(&sum.t, &c.e, &c.h);
	*r = sum;

	sn_wipe(&sum, sizeof sum);
	sn_wipe(&c, sizeof c);
	sn_wipe(&q, sizeof q);
}

void sn_ge_mul(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p)
{
	struct sn_digits16 digits;

	sn_digits16(&digits, a);
	sn_ge_mul_digits16(r, &digits, p);
	sn_wipe(&digits, sizeof digits);
}

void sn_ge_mul_base(struct sn_ge *r, const struct sn_scalar *a)
{
	struct sn_digits16 digits;
	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_affine q;

	/* a·G = Σ d[2i]·256^i·G + 16·Σ d[2i + 1]·256^i·G */
	sn_digits16(&digits, a);
	for (int i = 1; i < 64; i += 2) {
		pick_affine(&q, sn_base_table[i / 2], digits.d[i]);
		sn_ge_add_affine(&sum, &sum, &q);
	}
	sn_ge_double_times(&sum, 4);
	for (int i = 0; i < 64; i += 2) {
		pick_affine(&q, sn_base_table[i / 2], digits.d[i]);
		sn_ge_add_affine(&sum, &sum, &q);
	}
	*r = sum;

	sn_wipe(&digits, sizeof digits);
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&q, sizeof q);
}
