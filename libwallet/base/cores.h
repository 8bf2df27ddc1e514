/* base/cores.h - the number of cores. Separate from base/parallel.h, which starts threads: not every program
 * may link that. */
#ifndef SN_BASE_CORES_H
#define SN_BASE_CORES_H

#include <stddef.h>

/* Cores that this process may run on; at least 1. */
size_t sn_cores(void);

#endif
