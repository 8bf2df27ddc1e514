#include "base/clock.h"

#include <time.h>

uint64_t sn_unix_time(void)
{
	return (uint64_t)time(NULL);
}
