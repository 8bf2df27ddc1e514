#include "ringct/rerandomize.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/group_mul.h"
#include "crypto/hash_to_point.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"
#include "kernel/subgroup.h"

void sn_image_generator(struct sn_point *i, const struct sn_point *o, bool is_carrot,
			const struct sn_fcmp_constants *constants)
{
	struct sn_ge p;

	if (is_carrot)
		sn_hash_to_ec_unbiased(&p, o->b, &constants->hash_to_point_person);
	else
		sn_hash_to_ec(&p, o->b);
	sn_ge_encode(i, &p);
}

int sn_image_from_generator(struct sn_point *image, const struct sn_point *i, const struct sn_scalar *x)
{
	struct sn_ge p;
	bool is_usable = sn_scalar_is_canonical(x);

	is_usable &= !sn_scalar_is_zero(x);
	*image = (struct sn_point){{0}};
	/* Otherwise the caller made a mistake. */
	SN_PUBLIC(&is_usable, sizeof is_usable);
	if (!is_usable || sn_subgroup_decode(&p, i, 1) < 0)
		return SN_BAD_INPUT;
	sn_ge_mul(&p, x, &p);
	sn_ge_encode(image, &p);
	sn_wipe(&p, sizeof p);
	/* The key image is part of the transaction. */
	SN_PUBLIC(image, sizeof *image);
	SN_FAULT_POINT("key image", image, sizeof *image);
	return SN_OK;
}

static bool is_usable(const struct sn_rerandomization *r)
{
	const struct sn_scalar *const scalar[] = {&r->r_o, &r->r_i, &r->r_r_i, &r->r_c};
	bool ok = true;

	for (size_t i = 0; i < sizeof scalar / sizeof *scalar; i++) {
		ok &= sn_scalar_is_canonical(scalar[i]);
		ok &= scalar[i] == &r->r_c || !sn_scalar_is_zero(scalar[i]);
	}
	/* Otherwise the caller made a mistake. */
	SN_PUBLIC(&ok, sizeof ok);
	return ok;
}

static bool has_identity(const struct sn_point *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (sn_point_is_equal(&p[i], &sn_point_identity))
			return true;
	return false;
}

int sn_rerandomize(struct sn_input_tuple *input, const struct sn_output_tuple *output,
		   const struct sn_rerandomization *r, const struct sn_fcmp_constants *constants)
{
	enum { T, U, V };
	const struct sn_ge base[] = {constants->t.point, constants->u.point, constants->v.point};
	const struct sn_point before[] = {output->o, output->i, output->c};
	const struct sn_sums *sums = &sn_kernel()->sums;
	struct sn_table table[3];
	struct sn_ge in[3], out[4];
	struct sn_point after[4];

	*input = (struct sn_input_tuple){{{0}}, {{0}}, {{0}}, {{0}}};
	if (!is_usable(r) || sn_subgroup_decode(in, before, 3) < 0)
		return SN_BAD_INPUT;
	sums->tables(table, base, 3);
	sums->sum(&out[0], &(struct sn_sum_term){&table[T], r->r_o, false}, 1);
	sums->sum(&out[1], &(struct sn_sum_term){&table[U], r->r_i, false}, 1);
	sums->sum(&out[2], (struct sn_sum_term[]){{&table[V], r->r_i, false}, {&table[T], r->r_r_i, false}},
		  2);
	sn_ge_mul_base(&out[3], &r->r_c);
	sn_ge_add(&out[0], &out[0], &in[0]);
	sn_ge_add(&out[1], &out[1], &in[1]);
	sn_ge_add(&out[3], &out[3], &in[2]);
	sn_ge_encode_many(after, out, 4);
	sn_wipe(out, sizeof out);
	/* The input is part of the transaction. */
	SN_PUBLIC(after, sizeof after);
	SN_FAULT_POINT("input tuple", after, sizeof after);
	if (has_identity(after, 4))
		return SN_REFUSED;
	*input = (struct sn_input_tuple){after[0], after[1], after[2], after[3]};
	return SN_OK;
}

void sn_rerandomization_balance(struct sn_rerandomization *r, const struct sn_scalar *input_masks, size_t n,
				const struct sn_scalar *output_masks, size_t n_outputs)
{
	struct sn_scalar sum = sn_scalar_zero;

	for (size_t i = 0; i < n_outputs; i++)
		sn_scalar_add(&sum, &sum, &output_masks[i]);
	for (size_t i = 0; i < n; i++)
		sn_scalar_sub(&sum, &sum, &input_masks[i]);
	for (size_t i = 0; i + 1 < n; i++)
		sn_scalar_sub(&sum, &sum, &r[i].r_c);
	r[n - 1].r_c = sum;
	sn_wipe(&sum, sizeof sum);
}
