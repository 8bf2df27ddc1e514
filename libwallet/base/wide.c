#include "base/wide.h"

uint64_t sn_wide_div(struct sn_wide a, uint64_t d)
{
	uint64_t rest = a.high, quotient = 0;

	if (rest >= d)
		return UINT64_MAX;
	/* rest < d. A bit that leaves `rest` at its top makes it larger than d. */
	for (int i = 63; i >= 0; i--) {
		bool is_above = rest >> 63;
		rest = rest << 1 | (a.low >> i & 1);
		if (is_above || rest >= d) {
			rest -= d;
			quotient |= UINT64_C(1) << i;
		}
	}
	return quotient;
}
