/* crypto/ct.h - masks for constant-time code.
 *
 * A mask is all ones or all zeros. The barrier hides this from the compiler, so that it does not replace the
 * mask by a branch. */
#ifndef SN_CRYPTO_CT_H
#define SN_CRYPTO_CT_H

#include <stdint.h>

static inline uint64_t sn_ct_barrier(uint64_t v)
{
	__asm__("" : "+r"(v));
	return v;
}

/* All ones when bit = 1, zero when bit = 0. */
static inline uint64_t sn_ct_mask(uint64_t bit)
{
	return sn_ct_barrier(-bit);
}

/* All ones when a = b. */
static inline uint64_t sn_ct_mask_equal(uint64_t a, uint64_t b)
{
	uint64_t x = a ^ b;
	return sn_ct_mask(1 ^ ((x | -x) >> 63));
}

/* All ones when a < b. Both are below 2^63. */
static inline uint64_t sn_ct_mask_less(uint64_t a, uint64_t b)
{
	return sn_ct_mask((a - b) >> 63);
}

/* The letter in lower case, other bytes as they are. */
static inline uint8_t sn_ct_to_lower(uint8_t c)
{
	return (uint8_t)(c | (0x20 & sn_ct_mask_less((uint8_t)(c - 'A'), 26)));
}

#endif
