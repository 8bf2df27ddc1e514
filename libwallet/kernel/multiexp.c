#include "kernel/multiexp.h"

#include "base/secret.h"
#include "crypto/ct.h"
#include "crypto/group_formulas.h"

enum {
	MULTIPLES = 8,
	WINDOWS = 64,
	BATCH = 16,       /* tables per inversion: 20 KB of stack, the inversion down to 3 % of the work */
	INTERLEAVED = 64, /* terms that share doublings; their tables fit the second-level cache */
};

static const struct sn_ge_affine affine_identity = {
	.y_plus_x = {{1}},
	.y_minus_x = {{1}},
};

static void make_batch(struct sn_multiples *t, const struct sn_ge *p, size_t n)
{
	struct sn_ge odd[BATCH * MULTIPLES] = {0};
	struct sn_ge twice;
	struct sn_ge_cached step;

	for (size_t i = 0; i < n; i++) {
		struct sn_ge *m = odd + i * MULTIPLES;
		sn_ge_double(&twice, &p[i]);
		sn_ge_cache(&step, &twice);
		m[0] = p[i];
		for (size_t j = 1; j < MULTIPLES; j++)
			sn_ge_add_cached(&m[j], &m[j - 1], &step);
	}
	sn_ge_to_affine_many(t->m, odd, n * MULTIPLES);
	for (size_t i = 0; i < n * MULTIPLES; i++) {
		struct sn_ge_affine *m = &t[i / MULTIPLES].m[i % MULTIPLES];
		sn_fe_carry(&m->y_plus_x, &m->y_plus_x);
		sn_fe_carry(&m->y_minus_x, &m->y_minus_x);
	}
	sn_wipe(odd, sizeof odd);
	sn_wipe(&twice, sizeof twice);
	sn_wipe(&step, sizeof step);
}

void sn_multiples_make(struct sn_multiples *t, const struct sn_ge *p, size_t n)
{
	for (size_t i = 0; i < n; i += BATCH)
		make_batch(t + i, p + i, n - i < BATCH ? n - i : BATCH);
}

SN_FE_INLINE void pick(struct sn_fe *picked, const struct sn_fe *a, uint64_t mask)
{
#pragma GCC unroll 10
	for (int i = 0; i < SN_FE_LIMBS; i++)
		picked->v[i] |= (sn_fe_limb)mask & a->v[i];
}

/* The digit 2·nibble - 15 times the point. Reads the whole table: the addresses must not depend on the digit.
 */
static void lookup(struct sn_ge_affine *r, const struct sn_multiples *t, uint8_t nibble)
{
	uint64_t negative = sn_ct_mask(1 ^ nibble >> 3);
	uint64_t index = (nibble ^ negative) & 7;
	struct sn_fe plus = {{0}}, minus = {{0}}, product = {{0}}, opposite;

#pragma GCC unroll 8
	for (size_t j = 0; j < MULTIPLES; j++) {
		uint64_t mask = sn_ct_mask_equal(j, index);
		pick(&plus, &t->m[j].y_plus_x, mask);
		pick(&minus, &t->m[j].y_minus_x, mask);
		pick(&product, &t->m[j].xy2d, mask);
	}

	/* -(x, y) = (-x, y): exchange the first two, negate the third. */
	r->y_plus_x = plus;
	r->y_minus_x = minus;
	r->xy2d = product;
	sn_fe_cmov(&r->y_plus_x, &minus, negative);
	sn_fe_cmov(&r->y_minus_x, &plus, negative);
	sn_fe_sub(&opposite, &SN_FE_ZERO, &product);
	sn_fe_cmov(&r->xy2d, &opposite, negative);
}

/* r += P if bit = 1, in constant time. */
static void add_if(struct sn_ge *r, const struct sn_ge_affine *p, uint8_t bit)
{
	struct sn_ge_affine q = affine_identity;
	uint64_t mask = sn_ct_mask(bit);

	sn_fe_cmov(&q.y_plus_x, &p->y_plus_x, mask);
	sn_fe_cmov(&q.y_minus_x, &p->y_minus_x, mask);
	sn_fe_cmov(&q.xy2d, &p->xy2d, mask);
	sn_ge_add_affine(r, r, &q);
}

static void sub_if(struct sn_ge *r, const struct sn_ge_affine *p, uint8_t bit)
{
	struct sn_ge_affine opposite = {.y_plus_x = p->y_minus_x, .y_minus_x = p->y_plus_x};

	sn_fe_neg(&opposite.xy2d, &p->xy2d);
	add_if(r, &opposite, bit);
}

void sn_digits_make(struct sn_digits *d, const struct sn_scalar *a)
{
	/* With c = (a + 2^256 - 1) / 2 for odd a, a = Σ (2·cᵢ - 1)·2^i over the 256 bits of c: every
	 * bit is a sign, and four of them are an odd digit. c is a >> 1 with bit 255 set. */
	for (size_t i = 0; i < 32; i++) {
		uint8_t next = i < 31 ? a->b[i + 1] : 1;
		uint8_t c = (uint8_t)(a->b[i] >> 1 | next << 7);
		d->nibble[2 * i] = c & 15;
		d->nibble[2 * i + 1] = c >> 4;
	}
	d->even = 1 ^ (a->b[0] & 1);
}

/* r += the digit's multiple. The multiple remains in `q`, which the caller wipes. T of r is computed only if
 * `more`: another addition follows. */
SN_FE_INLINE void add_digit(struct sn_ge *r, struct sn_ge_affine *q, const struct sn_multiples *t,
			    uint8_t nibble, bool more)
{
	struct sn_ge_completed c;

	lookup(q, t, nibble);
	sn_ge_add_affine_completed(&c, r, q);
	sn_ge_complete_xyz(r, &c);
	if (more)
		sn_fe_mul(&r->t, &c.e, &c.h);
}

void sn_multiexp(struct sn_ge *r, const struct sn_term *terms, size_t n)
{
	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_affine q;

	for (size_t w = WINDOWS; w-- > 0;) {
		if (w < WINDOWS - 1)
			sn_ge_double_times(&sum, 4);
		for (size_t i = 0; i < n; i++)
			add_digit(&sum, &q, terms[i].multiples, terms[i].digits.nibble[w],
				  i < n - 1 || w == 0);
	}
	for (size_t i = 0; i < n; i++)
		sub_if(&sum, &terms[i].multiples->m[0], terms[i].digits.even);
	*r = sum;
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&q, sizeof q);
}

void sn_naf_make_vartime(struct sn_naf *naf, const struct sn_scalar *a, unsigned width)
{
	unsigned carry = 0;

	naf->n = 0;
	for (size_t at = 0; at < 256;) {
		unsigned bits = a->b[at / 8];
		if (at / 8 < 31)
			bits |= (unsigned)a->b[at / 8 + 1] << 8;
		bits >>= at % 8;
		if ((bits & 1) == carry) {
			at++;
			continue;
		}
		/* Odd, below 2^width; above half of that, 2^width is subtracted and carried. */
		int digit = (int)((bits & ((1u << width) - 1)) + carry);
		carry = digit > 1 << (width - 1);
		naf->at[naf->n] = (uint8_t)at;
		naf->digit[naf->n++] = (int8_t)(digit - ((int)carry << width));
		at += width;
	}
}

/* One addition or subtraction. */
struct step {
	uint8_t term;
	int8_t digit;
};

/* Straus' method for up to INTERLEAVED terms. The digits are sorted by place, so that the loop over the
 * places skips all zeros. */
static void multiexp_vartime(struct sn_ge *r, const struct sn_public_term *terms, size_t n)
{
	struct step step[INTERLEAVED * SN_NAF_MAX];
	/* For each place: first the number of its steps, then their start, then their end. */
	uint16_t end[256] = {0};
	uint16_t total = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < terms[i].naf->n; k++)
			end[terms[i].naf->at[k]]++;
	for (size_t at = 0; at < 256; at++) {
		uint16_t count = end[at];
		end[at] = total;
		total = (uint16_t)(total + count);
	}
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < terms[i].naf->n; k++) {
			int digit = terms[i].naf->digit[k];
			step[end[terms[i].naf->at[k]]++] = (struct step){
				.term = (uint8_t)i,
				.digit = (int8_t)digit,
			};
		}
	}

	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_completed c;
	for (size_t at = 256; at-- > 0;) {
		sn_ge_double_completed(&c, &sum);
		for (size_t i = at ? end[at - 1] : 0; i < end[at]; i++) {
			int digit = step[i].digit;
			const struct sn_ge_affine *point =
				&terms[step[i].term].odd[(digit < 0 ? -digit : digit) / 2];
			sn_ge_complete(&sum, &c);
			if (digit < 0)
				sn_ge_sub_affine_completed(&c, &sum, point);
			else
				sn_ge_add_affine_completed(&c, &sum, point);
		}
		sn_ge_complete_xyz(&sum, &c);
	}
	sn_fe_mul(&sum.t, &c.e, &c.h);
	*r = sum;
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&c, sizeof c);
}

void sn_multiexp_vartime(struct sn_ge *r, const struct sn_public_term *terms, size_t n)
{
	struct sn_ge sum = sn_ge_identity, part;

	for (size_t i = 0; i < n; i += INTERLEAVED) {
		multiexp_vartime(&part, terms + i, n - i < INTERLEAVED ? n - i : INTERLEAVED);
		sn_ge_add(&sum, &sum, &part);
	}
	*r = sum;
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&part, sizeof part);
}

void sn_ge_mul2_vartime(struct sn_ge *r, const struct sn_scalar *a, const struct sn_ge *p,
			const struct sn_scalar *b, const struct sn_ge *q)
{
	const struct sn_ge points[2] = {*p, *q};
	struct sn_multiples t[2];
	struct sn_naf naf[2];
	const struct sn_public_term terms[2] = {{t[0].m, &naf[0]}, {t[1].m, &naf[1]}};

	sn_multiples_make(t, points, 2);
	sn_naf_make_vartime(&naf[0], a, SN_NAF_WIDTH);
	sn_naf_make_vartime(&naf[1], b, SN_NAF_WIDTH);
	sn_multiexp_vartime(r, terms, 2);
}

void sn_multiples_select_sum(struct sn_ge *r, const struct sn_multiples *const *t, const uint8_t *bit,
			     size_t n)
{
	struct sn_ge sum = sn_ge_identity;

	for (size_t i = 0; i < n; i++)
		add_if(&sum, &t[i]->m[0], bit[i]);
	*r = sum;
	sn_wipe(&sum, sizeof sum);
}

void sn_comb_make(struct sn_comb *c, const struct sn_ge *p, unsigned bits)
{
	struct sn_ge part[4];

	part[0] = *p;
	for (size_t i = 1; i < 4; i++) {
		part[i] = part[i - 1];
		sn_ge_double_times(&part[i], bits / 4);
	}
	c->bits = bits;
	sn_multiples_make(c->part, part, 4);
}

void sn_comb_mul(struct sn_ge *r, const struct sn_comb *c, const struct sn_scalar *a)
{
	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_affine q;
	struct sn_digits d;
	size_t windows = c->bits / 16; /* of a part */

	/* Of `bits` bits, the highest sign is positive (sn_digits_make). */
	sn_digits_make(&d, a);
	d.nibble[4 * windows - 1] |= 8;
	for (size_t w = windows; w-- > 0;) {
		if (w < windows - 1)
			sn_ge_double_times(&sum, 4);
		for (size_t i = 0; i < 4; i++)
			add_digit(&sum, &q, &c->part[i], d.nibble[windows * i + w], i < 3 || w == 0);
	}
	sub_if(&sum, &c->part[0].m[0], d.even);
	*r = sum;
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&q, sizeof q);
	sn_wipe(&d, sizeof d);
}
