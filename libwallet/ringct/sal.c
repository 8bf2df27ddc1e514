#include "ringct/sal.h"

#include "crypto/group.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "kernel/subgroup.h"

#include <string.h>

_Static_assert(sizeof(struct sn_sal) == SN_SAL_BYTES, "six points, then six scalars");

int sn_sal_load(struct sn_sal *proof, const void *bytes, size_t len)
{
	memset(proof, 0, sizeof *proof);
	if (len != sizeof *proof)
		return SN_BAD_INPUT;
	memcpy(proof, bytes, len);
	return SN_OK;
}

void sn_sal_absorb_statement(struct sn_blake2b *h, const struct sn_sal_statement *statement)
{
	const struct sn_input_tuple *input = &statement->input;
	const struct sn_point *const points[] = {&input->o, &input->i, &input->c, &input->r,
						 &statement->image};

	sn_blake2b_update(h, statement->message.b, sizeof statement->message.b);
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		sn_blake2b_update(h, points[i]->b, sizeof points[i]->b);
}

void sn_sal_challenge(struct sn_scalar *e, const struct sn_sal_statement *statement,
		      const struct sn_sal_commitments *commitments, const struct sn_fcmp_constants *constants)
{
	struct sn_blake2b h;
	uint8_t digest[64];

	sn_blake2b_init(&h, sizeof digest, NULL, &constants->challenge_person);
	sn_sal_absorb_statement(&h, statement);
	sn_blake2b_update(&h, commitments, sizeof *commitments);
	sn_blake2b_final(&h, digest);
	sn_scalar_reduce64(e, digest);
}

static bool has_canonical_scalars(const struct sn_sal *proof)
{
	return sn_scalar_is_canonical(&proof->s_alpha) && sn_scalar_is_canonical(&proof->s_beta) &&
	       sn_scalar_is_canonical(&proof->s_delta) && sn_scalar_is_canonical(&proof->s_y) &&
	       sn_scalar_is_canonical(&proof->s_z) && sn_scalar_is_canonical(&proof->s_rp);
}

/* The points of statement and proof, and the bases; each with a table if it has a factor. */
enum { O_TILDE, I_TILDE, R, C_TILDE, IMAGE, P, A, B, R_O, R_P, R_L, DECODED };
enum { T_O, T_I, T_IMAGE, T_P, T_A, T_LINK, T_G, T_T, T_U, T_V, TABLES };

struct verifier {
	struct sn_ge point[DECODED];
	struct sn_table table[TABLES];
};

static int decode(struct verifier *v, const struct sn_sal *proof, const struct sn_sal_statement *statement)
{
	const struct sn_input_tuple *input = &statement->input;
	const struct sn_sal_commitments *c = &proof->commitments;
	const struct sn_point encoded[DECODED] = {
		[O_TILDE] = input->o,
		[I_TILDE] = input->i,
		[R] = input->r,
		[C_TILDE] = input->c,
		[IMAGE] = statement->image,
		[P] = c->p,
		[A] = c->a,
		[B] = c->b,
		[R_O] = c->r_o,
		[R_P] = c->r_p,
		[R_L] = c->r_l,
	};

	return sn_subgroup_decode(v->point, encoded, DECODED);
}

static void make_tables(struct verifier *v, const struct sn_fcmp_constants *constants)
{
	const struct sn_ge *point = v->point;
	struct sn_ge base[TABLES] = {
		[T_O] = point[O_TILDE],     [T_I] = point[I_TILDE],     [T_IMAGE] = point[IMAGE],
		[T_P] = point[P],           [T_A] = point[A],           [T_G] = sn_ge_base,
		[T_T] = constants->t.point, [T_U] = constants->u.point, [T_V] = constants->v.point,
	};

	/* P - O~ - R */
	sn_ge_sub(&base[T_LINK], &point[P], &point[O_TILDE]);
	sn_ge_sub(&base[T_LINK], &base[T_LINK], &point[R]);
	sn_kernel()->sums.tables(v->table, base, TABLES);
}

static bool is_sum(const struct sn_ge *expected, const struct sn_sum_term *terms, size_t n)
{
	struct sn_ge sum;

	sn_kernel()->sums.sum(&sum, terms, n);
	return sn_ge_is_equal(&sum, expected);
}

/* The equations of the header, solved for B, R_O, R_P and R_L. */
static bool equations_hold(const struct verifier *v, const struct sn_sal *proof, const struct sn_scalar *e)
{
	const struct sn_table *t = v->table;
	struct sn_scalar minus_e, minus_ee, minus_s_z, e_alpha, e_beta, alpha_beta;

	sn_scalar_neg(&minus_e, e);
	sn_scalar_mul(&minus_ee, &minus_e, e);
	sn_scalar_neg(&minus_s_z, &proof->s_z);
	sn_scalar_mul(&e_alpha, e, &proof->s_alpha);
	sn_scalar_mul(&e_beta, e, &proof->s_beta);
	sn_scalar_mul(&alpha_beta, &proof->s_alpha, &proof->s_beta);

	const struct sn_sum_term b[] = {
		{&t[T_G], e_alpha, true},        {&t[T_V], e_beta, true},   {&t[T_U], alpha_beta, true},
		{&t[T_T], proof->s_delta, true}, {&t[T_P], minus_ee, true}, {&t[T_A], minus_e, true},
	};
	const struct sn_sum_term r_o[] = {
		{&t[T_G], proof->s_alpha, true}, {&t[T_T], proof->s_y, true}, {&t[T_O], minus_e, true}};
	const struct sn_sum_term r_p[] = {
		{&t[T_U], proof->s_z, true}, {&t[T_T], proof->s_rp, true}, {&t[T_LINK], minus_e, true}};
	const struct sn_sum_term r_l[] = {
		{&t[T_I], proof->s_alpha, true}, {&t[T_U], minus_s_z, true}, {&t[T_IMAGE], minus_e, true}};
	return is_sum(&v->point[B], b, 6) && is_sum(&v->point[R_O], r_o, 3) &&
	       is_sum(&v->point[R_P], r_p, 3) && is_sum(&v->point[R_L], r_l, 3);
}

int sn_sal_verify(const struct sn_sal *proof, const struct sn_sal_statement *statement,
		  const struct sn_fcmp_constants *constants)
{
	struct verifier v;
	struct sn_scalar e;

	if (!has_canonical_scalars(proof) || decode(&v, proof, statement) < 0)
		return SN_REFUSED;
	sn_sal_challenge(&e, statement, &proof->commitments, constants);
	make_tables(&v, constants);
	return equations_hold(&v, proof, &e) ? SN_OK : SN_REFUSED;
}
