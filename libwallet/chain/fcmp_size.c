#include "chain/fcmp_size.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "ringct/bulletproof_plus.h"

/* What the weight counts, whatever the transaction has. */
#define WEIGHT_LAYERS 7
#define WEIGHT_FEE_BYTES 10
#define WEIGHT_REFERENCE_BLOCK_BYTES 5

/* The least k with v ≤ 2^k. */
static unsigned log2_up(size_t v)
{
	unsigned k = 0;
	while ((size_t)1 << k < v)
		k++;
	return k;
}

static size_t divide_up(size_t a, size_t b)
{
	return (a + b - 1) / b;
}

static size_t max(size_t a, size_t b)
{
	return a > b ? a : b;
}

size_t sn_fcmp_membership_size(size_t n, size_t n_layers)
{
	if (!n || n > SN_FCMP_INPUTS_MAX || !n_layers || n_layers > SN_FCMP_LAYERS_MAX)
		return 0;
	const size_t a = (n_layers - 1) / 2, b = n_layers / 2, odd = n_layers % 2;
	const unsigned log_r1 = log2_up(max(256, n * (97 + 52 * a)));
	const unsigned log_r2 = log2_up(max(128, n * max(1, 32 * b)));
	const size_t c1 = n * b + odd + divide_up(128 * n * (18 + 4 * a), (size_t)1 << log_r1);
	const size_t c2 = n * (b + odd - 1) + (1 - odd) + divide_up(128 * 4 * n * b, (size_t)1 << log_r2);
	return 32 * (26 + 2 * (log_r1 + log_r2) + 4 * (c1 + c2)) + 64;
}

int sn_fcmp_weight(uint64_t *weight, size_t n_inputs, size_t n_outputs, size_t extra_len)
{
	*weight = 0;
	if (!n_inputs || n_inputs > SN_FCMP_INPUTS_MAX || n_outputs < SN_FCMP_OUTPUTS_MIN ||
	    n_outputs > SN_TX_OUTPUTS_MAX || extra_len > SN_FCMP_EXTRA_MAX)
		return SN_BAD_INPUT;
	const size_t input = 1 + 1 + 1 + 32;          /* tag, amount 0, no ring, key image */
	const size_t output = 1 + 1 + 32 + 3 + 16;    /* amount 0, tag, key, view tag, anchor */
	const size_t proof = 32 + 32 + 32 + 384 + 32; /* O~, I~, R, SA/L, C~ */
	const size_t range_proof = 1 + 32 * (6 + 2 * sn_bpp_rounds(n_outputs)) + 1 + 1;
	*weight = 1 + 1 + sn_varint_size(n_inputs) + input * n_inputs; /* version, unlock time */
	*weight += sn_varint_size(n_outputs) + output * n_outputs + sn_varint_size(extra_len) + extra_len;
	*weight += 1 + WEIGHT_FEE_BYTES + (8 + 32) * n_outputs; /* type, amounts, commitments */
	*weight += range_proof + WEIGHT_REFERENCE_BLOCK_BYTES + 1 + proof * n_inputs; /* layers: 1 byte */
	*weight += sn_fcmp_membership_size(n_inputs, WEIGHT_LAYERS);
	return SN_OK;
}
