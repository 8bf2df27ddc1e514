/* crypto/field_choice.h - which representation of the field is compiled: SN_FIELD_25 is defined for
 * crypto/field_25.h. configure defines it, and the compiler's lack of a 128-bit integer type does. */
#ifndef SN_CRYPTO_FIELD_CHOICE_H
#define SN_CRYPTO_FIELD_CHOICE_H

#if !defined(SN_FIELD_25) && !defined(__SIZEOF_INT128__)
#define SN_FIELD_25 1
#endif

#define SN_FE_INLINE static inline __attribute__((always_inline))

#endif
