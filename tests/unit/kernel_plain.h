#ifndef SN_TESTS_KERNEL_PLAIN_H
#define SN_TESTS_KERNEL_PLAIN_H

#include "kernel/kernel.h"

/* All zero with crypto/field_25.h, which has no code on lanes. */
extern const struct sn_kernel kernel_plain;

/* Kernel number i of the tests: the supported ones, then kernel_plain; NULL after it. */
static inline const struct sn_kernel *kernel_number(size_t i)
{
	bool is_last = i && !sn_kernel_at(i) && sn_kernel_at(i - 1);

	return is_last && kernel_plain.lanes ? &kernel_plain : sn_kernel_at(i);
}

#endif
