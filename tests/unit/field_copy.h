/* A copy of the field in a test program, in one of its two representations and under other names, whichever
 * of the two the library has. The file that includes it defines FIELD_NAME, and SN_FIELD_25 or not:
 *
 *   #undef SN_FIELD_25
 *   #define FIELD_NAME(x) field_51_##x
 *   #include "field_copy.h"
 *
 * It defines field_51_functions. */
#ifndef SN_TESTS_FIELD_COPY_H
#define SN_TESTS_FIELD_COPY_H

#include "fields.h"

#include <string.h>

#define sn_fe_sqrt_minus_one FIELD_NAME(sqrt_minus_one)
#define sn_fe_from_bytes FIELD_NAME(from_bytes)
#define sn_fe_from_bytes256 FIELD_NAME(from_bytes256)
#define sn_fe_to_bytes FIELD_NAME(to_bytes)
#define sn_fe_is_zero FIELD_NAME(is_zero)
#define sn_fe_is_equal FIELD_NAME(is_equal)
#define sn_fe_is_negative FIELD_NAME(is_negative)
#define sn_fe_invert FIELD_NAME(invert)
#define sn_fe_pow_p58 FIELD_NAME(pow_p58)
#define sn_fe_sqrt_ratio FIELD_NAME(sqrt_ratio)
#define sn_fe_sqr_times FIELD_NAME(sqr_times)
#ifdef SN_FIELD_25
#define sn_fe_mul FIELD_NAME(mul)
#define sn_fe_sqr FIELD_NAME(sqr)
#define sn_fe_mul_small FIELD_NAME(mul_small)
#endif

#include "crypto/field.c"
#include "crypto/field_25.c"
#include "crypto/field_51.c"

static struct sn_fe load(const uint8_t *in)
{
	struct sn_fe r;

	sn_fe_from_bytes256(&r, in);
	return r;
}

static void by_mul(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe x = load(a), y = load(b);

	sn_fe_mul(&x, &x, &y);
	sn_fe_to_bytes(out, &x);
}

static void by_mul_small(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe x = load(a);

	sn_fe_mul_small(&x, &x, (uint32_t)(b[0] | b[1] << 8 | (b[2] & 15) << 16));
	sn_fe_to_bytes(out, &x);
}

static void by_sqr(uint8_t *out, const uint8_t *a, const uint8_t *unused)
{
	struct sn_fe x = load(a);

	(void)unused;
	sn_fe_sqr(&x, &x);
	sn_fe_to_bytes(out, &x);
}

static void by_add(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe x = load(a), y = load(b);

	sn_fe_add(&x, &x, &y);
	sn_fe_to_bytes(out, &x);
}

static void by_sub(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe x = load(a), y = load(b);

	sn_fe_sub(&x, &x, &y);
	sn_fe_to_bytes(out, &x);
}

static void by_neg(uint8_t *out, const uint8_t *a, const uint8_t *unused)
{
	struct sn_fe x = load(a);

	(void)unused;
	sn_fe_neg(&x, &x);
	sn_fe_to_bytes(out, &x);
}

static void by_encode(uint8_t *out, const uint8_t *a, const uint8_t *unused)
{
	struct sn_fe x = load(a);

	(void)unused;
	sn_fe_to_bytes(out, &x);
}

static void by_encode255(uint8_t *out, const uint8_t *a, const uint8_t *unused)
{
	struct sn_fe x;

	(void)unused;
	sn_fe_from_bytes(&x, a);
	sn_fe_to_bytes(out, &x);
}

static void by_invert(uint8_t *out, const uint8_t *a, const uint8_t *unused)
{
	struct sn_fe x = load(a);

	(void)unused;
	sn_fe_invert(&x, &x);
	sn_fe_to_bytes(out, &x);
}

/* The square of the root, which of the two is not specified, and in bit 255 whether there is one. */
static void by_sqrt(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe u = load(a), v = load(b), r;
	bool is_square = sn_fe_sqrt_ratio(&r, &u, &v);

	sn_fe_sqr(&r, &r);
	sn_fe_to_bytes(out, &r);
	out[31] |= (uint8_t)(is_square << 7);
}

static void by_compare(uint8_t *out, const uint8_t *a, const uint8_t *b)
{
	struct sn_fe x = load(a), y = load(b);

	memset(out, 0, 32);
	out[0] = sn_fe_is_equal(&x, &y);
	out[1] = sn_fe_is_zero(&x);
	out[2] = sn_fe_is_negative(&x);
}

const struct field_function FIELD_NAME(functions)[FIELD_FUNCTIONS] = {
	{"mul", by_mul},         {"mul_small", by_mul_small},
	{"sqr", by_sqr},         {"add", by_add},
	{"sub", by_sub},         {"neg", by_neg},
	{"encode", by_encode},   {"encode255", by_encode255},
	{"invert", by_invert},   {"sqrt", by_sqrt},
	{"compare", by_compare},
};

#endif
