#include "ringct/sal.h"

#include "chain_vectors.h"
#include "crypto/scalar.h"
#include "sal_vectors.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* A statement and its proof, which a test alters. */
struct claim {
	struct sn_sal_statement statement;
	struct sn_sal proof;
	const struct sn_fcmp_constants *constants;
};

enum { CLAIMS = SAL_SPENDS + SAL_STORED, POINTS = 6, SCALARS = 6 };

static void claim_vector(struct claim *c, size_t index)
{
	struct sal_spend_vector v;

	if (index < SAL_SPENDS) {
		sal_spend_vector(&v, index);
		*c = (struct claim){v.spend.statement, v.proof, v.spend.constants};
	} else {
		c->constants = &sn_fcmp_old;
		sal_stored_vector(&c->statement, &c->proof, index - SAL_SPENDS);
	}
}

static int verify(const struct claim *c)
{
	return sn_sal_verify(&c->proof, &c->statement, c->constants);
}

/* A word of the proof: six points, then six scalars. */
static uint8_t *word(struct claim *c, size_t i)
{
	return (uint8_t *)&c->proof + 32 * i;
}

Test(sal, vectors)
{
	struct claim c;

	for (size_t i = 0; i < CLAIMS; i++) {
		claim_vector(&c, i);
		cr_assert_eq(verify(&c), SN_OK, "%zu", i);
		c.constants = c.constants == &sn_fcmp_old ? &sn_fcmp_new : &sn_fcmp_old;
		cr_assert_eq(verify(&c), SN_REFUSED, "%zu, other constants", i);
	}
}

/* Among them, proofs that only the test of order refuses: each equation holds, up to torsion. */
Test(sal, lines_of_vectors)
{
	struct vectors lines;
	struct claim c;
	size_t valid = 0;

	vectors_open(&lines, "sal_verify.txt");
	while (vectors_next(&lines, "sal_verify")) {
		struct sn_sal_statement *s = &c.statement;
		uint8_t *const to[] = {s->message.b, s->input.o.b, s->input.i.b,
				       s->input.c.b, s->input.r.b, s->image.b};
		bool is_loaded = true;
		size_t len;
		cr_assert_eq(lines.n, 10);
		for (size_t i = 0; i < 6; i++) {
			/* tests/programs/vector-check.bats has those of other lengths. */
			is_loaded &= strlen(lines.word[i + 2]) == 64;
			if (is_loaded)
				vectors_bytes32(to[i], lines.word[i + 2]);
		}
		if (!is_loaded || !strcmp(lines.word[8], "x"))
			continue;
		uint8_t *proof = vectors_bytes(&len, lines.word[8]);
		c.constants = strcmp(lines.word[1], "old") ? &sn_fcmp_new : &sn_fcmp_old;
		bool is_valid = !sn_sal_load(&c.proof, proof, len) && !verify(&c);
		cr_assert_eq(is_valid, !strcmp(lines.word[9], "true"), "%zu", lines.seen);
		valid += is_valid;
		free(proof);
	}
	cr_assert_eq(valid, 11);
	vectors_close(&lines);
}

/* The generators and the personalization are needed each. */
Test(sal, each_constant_counts)
{
	struct sn_fcmp_constants constants;
	struct claim c;

	claim_vector(&c, 0);
	c.constants = &constants;
	constants = sn_fcmp_new;
	cr_assert_eq(verify(&c), SN_OK);
	constants.t = sn_fcmp_old.t;
	cr_assert_eq(verify(&c), SN_REFUSED);
	constants = sn_fcmp_new;
	constants.u = sn_fcmp_old.u;
	cr_assert_eq(verify(&c), SN_REFUSED);
	constants = sn_fcmp_new;
	constants.v = sn_fcmp_old.v;
	cr_assert_eq(verify(&c), SN_REFUSED);
	constants = sn_fcmp_new;
	constants.challenge_person = sn_fcmp_old.challenge_person;
	cr_assert_eq(verify(&c), SN_REFUSED);
}

Test(sal, every_changed_bit_is_refused)
{
	struct claim good, bad;

	claim_vector(&good, 1);
	for (size_t bit = 0; bit < 8 * sizeof bad.statement; bit++) {
		bad = good;
		((uint8_t *)&bad.statement)[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(verify(&bad), SN_REFUSED, "bit %zu of the statement", bit);
	}
	for (size_t bit = 0; bit < 8 * sizeof bad.proof; bit++) {
		bad = good;
		((uint8_t *)&bad.proof)[bit / 8] ^= (uint8_t)(1 << bit % 8);
		cr_assert_eq(verify(&bad), SN_REFUSED, "bit %zu of the proof", bit);
	}
}

static void refuse_points(struct claim *bad, struct sn_point *p, const char *what, size_t number)
{
	/* y = p + 1: no other point of the subgroup has a second encoding. */
	static const struct sn_point identity = {{1}}, no_point = {{2}},
				     not_canonical = {{0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
						       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
						       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
						       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}};
	const struct sn_point others[] = {point_plus(p, &sn_point_base),
					  point_plus(p, &point_order_2),
					  point_negative(p),
					  point_order_2,
					  identity,
					  no_point,
					  not_canonical};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		*p = others[i];
		cr_assert_eq(verify(bad), SN_REFUSED, "%s %zu: point %zu", what, number, i);
	}
}

Test(sal, altered_points_are_refused)
{
	struct claim good, bad;

	for (size_t k = 0; k < CLAIMS; k++) {
		claim_vector(&good, k);
		struct sn_point *const points[] = {&bad.statement.input.o, &bad.statement.input.i,
						   &bad.statement.input.r, &bad.statement.input.c,
						   &bad.statement.image};
		for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
			bad = good;
			refuse_points(&bad, points[i], "statement", i);
		}
		for (size_t i = 0; i < POINTS; i++) {
			bad = good;
			refuse_points(&bad, (struct sn_point *)word(&bad, i), "proof", i);
		}
	}
}

Test(sal, altered_scalars_are_refused)
{
	struct claim good, bad;
	struct sn_scalar s;

	for (size_t k = 0; k < CLAIMS; k++) {
		claim_vector(&good, k);
		for (size_t i = POINTS; i < POINTS + SCALARS; i++) {
			bad = good;
			memcpy(&s, word(&bad, i), 32);
			sn_scalar_add(&s, &s, &sn_scalar_one);
			memcpy(word(&bad, i), &s, 32);
			cr_assert_eq(verify(&bad), SN_REFUSED, "scalar %zu + 1", i);

			/* The same scalar, not reduced: every equation would hold. */
			bad = good;
			unsigned carry = 0;
			for (size_t at = 0; at < 32; at++) {
				carry += word(&bad, i)[at] + sn_scalar_order.b[at];
				word(&bad, i)[at] = (uint8_t)carry;
				carry >>= 8;
			}
			cr_assert(!carry);
			cr_assert_eq(verify(&bad), SN_REFUSED, "scalar %zu + l", i);
			memset(word(&bad, i), 0, 32);
			cr_assert_eq(verify(&bad), SN_REFUSED, "scalar %zu = 0", i);
		}
	}
}

Test(sal, other_lengths_are_refused)
{
	uint8_t bytes[SN_SAL_BYTES + 32];
	struct sn_sal proof, zero;
	struct claim c;

	claim_vector(&c, 0);
	memset(&zero, 0, sizeof zero);
	memset(bytes, 0, sizeof bytes);
	memcpy(bytes, &c.proof, sizeof c.proof);
	for (size_t len = 0; len <= sizeof bytes; len++) {
		memset(&proof, 0xff, sizeof proof);
		bool is_right = len == SN_SAL_BYTES;
		cr_assert_eq(sn_sal_load(&proof, bytes, len), is_right ? SN_OK : SN_BAD_INPUT, "%zu", len);
		cr_assert(!memcmp(&proof, is_right ? &c.proof : &zero, sizeof proof), "%zu", len);
	}
	c.proof = zero;
	cr_assert_eq(verify(&c), SN_REFUSED);
}

/* The words of one proof do not fit the statement of another, and neither do two words that change places. */
Test(sal, exchanged_values_are_refused)
{
	struct claim good, other, bad;

	claim_vector(&good, 1);
	claim_vector(&other, 2);
	for (size_t i = 0; i < POINTS + SCALARS; i++) {
		bad = good;
		memcpy(word(&bad, i), word(&other, i), 32);
		cr_assert_eq(verify(&bad), SN_REFUSED, "word %zu of another proof", i);
		for (size_t k = i + 1; k < (i < POINTS ? POINTS : POINTS + SCALARS); k++) {
			bad = good;
			memcpy(word(&bad, i), word(&good, k), 32);
			memcpy(word(&bad, k), word(&good, i), 32);
			cr_assert_eq(verify(&bad), SN_REFUSED, "words %zu and %zu", i, k);
		}
	}
	bad = good;
	bad.statement.input = other.statement.input;
	cr_assert_eq(verify(&bad), SN_REFUSED);
	bad = good;
	bad.statement.image = other.statement.image;
	cr_assert_eq(verify(&bad), SN_REFUSED);
	/* C~ stands before R in the challenge. */
	bad = good;
	bad.statement.input.c = good.statement.input.r;
	bad.statement.input.r = good.statement.input.c;
	cr_assert_eq(verify(&bad), SN_REFUSED);
}

Test(sal, challenge_of_vectors)
{
	struct sal_spend_vector v;
	struct sn_scalar e;

	for (size_t i = 0; i < SAL_SPENDS; i++) {
		sal_spend_vector(&v, i);
		sn_sal_challenge(&e, &v.spend.statement, &v.proof.commitments, v.spend.constants);
		cr_assert(sn_scalar_is_equal(&e, &v.e), "%s", v.tx);
	}
}
