#include "kernel/ring.h"

#include "base/secret.h"
#include "crypto/group_mul.h"
#include "kernel/ring_points.h"

struct member_s {
	struct sn_digits digits;
	struct sn_ge left; /* s·G */
};

struct ring {
	struct sn_comb hash; /* of the last member */
	struct sn_multiples k;
	struct sn_scalar last_s;
	size_t n;
	struct member_s *of_s; /* behind the members */
	struct sn_ring_tables member[];
};

static size_t size(size_t n)
{
	return sn_ring_align(sizeof(struct ring) +
			     n * (sizeof(struct sn_ring_tables) + sizeof(struct member_s)));
}

static void start(struct sn_ring_memory *memory, const struct sn_ring_points *member,
		  const struct sn_scalar *s, size_t n)
{
	struct ring *ring = (struct ring *)memory;

	ring->n = n;
	ring->last_s = s[n - 1];
	ring->of_s = (struct member_s *)(ring->member + n);
	sn_ring_tables_make(ring->member, member, n);
	for (size_t i = 0; i < n; i++) {
		sn_digits_make(&ring->of_s[i].digits, &s[i]);
		sn_ge_mul_base(&ring->of_s[i].left, &s[i]);
	}
}

static void set_hash(struct sn_ring_memory *memory, const struct sn_ge *h)
{
	sn_comb_make(&((struct ring *)memory)->hash, h, 256);
}

static void set_k(struct sn_ring_memory *memory, const struct sn_ge *k)
{
	sn_multiples_make(&((struct ring *)memory)->k, k, 1);
}

static void multiply(struct sn_ge *r, const struct sn_ring_memory *memory, const struct sn_scalar *a)
{
	sn_comb_mul(r, &((const struct ring *)memory)->hash, a);
}

static void open_last(struct sn_ge lr[static 2], const struct sn_ring_memory *memory)
{
	const struct ring *ring = (const struct ring *)memory;

	lr[0] = ring->of_s[ring->n - 1].left;
	multiply(&lr[1], memory, &ring->last_s);
}

/* s·H depends on no round, but is made here: its doublings serve c·K too. */
static void round_points(struct sn_ge lr[static 2], const struct sn_ring_memory *memory, size_t i,
			 const struct sn_scalar *a, const struct sn_scalar *b, const struct sn_scalar *c)
{
	const struct ring *ring = (const struct ring *)memory;
	const struct sn_multiples *t = ring->member[i].t;
	struct sn_term left[2] = {{.multiples = &t[SN_RING_KEY]}, {.multiples = &t[SN_RING_COMMITMENT]}};
	struct sn_term right[2] = {{.multiples = &t[SN_RING_HASH], .digits = ring->of_s[i].digits},
				   {.multiples = &ring->k}};

	sn_digits_make(&left[0].digits, a);
	sn_digits_make(&left[1].digits, b);
	sn_multiexp(&lr[0], left, 2);
	sn_ge_add(&lr[0], &lr[0], &ring->of_s[i].left);
	sn_digits_make(&right[1].digits, c);
	sn_multiexp(&lr[1], right, 2);
	sn_wipe(left, sizeof left);
	sn_wipe(right, sizeof right);
}

const struct sn_ring_kernel sn_ring_portable = {
	.size = size,
	.start = start,
	.set_hash = set_hash,
	.set_k = set_k,
	.multiply = multiply,
	.open = open_last,
	.round = round_points,
};
