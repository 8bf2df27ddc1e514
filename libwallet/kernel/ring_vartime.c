#include "kernel/ring_vartime.h"

#include "crypto/base_table.h"
#include "kernel/ring_points.h"

/* The non-adjacent forms for G and K are wider: their tables serve the whole ring. */
enum {
	WIDTH_FIXED = 8,
	FIXED_MULTIPLES = 1 << (WIDTH_FIXED - 2),
};

struct ring {
	struct sn_ge_affine k[FIXED_MULTIPLES]; /* K, 3K, 5K, ... */
	const struct sn_scalar *s;
	struct sn_ring_tables member[];
};

static size_t size(size_t n)
{
	return sn_ring_align(sizeof(struct ring) + n * sizeof(struct sn_ring_tables));
}

static void start(struct sn_ring_memory *memory, const struct sn_ring_points *member,
		  const struct sn_scalar *s, size_t n)
{
	struct ring *ring = (struct ring *)memory;

	ring->s = s;
	sn_ring_tables_make(ring->member, member, n);
}

static void set_k(struct sn_ring_memory *memory, const struct sn_ge *k)
{
	struct sn_ge odd[FIXED_MULTIPLES], twice;
	struct sn_ge_cached step;

	sn_ge_double(&twice, k);
	sn_ge_cache(&step, &twice);
	odd[0] = *k;
	for (size_t i = 1; i < FIXED_MULTIPLES; i++)
		sn_ge_add_cached(&odd[i], &odd[i - 1], &step);
	sn_ge_to_affine_many(((struct ring *)memory)->k, odd, FIXED_MULTIPLES);
}

static void round_points(struct sn_ge lr[static 2], const struct sn_ring_memory *memory, size_t i,
			 const struct sn_scalar *a, const struct sn_scalar *b, const struct sn_scalar *c)
{
	const struct ring *ring = (const struct ring *)memory;
	const struct sn_multiples *t = ring->member[i].t;
	struct sn_naf of_a, of_b, of_c, of_s, of_s_fixed;
	const struct sn_public_term left[3] = {
		{t[SN_RING_KEY].m, &of_a}, {t[SN_RING_COMMITMENT].m, &of_b}, {sn_base_odd, &of_s_fixed}};
	const struct sn_public_term right[2] = {{t[SN_RING_HASH].m, &of_s}, {ring->k, &of_c}};

	sn_naf_make_vartime(&of_a, a, SN_NAF_WIDTH);
	sn_naf_make_vartime(&of_b, b, SN_NAF_WIDTH);
	sn_naf_make_vartime(&of_c, c, WIDTH_FIXED);
	sn_naf_make_vartime(&of_s, &ring->s[i], SN_NAF_WIDTH);
	sn_naf_make_vartime(&of_s_fixed, &ring->s[i], WIDTH_FIXED);
	sn_multiexp_vartime(&lr[0], left, 3);
	sn_multiexp_vartime(&lr[1], right, 2);
}

const struct sn_ring_kernel sn_ring_portable_vartime = {
	.size = size,
	.start = start,
	.set_k = set_k,
	.round = round_points,
};
