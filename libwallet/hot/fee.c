#include "hot/fee.h"

#include "chain/transaction.h"
#include "node/daemon_load.h"

static uint64_t fee_at(uint64_t per_byte, uint64_t mask, size_t weight)
{
	uint64_t fee;
	if (__builtin_mul_overflow(per_byte, (uint64_t)weight, &fee) ||
	    __builtin_add_overflow(fee, mask - 1, &fee))
		return UINT64_MAX;
	return fee / mask * mask;
}

static uint64_t per_byte(const struct sn_daemon_fees *fees, unsigned priority)
{
	return fees->per_byte[priority == 0 ? 0 : priority > 4 ? 3 : priority - 1];
}

uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight)
{
	return fee_at(per_byte(fees, priority), fees->quantization_mask, weight);
}

uint64_t sn_fee_exact(const struct sn_daemon_fees *fees, unsigned priority, size_t weight)
{
	return fee_at(per_byte(fees, priority), 1, weight);
}

uint64_t sn_fee_threshold(const struct sn_daemon_fees *fees, unsigned priority)
{
	return fee_at(per_byte(fees, priority), 1, SN_ESTIMATED_INPUT_WEIGHT);
}

/* The smallest number that rounds up to `rounded` with two significant digits. */
static uint64_t before_rounding(uint64_t rounded)
{
	uint64_t step = 1;
	/* The number before `rounded` has the digits that determine the rounding: 1000 comes from 991 and
	 * above. */
	while ((rounded - 1) / step >= 100)
		step *= 10;
	return rounded % step ? rounded : rounded - step + 1; /* not rounded: used unchanged */
}

uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight)
{
	uint64_t base = before_rounding(fees->per_byte[0]);
	uint64_t fee = fee_at(base - base / 20, fees->quantization_mask, weight);
	return fee - fee / 50;
}

/* An input: type and amount 1 + 6, sixteen offsets of 2, key image 32; CLSAG with sixteen scalars and two
 * points; pseudo output commitment 32. An output: amount 6, key 32, view tag 1, encrypted amount 8,
 * commitment 32. */
enum {
	INPUT = 1 + 6 + 16 * 2 + 32 + 16 * 32 + 64 + 32,
	OUTPUT = 6 + 32 + 1 + 8 + 32,
	REST = 1 + 6 + 1 + 3 + 4, /* version and unlock time, types, fee */
};

_Static_assert(INPUT == SN_ESTIMATED_INPUT_WEIGHT, "as the header says");

size_t sn_fee_estimate_weight(size_t n_inputs, size_t n_outputs, size_t extra)
{
	size_t rounds = 6;
	while ((1u << (rounds - 6)) < n_outputs)
		rounds++;
	size_t proof = 32 * (6 + 2 * rounds);
	return REST + n_inputs * INPUT + n_outputs * OUTPUT + extra + proof +
	       sn_tx_weight_clawback(n_outputs);
}

#define WEIGHT_FULL ((300000 / 2 - 600) * 2 / 3)

size_t sn_fee_inputs_of_full(size_t n_outputs, size_t extra)
{
	size_t weight = sn_fee_estimate_weight(0, n_outputs, extra);
	return weight >= WEIGHT_FULL ? 1 : (WEIGHT_FULL - weight + INPUT - 1) / INPUT;
}
