#include "base/clock.h"

#include <time.h>

uint64_t sn_unix_time(void)
{
	const time_t now = time(NULL);
	return now < 0 ? 0 : (uint64_t)now;
}

uint64_t sn_monotonic_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
