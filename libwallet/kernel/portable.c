#include "kernel/portable.h"

#include "base/bytes.h"
#include "base/secret.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/torsion.h"
#include "crypto/x25519.h"
#include "kernel/cryptonight_portable.h"
#include "kernel/ring_vartime.h"

#include <stdlib.h>
#include <string.h>

static bool is_supported(void)
{
	return true;
}

static void decode(struct sn_ge *r, bool *is_valid, const struct sn_point *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		is_valid[i] = sn_ge_decode(&r[i], &in[i]) == SN_OK;
		if (!is_valid[i])
			r[i] = sn_ge_identity;
	}
}

static void torsion_free(bool *is_free, const struct sn_ge *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		is_free[i] = sn_ge_is_torsion_free_vartime(&p[i]);
}

static void hash_to_points(struct sn_ge *r, const struct sn_hash *in, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		sn_ge_from_hash(&r[i], in[i].b);
		sn_ge_mul8(&r[i], &r[i]);
	}
}

static int derive(struct sn_point *derivations, bool *is_valid, const struct sn_point *keys, size_t n,
		  const struct sn_scalar *secret)
{
	struct sn_digits16 digits;
	struct sn_ge *p = calloc(n ? n : 1, sizeof *p);
	struct sn_fe *scratch = calloc(n ? n : 1, sizeof *scratch);
	int ret = SN_IO;

	if (!p || !scratch)
		goto out;
	sn_digits16(&digits, secret);
	decode(p, is_valid, keys, n);
	for (size_t i = 0; i < n; i++) {
		if (!is_valid[i])
			continue;
		sn_ge_mul_digits16(&p[i], &digits, &p[i]);
		sn_ge_mul8(&p[i], &p[i]);
	}
	sn_ge_encode_scratch(derivations, p, n, scratch);
	for (size_t i = 0; i < n; i++) {
		if (!is_valid[i])
			derivations[i] = (struct sn_point){{0}};
	}
	ret = SN_OK;
out:
	sn_wipe(&digits, sizeof digits);
	if (p)
		sn_wipe(p, n * sizeof *p);
	if (scratch)
		sn_wipe(scratch, n * sizeof *scratch);
	free(p);
	free(scratch);
	return ret;
}

enum { AT_ONCE = 64 }; /* points encoded with one inversion */

static void add_base(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n)
{
	struct sn_ge sum[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		for (size_t i = 0; i < count; i++) {
			sn_ge_mul_base(&sum[i], &s[at + i]);
			sn_ge_add(&sum[i], &p[at + i], &sum[i]);
		}
		sn_ge_encode_many(r + at, sum, count);
	}
	sn_wipe(sum, (n < AT_ONCE ? n : AT_ONCE) * sizeof *sum);
}

static void multiply(struct sn_point *r, const struct sn_ge *p, const struct sn_scalar *s, size_t n)
{
	struct sn_ge product[AT_ONCE];

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		for (size_t i = 0; i < count; i++)
			sn_ge_mul(&product[i], &s[at + i], &p[at + i]);
		sn_ge_encode_many(r + at, product, count);
	}
	sn_wipe(product, (n < AT_ONCE ? n : AT_ONCE) * sizeof *product);
}

/* X = x/z, and 0 for z = 0, where 0/1 takes the place of x/z: AT_ONCE divisions share an inversion, which a
 * zero would spoil. */
static void x25519(struct sn_x25519 *r, const struct sn_x25519 *u, size_t n, const struct sn_scalar *secret)
{
	struct sn_fe x[AT_ONCE], z[AT_ONCE], before[AT_ONCE], base, rest;

	for (size_t at = 0; at < n; at += AT_ONCE) {
		size_t count = n - at < AT_ONCE ? n - at : AT_ONCE;
		rest = SN_FE_ONE;
		for (size_t i = 0; i < count; i++) {
			sn_fe_from_bytes(&base, u[at + i].b);
			sn_x25519_ladder(&x[i], &z[i], secret, &base);
			uint64_t is_zero = sn_ct_mask(sn_fe_is_zero(&z[i]));
			sn_fe_cmov(&x[i], &SN_FE_ZERO, is_zero);
			sn_fe_cmov(&z[i], &SN_FE_ONE, is_zero);
			before[i] = rest;
			sn_fe_mul(&rest, &rest, &z[i]);
		}
		sn_fe_invert(&rest, &rest);
		for (size_t i = count; i-- > 0;) {
			sn_fe_mul(&before[i], &before[i], &rest); /* 1/z */
			sn_fe_mul(&rest, &rest, &z[i]);
			sn_fe_mul(&x[i], &x[i], &before[i]);
			sn_fe_to_bytes(r[at + i].b, &x[i]);
		}
	}
	sn_wipe(x, (n < AT_ONCE ? n : AT_ONCE) * sizeof *x);
	sn_wipe(z, (n < AT_ONCE ? n : AT_ONCE) * sizeof *z);
	sn_wipe(before, (n < AT_ONCE ? n : AT_ONCE) * sizeof *before);
	sn_wipe(&base, sizeof base);
	sn_wipe(&rest, sizeof rest);
}

static void keccak_short(struct sn_hash *out, const struct sn_short_message *in, size_t n)
{
	uint64_t a[25];

	for (size_t i = 0; i < n; i++) {
		memset(a, 0, sizeof a);
		for (size_t k = 0; k < SN_SHORT_WORDS; k++)
			a[k] = sn_load_u64(in[i].b + 8 * k);
		a[SN_KECCAK_RATE / 8 - 1] ^= UINT64_C(1) << 63;
		sn_keccak_permute(a);
		for (size_t k = 0; k < 4; k++)
			sn_store_u64(out[i].b + 8 * k, a[k]);
	}
	sn_wipe(a, sizeof a);
}

const struct sn_kernel sn_kernel_portable = {
	.name = "portable",
	.lanes = 1,
	.is_supported = is_supported,
	.derive = derive,
	.decode = decode,
	.torsion_free = torsion_free,
	.hash_to_points = hash_to_points,
	.add_base = add_base,
	.multiply = multiply,
	.x25519 = x25519,
	.keccak_short = keccak_short,
	.cryptonight = sn_cryptonight_portable,
	.sums = {.tables = sn_sums_tables,
		 .sum = sn_sums_sum,
		 .select = sn_sums_select,
		 .fold = sn_sums_fold},
	.ring = &sn_ring_portable,
	.ring_vartime = &sn_ring_portable_vartime,
};
