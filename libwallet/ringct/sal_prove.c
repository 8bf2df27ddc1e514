#include "ringct/sal_prove.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "kernel/subgroup.h"

#include <sodium.h>

/* The bases that have a table. */
enum { G, T, U, V, I_TILDE, BASES };

/* Copies of the caller's values, and all that follows from them. Wiped. */
struct prover {
	struct sn_sal_statement statement; /* public */
	struct sn_sal_opening opening;
	struct sn_sal_witness witness;
	struct sn_sal_nonces nonce, nonce_again;
	struct {
		struct sn_scalar z, minus_r_z, alpha_beta, cross; /* cross = alpha·r_i + beta·x */
	} product;
	struct sn_table table[BASES];
	struct sn_ge point[6];
	struct sn_scalar e, ee, t;
};

/* r = a·P + b·Q */
static void sum2(struct sn_ge *r, const struct sn_table *p, const struct sn_scalar *a,
		 const struct sn_table *q, const struct sn_scalar *b)
{
	struct sn_sum_term terms[] = {{p, *a, false}, {q, *b, false}};

	sn_kernel()->sums.sum(r, terms, 2);
	sn_wipe(terms, sizeof terms);
}

/* r = g·G + v·V + u·U + t·T */
static void sum4(struct sn_ge *r, const struct sn_table *table, const struct sn_scalar *g,
		 const struct sn_scalar *v, const struct sn_scalar *u, const struct sn_scalar *t)
{
	struct sn_sum_term terms[] = {{&table[G], *g, false},
				      {&table[V], *v, false},
				      {&table[U], *u, false},
				      {&table[T], *t, false}};

	sn_kernel()->sums.sum(r, terms, 4);
	sn_wipe(terms, sizeof terms);
}

/* O = x·G + y·T; output and rerandomization give the input tuple; L = x·I. */
static int check_statement(struct prover *p, const struct sn_output_tuple *output,
			   const struct sn_fcmp_constants *constants)
{
	const struct sn_sal_opening *opening = &p->opening;
	struct sn_input_tuple input;
	struct sn_point key, image;
	bool is_canonical = sn_scalar_is_canonical(&opening->y);

	/* Otherwise the caller made a mistake. */
	SN_PUBLIC(&is_canonical, sizeof is_canonical);
	if (!is_canonical || sn_rerandomize(&input, output, &opening->r, constants) < 0 ||
	    sn_image_from_generator(&image, &output->i, &opening->x) < 0)
		return SN_BAD_INPUT;
	sum2(&p->point[0], &p->table[G], &opening->x, &p->table[T], &opening->y);
	sn_ge_encode(&key, &p->point[0]);
	bool ok = sodium_memcmp(&key, &output->o, sizeof key) == 0;
	ok &= memcmp(&input, &p->statement.input, sizeof input) == 0;
	ok &= sn_point_is_equal(&image, &p->statement.image);
	/* The result is public: it decides whether there is a proof. */
	SN_PUBLIC(&ok, sizeof ok);
	return ok ? SN_OK : SN_BAD_INPUT;
}

static bool has_zero(const struct sn_sal_nonces *n)
{
	const struct sn_scalar *const nonce[] = {&n->alpha, &n->beta, &n->delta, &n->mu,
						 &n->r_y,   &n->r_z,  &n->r_p,   &n->r_r_p};
	bool is_zero = false;

	for (size_t i = 0; i < sizeof nonce / sizeof *nonce; i++)
		is_zero |= sn_scalar_is_zero(nonce[i]);
	/* It decides whether there is a proof. */
	SN_PUBLIC(&is_zero, sizeof is_zero);
	return is_zero;
}

static void make_witness(struct sn_sal_witness *witness, const struct sn_sal_opening *opening)
{
	witness->x = opening->x;
	sn_scalar_add(&witness->y_tilde, &opening->y, &opening->r.r_o);
	witness->r_i = opening->r.r_i;
	witness->r_r_i = opening->r.r_r_i;
}

/* P to R_L. */
static void commit(struct prover *p, struct sn_sal_commitments *commitments)
{
	const struct sn_sal_witness *w = &p->witness;
	const struct sn_sal_nonces *n = &p->nonce;
	const struct sn_table *t = p->table;
	struct sn_point encoded[6];

	sn_scalar_mul(&p->product.z, &w->x, &w->r_i);
	sn_scalar_neg(&p->product.minus_r_z, &n->r_z);
	sn_scalar_mul(&p->product.alpha_beta, &n->alpha, &n->beta);
	sn_scalar_mul(&p->product.cross, &n->beta, &w->x);
	sn_scalar_muladd(&p->product.cross, &n->alpha, &w->r_i, &p->product.cross);
	SN_FAULT_POINT("sal products", &p->product, sizeof p->product);

	sum4(&p->point[0], t, &w->x, &w->r_i, &p->product.z, &n->r_p);
	sum4(&p->point[1], t, &n->alpha, &n->beta, &p->product.cross, &n->delta);
	sum2(&p->point[2], &t[U], &p->product.alpha_beta, &t[T], &n->mu);
	sum2(&p->point[3], &t[G], &n->alpha, &t[T], &n->r_y);
	sum2(&p->point[4], &t[U], &n->r_z, &t[T], &n->r_r_p);
	sum2(&p->point[5], &t[I_TILDE], &n->alpha, &t[U], &p->product.minus_r_z);
	SN_FAULT_POINT("sal points", p->point, sizeof p->point);
	sn_ge_encode_many(encoded, p->point, 6);
	/* The commitments are part of the proof. */
	SN_PUBLIC(encoded, sizeof encoded);
	*commitments = (struct sn_sal_commitments){encoded[0], encoded[1], encoded[2],
						   encoded[3], encoded[4], encoded[5]};
	SN_FAULT_POINT("sal commitments", commitments, sizeof *commitments);
}

/* s_alpha to s_rp. */
static void respond(struct prover *p, struct sn_sal *proof)
{
	const struct sn_sal_witness *w = &p->witness;
	const struct sn_sal_nonces *n = &p->nonce;
	const struct sn_scalar *e = &p->e;

	sn_scalar_muladd(&proof->s_alpha, e, &w->x, &n->alpha);
	sn_scalar_muladd(&proof->s_beta, e, &w->r_i, &n->beta);
	sn_scalar_mul(&p->ee, e, e);
	sn_scalar_muladd(&p->t, e, &n->delta, &n->mu);
	sn_scalar_muladd(&proof->s_delta, &p->ee, &n->r_p, &p->t);
	sn_scalar_muladd(&proof->s_y, e, &w->y_tilde, &n->r_y);
	sn_scalar_muladd(&proof->s_z, e, &p->product.z, &n->r_z);
	sn_scalar_sub(&p->t, &n->r_p, &w->y_tilde);
	sn_scalar_sub(&p->t, &p->t, &w->r_r_i);
	sn_scalar_muladd(&proof->s_rp, e, &p->t, &n->r_r_p);
	/* The proof is public. */
	SN_PUBLIC(proof, sizeof *proof);
	SN_FAULT_POINT("sal proof", proof, sizeof *proof);
}

/* From the caller's values, not from the copies. */
static bool has_the_same_nonces(struct prover *p, const struct sn_sal_statement *statement,
				const struct sn_sal_opening *opening,
				const struct sn_sal_nonce_key *nonce_key,
				const struct sn_fcmp_constants *constants)
{
	make_witness(&p->witness, opening);
	sn_sal_nonces(&p->nonce_again, nonce_key, constants, statement, &p->witness);
	bool is_same = sodium_memcmp(&p->nonce, &p->nonce_again, sizeof p->nonce) == 0;
	/* It decides whether there is a proof. */
	SN_PUBLIC(&is_same, sizeof is_same);
	return is_same;
}

static int prove(struct prover *p, struct sn_sal *proof, const struct sn_sal_statement *statement,
		 const struct sn_output_tuple *output, const struct sn_sal_opening *opening,
		 const struct sn_sal_nonce_key *nonce_key, const struct sn_fcmp_constants *constants)
{
	struct sn_ge base[BASES] = {
		[G] = sn_ge_base,
		[T] = constants->t.point,
		[U] = constants->u.point,
		[V] = constants->v.point,
	};

	p->statement = *statement;
	p->opening = *opening;
	SN_FAULT_POINT("sal statement", &p->statement, sizeof p->statement);
	SN_FAULT_POINT("sal opening", &p->opening, sizeof p->opening);
	if (sn_subgroup_decode(&base[I_TILDE], &p->statement.input.i, 1) < 0)
		return SN_BAD_INPUT;
	sn_kernel()->sums.tables(p->table, base, BASES);
	SN_FAULT_POINT("sal tables", p->table, sizeof p->table);
	int ret = check_statement(p, output, constants);
	if (ret)
		return ret;

	make_witness(&p->witness, &p->opening);
	SN_FAULT_POINT("sal witness", &p->witness, sizeof p->witness);
	sn_sal_nonces(&p->nonce, nonce_key, constants, &p->statement, &p->witness);
	SN_FAULT_POINT("sal nonces", &p->nonce, sizeof p->nonce);
	if (has_zero(&p->nonce))
		return SN_REFUSED;
	commit(p, &proof->commitments);
	sn_sal_challenge(&p->e, &p->statement, &proof->commitments, constants);
	SN_FAULT_POINT("sal e", &p->e, sizeof p->e);
	if (sn_scalar_is_zero(&p->e))
		return SN_REFUSED;
	respond(p, proof);
	if (sn_sal_verify(proof, statement, constants) < 0)
		return SN_REFUSED;
	return has_the_same_nonces(p, statement, opening, nonce_key, constants) ? SN_OK : SN_REFUSED;
}

int sn_sal_prove(struct sn_sal *proof, const struct sn_sal_statement *statement,
		 const struct sn_output_tuple *output, const struct sn_sal_opening *opening,
		 const struct sn_sal_nonce_key *nonce_key, const struct sn_fcmp_constants *constants)
{
	struct prover p;
	int ret = prove(&p, proof, statement, output, opening, nonce_key, constants);

	sn_wipe(&p, sizeof p);
	sn_wipe_stack();
	if (ret < 0)
		sn_wipe(proof, sizeof *proof);
	return ret;
}
