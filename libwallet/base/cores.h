/* base/cores.h - the number of cores. Separate from base/parallel.h because programs that must not start
 * threads do not link that file. */
#ifndef SN_BASE_CORES_H
#define SN_BASE_CORES_H

#include <stddef.h>

/* Number of cores available to this process; at least 1. */
size_t sn_cores(void);

#endif
