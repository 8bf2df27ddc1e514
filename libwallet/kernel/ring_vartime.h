/* kernel/ring_vartime.h - kernel/ring.h in plain C for public input: only size, start, set_k and round. */
#ifndef SN_KERNEL_RING_VARTIME_H
#define SN_KERNEL_RING_VARTIME_H

#include "kernel/ring.h"

extern const struct sn_ring_kernel sn_ring_portable_vartime;

#endif
