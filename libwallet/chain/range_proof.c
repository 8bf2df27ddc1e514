#include "chain/range_proof.h"
#include "chain/varint.h"

#define ROUNDS_MIN 6 /* log2(64), of a proof for one output */

/* The number of the points L or R; fails the reader if it is out of range. */
static size_t read_rounds(struct sn_reader *r)
{
	uint64_t rounds = sn_read_varint(r);
	if (rounds < ROUNDS_MIN || rounds > SN_BPP_ROUNDS_MAX) {
		sn_reader_fail(r);
		return 0;
	}
	return (size_t)rounds;
}

/* Elements before the points L: A ‖ S ‖ T1 ‖ T2 ‖ taux ‖ mu, or A ‖ A1 ‖ B ‖ r1 ‖ s1 ‖ d1. */
#define BEFORE 6

void sn_range_proofs_skip(struct sn_reader *r, enum sn_rct_type type, size_t n_outputs,
			  uint64_t *padded_outputs)
{
	/* Only type 3 has a plain 32-bit count. */
	uint64_t n = type == SN_RCT_BULLETPROOF ? sn_read_u32(r) : sn_read_varint(r);
	const size_t after = type < SN_RCT_BULLETPROOF_PLUS ? 3 : 0; /* a ‖ b ‖ t */
	uint64_t padded = 0;
	if (n > n_outputs)
		sn_reader_fail(r);
	for (uint64_t i = 0; i < n && !r->failed; i++) {
		sn_reader_skip(r, BEFORE, 32);
		size_t rounds = read_rounds(r);
		sn_reader_skip(r, rounds, 32);
		if (read_rounds(r) != rounds)
			sn_reader_fail(r);
		sn_reader_skip(r, rounds + after, 32);
		if (!r->failed)
			padded += (uint64_t)1 << (rounds - ROUNDS_MIN);
	}
	if (padded < n_outputs)
		sn_reader_fail(r);
	*padded_outputs = padded;
}

void sn_range_proof_read(struct sn_bpp *p, struct sn_reader *r)
{
	sn_read_copy(r, p->a.b, 32);
	sn_read_copy(r, p->a1.b, 32);
	sn_read_copy(r, p->b.b, 32);
	sn_read_copy(r, p->r1.b, 32);
	sn_read_copy(r, p->s1.b, 32);
	sn_read_copy(r, p->d1.b, 32);
	p->rounds = read_rounds(r);
	for (size_t i = 0; i < p->rounds; i++)
		sn_read_copy(r, p->l[i].b, 32);
	if (read_rounds(r) != p->rounds)
		sn_reader_fail(r);
	for (size_t i = 0; i < p->rounds; i++)
		sn_read_copy(r, p->r[i].b, 32);
}

void sn_range_proof_write(struct sn_buf *out, const struct sn_bpp *p)
{
	sn_put_bytes(out, p->a.b, 32);
	sn_put_bytes(out, p->a1.b, 32);
	sn_put_bytes(out, p->b.b, 32);
	sn_put_bytes(out, p->r1.b, 32);
	sn_put_bytes(out, p->s1.b, 32);
	sn_put_bytes(out, p->d1.b, 32);
	sn_put_varint(out, p->rounds);
	for (size_t i = 0; i < p->rounds; i++)
		sn_put_bytes(out, p->l[i].b, 32);
	sn_put_varint(out, p->rounds);
	for (size_t i = 0; i < p->rounds; i++)
		sn_put_bytes(out, p->r[i].b, 32);
}
