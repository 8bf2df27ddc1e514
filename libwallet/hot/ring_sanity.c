#include "hot/ring_sanity.h"

#include <stdlib.h>

#define MEMBERS_UNCHECKED 10
#define OUTPUTS_CHECKED 10000

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Of an even number: the mean of the two in the middle, rounded down. */
static uint64_t median(const uint64_t *sorted, size_t n)
{
	uint64_t low = sorted[(n - 1) / 2], high = sorted[n / 2];
	return low + (high - low) / 2;
}

bool sn_rings_are_sane(uint64_t *indices, size_t n, uint64_t available)
{
	if (n <= MEMBERS_UNCHECKED || available < OUTPUTS_CHECKED)
		return true;
	qsort(indices, n, sizeof *indices, ascending);
	size_t different = 1;
	for (size_t i = 1; i < n; i++)
		if (indices[i] != indices[different - 1])
			indices[different++] = indices[i];
	return different >= n * 8 / 10 && median(indices, different) >= available * 6 / 10;
}
