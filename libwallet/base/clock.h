/* base/clock.h - what time it is. */
#ifndef SN_BASE_CLOCK_H
#define SN_BASE_CLOCK_H

#include <stdint.h>

/* Unix seconds. */
uint64_t sn_unix_time(void);

/* Milliseconds since some moment, which nobody can set: for lengths of time. */
uint64_t sn_monotonic_ms(void);

#endif
