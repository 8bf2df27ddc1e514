/* The field of kernel/lanes/ with limbs at their bounds, where a sum of products would overflow first. The
 * file that includes it defines an instruction set (kernel/lanes/lane.h). */
#ifndef SN_TESTS_KERNEL_LIMBS_H
#define SN_TESTS_KERNEL_LIMBS_H

#include "kernel/lanes/field.h"

#include <criterion/criterion.h>
#include <string.h>

#ifdef LANES

enum { LIMB_PATTERNS = 1 << LANE_LIMBS };

/* The largest tight limb, if the bit is set; otherwise the smallest one. */
#ifdef LANE_FMA
static uint64_t extreme_limb(int i, bool is_largest)
{
	double d = is_largest ? 0x1p50 + 0x1p14 : -0x1p50 - 0x1p14;
	uint64_t bits;
	(void)i;
	memcpy(&bits, &d, sizeof bits);
	return bits;
}

static bool is_tight_limb(int i, uint64_t bits)
{
	double d;
	(void)i;
	memcpy(&d, &bits, sizeof d);
	return d <= 0x1p50 + 0x1p14 && d >= -0x1p50 - 0x1p14;
}
#else
static uint64_t extreme_limb(int i, bool is_largest)
{
	return !is_largest ? 0 : i < 4 ? (UINT64_C(1) << 52) - 1 : (UINT64_C(1) << 47) + (1 << 13) - 1;
}

static bool is_tight_limb(int i, uint64_t bits)
{
	return bits <= extreme_limb(i, true);
}
#endif

/* Limb i of lane l by bit i of pattern + 7·l. */
LANE_CALL void extreme(struct lane_fe *r, unsigned pattern)
{
	for (int i = 0; i < LANE_LIMBS; i++)
		for (size_t l = 0; l < LANES; l++)
			r->v[i][l] = extreme_limb(i, (pattern + 7 * l) >> i & 1);
}

/* r is tight, and the expected number in each lane. */
LANE_CALL bool is_as_expected(const struct lane_fe *r, const struct sn_fe expected[static LANES])
{
	struct sn_fe actual[LANES];
	for (int i = 0; i < LANE_LIMBS; i++)
		for (size_t l = 0; l < LANES; l++)
			if (!is_tight_limb(i, r->v[i][l]))
				return false;
	lane_fe_to_fe(actual, sizeof *actual, r);
	for (size_t l = 0; l < LANES; l++)
		if (!sn_fe_is_equal(&actual[l], &expected[l]))
			return false;
	return true;
}

/* a·b, a², and sums and differences of such products, before and after their carries. NULL if all are
 * right. */
LANE_CALL const char *wrong_product(unsigned p, unsigned q)
{
	struct lane_fe a, b, r, twice;
	struct lane_wide first, second;
	struct sn_fe x[LANES], y[LANES], xy[LANES], xx[LANES], expected[LANES];

	extreme(&a, p);
	extreme(&b, q);
	lane_fe_to_fe(x, sizeof *x, &a);
	lane_fe_to_fe(y, sizeof *y, &b);
	for (size_t l = 0; l < LANES; l++) {
		sn_fe_mul(&xy[l], &x[l], &y[l]);
		sn_fe_sqr(&xx[l], &x[l]);
	}
	lane_fe_mul_raw(&r, &a, &b);
	lane_fe_settle(&r);
	if (!is_as_expected(&r, xy))
		return "mul_raw";
	lane_fe_sqr_raw(&r, &a);
	lane_fe_settle(&r);
	if (!is_as_expected(&r, xx))
		return "sqr_raw";
	lane_wide_mul(&first, &a, &b, LANE_FIRST);
	lane_wide_sqr(&second, &a, LANE_SECOND);
	lane_wide_settle(&r, &first);
	if (!is_as_expected(&r, xy))
		return "wide_settle";
	lane_wide_add(&r, &first, &second);
	for (size_t l = 0; l < LANES; l++)
		sn_fe_add(&expected[l], &xy[l], &xx[l]);
	if (!is_as_expected(&r, expected))
		return "wide_add";
	lane_wide_sub(&r, &first, &second);
	for (size_t l = 0; l < LANES; l++)
		sn_fe_sub(&expected[l], &xy[l], &xx[l]);
	if (!is_as_expected(&r, expected))
		return "wide_sub";
	lane_wide_sqr(&first, &a, LANE_FIRST);
	lane_wide_mul(&second, &a, &b, LANE_SECOND);
	lane_wide_sub(&r, &first, &second);
	for (size_t l = 0; l < LANES; l++)
		sn_fe_sub(&expected[l], &xx[l], &xy[l]);
	if (!is_as_expected(&r, expected))
		return "wide_sub, the other way round";

	/* A loose factor, and the product with a constant. */
	lane_fe_add(&twice, &a, &a);
	lane_fe_mul_raw(&r, &twice, &b);
	lane_fe_settle(&r);
	for (size_t l = 0; l < LANES; l++)
		sn_fe_add(&expected[l], &xy[l], &xy[l]);
	if (!is_as_expected(&r, expected))
		return "mul_raw with a loose factor";
	lane_fe_mul_small_add(&r, &b, &twice, 121665);
	for (size_t l = 0; l < LANES; l++) {
		sn_fe_mul_small(&expected[l], &x[l], 2 * 121665);
		sn_fe_add(&expected[l], &expected[l], &y[l]);
	}
	if (!is_as_expected(&r, expected))
		return "mul_small_add";
	return NULL;
}

static void check_limbs(void)
{
	for (unsigned p = 0; p < LIMB_PATTERNS; p++) {
		for (unsigned q = 0; q < LIMB_PATTERNS; q++) {
			const char *wrong = wrong_product(p, q);
			cr_assert_null(wrong, "%s of patterns %x and %x", wrong, p, q);
		}
	}
}

#endif
#endif
