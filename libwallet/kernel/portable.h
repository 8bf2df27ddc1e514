/* kernel/portable.h - the kernel in plain C: one point at a time, with shared inversions. */
#ifndef SN_KERNEL_PORTABLE_H
#define SN_KERNEL_PORTABLE_H

#include "kernel/functions.h"

extern const struct sn_kernel sn_kernel_portable;

#endif
