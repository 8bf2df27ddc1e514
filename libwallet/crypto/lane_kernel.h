/* crypto/lane_kernel.h - a kernel on lanes (crypto/kernel.h), put together for the instruction set that the including source
 * file has named (crypto/lane.h). */
#ifndef SN_CRYPTO_LANE_KERNEL_H
#define SN_CRYPTO_LANE_KERNEL_H

#include "crypto/kernel.h"
#include "crypto/lane_base.h"
#include "crypto/lane_derive.h"
#include "crypto/lane_hash_to_point.h"
#include "crypto/lane_keccak.h"

#ifdef LANES

LANE_CALL void lane_decode(struct sn_ge *r, bool *is_valid, const struct sn_point *in, size_t n)
{
	struct sn_point points[LANES];
	struct sn_ge decoded[LANES];
	struct lane_ge p;

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			points[l] = in[at + l < n ? at + l : at];
		lane is_point = lane_ge_decode(&p, points);
		lane_ge_to_ge(decoded, &p);
		for (size_t l = 0; l < LANES && at + l < n; l++) {
			is_valid[at + l] = is_point[l] != 0;
			r[at + l] = is_valid[at + l] ? decoded[l] : sn_ge_identity;
		}
	}
}

LANE_CALL void lane_hash_to_points(struct sn_ge *r, const struct sn_hash *in, size_t n)
{
	struct sn_hash hashes[LANES];
	struct sn_ge points[LANES];
	struct lane_ge p;

	for (size_t at = 0; at < n; at += LANES) {
		for (size_t l = 0; l < LANES; l++)
			hashes[l] = in[at + l < n ? at + l : at];
		lane_hash_to_point(&p, hashes);
		lane_ge_to_ge(points, &p);
		for (size_t l = 0; l < LANES && at + l < n; l++)
			r[at + l] = points[l];
	}
}

#define LANE_KERNEL(its_name) \
	{ \
		.name = its_name, \
		.lanes = LANES, \
		.derive = lane_derive, \
		.decode = lane_decode, \
		.hash_to_points = lane_hash_to_points, \
		.add_base = lane_add_base, \
		.keccak_short = lane_keccak_short, \
	}

#endif
#endif
