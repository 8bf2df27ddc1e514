/* The prover of Bulletproofs+.
 *
 * Notation. n = 64 · outputs, the outputs padded to a power of two. Bits aL, and aR = aL - 1. The proof
 * shows the weighted inner product of a = aL - z and b = aR + z + d∘y⃖ over the generators G and H, and halves
 * the vectors round by round until one element of each is left.
 *
 * Where the time goes, and what is done about it:
 *
 * 1. The textbook folds the generators in every round, which is most of its work. Here a round that has
 *    halved the vectors leaves the generators as they are and remembers the public factors:
 *        G'ᵢ = factor · Σ_q ratio[q] · gen[q·len + i].
 *    Only every second round are four of them added up into one.
 *
 * 2. In the first rounds the secret vectors are few bits and much that everybody may know:
 *        v[i] = public[i] + Σ_p weight[p] · bit[p·len + i],  the weights public.
 *    So the sums over generators split into sums of generators chosen by bits, which take one addition a
 *    bit, those few points times public scalars, and a sum with public scalars, for which
 *    variable time is allowed. Later there are too many weights, and v is treated as any secret scalars.
 *
 * 3. What is public is a constant and, in b, geometric sequences: d[i]·y^(n-i) is (2/y) times the one before, but for
 *    where the next output begins. Folding adds sequences of the same ratio up to such. So in pieces of m generators,
 *        public[m·c + k] = constant + start[c] · (2/y)^k,
 *    and with Σ_k gen[m·c + k] and Σ_k (2/y)^k · gen[m·c + k] made once for every piece, the public sum of a round
 *    is one of few points.
 *
 * Constant time in amounts, masks and nonces: they are in bits, v, and points, none of which decides what is
 * executed or which address is read. */
#include "ringct/bulletproof_plus.h"

#include "base/seam.h"
#include "base/secret.h"
#include "crypto/group.h"
#include "crypto/scalar.h"
#include "ringct/bpp_generators.h"
#include "ringct/commitment.h"
#include "ringct/fold.h"
#include "ringct/multiexp.h"

#include <stdlib.h>
#include <string.h>

enum {
	BLOCKS_MAX = 4,       /* generators added up into one */
	BIT_ROUNDS_MAX = 4,   /* rounds done with bits and weights */
	WEIGHTS_MAX = 1 << (BIT_ROUNDS_MAX - 1),
	/* Points that one sum of such a round has: in the last, two blocks times eight for G and for H. */
	POINTS_MAX = 2 * 2 * WEIGHTS_MAX,
	PIECES_MAX = 1 << BIT_ROUNDS_MAX, /* no round halves a piece */
	/* Public terms: these points, and of half of the pieces two for H and one for G. */
	PUBLIC_TERMS_MAX = POINTS_MAX + 3 * PIECES_MAX / 2,
	/* Length from which rounds 3 and 4 are done so as well. */
	LONG = 256,
	/* Terms with secret scalars that one sum has at most. */
	SECRET_TERMS_MAX = 64,
	ALLOCATIONS_MAX = 16,
};

static const uint8_t ones[SN_BPP_BITS] = {[0 ... SN_BPP_BITS - 1] = 1};

/* One point for each piece, with its table. */
struct pieces {
	const struct sn_multiples *gen[PIECES_MAX];
	struct sn_multiples table[PIECES_MAX];
};

/* One of the two secret vectors and the generators that it belongs to. */
struct side {
	struct sn_scalar *v;              /* secret, `len` of them */
	const struct sn_multiples **gen;  /* `blocks` times `len` */
	struct sn_multiples *folded;      /* room for those that are added up */
	struct sn_scalar factor, ratio[BLOCKS_MAX];
	struct sn_scalar weight[WEIGHTS_MAX];
	struct sn_scalar public_constant;
	struct pieces sums;               /* Σ_k gen[m·c + k] */
	bool has_sequences;               /* b has them: */
	struct sn_scalar start[PIECES_MAX];
	struct pieces sequences;          /* Σ_k (2/y)^k · gen[m·c + k] */
};

struct prover {
	size_t n;          /* length in the beginning */
	size_t len;        /* length now */
	size_t blocks;     /* generators that stand for one: 1, 2 or 4 */
	size_t bit_blocks; /* weights of each side; 0 when v is no longer split */
	size_t bit_rounds; /* while it is split */
	size_t piece;      /* m = n / 2^bit_rounds */
	size_t round;
	uint8_t *bits;     /* secret, n of them */
	struct side g, h;  /* a over G, b over H */
	struct sn_scalar transcript;
	struct sn_scalar *y_pow;                          /* y^i, i = 0..n+1 */
	struct sn_scalar y_inv_pow2[SN_BPP_ROUNDS_MAX];   /* y^-(2^i) */
	struct sn_scalar alpha;                           /* secret: the blinding of all so far */
	struct sn_random nonces;                          /* secret */

	/* The sum that is being put together: public scalars times generators and times secret points, or
	 * secret scalars times generators. */
	struct sn_public_term *public_terms;
	struct sn_naf *naf;
	size_t public_count;
	struct sn_ge points[POINTS_MAX];
	struct sn_multiples point_tables[POINTS_MAX];
	size_t point_count;
	struct sn_term secret_terms[SECRET_TERMS_MAX];
	size_t secret_count;

	struct {
		void *at;
		size_t len;
	} allocation[ALLOCATIONS_MAX];
	size_t allocations;
	bool failed;
};

static void *take(struct prover *p, size_t n, size_t size)
{
	void *at = calloc(n, size);

	if (!at) {
		p->failed = true;
		return NULL;
	}
	p->allocation[p->allocations].at = at;
	p->allocation[p->allocations++].len = n * size;
	return at;
}

static struct prover *prover_new(size_t n)
{
	struct prover *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->n = p->len = n;
	p->blocks = p->bit_blocks = 1;
	p->bit_rounds = n >= LONG ? BIT_ROUNDS_MAX : BIT_ROUNDS_MAX / 2;
	p->piece = n >> p->bit_rounds;
	p->h.has_sequences = true;
	p->bits = take(p, n, 1);
	p->y_pow = take(p, n + 2, sizeof *p->y_pow);
	p->public_terms = take(p, PUBLIC_TERMS_MAX, sizeof *p->public_terms);
	p->naf = take(p, PUBLIC_TERMS_MAX, sizeof *p->naf);
	struct side *sides[] = {&p->g, &p->h};
	for (size_t i = 0; i < 2; i++) {
		struct side *s = sides[i];
		s->v = take(p, n, sizeof *s->v);
		s->gen = take(p, n, sizeof *s->gen);
		s->folded = take(p, n / BLOCKS_MAX, sizeof *s->folded);
		s->factor = s->ratio[0] = s->weight[0] = sn_scalar_one;
	}
	return p;
}

static void prover_free(struct prover *p)
{
	for (size_t i = 0; i < p->allocations; i++) {
		sn_wipe(p->allocation[i].at, p->allocation[i].len);
		free(p->allocation[i].at);
	}
	sn_wipe(p, sizeof *p);
	free(p);
}

static void add_public_term(struct prover *p, const struct sn_multiples *t, const struct sn_scalar *a)
{
	struct sn_naf *naf = &p->naf[p->public_count];

	sn_naf_make_vartime(naf, a);
	p->public_terms[p->public_count++] = (struct sn_public_term){t, naf};
}

/* The sum of the `count` generators whose bit is 1, times a public scalar. Its table is made at the end. */
static void add_selected(struct prover *p, const struct sn_multiples *const *gen, const uint8_t *bit, size_t count,
			 const struct sn_scalar *a)
{
	sn_multiples_select_sum(&p->points[p->point_count], gen, bit, count);
	add_public_term(p, &p->point_tables[p->point_count++], a);
}

/* The public part of the pieces from `v_from` on over those from `gen_from` on. */
static void add_pieces(struct prover *p, const struct side *s, size_t v_from, size_t gen_from, size_t count,
		       const struct sn_scalar *scale)
{
	struct sn_scalar a;

	for (size_t i = 0; i < count; i++) {
		sn_scalar_mul(&a, scale, &s->public_constant);
		add_public_term(p, s->sums.gen[gen_from + i], &a);
		if (!s->has_sequences)
			continue;
		sn_scalar_mul(&a, scale, &s->start[v_from + i]);
		add_public_term(p, s->sequences.gen[gen_from + i], &a);
	}
}

/* Add Σ scale · v[v_from + i] · G'[gen_from + i] for i < len/2 to the sum. */
static void add_half(struct prover *p, const struct side *s, size_t v_from, size_t gen_from,
		     const struct sn_scalar *scale)
{
	size_t half = p->len / 2;
	struct sn_scalar block_scale, a;

	for (size_t q = 0; q < p->blocks; q++) {
		const struct sn_multiples *const *gen = s->gen + q * p->len + gen_from;
		sn_scalar_mul(&block_scale, scale, &s->factor);
		sn_scalar_mul(&block_scale, &block_scale, &s->ratio[q]);

		for (size_t b = 0; b < p->bit_blocks; b++) {
			sn_scalar_mul(&a, &block_scale, &s->weight[b]);
			add_selected(p, gen, p->bits + b * p->len + v_from, half, &a);
		}
		if (p->bit_blocks) {
			add_pieces(p, s, v_from / p->piece, (q * p->len + gen_from) / p->piece, half / p->piece,
				   &block_scale);
			continue;
		}
		for (size_t i = 0; i < half; i++) {
			struct sn_term *term = &p->secret_terms[p->secret_count++];
			sn_scalar_mul(&a, &block_scale, &s->v[v_from + i]);
			sn_digits_make(&term->digits, &a);
			term->multiples = gen[i];
		}
	}
	sn_wipe(&a, sizeof a);
}

/* r = the sum that was put together + c/8·H + d/8·G; the next one starts empty. */
static void finish_sum(struct prover *p, struct sn_ge *r, const struct sn_scalar *c, const struct sn_scalar *d)
{
	struct sn_scalar c8, d8;
	struct sn_ge part;

	sn_scalar_mul(&c8, c, &sn_scalar_inv_eight);
	sn_scalar_mul(&d8, d, &sn_scalar_inv_eight);
	sn_commit_ge(r, &d8, &c8);
	if (p->public_count) {
		sn_multiples_make(p->point_tables, p->points, p->point_count);
		sn_multiexp_vartime(&part, p->public_terms, p->public_count);
		sn_ge_add(r, r, &part);
	}
	if (p->secret_count) {
		sn_multiexp(&part, p->secret_terms, p->secret_count);
		sn_ge_add(r, r, &part);
	}
	p->public_count = p->point_count = p->secret_count = 0;
	sn_wipe(&c8, sizeof c8);
	sn_wipe(&d8, sizeof d8);
	sn_wipe(&part, sizeof part);
}

/* v'[i] = lo·v[i] + hi·v[half + i], and the same for its public part, of which `half_pieces` are folded, and weights.
 * The generators are folded with factors in the proportion 1 : ratio_step, after `factor_step`. */
static void fold_side(struct side *s, size_t half, size_t half_pieces, size_t blocks, size_t bit_blocks,
		      const struct sn_scalar *lo, const struct sn_scalar *hi, const struct sn_scalar *factor_step,
		      const struct sn_scalar *ratio_step)
{
	struct sn_scalar t;

	for (size_t i = 0; i < half; i++) {
		sn_scalar_mul(&t, hi, &s->v[half + i]);
		sn_scalar_muladd(&s->v[i], lo, &s->v[i], &t);
	}
	for (size_t i = 0; bit_blocks && i < half_pieces; i++) {
		sn_scalar_mul(&t, hi, &s->start[half_pieces + i]);
		sn_scalar_muladd(&s->start[i], lo, &s->start[i], &t);
	}
	sn_scalar_add(&t, lo, hi);
	sn_scalar_mul(&s->public_constant, &s->public_constant, &t);

	/* Halving len makes of each block p of bits the blocks 2p and 2p + 1; the generators likewise. */
	for (size_t b = bit_blocks; b-- > 0;) {
		sn_scalar_mul(&s->weight[2 * b + 1], hi, &s->weight[b]);
		sn_scalar_mul(&s->weight[2 * b], lo, &s->weight[b]);
	}
	for (size_t q = blocks; q-- > 0;) {
		sn_scalar_mul(&s->ratio[2 * q + 1], ratio_step, &s->ratio[q]);
		s->ratio[2 * q] = s->ratio[q];
	}
	sn_scalar_mul(&s->factor, &s->factor, factor_step);
	sn_wipe(&t, sizeof t);
}

/* One point for every four: gen[i] = Σ_q ratio[q]·gen[q·len + i], with its table in `folded`. Public. */
static int fold_points(const struct sn_multiples **gen, struct sn_multiples *folded, size_t len,
		       const struct sn_naf naf[static BLOCKS_MAX])
{
	if (len == 0)
		return SN_OK;
	const struct sn_fold_points points = {gen, .of_scalar = len, .of_sum = 1};
	struct sn_ge *r = calloc(len, sizeof *r);
	if (!r)
		return SN_IO;
	sn_fold(r, len, &points, naf, BLOCKS_MAX);
	/* `folded` may be what gen points at: all have been read by now. */
	sn_multiples_make(folded, r, len);
	for (size_t i = 0; i < len; i++)
		gen[i] = &folded[i];
	free(r);
	return SN_OK;
}

/* The generators of a side, and as long as they are needed its pieces, which are sums of generators. */
static int fold_generators(struct side *s, size_t len, size_t pieces)
{
	struct sn_naf naf[BLOCKS_MAX];

	for (size_t q = 0; q < BLOCKS_MAX; q++)
		sn_naf_make_vartime(&naf[q], &s->ratio[q]);
	int ret = fold_points(s->gen, s->folded, len, naf);
	if (!ret)
		ret = fold_points(s->sums.gen, s->sums.table, pieces, naf);
	if (!ret && s->has_sequences)
		ret = fold_points(s->sequences.gen, s->sequences.table, pieces, naf);
	return ret;
}

/* One halving: L and R into the proof, the challenge out of them, vectors folded by it. */
static int prove_round(struct prover *p, struct sn_bpp *proof)
{
	size_t half = p->len / 2, log_half = proof->rounds - 1 - p->round;
	struct sn_scalar c[2] = {sn_scalar_zero, sn_scalar_zero}, d[2], t, scale, e, e_inv, lo, ratio;
	const struct sn_scalar *y_half = &p->y_pow[half], *y_half_inv = &p->y_inv_pow2[log_half];
	struct sn_ge lr[2];
	struct sn_point encoded[2];

	/* cL = Σ a[i]·b[half + i]·y^(i+1), cR = Σ a[half + i]·b[i]·y^(half+i+1). */
	for (size_t i = 0; i < half; i++) {
		sn_scalar_mul(&t, &p->g.v[i], &p->h.v[half + i]);
		sn_scalar_muladd(&c[0], &t, &p->y_pow[i + 1], &c[0]);
		sn_scalar_mul(&t, &p->g.v[half + i], &p->h.v[i]);
		sn_scalar_muladd(&c[1], &t, &p->y_pow[half + i + 1], &c[1]);
	}
	sn_random_scalar(&p->nonces, &d[0]);
	sn_random_scalar(&p->nonces, &d[1]);

	sn_scalar_mul(&scale, y_half_inv, &sn_scalar_inv_eight);
	add_half(p, &p->g, 0, half, &scale);
	add_half(p, &p->h, half, 0, &sn_scalar_inv_eight);
	finish_sum(p, &lr[0], &c[0], &d[0]);

	sn_scalar_mul(&scale, y_half, &sn_scalar_inv_eight);
	add_half(p, &p->g, half, 0, &scale);
	add_half(p, &p->h, 0, half, &sn_scalar_inv_eight);
	finish_sum(p, &lr[1], &c[1], &d[1]);

	sn_ge_encode_many(encoded, lr, 2);
	/* As A above. */
	SN_PUBLIC(encoded, sizeof encoded);
	SN_FAULT_POINT("bulletproof d", d, sizeof d);
	SN_FAULT_POINT("bulletproof L, R", encoded, sizeof encoded);
	proof->l[p->round] = encoded[0];
	proof->r[p->round] = encoded[1];
	sn_bpp_transcript_update2(&p->transcript, &encoded[0], &encoded[1]);
	e = p->transcript;
	sn_scalar_invert(&e_inv, &e);

	/* a' = e·a_lo + e⁻¹y^half·a_hi over e⁻¹·G_lo + e·y^-half·G_hi,
	 * b' = e⁻¹·b_lo + e·b_hi over e·H_lo + e⁻¹·H_hi. */
	p->round++;
	if (p->round == p->bit_rounds)
		p->bit_blocks = 0;
	sn_scalar_mul(&lo, &e_inv, y_half);
	sn_scalar_mul(&ratio, &e, &e);
	sn_scalar_mul(&t, &ratio, y_half_inv);
	fold_side(&p->g, half, half / p->piece, p->blocks, p->bit_blocks, &e, &lo, &e_inv, &t);
	/* α += dL·e² + dR·e⁻² */
	sn_scalar_muladd(&p->alpha, &d[0], &ratio, &p->alpha);
	sn_scalar_mul(&ratio, &e_inv, &e_inv);
	fold_side(&p->h, half, half / p->piece, p->blocks, p->bit_blocks, &e_inv, &e, &e, &ratio);
	sn_scalar_muladd(&p->alpha, &d[1], &ratio, &p->alpha);
	p->len = half;
	p->blocks *= 2;
	p->bit_blocks *= 2;

	sn_wipe(c, sizeof c);
	sn_wipe(d, sizeof d);
	sn_wipe(&t, sizeof t);
	sn_wipe(lr, sizeof lr);
	if (p->blocks < BLOCKS_MAX || p->len == 1)
		return SN_OK;
	size_t pieces = p->bit_blocks ? p->len / p->piece : 0;
	if (fold_generators(&p->g, p->len, pieces) < 0 || fold_generators(&p->h, p->len, pieces) < 0)
		return SN_IO;
	p->blocks = 1;
	return SN_OK;
}

/* A = 1/8·(Σ aLᵢ·Gᵢ + Σ aRᵢ·Hᵢ + α·G), and the challenges y and z. */
static void commit_to_bits(struct prover *p, struct sn_bpp *proof, struct sn_scalar *y, struct sn_scalar *z)
{
	uint8_t *inverse = p->bits; /* turned over and back: no second array of secrets */
	struct sn_ge sum, part;
	struct sn_scalar alpha8;

	sn_multiples_select_sum(&sum, p->g.gen, p->bits, p->n);
	for (size_t i = 0; i < p->n; i++)
		inverse[i] ^= 1;
	sn_multiples_select_sum(&part, p->h.gen, inverse, p->n);
	for (size_t i = 0; i < p->n; i++)
		inverse[i] ^= 1;
	sn_ge_sub(&sum, &sum, &part);
	sn_ge_mul(&sum, &sn_scalar_inv_eight, &sum);

	sn_random_scalar(&p->nonces, &p->alpha);
	sn_scalar_mul(&alpha8, &p->alpha, &sn_scalar_inv_eight);
	sn_ge_mul_base(&part, &alpha8);
	sn_ge_add(&sum, &sum, &part);
	sn_ge_encode(&proof->a, &sum);
	/* Stands in the proof; the challenges follow from it, and with them what is multiplied in variable time. */
	SN_PUBLIC(&proof->a, sizeof proof->a);
	SN_FAULT_POINT("bulletproof A", &proof->a, sizeof proof->a);
	SN_FAULT_POINT("bulletproof alpha", &p->alpha, sizeof p->alpha);
	sn_wipe(&sum, sizeof sum);
	sn_wipe(&part, sizeof part);
	sn_wipe(&alpha8, sizeof alpha8);

	sn_bpp_transcript_update(&p->transcript, &proof->a);
	*y = p->transcript;
	sn_bpp_transcript_squeeze(&p->transcript);
	*z = p->transcript;
}

static void make_sums(struct prover *p, struct side *s)
{
	struct sn_ge r[PIECES_MAX];
	size_t pieces = p->n / p->piece;

	for (size_t c = 0; c < pieces; c++) {
		sn_multiples_select_sum(&r[c], s->gen + c * p->piece, ones, p->piece);
		s->sums.gen[c] = &s->sums.table[c];
	}
	sn_multiples_make(s->sums.table, r, pieces);
}

/* The pieces of H as sequences of ratio 2/y. */
static void make_sequences(struct prover *p)
{
	struct side *s = &p->h;
	struct sn_ge r[PIECES_MAX];
	struct sn_naf naf[SN_BPP_BITS];
	struct sn_scalar ratio, power = sn_scalar_one;
	size_t pieces = p->n / p->piece;
	const struct sn_fold_points points = {s->gen, .of_scalar = 1, .of_sum = p->piece};

	sn_scalar_add(&ratio, &p->y_inv_pow2[0], &p->y_inv_pow2[0]);
	for (size_t k = 0; k < p->piece; k++) {
		sn_naf_make_vartime(&naf[k], &power);
		sn_scalar_mul(&power, &power, &ratio);
	}
	sn_fold(r, pieces, &points, naf, p->piece);
	for (size_t c = 0; c < pieces; c++)
		s->sequences.gen[c] = &s->sequences.table[c];
	sn_multiples_make(s->sequences.table, r, pieces);
}

/* The vectors a and b in full and in their two parts, and α += Σ z^(2(j+1))·y^(n+1)·mask[j]. */
static void start_vectors(struct prover *p, const struct sn_scalar *masks, size_t outputs,
			  const struct sn_scalar *y, const struct sn_scalar *z)
{
	struct sn_scalar bit = sn_scalar_zero, zz, z_pow, d, t;

	p->y_pow[0] = sn_scalar_one;
	for (size_t i = 1; i < p->n + 2; i++)
		sn_scalar_mul(&p->y_pow[i], &p->y_pow[i - 1], y);
	sn_scalar_invert(&p->y_inv_pow2[0], y);
	for (size_t i = 1; i < SN_BPP_ROUNDS_MAX; i++)
		sn_scalar_mul(&p->y_inv_pow2[i], &p->y_inv_pow2[i - 1], &p->y_inv_pow2[i - 1]);

	sn_scalar_neg(&p->g.public_constant, z);
	sn_scalar_sub(&p->h.public_constant, z, &sn_scalar_one);
	sn_scalar_mul(&zz, z, z);
	z_pow = zz;
	for (size_t i = 0; i < p->n; i++) {
		/* d[64j + i] = z^(2(j+1))·2^i */
		if (i % SN_BPP_BITS == 0) {
			d = z_pow;
			if (i / SN_BPP_BITS < outputs) {
				sn_scalar_mul(&t, &z_pow, &p->y_pow[p->n + 1]);
				sn_scalar_muladd(&p->alpha, &t, &masks[i / SN_BPP_BITS], &p->alpha);
			}
			sn_scalar_mul(&z_pow, &z_pow, &zz);
		} else {
			sn_scalar_add(&d, &d, &d);
		}
		sn_scalar_mul(&t, &d, &p->y_pow[p->n - i]);
		if (i % p->piece == 0)
			p->h.start[i / p->piece] = t;
		bit.b[0] = p->bits[i];
		sn_scalar_add(&p->h.v[i], &p->h.public_constant, &bit);
		sn_scalar_add(&p->h.v[i], &p->h.v[i], &t);
		sn_scalar_add(&p->g.v[i], &p->g.public_constant, &bit);
	}
	make_sums(p, &p->g);
	make_sums(p, &p->h);
	make_sequences(p);
	sn_wipe(&bit, sizeof bit);
}

/* a·G'₀ for the one generator that is left. */
static void add_last(struct prover *p, const struct side *s, const struct sn_scalar *a)
{
	struct sn_scalar scaled, t;

	sn_scalar_mul(&scaled, a, &s->factor);
	sn_scalar_mul(&scaled, &scaled, &sn_scalar_inv_eight);
	for (size_t q = 0; q < p->blocks; q++) {
		struct sn_term *term = &p->secret_terms[p->secret_count++];
		sn_scalar_mul(&t, &scaled, &s->ratio[q]);
		sn_digits_make(&term->digits, &t);
		term->multiples = s->gen[q];
	}
	sn_wipe(&scaled, sizeof scaled);
	sn_wipe(&t, sizeof t);
}

/* A1 = 1/8·(r·G'₀ + s·H'₀ + d·G + (r·b + s·a)·y·H),  B = 1/8·(η·G + r·s·y·H), and what answers the last challenge e:
 * r1 = r + a·e,  s1 = s + b·e,  d1 = η + d·e + α·e². */
static void prove_end(struct prover *p, struct sn_bpp *proof, const struct sn_scalar *y)
{
	const struct sn_scalar *a = &p->g.v[0], *b = &p->h.v[0];
	struct {
		struct sn_scalar r, s, d, eta, t, u;
	} n;
	struct sn_scalar e, ee;
	struct sn_ge points[2];
	struct sn_point encoded[2];

	sn_random_scalar(&p->nonces, &n.r);
	sn_random_scalar(&p->nonces, &n.s);
	sn_random_scalar(&p->nonces, &n.d);
	sn_random_scalar(&p->nonces, &n.eta);
	SN_FAULT_POINT("bulletproof nonces", &n, 4 * sizeof n.r);

	add_last(p, &p->g, &n.r);
	add_last(p, &p->h, &n.s);
	sn_scalar_mul(&n.t, &n.r, b);
	sn_scalar_muladd(&n.t, &n.s, a, &n.t);
	sn_scalar_mul(&n.t, &n.t, y);
	finish_sum(p, &points[0], &n.t, &n.d);

	sn_scalar_mul(&n.t, &n.r, &n.s);
	sn_scalar_mul(&n.t, &n.t, y);
	finish_sum(p, &points[1], &n.t, &n.eta);

	sn_ge_encode_many(encoded, points, 2);
	SN_FAULT_POINT("bulletproof nonces", &n, 4 * sizeof n.r);
	proof->a1 = encoded[0];
	proof->b = encoded[1];
	sn_bpp_transcript_update2(&p->transcript, &encoded[0], &encoded[1]);
	e = p->transcript;
	sn_scalar_mul(&ee, &e, &e);
	sn_scalar_muladd(&proof->r1, a, &e, &n.r);
	sn_scalar_muladd(&proof->s1, b, &e, &n.s);
	sn_scalar_muladd(&n.u, &n.d, &e, &n.eta);
	sn_scalar_muladd(&proof->d1, &p->alpha, &ee, &n.u);
	sn_wipe(&n, sizeof n);
	sn_wipe(points, sizeof points);
}

/* The commitments divided by 8 open the transcript. The nonces hang on the caller's stream and, in case it were used
 * twice, on what is proved. */
static void start_transcript(struct prover *p, const uint64_t *amounts, const struct sn_scalar *masks, size_t outputs,
			     struct sn_random *random)
{
	struct sn_ge v[SN_BPP_OUTPUTS_MAX];
	struct sn_point encoded[SN_BPP_OUTPUTS_MAX];
	struct sn_scalar amount8, mask8;
	uint8_t context[64];

	for (size_t i = 0; i < outputs; i++) {
		sn_scalar_from_u64(&amount8, amounts[i]);
		sn_scalar_mul(&amount8, &amount8, &sn_scalar_inv_eight);
		sn_scalar_mul(&mask8, &masks[i], &sn_scalar_inv_eight);
		sn_commit_ge(&v[i], &mask8, &amount8);
	}
	sn_ge_encode_many(encoded, v, outputs);
	/* The commitments, which stand in the transaction. */
	SN_PUBLIC(encoded, sizeof encoded);
	sn_bpp_transcript_start(&p->transcript, encoded, outputs);
	SN_FAULT_POINT("bulletproof transcript", &p->transcript, sizeof p->transcript);

	sn_random_bytes(random, context, 32);
	memcpy(context + 32, p->transcript.b, 32);
	sn_random_init(&p->nonces, "bulletproof_plus nonces", &masks[0], context, sizeof context);
	sn_wipe(context, sizeof context);
	sn_wipe(&amount8, sizeof amount8);
	sn_wipe(&mask8, sizeof mask8);
	sn_wipe(v, sizeof v);
}

/* A challenge of zero, once in 2^252, would make a proof that does not verify. */
int sn_bpp_prove(struct sn_bpp *proof, const uint64_t *amounts, const struct sn_scalar *masks, size_t n,
		 struct sn_random *random)
{
	struct sn_scalar y, z;
	int ret = SN_IO;

	*proof = (struct sn_bpp){.rounds = 0};
	if (n == 0 || n > SN_BPP_OUTPUTS_MAX)
		return SN_USAGE;
	proof->rounds = sn_bpp_rounds(n);
	struct prover *p = prover_new((size_t)1 << proof->rounds);
	if (!p)
		return SN_IO;
	if (p->failed || sn_bpp_generators(p->g.gen, p->h.gen, p->n) < 0)
		goto out;

	for (size_t i = 0; i < SN_BPP_BITS * n; i++)
		p->bits[i] = amounts[i / SN_BPP_BITS] >> (i % SN_BPP_BITS) & 1;
	start_transcript(p, amounts, masks, n, random);
	commit_to_bits(p, proof, &y, &z);
	SN_FAULT_POINT("bulletproof y, z", &y, sizeof y);
	SN_FAULT_POINT("bulletproof y, z", &z, sizeof z);
	start_vectors(p, masks, n, &y, &z);
	while (p->len > 1) {
		SN_FAULT_POINT("bulletproof bits", p->bits, p->n);
		SN_FAULT_POINT("bulletproof a", p->g.v, p->len * sizeof *p->g.v);
		SN_FAULT_POINT("bulletproof b", p->h.v, p->len * sizeof *p->h.v);
		SN_FAULT_POINT("bulletproof alpha", &p->alpha, sizeof p->alpha);
		if (prove_round(p, proof) < 0)
			goto out;
	}
	prove_end(p, proof, &y);
	/* The proof is for everybody. */
	SN_PUBLIC(proof, sizeof *proof);
	SN_FAULT_POINT("bulletproof", proof, sizeof *proof);
	ret = SN_OK;
out:
	prover_free(p);
	if (ret < 0)
		*proof = (struct sn_bpp){.rounds = 0};
	return ret;
}
