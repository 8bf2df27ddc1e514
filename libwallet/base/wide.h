/* base/wide.h - numbers of up to 128 bits, for products and sums of 64-bit numbers.
 *
 * Compilers for 32-bit processors have no such type. All functions except sn_wide_div are constant time. */
#ifndef SN_BASE_WIDE_H
#define SN_BASE_WIDE_H

#include <stdbool.h>
#include <stdint.h>

struct sn_wide {
	uint64_t high, low;
};

/* a·b by products of 32 bits. */
static inline struct sn_wide sn_wide_mul_halves(uint64_t a, uint64_t b)
{
	uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
	uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;

	/* (2^32 - 1)² + 2·(2^32 - 1) = 2^64 - 1: no sum overflows. */
	return (struct sn_wide){a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (uint32_t)low};
}

/* a·b */
static inline struct sn_wide sn_wide_mul(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 product = (unsigned __int128)a * b;

	return (struct sn_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
	return sn_wide_mul_halves(a, b);
#endif
}

/* a + b, below 2^128. */
static inline struct sn_wide sn_wide_add(struct sn_wide a, uint64_t b)
{
	uint64_t low = a.low + b;

	return (struct sn_wide){a.high + (low < b), low};
}

/* a - b, a ≥ b. */
static inline struct sn_wide sn_wide_sub(struct sn_wide a, uint64_t b)
{
	return (struct sn_wide){a.high - (a.low < b), a.low - b};
}

/* The number, or UINT64_MAX if it is larger. */
static inline uint64_t sn_wide_to_u64(struct sn_wide a)
{
	return a.high ? UINT64_MAX : a.low;
}

/* ⌊a/d⌋, or UINT64_MAX if it is larger; d ≠ 0. */
uint64_t sn_wide_div(struct sn_wide a, uint64_t d);

#endif
