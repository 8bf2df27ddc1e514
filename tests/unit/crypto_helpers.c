#include "crypto_helpers.h"
#include "seed.h"

#include "base/hex.h"
#include "crypto/hash_to_point.h"

#include <criterion/criterion.h>

struct sn_scalar scalar_from_hex(const char *hex)
{
	struct sn_scalar s;

	cr_assert_eq(sn_hex_decode(s.b, 32, hex), SN_OK, "bad hex: %s", hex);
	return s;
}

struct sn_point point_from_hex(const char *hex)
{
	struct sn_point p;

	cr_assert_eq(sn_hex_decode(p.b, 32, hex), SN_OK, "bad hex: %s", hex);
	return p;
}

const char *const torsion_hex[8] = {
	"0100000000000000000000000000000000000000000000000000000000000000",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
	"0000000000000000000000000000000000000000000000000000000000000080",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
	"0000000000000000000000000000000000000000000000000000000000000000",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
};

struct sn_ge torsion_point(int i)
{
	struct sn_point p = point_from_hex(torsion_hex[i]);
	struct sn_ge r;

	cr_assert_eq(sn_ge_decode(&r, &p), SN_OK);
	return r;
}

void assert_tight(const struct sn_fe *a)
{
#ifdef SN_FIELD_25
	for (int i = 0; i < SN_FE_LIMBS; i++) {
		const int32_t most = (int32_t)(1.01 * (1 << (25 - i % 2)));
		cr_assert(a->v[i] <= most && a->v[i] >= -most, "limb %d", i);
	}
#else
	for (int i = 0; i < SN_FE_LIMBS; i++)
		cr_assert_lt(a->v[i], (UINT64_C(1) << 51) + (1 << 13), "limb %d", i);
#endif
}

void slow_mul(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p)
{
	struct sn_ge sum = sn_ge_identity;

	for (int i = 255; i >= 0; i--) {
		sn_ge_add(&sum, &sum, &sum);
		if (a->b[i / 8] >> (i % 8) & 1)
			sn_ge_add(&sum, &sum, p);
	}
	*r = sum;
}

struct sn_random test_random(const char *name)
{
	return seed_stream(name);
}

struct sn_ge random_point(struct sn_random *g)
{
	uint8_t h[32];
	struct sn_ge p;

	sn_random_bytes(g, h, sizeof h);
	sn_ge_from_hash(&p, h);
	return p;
}

struct sn_scalar edge_scalar(int i)
{
	static const char *const hex[EDGES] = {
		"0000000000000000000000000000000000000000000000000000000000000000",
		"0100000000000000000000000000000000000000000000000000000000000000",
		"0200000000000000000000000000000000000000000000000000000000000000",
		"0f00000000000000000000000000000000000000000000000000000000000000",
		"1000000000000000000000000000000000000000000000000000000000000000",
		"ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
		"edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
		"eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
		"0000000000000000000000000000000000000000000000000000000000000010",
		"ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
		"8888888888888888888888888888888888888888888888888888888888888808",
		"7878787878787878787878787878787878787878787878787878787878787878",
	};

	return scalar_from_hex(hex[i]);
}
