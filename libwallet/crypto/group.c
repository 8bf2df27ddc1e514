#include "crypto/group.h"

#include "base/secret.h"
#include "crypto/group_formulas.h"

#include <string.h>

/* Points that share an inversion if the caller does not provide memory for more. */
#define BATCH 128

int sn_ge_decode(struct sn_ge *r, const struct sn_point *p)
{
	struct sn_ge q;
	struct sn_fe u, v;
	uint8_t canonical[32];
	bool sign = p->b[31] >> 7;

	sn_fe_from_bytes(&q.y, p->b);
	sn_fe_to_bytes(canonical, &q.y);
	if (memcmp(canonical, p->b, 31) != 0 || canonical[31] != (p->b[31] & 0x7f))
		return SN_BAD_INPUT;

	/* x² = (y² - 1)/(d·y² + 1); the denominator is never 0, because -1/d is not a square. */
	q.z = SN_FE_ONE;
	sn_fe_sqr(&u, &q.y);
	sn_fe_mul(&v, &u, &sn_fe_d);
	sn_fe_sub(&u, &u, &q.z);
	sn_fe_add(&v, &v, &q.z);
	if (!sn_fe_sqrt_ratio(&q.x, &u, &v))
		return SN_BAD_INPUT;
	if (sn_fe_is_zero(&q.x) && sign)
		return SN_BAD_INPUT;
	if (sn_fe_is_negative(&q.x) != sign)
		sn_fe_neg(&q.x, &q.x);
	sn_fe_mul(&q.t, &q.x, &q.y);
	*r = q;
	return SN_OK;
}

static void encode(struct sn_point *r, const struct sn_ge *p, const struct sn_fe *z_inverse)
{
	struct sn_fe x, y;

	sn_fe_mul(&x, &p->x, z_inverse);
	sn_fe_mul(&y, &p->y, z_inverse);
	sn_fe_to_bytes(r->b, &y);
	r->b[31] |= (uint8_t)(sn_fe_is_negative(&x) << 7);
}

/* inv[i] = 1/z of p[i], with one inversion (Montgomery's trick). Because the formulas are complete, no z is
 * 0, and no point can spoil the others. */
static void invert_z(struct sn_fe *inv, const struct sn_ge *p, size_t n)
{
	struct sn_fe rest = SN_FE_ONE;

	for (size_t i = 0; i < n; i++) {
		inv[i] = rest;
		sn_fe_mul(&rest, &rest, &p[i].z);
	}
	sn_fe_invert(&rest, &rest);
	for (size_t i = n; i-- > 0;) {
		sn_fe_mul(&inv[i], &inv[i], &rest);
		sn_fe_mul(&rest, &rest, &p[i].z);
	}
	sn_wipe(&rest, sizeof rest);
}

void sn_ge_encode(struct sn_point *r, const struct sn_ge *p)
{
	struct sn_fe inv;

	sn_fe_invert(&inv, &p->z);
	encode(r, p, &inv);
}

void sn_ge_encode_scratch(struct sn_point *r, const struct sn_ge *p, size_t n, struct sn_fe *scratch)
{
	invert_z(scratch, p, n);
	for (size_t i = 0; i < n; i++)
		encode(&r[i], &p[i], &scratch[i]);
}

void sn_ge_encode_many(struct sn_point *r, const struct sn_ge *p, size_t n)
{
	struct sn_fe inv[BATCH];

	for (size_t at = 0; at < n; at += BATCH) {
		size_t count = n - at < BATCH ? n - at : BATCH;
		sn_ge_encode_scratch(r + at, p + at, count, inv);
	}
	sn_wipe(inv, sizeof inv);
}

void sn_ge_to_affine_many(struct sn_ge_affine *r, const struct sn_ge *p, size_t n)
{
	struct sn_fe inv[BATCH], x, y;

	for (size_t at = 0; at < n; at += BATCH) {
		size_t count = n - at < BATCH ? n - at : BATCH;
		invert_z(inv, p + at, count);
		for (size_t i = 0; i < count; i++) {
			sn_fe_mul(&x, &p[at + i].x, &inv[i]);
			sn_fe_mul(&y, &p[at + i].y, &inv[i]);
			sn_fe_add(&r[at + i].y_plus_x, &y, &x);
			sn_fe_sub(&r[at + i].y_minus_x, &y, &x);
			sn_fe_mul(&x, &x, &y);
			sn_fe_mul(&r[at + i].xy2d, &x, &sn_fe_2d);
		}
	}
	sn_wipe(inv, sizeof inv);
}

void sn_ge_cache(struct sn_ge_cached *r, const struct sn_ge *p)
{
	sn_fe_add(&r->y_plus_x, &p->y, &p->x);
	sn_fe_sub(&r->y_minus_x, &p->y, &p->x);
	sn_fe_add(&r->z2, &p->z, &p->z);
	sn_fe_mul(&r->t2d, &p->t, &sn_fe_2d);
}

void sn_ge_add_cached(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_cached *q)
{
	struct sn_ge_completed c;

	sn_ge_add_cached_completed(&c, p, q);
	sn_ge_complete(r, &c);
}

void sn_ge_sub_cached(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_cached *q)
{
	struct sn_ge_completed c;

	sn_ge_sub_cached_completed(&c, p, q);
	sn_ge_complete(r, &c);
}

void sn_ge_add_affine(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_affine *q)
{
	struct sn_ge_completed c;

	sn_ge_add_affine_completed(&c, p, q);
	sn_ge_complete(r, &c);
}

void sn_ge_sub_affine(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge_affine *q)
{
	struct sn_ge_completed c;

	sn_ge_sub_affine_completed(&c, p, q);
	sn_ge_complete(r, &c);
}

void sn_ge_add(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge *q)
{
	struct sn_ge_cached c;

	sn_ge_cache(&c, q);
	sn_ge_add_cached(r, p, &c);
}

void sn_ge_sub(struct sn_ge *r, const struct sn_ge *p, const struct sn_ge *q)
{
	struct sn_ge_cached c;

	sn_ge_cache(&c, q);
	sn_ge_sub_cached(r, p, &c);
}

void sn_ge_neg(struct sn_ge *r, const struct sn_ge *p)
{
	sn_fe_neg(&r->x, &p->x);
	r->y = p->y;
	r->z = p->z;
	sn_fe_neg(&r->t, &p->t);
}

void sn_ge_double(struct sn_ge *r, const struct sn_ge *p)
{
	struct sn_ge_completed c;

	sn_ge_double_completed(&c, p);
	sn_ge_complete(r, &c);
}

void sn_ge_mul8(struct sn_ge *r, const struct sn_ge *p)
{
	*r = *p;
	sn_ge_double_times(r, 3);
}

bool sn_ge_is_identity(const struct sn_ge *p)
{
	bool x_is_0 = sn_fe_is_zero(&p->x), y_is_1 = sn_fe_is_equal(&p->y, &p->z);

	return x_is_0 & y_is_1;
}

bool sn_ge_is_equal(const struct sn_ge *p, const struct sn_ge *q)
{
	struct sn_fe a, b, c, d;

	sn_fe_mul(&a, &p->x, &q->z);
	sn_fe_mul(&b, &q->x, &p->z);
	sn_fe_mul(&c, &p->y, &q->z);
	sn_fe_mul(&d, &q->y, &p->z);
	bool same_x = sn_fe_is_equal(&a, &b), same_y = sn_fe_is_equal(&c, &d);
	return same_x & same_y;
}
