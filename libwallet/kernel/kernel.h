/* kernel/kernel.h - selects the table of functions (kernel/functions.h) for the processor.
 *
 * The environment variable SN_KERNEL forces one of them, for tests: "portable", "avx2", "ifma", "neon". */
#ifndef SN_KERNEL_KERNEL_H
#define SN_KERNEL_KERNEL_H

#include "base/error.h"
#include "kernel/functions.h"

#include <stddef.h>

/* The fastest supported kernel, or the supported one that SN_KERNEL names. The first call selects it; all
 * later calls return the same. */
const struct sn_kernel *sn_kernel(void);

/* SN_USAGE if SN_KERNEL names an unknown or unsupported kernel; sn_kernel() then returns the fastest one.
 * Programs call this at their start. */
int sn_kernel_check(struct sn_error *err) SN_MUST_USE;

/* Supported kernel number i, the portable one first and the fastest last; NULL after the last. */
const struct sn_kernel *sn_kernel_at(size_t i);

#endif
