#include "hot/fee.h"

uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight)
{
	uint64_t fee, mask = fees->quantization_mask;
	unsigned tier = priority == 0 ? 0 : priority > 4 ? 3 : priority - 1;
	if (__builtin_mul_overflow(fees->per_byte[tier], (uint64_t)weight, &fee) ||
	    __builtin_add_overflow(fee, mask - 1, &fee))
		return UINT64_MAX;
	return fee / mask * mask;
}

uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight)
{
	uint64_t fee = sn_fee_for_weight(fees, 1, weight);
	return fee - fee / 50;
}
