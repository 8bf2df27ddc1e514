#include "ringct/bpp_vector.h"

#include "base/secret.h"
#include "crypto/scalar.h"
#include "kernel/kernel.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* From this length on, rounds 3 and 4 also use bits. */
	LONG = 256,
	/* Below this length, generators are not added up: that would cost more than it saves, as would empty
	   lanes. */
	SHORT = 4,
};

static const uint8_t ones[SN_FOLD_MAX] = {[0 ... SN_FOLD_MAX - 1] = 1};

void sn_bpp_sums_add(struct sn_bpp_sums *s, size_t which, const struct sn_table *p, const struct sn_scalar *a,
		     bool is_public)
{
	struct sn_bpp_sum *sum = &s->sum[which];

	sum->terms[sum->n++] = (struct sn_sum_term){p, *a, is_public};
}

void sn_bpp_sums_finish(struct sn_bpp_sums *s, struct sn_ge r[static 2])
{
	sn_kernel()->sums.tables(s->tables, s->points, s->point_count);
	for (size_t i = 0; i < 2; i++) {
		sn_kernel()->sums.sum(&r[i], s->sum[i].terms, s->sum[i].n);
		s->sum[i].n = 0;
	}
	s->point_count = 0;
}

/* The sum of those of the `count` generators with bit 1, times a public scalar. Its table is computed when
 * the sum is finished. */
static void add_selected(struct sn_bpp_sums *sums, size_t which, const struct sn_table *const *gen,
			 const uint8_t *bit, size_t count, const struct sn_scalar *a)
{
	sn_kernel()->sums.select(&sums->points[sums->point_count], gen, bit, count);
	sn_bpp_sums_add(sums, which, &sums->tables[sums->point_count++], a, true);
}

int sn_bpp_vector_init(struct sn_bpp_vector *x, size_t n, const uint8_t *bits, bool has_sequences)
{
	size_t tables = n / SN_BPP_FOLDED + 2 * SN_BPP_PIECES_MAX;

	*x = (struct sn_bpp_vector){
		.n = n, .len = n, .blocks = 1, .bit_blocks = 1, .bits = bits, .has_sequences = has_sequences};
	x->bit_rounds = n >= LONG ? SN_BPP_BIT_ROUNDS_MAX : SN_BPP_BIT_ROUNDS_MAX / 2;
	/* More pieces than the rounds need, if that fills the lanes that compute their sequences. */
	size_t pieces = (size_t)1 << x->bit_rounds;
	x->piece = n / (pieces < sn_kernel()->lanes ? sn_kernel()->lanes : pieces);
	x->factor = x->ratio[0] = x->weight[0] = sn_scalar_one;
	x->v = calloc(n, sizeof *x->v);
	x->gen = calloc(n, sizeof *x->gen);
	x->folded = aligned_alloc(_Alignof(struct sn_table), tables * sizeof *x->folded);
	if (!x->v || !x->gen || !x->folded)
		return SN_IO;
	x->sums.table = x->folded + n / SN_BPP_FOLDED;
	x->sequences.table = x->sums.table + SN_BPP_PIECES_MAX;
	return SN_OK;
}

void sn_bpp_vector_free(struct sn_bpp_vector *x)
{
	if (x->v)
		sn_wipe(x->v, x->n * sizeof *x->v);
	free(x->v);
	free(x->gen);
	free(x->folded);
	*x = (struct sn_bpp_vector){.n = 0};
}

static void make_sums(struct sn_bpp_vector *x)
{
	struct sn_ge r[SN_BPP_PIECES_MAX];
	size_t pieces = x->n / x->piece;

	for (size_t c = 0; c < pieces; c++) {
		sn_kernel()->sums.select(&r[c], x->gen + c * x->piece, ones, x->piece);
		x->sums.gen[c] = &x->sums.table[c];
	}
	sn_kernel()->sums.tables(x->sums.table, r, pieces);
}

static void make_sequences(struct sn_bpp_vector *x, const struct sn_scalar *ratio)
{
	struct sn_ge r[SN_BPP_PIECES_MAX];
	struct sn_naf naf[SN_FOLD_MAX];
	struct sn_scalar power = sn_scalar_one;
	size_t pieces = x->n / x->piece;
	const struct sn_fold_points points = {x->gen, .of_scalar = 1, .of_sum = x->piece};

	for (size_t k = 0; k < x->piece; k++) {
		sn_naf_make_vartime(&naf[k], &power, SN_NAF_WIDTH);
		sn_scalar_mul(&power, &power, ratio);
	}
	sn_kernel()->sums.fold(r, pieces, &points, naf, x->piece);
	for (size_t c = 0; c < pieces; c++)
		x->sequences.gen[c] = &x->sequences.table[c];
	sn_kernel()->sums.tables(x->sequences.table, r, pieces);
}

void sn_bpp_vector_start(struct sn_bpp_vector *x, const struct sn_scalar *ratio)
{
	make_sums(x);
	if (x->has_sequences)
		make_sequences(x, ratio);
}

/* The public part of the pieces from `v_from` on over those from `gen_from` on. */
static void add_pieces(const struct sn_bpp_vector *x, struct sn_bpp_sums *sums, size_t which, size_t v_from,
		       size_t gen_from, size_t count, const struct sn_scalar *scale)
{
	struct sn_scalar a;

	for (size_t i = 0; i < count; i++) {
		sn_scalar_mul(&a, scale, &x->public_constant);
		sn_bpp_sums_add(sums, which, x->sums.gen[gen_from + i], &a, true);
		if (!x->has_sequences)
			continue;
		sn_scalar_mul(&a, scale, &x->start[v_from + i]);
		sn_bpp_sums_add(sums, which, x->sequences.gen[gen_from + i], &a, true);
	}
}

void sn_bpp_vector_add_half(const struct sn_bpp_vector *x, struct sn_bpp_sums *sums, size_t which,
			    size_t v_from, size_t gen_from, const struct sn_scalar *scale)
{
	size_t half = x->len / 2;
	struct sn_scalar block_scale, a;

	for (size_t q = 0; q < x->blocks; q++) {
		const struct sn_table *const *gen = x->gen + q * x->len + gen_from;
		sn_scalar_mul(&block_scale, scale, &x->factor);
		sn_scalar_mul(&block_scale, &block_scale, &x->ratio[q]);

		for (size_t b = 0; b < x->bit_blocks; b++) {
			sn_scalar_mul(&a, &block_scale, &x->weight[b]);
			add_selected(sums, which, gen, x->bits + b * x->len + v_from, half, &a);
		}
		if (x->bit_blocks) {
			add_pieces(x, sums, which, v_from / x->piece, (q * x->len + gen_from) / x->piece,
				   half / x->piece, &block_scale);
			continue;
		}
		for (size_t i = 0; i < half; i++) {
			sn_scalar_mul(&a, &block_scale, &x->v[v_from + i]);
			sn_bpp_sums_add(sums, which, gen[i], &a, false);
		}
	}
	sn_wipe(&a, sizeof a);
}

void sn_bpp_vector_add_last(const struct sn_bpp_vector *x, struct sn_bpp_sums *sums, size_t which,
			    const struct sn_scalar *a)
{
	struct sn_scalar scaled, t;

	sn_scalar_mul(&scaled, a, &x->factor);
	for (size_t q = 0; q < x->blocks; q++) {
		sn_scalar_mul(&t, &scaled, &x->ratio[q]);
		sn_bpp_sums_add(sums, which, x->gen[q], &t, false);
	}
	sn_wipe(&scaled, sizeof scaled);
	sn_wipe(&t, sizeof t);
}

/* Replace four points by one: gen[i] = Σ_q ratio[q]·gen[q·len + i], with its table in `folded`. Public. */
static int fold_points(const struct sn_table **gen, struct sn_table *folded, size_t len,
		       const struct sn_naf naf[static SN_BPP_FOLDED])
{
	if (len == 0)
		return SN_OK;
	const struct sn_fold_points points = {gen, .of_scalar = len, .of_sum = 1};
	struct sn_ge *r = calloc(len, sizeof *r);
	if (!r)
		return SN_IO;
	sn_kernel()->sums.fold(r, len, &points, naf, SN_BPP_FOLDED);
	/* gen may point into `folded`: all entries have been read. */
	sn_kernel()->sums.tables(folded, r, len);
	for (size_t i = 0; i < len; i++)
		gen[i] = &folded[i];
	free(r);
	return SN_OK;
}

/* Fold the generators and, while they are needed, the pieces, which are sums of generators. */
static int fold_generators(struct sn_bpp_vector *x)
{
	struct sn_naf naf[SN_BPP_FOLDED];
	size_t pieces = x->bit_blocks ? x->len / x->piece : 0;

	for (size_t q = 0; q < SN_BPP_FOLDED; q++)
		sn_naf_make_vartime(&naf[q], &x->ratio[q], SN_NAF_WIDTH);
	int ret = fold_points(x->gen, x->folded, x->len, naf);
	if (!ret)
		ret = fold_points(x->sums.gen, x->sums.table, pieces, naf);
	if (!ret && x->has_sequences)
		ret = fold_points(x->sequences.gen, x->sequences.table, pieces, naf);
	x->blocks = 1;
	return ret;
}

/* The public part and the weights of v' = lo·v_lo + hi·v_hi. Halving len splits each block p of bits into the
 * blocks 2p and 2p + 1. */
static void fold_public_part(struct sn_bpp_vector *x, size_t half, const struct sn_scalar *lo,
			     const struct sn_scalar *hi)
{
	size_t half_pieces = half / x->piece;
	struct sn_scalar t;

	for (size_t i = 0; i < half_pieces; i++) {
		sn_scalar_mul(&t, hi, &x->start[half_pieces + i]);
		sn_scalar_muladd(&x->start[i], lo, &x->start[i], &t);
	}
	sn_scalar_add(&t, lo, hi);
	sn_scalar_mul(&x->public_constant, &x->public_constant, &t);
	for (size_t b = x->bit_blocks; b-- > 0;) {
		sn_scalar_mul(&x->weight[2 * b + 1], hi, &x->weight[b]);
		sn_scalar_mul(&x->weight[2 * b], lo, &x->weight[b]);
	}
	x->bit_blocks *= 2;
}

int sn_bpp_vector_fold(struct sn_bpp_vector *x, const struct sn_scalar *lo, const struct sn_scalar *hi,
		       const struct sn_scalar *factor_step, const struct sn_scalar *ratio_step)
{
	size_t half = x->len / 2;
	struct sn_scalar t;

	for (size_t i = 0; i < half; i++) {
		sn_scalar_mul(&t, hi, &x->v[half + i]);
		sn_scalar_muladd(&x->v[i], lo, &x->v[i], &t);
	}
	sn_wipe(&t, sizeof t);
	if (x->bit_rounds && --x->bit_rounds == 0)
		x->bit_blocks = 0;
	if (x->bit_blocks)
		fold_public_part(x, half, lo, hi);

	for (size_t q = x->blocks; q-- > 0;) {
		sn_scalar_mul(&x->ratio[2 * q + 1], ratio_step, &x->ratio[q]);
		x->ratio[2 * q] = x->ratio[q];
	}
	sn_scalar_mul(&x->factor, &x->factor, factor_step);
	x->len = half;
	x->blocks *= 2;
	if (x->blocks < SN_BPP_FOLDED || x->len < SHORT || x->len < sn_kernel()->lanes)
		return SN_OK;
	return fold_generators(x);
}
