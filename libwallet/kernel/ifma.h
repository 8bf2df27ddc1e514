/* kernel/ifma.h - the kernel for AVX-512 IFMA, eight lanes. x86-64 only. */
#ifndef SN_KERNEL_IFMA_H
#define SN_KERNEL_IFMA_H

#include "kernel/functions.h"

extern const struct sn_kernel sn_kernel_ifma;

#endif
