#include "base/cores.h"

#include <sched.h>

size_t sn_cores(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
	return n > 1 ? (size_t)n : 1;
}
