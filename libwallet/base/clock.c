#include "base/clock.h"

#include <time.h>

uint64_t sn_unix_time(void)
{
	return (uint64_t)time(NULL);
}

uint64_t sn_monotonic_ms(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
