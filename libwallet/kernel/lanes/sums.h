/* kernel/lanes/sums.h - kernel/sums.h on lanes, which share each sum.
 *
 * A scalar is 64 odd digits of four bits, as in sn_digits_make (kernel/multiexp.h). Lane l has the digits of
 * the bits from S·l on, S = 256/LANES: all lanes look into the same table, each with its own index. Each
 * digit of each term is one addition, without a doubling:
 *
 *   acc[w] lane l += digit[S/4·l + w] · P,  w < S/4
 *
 * In the end four doublings per window combine the S/4 accumulators, and S doublings per lane their lanes:
 *
 *   r = Σ_l 2^(S·l) · lane l of Σ_w 16^w · acc[w]
 *
 * An even scalar becomes odd by adding l, and stays below 2^254: the points have order l. */
#ifndef SN_KERNEL_LANES_SUMS_H
#define SN_KERNEL_LANES_SUMS_H

#include "base/secret.h"
#include "crypto/scalar.h"
#include "kernel/lanes/fold.h"

#ifdef LANES

#define LANE_SPAN (256 / LANES) /* S */
#define LANE_WINDOWS (LANE_SPAN / 4)
#define LANE_TABLE_GROUPS 4 /* LANES tables each, that share an inversion: 50 KB of stack */

/* Lane l is row[index[l]]; index below 8, secret. */
LANE_INLINE lane lane_lookup(const uint64_t row[static 8], lane index)
{
#ifdef LANE_IFMA
	return (lane)_mm512_permutexvar_epi64((__m512i)index, _mm512_load_si512(row));
#elif defined(LANE_AVX2)
	lane two = (index & lane_all(3)) << 1;
	/* Of each half of the row by the low two bits, in pairs of 32 bits; then one of both by the third. */
	__m256i pairs = (__m256i)((two | two << 32) | lane_all(UINT64_C(1) << 32));
	__m256i low = _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i *)row), pairs);
	__m256i high = _mm256_permutevar8x32_epi32(_mm256_load_si256((const __m256i *)row + 1), pairs);
	return (lane)_mm256_blendv_pd((__m256d)low, (__m256d)high, (__m256d)(index << 61));
#else
	lane r = {0};
	for (uint64_t k = 0; k < 8; k++)
		r |= lane_equal(index, lane_all(k)) & lane_all(row[k]);
	return r;
#endif
}

/* The signs of sn_digits_make as 256 bits, with room behind for a load of eight bytes at any lane's
 * beginning. */
struct lane_signs {
	uint8_t b[40];
};

LANE_INLINE void lane_signs_make(struct lane_signs *r, const struct sn_scalar *a)
{
	uint64_t mask = sn_ct_mask(1 ^ (a->b[0] & 1)), word[5] = {0};
	unsigned carry = 0;

	LANE_UNROLL
	for (int i = 0; i < 4; i++) {
		uint64_t order = mask & sn_load_u64(sn_scalar_order.b + 8 * i), v = sn_load_u64(a->b + 8 * i);
		uint64_t sum = v + order, both = sum + carry;
		carry = (sum < v) | (both < sum);
		word[i] = both;
	}
	word[4] = 1;
	memset(r->b + 32, 0, 8);
	LANE_UNROLL
	for (int i = 0; i < 4; i++)
		sn_store_u64(r->b + 8 * i, word[i] >> 1 | word[i + 1] << 63);
}

LANE_CALL void lane_add_term(struct lane_ge acc[static LANE_WINDOWS], const struct sn_table *t,
			     const struct lane_signs *signs)
{
	struct lane_ge_affine q;
	lane limb[15], bits = {0};

	for (size_t w = 0; w < LANE_WINDOWS; w++) {
		bits = w % 16 ? bits >> 4 : lane_gather(signs->b + w / 2, LANE_SPAN / 8);
		/* 2·nibble - 15: negative below 8; the complement then is the index of 15 - 2·nibble. */
		lane negative = lane_equal(bits & lane_all(8), lane_all(0));
		lane index = (bits ^ negative) & lane_all(7);
		LANE_UNROLL
		for (size_t i = 0; i < 15; i++)
			limb[i] = lane_lookup(t->limb[i], index);
		lane_affine_from_limbs(&q, limb);
		lane_ge_add_affine_signed(&acc[w], &acc[w], &q, negative);
	}
}

/* acc[0] = Σ 16^w · acc[w] */
LANE_CALL void lane_combine_windows(struct lane_ge acc[static LANE_WINDOWS])
{
	struct lane_ge sum = acc[LANE_WINDOWS - 1];
	struct lane_ge_cached next;

	for (size_t w = LANE_WINDOWS - 1; w-- > 0;) {
		lane_ge_double_times(&sum, 4);
		lane_ge_cache(&next, &acc[w]);
		lane_ge_add_cached(&sum, &sum, &next);
	}
	acc[0] = sum;
}

LANE_CALL void lane_sum(struct sn_ge *r, const struct sn_sum_term *terms, size_t n)
{
	struct lane_ge acc[LANE_WINDOWS];
	struct sn_ge part[LANES];
	struct lane_signs signs;

	for (size_t w = 0; w < LANE_WINDOWS; w++)
		lane_ge_all(&acc[w], &sn_ge_identity);
	for (size_t i = 0; i < n; i++) {
		lane_signs_make(&signs, &terms[i].a);
		lane_add_term(acc, terms[i].table, &signs);
	}
	lane_combine_windows(acc);
	lane_ge_to_ge(part, acc);
	sn_sums_horner(r, part, LANES, LANE_SPAN);
	sn_wipe(acc, sizeof acc);
	sn_wipe(part, sizeof part);
	sn_wipe(&signs, sizeof signs);
}

/* Lane l adds the points l, l + LANES, l + 2·LANES, ... A bit of 0 makes a point the identity: 1, 1 and 0. */
LANE_CALL void lane_select_sum(struct sn_ge *r, const struct sn_table *const *t, const uint8_t *bit, size_t n)
{
	const struct sn_table *table[LANES];
	struct sn_ge part[LANES];
	struct lane_ge_affine q;
	struct lane_ge sum;
	lane limb[15];

	lane_ge_all(&sum, &sn_ge_identity);
	for (size_t at = 0; at < n; at += LANES) {
		lane mask = {0};
		for (size_t l = 0; l < LANES; l++) {
			bool is_there = at + l < n;
			table[l] = t[is_there ? at + l : at];
			mask[l] = is_there ? sn_ct_mask(bit[at + l]) : 0;
		}
		lane_gather_member(limb, table, 0);
		LANE_UNROLL
		for (size_t i = 0; i < 15; i++)
			limb[i] &= mask;
		limb[0] |= ~mask & lane_fe_limb(1);
		limb[5] |= ~mask & lane_fe_limb(1);
		lane_affine_from_limbs(&q, limb);
		lane_ge_add_affine(&sum, &sum, &q);
	}
	lane_ge_to_ge(part, &sum);
	sn_sums_horner(r, part, LANES, 0);
	sn_wipe(part, sizeof part);
	sn_wipe(&sum, sizeof sum);
}

/* P, 3P, ..., 15P */
LANE_CALL void lane_odd_multiples(struct lane_ge m[static 8], const struct sn_ge p[static LANES])
{
	struct lane_ge twice;
	struct lane_ge_cached step;

	lane_ge_from_ge(&m[0], p);
	lane_ge_double(&twice, &m[0]);
	lane_ge_cache(&step, &twice);
	for (size_t k = 1; k < 8; k++)
		lane_ge_add_cached(&m[k], &m[k - 1], &step);
}

/* Member k of t[0..count-1]; z_inverse of 1/Z. */
LANE_CALL void lane_store_member(struct sn_table *t, size_t count, size_t k, const struct lane_ge *p,
				 const struct lane_fe *z_inverse)
{
	struct lane_fe x, y, member[3];
	lane limb[15];

	lane_fe_mul(&x, &p->x, z_inverse);
	lane_fe_mul(&y, &p->y, z_inverse);
	lane_fe_add(&member[0], &y, &x);
	lane_fe_tighten(&member[0]);
	lane_fe_sub(&member[1], &y, &x);
	lane_fe_tighten(&member[1]);
	lane_fe_mul(&x, &x, &y);
	lane_fe_all(&y, &sn_fe_2d);
	lane_fe_mul(&member[2], &x, &y);
	LANE_UNROLL
	for (int i = 0; i < 15; i++)
		limb[i] = member[i / 5].v[i % 5];
	for (size_t l = 0; l < count; l++)
		for (size_t i = 0; i < 15; i++)
			t[l].limb[i][k] = limb[i][l];
}

LANE_CALL void lane_tables(struct sn_table *t, const struct sn_ge *p, size_t n)
{
	struct lane_ge m[LANE_TABLE_GROUPS * 8];
	struct lane_fe z[LANE_TABLE_GROUPS * 8], scratch[LANE_TABLE_GROUPS * 8];
	struct sn_ge in[LANES];
	size_t used = 0;

	for (size_t at = 0; at < n; at += LANE_TABLE_GROUPS * LANES) {
		size_t left = n - at, groups = (left + LANES - 1) / LANES;
		if (groups > LANE_TABLE_GROUPS)
			groups = LANE_TABLE_GROUPS;
		if (used < groups)
			used = groups;
		for (size_t g = 0; g < groups; g++) {
			for (size_t l = 0; l < LANES; l++)
				in[l] = p[g * LANES + l < left ? at + g * LANES + l : at];
			lane_odd_multiples(m + 8 * g, in);
		}
		for (size_t i = 0; i < 8 * groups; i++)
			z[i] = m[i].z;
		lane_fe_invert_many(z, 8 * groups, scratch);
		for (size_t i = 0; i < 8 * groups; i++) {
			size_t first = i / 8 * LANES;
			lane_store_member(t + at + first, left - first < LANES ? left - first : LANES, i % 8,
					  &m[i], &z[i]);
		}
	}
	sn_wipe(m, 8 * used * sizeof *m);
	sn_wipe(z, 8 * used * sizeof *z);
	sn_wipe(scratch, 8 * used * sizeof *scratch);
	sn_wipe(in, sizeof in);
}

#endif
#endif
