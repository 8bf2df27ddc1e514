#include "chain/ringct_proofs.h"
#include "chain/varint.h"

#include <stdlib.h>

#define ROUNDS_MIN 6 /* log2(64), of a proof for one output */

/* Borromean range proof of one output: 64 commitments, 2·64 scalars and a challenge. */
#define RANGE_PROOF_SIZE (32 * (64 + 64 + 1 + 64))

/* Step over n · size bytes. The product may be hostile. */
static void skip(struct sn_reader *r, uint64_t n, uint64_t size)
{
	uint64_t len;
	if (__builtin_mul_overflow(n, size, &len) || len > r->left)
		sn_reader_fail(r);
	else
		sn_read_view(r, (size_t)len);
}

/* The ring size of the ring signatures: that of the first input. */
static uint64_t ring_size(const struct sn_tx *tx)
{
	return tx->inputs[0].kind == SN_INPUT_KEY ? tx->inputs[0].ring_size : 1;
}

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

/* Step over Bulletproofs: `before` elements, L, R, `after` elements each. */
static void skip_bulletproofs(struct sn_reader *r, const struct sn_tx *tx, size_t before, size_t after,
			      uint64_t *padded_outputs)
{
	/* Only type 3 has a plain 32-bit count. */
	uint64_t n = tx->rct_type == SN_RCT_BULLETPROOF ? sn_read_u32(r) : sn_read_varint(r);
	uint64_t padded = 0;
	if (n > tx->n_outputs)
		sn_reader_fail(r);
	for (uint64_t i = 0; i < n && !r->failed; i++) {
		skip(r, before, 32);
		size_t rounds = read_rounds(r);
		skip(r, rounds, 32);
		if (read_rounds(r) != rounds)
			sn_reader_fail(r);
		skip(r, rounds + after, 32);
		if (!r->failed)
			padded += (uint64_t)1 << (rounds - ROUNDS_MIN);
	}
	if (padded < tx->n_outputs)
		sn_reader_fail(r);
	*padded_outputs = padded;
}

void sn_ringct_proofs_skip(struct sn_reader *r, const struct sn_tx *tx, uint64_t *padded_outputs)
{
	uint64_t ring = ring_size(tx), inputs = tx->n_inputs, ignored;
	if (!padded_outputs)
		padded_outputs = &ignored;
	*padded_outputs = 0;

	if (tx->version == 1) {
		for (size_t i = 0; i < tx->n_inputs; i++)
			skip(r, tx->inputs[i].ring_size, 64); /* 0 for coinbase, which has no signature */
		return;
	}
	switch (tx->rct_type) {
	case SN_RCT_NULL:
		return;
	case SN_RCT_FULL: /* one MLSAG: rows of (inputs + 1) scalars */
		skip(r, tx->n_outputs, RANGE_PROOF_SIZE);
		skip(r, ring * (inputs + 1) + 1, 32);
		return;
	case SN_RCT_SIMPLE: /* MLSAGs with rows of 2 */
		skip(r, tx->n_outputs, RANGE_PROOF_SIZE);
		skip(r, inputs * (2 * ring + 1), 32);
		return;
	case SN_RCT_BULLETPROOF:
	case SN_RCT_BULLETPROOF2:
		skip_bulletproofs(r, tx, 6, 3, padded_outputs);
		skip(r, inputs * (2 * ring + 1), 32);
		break;
	case SN_RCT_CLSAG:
		skip_bulletproofs(r, tx, 6, 3, padded_outputs);
		skip(r, inputs * (ring + 2), 32);
		break;
	case SN_RCT_BULLETPROOF_PLUS:
		skip_bulletproofs(r, tx, 6, 0, padded_outputs);
		skip(r, inputs * (ring + 2), 32);
		break;
	}
	skip(r, inputs, 32); /* pseudo-output commitments */
}

int sn_ringct_proofs_init(struct sn_ringct_proofs *proofs, size_t n_bpps, size_t n_inputs)
{
	*proofs = (struct sn_ringct_proofs){.n_bpps = n_bpps, .n_inputs = n_inputs};
	proofs->bpps = calloc(n_bpps ? n_bpps : 1, sizeof *proofs->bpps);
	proofs->clsags = calloc(n_inputs ? n_inputs : 1, sizeof *proofs->clsags);
	proofs->pseudo_outs = calloc(n_inputs ? n_inputs : 1, sizeof *proofs->pseudo_outs);
	if (!proofs->bpps || !proofs->clsags || !proofs->pseudo_outs) {
		sn_ringct_proofs_free(proofs);
		return SN_IO;
	}
	return SN_OK;
}

void sn_ringct_proofs_free(struct sn_ringct_proofs *proofs)
{
	free(proofs->bpps);
	free(proofs->clsags);
	free(proofs->pseudo_outs);
	*proofs = (struct sn_ringct_proofs){0};
}

static void read_bpp(struct sn_bpp *p, struct sn_reader *r)
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

int sn_ringct_proofs_parse(struct sn_ringct_proofs *proofs, const struct sn_tx *tx)
{
	*proofs = (struct sn_ringct_proofs){0};
	if (tx->version != 2 || tx->rct_type != SN_RCT_BULLETPROOF_PLUS || tx->is_pruned)
		return SN_USAGE;
	uint64_t ring = ring_size(tx);
	struct sn_reader r;
	sn_reader_init(&r, tx->prunable, tx->prunable_len);
	uint64_t n_bpps = sn_read_varint(&r);
	if (r.failed || n_bpps > tx->n_outputs || ring > SN_RING_MAX)
		return SN_BAD_INPUT;

	int ret = sn_ringct_proofs_init(proofs, (size_t)n_bpps, tx->n_inputs);
	if (ret)
		return ret;
	for (size_t i = 0; i < n_bpps; i++)
		read_bpp(&proofs->bpps[i], &r);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		struct sn_clsag *sig = &proofs->clsags[i];
		sig->n = (size_t)ring;
		for (size_t j = 0; j < sig->n; j++)
			sn_read_copy(&r, sig->s[j].b, 32);
		sn_read_copy(&r, sig->c1.b, 32);
		sn_read_copy(&r, sig->d.b, 32);
	}
	for (size_t i = 0; i < tx->n_inputs; i++)
		sn_read_copy(&r, proofs->pseudo_outs[i].b, 32);
	if (!sn_reader_is_done(&r)) {
		sn_ringct_proofs_free(proofs);
		return SN_BAD_INPUT;
	}
	return SN_OK;
}

static void write_bpp(struct sn_buf *out, const struct sn_bpp *p)
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

void sn_ringct_proofs_write(struct sn_buf *out, const struct sn_ringct_proofs *proofs)
{
	sn_put_varint(out, proofs->n_bpps);
	for (size_t i = 0; i < proofs->n_bpps; i++)
		write_bpp(out, &proofs->bpps[i]);
	for (size_t i = 0; i < proofs->n_inputs; i++) {
		const struct sn_clsag *sig = &proofs->clsags[i];
		for (size_t j = 0; j < sig->n; j++)
			sn_put_bytes(out, sig->s[j].b, 32);
		sn_put_bytes(out, sig->c1.b, 32);
		sn_put_bytes(out, sig->d.b, 32);
	}
	for (size_t i = 0; i < proofs->n_inputs; i++)
		sn_put_bytes(out, proofs->pseudo_outs[i].b, 32);
}
