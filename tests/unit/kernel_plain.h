#ifndef SN_TESTS_KERNEL_PLAIN_H
#define SN_TESTS_KERNEL_PLAIN_H

#include "kernel/kernel.h"

extern const struct sn_kernel kernel_plain;

/* Kernel number i of the tests: the supported ones, then kernel_plain; NULL after it. */
static inline const struct sn_kernel *kernel_number(size_t i)
{
	return i && !sn_kernel_at(i) && sn_kernel_at(i - 1) ? &kernel_plain : sn_kernel_at(i);
}

#endif
