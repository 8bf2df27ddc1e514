/* kernel/lanes/keccak.h - Keccak-f[1600] (crypto/keccak.h), one state per lane. */
#ifndef SN_KERNEL_LANES_KECCAK_H
#define SN_KERNEL_LANES_KECCAK_H

#include "base/secret.h"
#include "crypto/keccak.h"
#include "kernel/lanes/lane.h"

#ifdef LANES

LANE_INLINE lane lane_rotl(lane a, int n)
{
#ifdef LANE_IFMA
	return (lane)_mm512_rolv_epi64((__m512i)a, (__m512i)lane_all((uint64_t)n));
#else
	return n ? a << n | a >> (64 - n) : a;
#endif
}

/* The state word at (x, y) is a[x + 5·y]; rho turns it by `turn`, pi moves it to (y, 2·x + 3·y). */
LANE_CALL void lane_keccak_permute(lane a[static 25])
{
	static const uint8_t turn[25] = {0,  1,  62, 28, 27, 36, 44, 6,  55, 20, 3,  10, 43,
					 25, 39, 41, 45, 15, 21, 8,  18, 2,  61, 56, 14};
	lane b[25], c[5], d;

	for (int round = 0; round < 24; round++) {
		LANE_UNROLL
		for (int x = 0; x < 5; x++)
			c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
		LANE_UNROLL
		for (int x = 0; x < 5; x++) {
			d = c[(x + 4) % 5] ^ lane_rotl(c[(x + 1) % 5], 1);
			LANE_UNROLL
			for (int y = 0; y < 5; y++)
				b[y + 5 * ((2 * x + 3 * y) % 5)] =
					lane_rotl(a[x + 5 * y] ^ d, turn[x + 5 * y]);
		}
		LANE_UNROLL
		for (int i = 0; i < 25; i++) {
			int row = i / 5 * 5;
			a[i] = b[i] ^ (~b[row + (i + 1) % 5] & b[row + (i + 2) % 5]);
		}
		a[0] ^= lane_all(sn_keccak_round_constants[round]);
	}
}

/* As sn_keccak256_short_many. */
LANE_CALL void lane_keccak_short(struct sn_hash *out, const struct sn_short_message *in, size_t n)
{
	struct sn_short_message messages[LANES];
	struct sn_hash hashes[LANES];
	lane a[25];

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			messages[l] = in[at + l < n ? at + l : at];
		LANE_UNROLL
		for (size_t i = 0; i < 25; i++)
			a[i] = i < SN_SHORT_WORDS ? lane_gather(messages[0].b + 8 * i, sizeof *messages)
						  : lane_all(0);
		a[SN_KECCAK_RATE / 8 - 1] = lane_all(UINT64_C(1) << 63);
		lane_keccak_permute(a);
		LANE_UNROLL
		for (size_t i = 0; i < 4; i++)
			lane_scatter(hashes[0].b + 8 * i, sizeof *hashes, a[i]);
		for (size_t l = 0; l < LANES && at + l < n; l++)
			out[at + l] = hashes[l];
	}
	sn_wipe(messages, sizeof messages);
	sn_wipe(hashes, sizeof hashes);
	sn_wipe(a, sizeof a);
}

#endif
#endif
