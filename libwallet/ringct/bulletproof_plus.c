#include "ringct/bulletproof_plus.h"

size_t sn_bpp_rounds(size_t n)
{
	size_t rounds = 6;

	while ((size_t)SN_BPP_BITS * n > (size_t)1 << rounds)
		rounds++;
	return rounds;
}
