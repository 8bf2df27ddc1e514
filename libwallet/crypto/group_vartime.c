/* Sums of multiples of public points: the time tells everything about the scalars. */
#include "crypto/group.h"

#include "base/bytes.h"
#include "crypto/base_table.h"
#include "crypto/group_formulas.h"
#include "crypto/group_mul.h"
#include "crypto/scalar.h"

#include <stdlib.h>

#define WIDTH 5       /* for points met once: 8 odd multiples */
#define WIDTH_BASE 8  /* for G: 64, precomputed */
#define ODD_MULTIPLES (1 << (WIDTH - 2))

/* Measured: from here on buckets beat shared doublings. */
#define PIPPENGER_FROM 96

/* `count` < 64 bits of a from bit `at` on; a is continued with zeros. */
static uint64_t scalar_bits(const struct sn_scalar *a, size_t at, unsigned count)
{
	uint64_t low = at < 256 ? sn_load_u64(a->b + at / 64 * 8) : 0;
	uint64_t high = at < 192 ? sn_load_u64(a->b + at / 64 * 8 + 8) : 0;
	uint64_t v = low >> (at % 64);

	if (at % 64)
		v |= high << (64 - at % 64);
	return v & ((UINT64_C(1) << count) - 1);
}

void sn_naf_vartime(int8_t r[static SN_NAF_LEN], const struct sn_scalar *a, unsigned width)
{
	uint64_t carry = 0;

	memset(r, 0, SN_NAF_LEN);
	for (unsigned at = 0; at < SN_NAF_LEN;) {
		uint64_t bits = scalar_bits(a, at, width) + carry;
		if (bits % 2 == 0) {
			at++;
			continue;
		}
		carry = bits >> (width - 1);
		r[at] = (int8_t)((int)bits - ((int)carry << width));
		at += width;
	}
}

struct straus_term {
	int8_t naf[SN_NAF_LEN];
	struct sn_ge_cached odd[ODD_MULTIPLES]; /* (2i + 1)·P */
};

static void straus_term_init(struct straus_term *t, const struct sn_scalar *a, const struct sn_ge *p)
{
	struct sn_ge_cached twice;
	struct sn_ge q = *p;

	sn_naf_vartime(t->naf, a, WIDTH);
	sn_ge_cache(&t->odd[0], &q);
	sn_ge_double(&q, &q);
	sn_ge_cache(&twice, &q);
	q = *p;
	for (int i = 1; i < ODD_MULTIPLES; i++) {
		sn_ge_add_cached(&q, &q, &twice);
		sn_ge_cache(&t->odd[i], &q);
	}
}

/* The sum of the terms, and of G times the scalar of `base_naf` unless that is NULL. All share the
 * doublings. */
static void straus(struct sn_ge *r, const struct straus_term *terms, size_t n, const int8_t *base_naf)
{
	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_completed c;

	for (int i = SN_NAF_LEN - 1; i >= 0; i--) {
		sn_ge_double_completed(&c, &sum);
		for (size_t k = 0; k < n; k++) {
			int d = terms[k].naf[i];
			if (d == 0)
				continue;
			sn_ge_complete(&sum, &c);
			if (d > 0)
				sn_ge_add_cached_completed(&c, &sum, &terms[k].odd[d / 2]);
			else
				sn_ge_sub_cached_completed(&c, &sum, &terms[k].odd[-d / 2]);
		}
		if (base_naf && base_naf[i]) {
			int d = base_naf[i];
			sn_ge_complete(&sum, &c);
			if (d > 0)
				sn_ge_add_affine_completed(&c, &sum, &sn_base_odd[d / 2]);
			else
				sn_ge_sub_affine_completed(&c, &sum, &sn_base_odd[-d / 2]);
		}
		sn_ge_complete_xyz(&sum, &c);
	}
	sn_fe_mul(&sum.t, &c.e, &c.h);
	*r = sum;
}

void sn_ge_mul_base_add_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_scalar *b,
				const struct sn_ge *p)
{
	int8_t base_naf[SN_NAF_LEN];
	struct straus_term t;

	sn_naf_vartime(base_naf, a, WIDTH_BASE);
	straus_term_init(&t, b, p);
	straus(r, &t, 1, base_naf);
}

void sn_ge_mul2_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p,
			const struct sn_scalar *b, const struct sn_ge *q)
{
	struct straus_term t[2];

	straus_term_init(&t[0], a, p);
	straus_term_init(&t[1], b, q);
	straus(r, t, 2, NULL);
}

static int msm_straus(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p, size_t n)
{
	struct straus_term *terms = malloc(n * sizeof *terms); /* n < PIPPENGER_FROM */

	if (!terms)
		return SN_IO;
	for (size_t i = 0; i < n; i++)
		straus_term_init(&terms[i], &a[i], &p[i]);
	straus(r, terms, n, NULL);
	free(terms);
	return SN_OK;
}

/* Bits per window: more cost fewer additions of points, but 2^(bits-1) buckets to sum up per window. */
static unsigned bucket_bits(size_t n)
{
	return n < 300 ? 6 : n < 700 ? 7 : n < 1500 ? 8 : n < 4000 ? 9 : 10;
}

/* Signed digits of radix 2^bits, at most 2^(bits-1) in size. */
static void bucket_digits(int16_t *r, size_t windows, const struct sn_scalar *a, unsigned bits)
{
	uint64_t carry = 0;

	for (size_t i = 0; i < windows; i++) {
		uint64_t v = scalar_bits(a, i * bits, bits) + carry;
		carry = v > 1u << (bits - 1);
		r[i] = (int16_t)((int)v - ((int)carry << bits));
	}
}

struct bucket {
	struct sn_ge sum;
	bool is_used; /* otherwise the sum is 0 and not worth an addition */
};

/* bucket += p, or -= when d is negative; `affine` is p once more. */
static void bucket_add(struct bucket *b, const struct sn_ge *p, const struct sn_ge_affine *affine, int d)
{
	if (!b->is_used) {
		b->is_used = true;
		b->sum = *p;
		if (d < 0)
			sn_ge_neg(&b->sum, p);
	} else if (d > 0) {
		sn_ge_add_affine(&b->sum, &b->sum, affine);
	} else {
		sn_ge_sub_affine(&b->sum, &b->sum, affine);
	}
}

/* r += Σ (i + 1)·bucket[i], as the sum of all the sums from the top down. */
static void buckets_sum(struct sn_ge *r, const struct bucket *bucket, size_t n)
{
	struct sn_ge from_top;
	bool is_used = false;

	for (size_t i = n; i-- > 0;) {
		if (bucket[i].is_used && is_used)
			sn_ge_add(&from_top, &from_top, &bucket[i].sum);
		else if (bucket[i].is_used)
			from_top = bucket[i].sum;
		is_used |= bucket[i].is_used;
		if (is_used)
			sn_ge_add(r, r, &from_top);
	}
}

static int msm_pippenger(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p, size_t n)
{
	unsigned bits = bucket_bits(n);
	size_t windows = 256 / bits + 1; /* one bit at least to spare, for the last carry */
	size_t buckets = (size_t)1 << (bits - 1);
	struct sn_ge_affine *affine = calloc(n, sizeof *affine);
	int16_t *digits = calloc(n, windows * sizeof *digits);
	struct bucket *bucket = calloc(buckets, sizeof *bucket);
	struct sn_ge sum = sn_ge_identity;
	int ret = SN_IO;

	if (!affine || !digits || !bucket)
		goto out;
	sn_ge_to_affine_many(affine, p, n);
	for (size_t i = 0; i < n; i++)
		bucket_digits(digits + i * windows, windows, &a[i], bits);

	for (size_t k = windows; k-- > 0;) {
		for (unsigned i = 0; i < bits; i++)
			sn_ge_double(&sum, &sum);
		for (size_t i = 0; i < buckets; i++)
			bucket[i].is_used = false;
		for (size_t i = 0; i < n; i++) {
			int d = digits[i * windows + k];
			if (d)
				bucket_add(&bucket[abs(d) - 1], &p[i], &affine[i], d);
		}
		buckets_sum(&sum, bucket, buckets);
	}
	*r = sum;
	ret = SN_OK;
out:
	free(affine);
	free(digits);
	free(bucket);
	return ret;
}

int sn_ge_msm_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p, size_t n)
{
	if (n == 0) {
		*r = sn_ge_identity;
		return SN_OK;
	}
	return n < PIPPENGER_FROM ? msm_straus(r, a, p, n) : msm_pippenger(r, a, p, n);
}
