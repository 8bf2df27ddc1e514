/* ringct/ring.h in plain C for what is public: the sums of a round interleave non-adjacent forms, wider ones for G and K, whose
 * tables serve the whole ring. */
#include "ringct/ring.h"

#include "crypto/base_table.h"
#include "crypto/group_formulas.h"
#include "crypto/group_mul.h"

enum {
	WIDTH = 5,       /* of P, C, H: tables of 8 */
	WIDTH_FIXED = 8, /* of G, K: tables of 64 */
	MULTIPLES = 1 << (WIDTH - 2),
	FIXED_MULTIPLES = 1 << (WIDTH_FIXED - 2),
	BATCH = 5, /* members per inversion */
};

enum {
	KEY,
	COMMITMENT,
	HASH,
	MEMBER_POINTS,
};

struct member {
	struct sn_ge_affine odd[MEMBER_POINTS][MULTIPLES];
};

struct ring {
	struct sn_ge_affine k[FIXED_MULTIPLES];
	const struct sn_scalar *s;
	struct member member[];
};

static size_t size(size_t n)
{
	size_t bytes = sizeof(struct ring) + n * sizeof(struct member);

	return (bytes + SN_RING_ALIGN - 1) / SN_RING_ALIGN * SN_RING_ALIGN;
}

/* P, 3P, 5P, ... */
static void odd_multiples(struct sn_ge *r, const struct sn_ge *p, size_t n)
{
	struct sn_ge twice;
	struct sn_ge_cached step;

	sn_ge_double(&twice, p);
	sn_ge_cache(&step, &twice);
	r[0] = *p;
	for (size_t i = 1; i < n; i++)
		sn_ge_add_cached(&r[i], &r[i - 1], &step);
}

static void start(struct sn_ring_memory *memory, const struct sn_ring_points *member, const struct sn_scalar *s, size_t n)
{
	struct ring *ring = (struct ring *)memory;
	struct sn_ge odd[BATCH][MEMBER_POINTS][MULTIPLES];

	ring->s = s;
	for (size_t at = 0; at < n; at += BATCH) {
		size_t count = n - at < BATCH ? n - at : BATCH;
		for (size_t i = 0; i < count; i++) {
			odd_multiples(odd[i][KEY], &member[at + i].key, MULTIPLES);
			odd_multiples(odd[i][COMMITMENT], &member[at + i].commitment, MULTIPLES);
			odd_multiples(odd[i][HASH], &member[at + i].hash, MULTIPLES);
		}
		sn_ge_to_affine_many(ring->member[at].odd[0], odd[0][0], count * MEMBER_POINTS * MULTIPLES);
	}
}

static void set_k(struct sn_ring_memory *memory, const struct sn_ge *k)
{
	struct sn_ge odd[FIXED_MULTIPLES];

	odd_multiples(odd, k, FIXED_MULTIPLES);
	sn_ge_to_affine_many(((struct ring *)memory)->k, odd, FIXED_MULTIPLES);
}

struct term {
	const struct sn_ge_affine *odd;
	int8_t naf[SN_NAF_LEN];
};

static void term_init(struct term *t, const struct sn_ge_affine *odd, const struct sn_scalar *a, unsigned width)
{
	t->odd = odd;
	sn_naf_vartime(t->naf, a, width);
}

static void sum_terms(struct sn_ge *r, const struct term *terms, size_t n)
{
	struct sn_ge sum = sn_ge_identity;
	struct sn_ge_completed c;

	for (int i = SN_NAF_LEN - 1; i >= 0; i--) {
		sn_ge_double_completed(&c, &sum);
		for (size_t k = 0; k < n; k++) {
			int d = terms[k].naf[i];
			if (d == 0)
				continue;
			sn_ge_complete(&sum, &c);
			if (d > 0)
				sn_ge_add_affine_completed(&c, &sum, &terms[k].odd[d / 2]);
			else
				sn_ge_sub_affine_completed(&c, &sum, &terms[k].odd[-d / 2]);
		}
		sn_ge_complete_xyz(&sum, &c);
	}
	sn_fe_mul(&sum.t, &c.e, &c.h);
	*r = sum;
}

static void round_points(struct sn_ge lr[static 2], const struct sn_ring_memory *memory, size_t i, const struct sn_scalar *a,
			 const struct sn_scalar *b, const struct sn_scalar *c)
{
	const struct ring *ring = (const struct ring *)memory;
	const struct member *m = &ring->member[i];
	struct term terms[3];

	term_init(&terms[0], m->odd[KEY], a, WIDTH);
	term_init(&terms[1], m->odd[COMMITMENT], b, WIDTH);
	term_init(&terms[2], sn_base_odd, &ring->s[i], WIDTH_FIXED);
	sum_terms(&lr[0], terms, 3);
	term_init(&terms[0], m->odd[HASH], &ring->s[i], WIDTH);
	term_init(&terms[1], ring->k, c, WIDTH_FIXED);
	sum_terms(&lr[1], terms, 2);
}

const struct sn_ring_kernel sn_ring_portable_vartime = {
	.size = size,
	.start = start,
	.set_k = set_k,
	.round = round_points,
};
