/* base/clock.h - the current time. */
#ifndef SN_BASE_CLOCK_H
#define SN_BASE_CLOCK_H

#include <stdint.h>

/* Unix seconds. A clock before 1970 counts as 0, not as a time in the far future. */
uint64_t sn_unix_time(void);

/* Milliseconds of a clock that cannot be set, for measuring durations. */
uint64_t sn_monotonic_ms(void);

#endif
