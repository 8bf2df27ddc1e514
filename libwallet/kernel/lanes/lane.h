/* kernel/lanes/lane.h - one instruction on several numbers at once.
 *
 * The code on lanes exists once, as headers of inline functions, and is compiled once for each instruction
 * set. The source file of a kernel names its instruction set before it includes headers of kernel/lanes/:
 *
 *   #define LANE_AVX2     4 lanes; AVX2 and FMA, which multiplies and adds doubles
 *   #define LANE_NEON     2 lanes; those of 64-bit ARM, which do the same
 *   #define LANE_IFMA     8 lanes; AVX-512 F, DQ, VL and IFMA, which multiply 52 by 52 bits
 *   #define LANE_PLAIN    the code of LANE_IFMA on 2 lanes, with its instructions in C, for tests
 *
 * Each function on lanes has one of two marks. Functions without one cannot call them.
 *
 *   LANE_INLINE    static, always inlined
 *   LANE_CALL      static, never inlined: for long functions with many callers
 *
 * The marks select the instruction set; the compiler flags are those of all other files. Only
 * kernel/kernel.h calls a kernel, after it has asked the processor. LANES is undefined for another
 * architecture, and for crypto/field_25.h, whose limbs this code does not read: the source file encloses its
 * code in #ifdef LANES.
 *
 * Everything is constant time. A mask has all bits of a lane set, or none. Vectors stay in registers and in
 * stack frames, which nothing here wipes: the outermost function that has worked on secrets calls
 * sn_wipe_stack(). */
#ifndef SN_KERNEL_LANES_LANE_H
#define SN_KERNEL_LANES_LANE_H

#include "base/bytes.h"
#include "crypto/ct.h"
#include "crypto/field.h"

#include <stddef.h>
#include <stdint.h>

#ifdef SN_FIELD_25
#elif defined(LANE_PLAIN)
#define LANES 2
#define LANE_TARGET
#elif defined(LANE_IFMA) && defined(__x86_64__)
#define LANES 8
#define LANE_TARGET target("avx512f,avx512dq,avx512vl,avx512ifma"),
#elif defined(LANE_AVX2) && defined(__x86_64__)
#define LANES 4
#define LANE_TARGET target("avx2,fma"),
#elif defined(LANE_NEON) && defined(__aarch64__)
#define LANES 2
#define LANE_TARGET
#endif

#ifdef LANES

/* Elements of the field in doubles. */
#if defined(LANE_AVX2) || defined(LANE_NEON)
#define LANE_FMA
#endif

#if defined(LANE_IFMA) || defined(LANE_AVX2)
#include <immintrin.h>
#elif defined(LANE_NEON)
#include <arm_neon.h>
#endif

/* A vector register, in the constraints of inline assembly. */
#ifdef __aarch64__
#define LANE_REGISTER "+w"
#else
#define LANE_REGISTER "+x"
#endif

/* gcc would gather the products of a column before it adds them up, and spill them all. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-ter")
#endif

/* clang's sanitizers take minutes to compile this code. The bounds that they would check are constants. */
#ifdef __clang__
#define LANE_PLAINLY no_sanitize("address", "undefined", "coverage"),
#else
#define LANE_PLAINLY
#endif

#define LANE_INLINE static inline __attribute__((LANE_TARGET LANE_PLAINLY always_inline))
#define LANE_CALL static __attribute__((LANE_TARGET LANE_PLAINLY noinline, unused))

/* Before a loop over limbs or lanes, whose indices are to become constants. */
#define LANE_UNROLL _Pragma("GCC unroll 25")

typedef uint64_t lane __attribute__((vector_size(8 * LANES)));

/* v in every lane. */
LANE_INLINE lane lane_all(uint64_t v)
{
	return v - (lane){0};
}

/* Lane l is the little-endian word at `at` + l·stride. */
LANE_INLINE lane lane_gather(const uint8_t *at, size_t stride)
{
	lane r = {0};
	LANE_UNROLL
	for (size_t l = 0; l < LANES; l++)
		r[l] = sn_load_u64(at + l * stride);
	return r;
}

LANE_INLINE void lane_scatter(uint8_t *at, size_t stride, lane a)
{
	LANE_UNROLL
	for (size_t l = 0; l < LANES; l++)
		sn_store_u64(at + l * stride, a[l]);
}

/* Mask of the lanes where a = b. */
LANE_INLINE lane lane_equal(lane a, lane b)
{
	return (lane)(a == b);
}

#if defined(LANE_AVX2)

/* a where the mask is set, b elsewhere. */
LANE_INLINE lane lane_select(lane mask, lane a, lane b)
{
	return (lane)_mm256_blendv_epi8((__m256i)b, (__m256i)a, (__m256i)mask);
}

#elif defined(LANE_IFMA)

LANE_INLINE lane lane_select(lane mask, lane a, lane b)
{
	return (lane)_mm512_ternarylogic_epi64((__m512i)mask, (__m512i)a, (__m512i)b, 0xca);
}

/* sum + the low 52 bits of a·b, sum + the high 52 bits of it; of a and b the low 52 bits count. */
LANE_INLINE lane lane_madd_lo(lane sum, lane a, lane b)
{
	return (lane)_mm512_madd52lo_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

LANE_INLINE lane lane_madd_hi(lane sum, lane a, lane b)
{
	return (lane)_mm512_madd52hi_epu64((__m512i)sum, (__m512i)a, (__m512i)b);
}

#else

LANE_INLINE lane lane_select(lane mask, lane a, lane b)
{
	return (mask & a) | (~mask & b);
}

/* The product of the low 52 bits of a and b as *high·2^52 + *low, from halves of 26 bits. */
LANE_INLINE void lane_mul52(lane *high, lane *low, lane a, lane b)
{
	lane half = lane_all((UINT64_C(1) << 26) - 1);
	lane a0 = a & half, a1 = a >> 26 & half, b0 = b & half, b1 = b >> 26 & half;
	lane middle = a0 * b1 + a1 * b0;
	lane t = a0 * b0 + ((middle & half) << 26);

	*high = a1 * b1 + (middle >> 26) + (t >> 52);
	*low = t & lane_all((UINT64_C(1) << 52) - 1);
}

LANE_INLINE lane lane_madd_lo(lane sum, lane a, lane b)
{
	lane high, low;

	lane_mul52(&high, &low, a, b);
	return sum + low;
}

LANE_INLINE lane lane_madd_hi(lane sum, lane a, lane b)
{
	lane high, low;

	lane_mul52(&high, &low, a, b);
	return sum + high;
}

#endif

#endif
#endif
