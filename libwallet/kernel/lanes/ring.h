/* kernel/lanes/ring.h - kernel/ring.h on lanes.
 *
 * `start` has one member per lane: it makes s·G, s·H, and the points 2^(4·LANE_DIGITS·l)·P and ·C, l < LANES.
 * A round has one of these points per lane, with its piece of a or b (kernel/lanes/mul.h): LANE_DIGITS - 1
 * times four doublings. The fixed point F is first H of the last member, then K. It has a table for every
 * other digit of a piece: four doublings in all. */
#ifndef SN_KERNEL_LANES_RING_H
#define SN_KERNEL_LANES_RING_H

#include "base/secret.h"
#include "crypto/group_formulas.h"
#include "kernel/lanes/add_base.h"
#include "kernel/lanes/mul.h"
#include "kernel/ring.h"

#ifdef LANES

/* 2^(4·LANE_DIGITS·l)·P. */
struct lane_pieces {
	struct sn_ge p[LANES];
};

struct lane_ring_member {
	struct lane_pieces key, commitment;
	struct sn_ge left, right; /* s·G, s·H */
};

struct lane_ring {
	struct lane_multiples fixed[LANE_DIGITS / 2]; /* 256^k times the pieces of the fixed point F */
	size_t n;
	struct lane_ring_member member[];
};

LANE_CALL size_t lane_ring_size(size_t n)
{
	return sn_ring_align(sizeof(struct lane_ring) + n * sizeof(struct lane_ring_member));
}

/* Not inlined, because they are long. */
LANE_CALL void lane_ring_load(struct lane_ge *r, const struct sn_ge p[static LANES])
{
	lane_ge_from_ge(r, p);
}

LANE_CALL void lane_ring_store(struct sn_ge r[static LANES], const struct lane_ge *p)
{
	lane_ge_to_ge(r, p);
}

/* to[l]->p[k] = 2^(4·LANE_DIGITS·k)·p[l] for the first `count` lanes. */
LANE_CALL void lane_make_pieces(struct lane_pieces *const *to, size_t count,
				const struct sn_ge p[static LANES])
{
	struct lane_ge sum;
	struct sn_ge out[LANES];

	lane_ring_load(&sum, p);
	for (size_t k = 0;; k++) {
		lane_ring_store(out, &sum);
		for (size_t l = 0; l < count; l++)
			to[l]->p[k] = out[l];
		if (k == LANES - 1)
			break;
		lane_ge_double_times(&sum, 4 * LANE_DIGITS);
	}
	sn_wipe(out, sizeof out);
}

/* Up to LANES members. */
LANE_CALL void lane_ring_start_group(struct lane_ring_member *to, const struct sn_ring_points *member,
				     const struct sn_scalar *s, size_t count)
{
	struct sn_ge key[LANES], commitment[LANES], hash[LANES], sums[LANES];
	struct lane_pieces *keys[LANES], *commitments[LANES];
	struct sn_scalar scalars[LANES];
	struct sn_digits16 digits[LANES];
	struct lane_ge p, sum;

	/* Idle lanes repeat the first member. */
	for (size_t l = 0; l < LANES; l++) {
		size_t i = l < count ? l : 0;
		key[l] = member[i].key;
		commitment[l] = member[i].commitment;
		hash[l] = member[i].hash;
		keys[l] = &to[i].key;
		commitments[l] = &to[i].commitment;
		scalars[l] = s[i];
		sn_digits16(&digits[l], &s[i]);
		sums[l] = sn_ge_identity;
	}
	lane_make_pieces(keys, count, key);
	lane_make_pieces(commitments, count, commitment);
	lane_add_base_group(&sum, sums, scalars);
	lane_ring_store(sums, &sum);
	for (size_t l = 0; l < count; l++)
		to[l].left = sums[l];
	lane_ring_load(&p, hash);
	lane_ge_mul(&sum, digits, &p);
	lane_ring_store(sums, &sum);
	for (size_t l = 0; l < count; l++)
		to[l].right = sums[l];
	sn_wipe(scalars, sizeof scalars);
	sn_wipe(digits, sizeof digits);
	sn_wipe(sums, sizeof sums);
}

LANE_CALL void lane_ring_start(struct sn_ring_memory *memory, const struct sn_ring_points *member,
			       const struct sn_scalar *s, size_t n)
{
	struct lane_ring *ring = (struct lane_ring *)memory;

	ring->n = n;
	for (size_t at = 0; at < n; at += LANES)
		lane_ring_start_group(ring->member + at, member + at, s + at,
				      n - at < LANES ? n - at : LANES);
}

LANE_CALL void lane_ring_fix(struct sn_ring_memory *memory, const struct sn_ge *f)
{
	struct lane_ring *ring = (struct lane_ring *)memory;
	struct sn_ge piece[LANES];
	struct lane_ge p;

	/* Each depends on the one before: no work for lanes. */
	piece[0] = *f;
	for (size_t l = 1; l < LANES; l++) {
		piece[l] = piece[l - 1];
		sn_ge_double_times(&piece[l], 4 * LANE_DIGITS);
	}
	lane_ring_load(&p, piece);
	for (size_t k = 0; k < LANE_DIGITS / 2; k++) {
		if (k)
			lane_ge_double_times(&p, 8);
		lane_multiples_make(&ring->fixed[k], &p);
	}
	sn_wipe(piece, sizeof piece);
}

/* The pieces of a·F: first the odd digits, which count sixteenfold. */
LANE_CALL void lane_ring_fixed_sum(struct lane_ge *sum, const struct lane_ring *ring,
				   const struct sn_digits16 *a)
{
	lane digits[LANE_PIECE_WORDS];

	lane_piece_digits(digits, a);
	lane_ge_all(sum, &sn_ge_identity);
	for (size_t k = 1; k < LANE_DIGITS; k += 2)
		lane_add_multiple(sum, &ring->fixed[k / 2], lane_digit(digits, k));
	lane_ge_double_times(sum, 4);
	for (size_t k = 0; k < LANE_DIGITS; k += 2)
		lane_add_multiple(sum, &ring->fixed[k / 2], lane_digit(digits, k));
}

LANE_CALL void lane_ring_multiply(struct sn_ge *r, const struct sn_ring_memory *memory,
				  const struct sn_scalar *a)
{
	const struct lane_ring *ring = (const struct lane_ring *)memory;
	struct sn_digits16 digits;
	struct lane_ge sum;
	struct sn_ge sums[2];

	sn_digits16(&digits, a);
	lane_ring_fixed_sum(&sum, ring, &digits);
	lane_ge_pair_sum(sums, &sum, &sum);
	*r = sums[0];
	sn_wipe(&digits, sizeof digits);
	sn_wipe(sums, sizeof sums);
}

LANE_CALL void lane_ring_open(struct sn_ge lr[static 2], const struct sn_ring_memory *memory)
{
	const struct lane_ring *ring = (const struct lane_ring *)memory;

	lr[0] = ring->member[ring->n - 1].left;
	lr[1] = ring->member[ring->n - 1].right;
}

LANE_CALL void lane_ring_round(struct sn_ge lr[static 2], const struct sn_ring_memory *memory, size_t i,
			       const struct sn_scalar *a, const struct sn_scalar *b,
			       const struct sn_scalar *c)
{
	const struct lane_ring *ring = (const struct lane_ring *)memory;
	const struct lane_ring_member *member = &ring->member[i];
	struct sn_digits16 of_key, of_commitment, of_fixed;
	struct lane_multiples key, commitment;
	struct lane_ge p, left, right;
	lane key_digits[LANE_PIECE_WORDS], commitment_digits[LANE_PIECE_WORDS];

	sn_digits16(&of_key, a);
	sn_digits16(&of_commitment, b);
	sn_digits16(&of_fixed, c);
	lane_piece_digits(key_digits, &of_key);
	lane_piece_digits(commitment_digits, &of_commitment);
	lane_ring_load(&p, member->key.p);
	lane_multiples_make(&key, &p);
	lane_ring_load(&p, member->commitment.p);
	lane_multiples_make(&commitment, &p);

	lane_ge_all(&left, &sn_ge_identity);
	for (size_t k = LANE_DIGITS; k-- > 0;) {
		if (k < LANE_DIGITS - 1)
			lane_ge_double_times(&left, 4);
		lane_add_multiple(&left, &key, lane_digit(key_digits, k));
		lane_add_multiple(&left, &commitment, lane_digit(commitment_digits, k));
	}
	lane_ring_fixed_sum(&right, ring, &of_fixed);
	lane_ge_pair_sum(lr, &left, &right);
	sn_ge_add(&lr[0], &lr[0], &member->left);
	sn_ge_add(&lr[1], &lr[1], &member->right);
	sn_wipe(&of_key, sizeof of_key);
	sn_wipe(&of_commitment, sizeof of_commitment);
	sn_wipe(&of_fixed, sizeof of_fixed);
}

static const struct sn_ring_kernel lane_ring_kernel = {
	.size = lane_ring_size,
	.start = lane_ring_start,
	.set_hash = lane_ring_fix,
	.set_k = lane_ring_fix,
	.multiply = lane_ring_multiply,
	.open = lane_ring_open,
	.round = lane_ring_round,
};

#endif
#endif
