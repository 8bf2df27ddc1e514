/* kernel/neon.h - the kernel for the vector instructions of 64-bit ARM, two lanes.
 *
 * A derivation takes 308,000 instructions, and 369,000 with kernel/portable.h (gcc 12, -O2, 64 keys at once,
 * counted by qemu). Times were not measured. */
#ifndef SN_KERNEL_NEON_H
#define SN_KERNEL_NEON_H

#include "kernel/functions.h"

extern const struct sn_kernel sn_kernel_neon;

#endif
