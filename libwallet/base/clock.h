/* base/clock.h - what time it is. */
#ifndef SN_BASE_CLOCK_H
#define SN_BASE_CLOCK_H

#include <stdint.h>

/* Unix seconds. */
uint64_t sn_unix_time(void);

#endif
