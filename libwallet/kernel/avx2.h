/* kernel/avx2.h - the kernel for AVX2 with FMA, four lanes. x86-64 only. */
#ifndef SN_KERNEL_AVX2_H
#define SN_KERNEL_AVX2_H

#include "kernel/functions.h"

extern const struct sn_kernel sn_kernel_avx2;

#endif
