#include "hot/fee.h"

static uint64_t fee_at(uint64_t per_byte, uint64_t mask, size_t weight)
{
	uint64_t fee;
	if (__builtin_mul_overflow(per_byte, (uint64_t)weight, &fee) ||
	    __builtin_add_overflow(fee, mask - 1, &fee))
		return UINT64_MAX;
	return fee / mask * mask;
}

uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight)
{
	unsigned tier = priority == 0 ? 0 : priority > 4 ? 3 : priority - 1;
	return fee_at(fees->per_byte[tier], fees->quantization_mask, weight);
}

/* The least number that becomes `rounded` when rounded up to two significant digits. */
static uint64_t before_rounding(uint64_t rounded)
{
	uint64_t step = 1;
	/* The number before `rounded` has the digits that its rounding goes by: 1000 comes from 991 and up. */
	while ((rounded - 1) / step >= 100)
		step *= 10;
	return rounded % step ? rounded : rounded - step + 1; /* not rounded at all: taken as it is */
}

uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight)
{
	uint64_t base = before_rounding(fees->per_byte[0]);
	uint64_t fee = fee_at(base - base / 20, fees->quantization_mask, weight);
	return fee - fee / 50;
}
