#include "crypto/x25519.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"

#define A 486662

const struct sn_x25519 sn_x25519_base = {{9}};

/* (x2:z2) and (x3:z3) are the u of j·P and (j + 1)·P, where j has the bits of k that were read. Each step
 * doubles one of them and replaces the other by their sum. The sum does not depend on their order, so only
 * the operands of the doubling are selected; (x2:z2) is the doubled point. */
void sn_x25519_ladder(struct sn_fe *x, struct sn_fe *z, const struct sn_scalar *k, const struct sn_fe *u)
{
	struct sn_fe x2 = SN_FE_ONE, z2 = SN_FE_ZERO, x3 = *u, z3 = SN_FE_ONE;
	struct sn_fe s2, d2, s3, d3;
	uint64_t previous = 0;

	for (int i = 254; i >= 0; i--) {
		uint64_t bit = k->b[i / 8] >> (i % 8) & 1, other = sn_ct_mask(bit ^ previous);
		previous = bit;

		sn_fe_add(&s2, &x2, &z2);
		sn_fe_sub(&d2, &x2, &z2);
		sn_fe_add(&s3, &x3, &z3);
		sn_fe_sub(&d3, &x3, &z3);
		sn_fe_mul(&x3, &d3, &s2);
		sn_fe_mul(&z3, &d2, &s3);
		sn_fe_cmov(&s2, &s3, other);
		sn_fe_cmov(&d2, &d3, other);

		sn_fe_add(&s3, &x3, &z3);
		sn_fe_sub(&d3, &x3, &z3);
		sn_fe_sqr(&x3, &s3);
		sn_fe_sqr(&z3, &d3);
		sn_fe_mul(&z3, &z3, u);

		/* 4·X·Z = s² - d² =: e; X' = s²·d², Z' = e·(s² + (A - 2)/4·e) */
		sn_fe_sqr(&s2, &s2);
		sn_fe_sqr(&d2, &d2);
		sn_fe_mul(&x2, &s2, &d2);
		sn_fe_sub(&d2, &s2, &d2);
		sn_fe_mul_small(&z2, &d2, (A - 2) / 4);
		sn_fe_add(&z2, &z2, &s2);
		sn_fe_mul(&z2, &d2, &z2);
	}
	/* The last bit decides which of the two is k·P. */
	sn_fe_cmov(&x2, &x3, sn_ct_mask(previous));
	sn_fe_cmov(&z2, &z3, sn_ct_mask(previous));
	*x = x2;
	*z = z2;
}

/* r = x/z, and 0 for z = 0. */
static void encode(struct sn_x25519 *r, const struct sn_fe *x, const struct sn_fe *z)
{
	struct sn_fe u;

	sn_fe_invert(&u, z);
	sn_fe_mul(&u, &u, x);
	sn_fe_to_bytes(r->b, &u);
	sn_wipe(&u, sizeof u);
}

void sn_x25519(struct sn_x25519 *r, const struct sn_scalar *k, const struct sn_x25519 *u)
{
	struct sn_fe x, z, base;

	sn_fe_from_bytes(&base, u->b);
	sn_x25519_ladder(&x, &z, k, &base);
	encode(r, &x, &z);
	SN_FAULT_POINT("x25519", r, sizeof *r);
	sn_wipe(&base, sizeof base);
	sn_wipe(&x, sizeof x);
	sn_wipe(&z, sizeof z);
}

/* The identity has y = 1, and gives 0. */
static void convert(struct sn_x25519 *r, const struct sn_ge *p)
{
	struct sn_fe x, z;

	sn_fe_add(&x, &p->z, &p->y);
	sn_fe_sub(&z, &p->z, &p->y);
	sn_fe_carry(&x, &x);
	sn_fe_carry(&z, &z);
	encode(r, &x, &z);
	sn_wipe(&x, sizeof x);
	sn_wipe(&z, sizeof z);
}

void sn_x25519_mul_base(struct sn_x25519 *r, const struct sn_scalar *k)
{
	struct sn_scalar low = *k;
	struct sn_ge p;

	low.b[31] &= 0x7f;
	sn_ge_mul_base(&p, &low);
	convert(r, &p);
	sn_wipe(&low, sizeof low);
	sn_wipe(&p, sizeof p);
}

int sn_x25519_from_ge(struct sn_x25519 *r, const struct sn_ge *p)
{
	bool is_identity = sn_ge_is_identity(p);

	convert(r, p);
	SN_PUBLIC(&is_identity, sizeof is_identity); /* the return value is */
	return is_identity ? SN_BAD_INPUT : SN_OK;
}

int sn_x25519_from_point(struct sn_x25519 *r, const struct sn_point *p)
{
	struct sn_ge ge;

	*r = (struct sn_x25519){{0}};
	return sn_ge_decode(&ge, p) ? SN_BAD_INPUT : sn_x25519_from_ge(r, &ge);
}
