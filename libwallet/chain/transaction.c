#include "chain/transaction.h"
#include "chain/consensus.h"
#include "chain/fcmp_size.h"
#include "chain/ringct_proofs.h"
#include "chain/varint.h"
#include "crypto/keccak.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define OUTPUT_CARROT 0x01
#define OUTPUT_KEY 0x02
#define OUTPUT_TAGGED_KEY 0x03

/* Minimum encoded sizes; they bound the counts. */
#define INPUT_SIZE_MIN 2            /* coinbase: tag, height */
#define INPUT_KEY_SIZE_MIN (3 + 32) /* tag, amount, ring size, key image */
#define OUTPUT_SIZE_MIN (2 + 32)    /* amount, tag, key */

#define COMPACT_AMOUNT_BYTES 8

static bool has_compact_amounts(enum sn_rct_type type)
{
	return type >= SN_RCT_BULLETPROOF2;
}

/* calloc that does not return NULL for n = 0. */
static void *new_array(size_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

/* ------------------------------------------------------------------ reading */

/* Read one input. Store its offsets in `offsets`, unless it is NULL; return their number. */
static size_t read_input(struct sn_tx_input *in, uint64_t *offsets, struct sn_reader *r)
{
	*in = (struct sn_tx_input){0};
	uint8_t kind = sn_read_u8(r);
	if (kind == SN_INPUT_COINBASE) {
		in->kind = SN_INPUT_COINBASE;
		in->height = sn_read_varint(r);
		return 0;
	}
	if (kind != SN_INPUT_KEY) {
		sn_reader_fail(r);
		return 0;
	}
	in->kind = SN_INPUT_KEY;
	in->amount = sn_read_varint(r);
	in->ring_size = sn_read_count(r, 1);
	in->offsets = offsets;
	for (size_t i = 0; i < in->ring_size && !r->failed; i++) {
		uint64_t offset = sn_read_varint(r);
		if (offsets)
			offsets[i] = offset;
	}
	sn_read_copy(r, in->key_image.b, 32);
	return in->ring_size;
}

/* Two passes over the inputs: the first counts all offsets, the second stores them. */
static int read_inputs(struct sn_tx *tx, struct sn_reader *r)
{
	tx->n_inputs = sn_read_count(r, INPUT_SIZE_MIN);
	if (!tx->n_inputs || (tx->n_inputs > 1 && tx->n_inputs > r->left / INPUT_KEY_SIZE_MIN)) {
		sn_reader_fail(r);
		return SN_BAD_INPUT;
	}
	struct sn_reader ahead = *r;
	struct sn_tx_input in;
	size_t n_offsets = 0;
	for (size_t i = 0; i < tx->n_inputs && !ahead.failed; i++) {
		n_offsets += read_input(&in, NULL, &ahead);
		if (in.kind == SN_INPUT_COINBASE && tx->n_inputs > 1)
			sn_reader_fail(&ahead);
	}
	if (ahead.failed) {
		sn_reader_fail(r);
		return SN_BAD_INPUT;
	}
	tx->inputs = new_array(tx->n_inputs, sizeof *tx->inputs);
	tx->offsets = new_array(n_offsets, sizeof *tx->offsets);
	if (!tx->inputs || !tx->offsets)
		return SN_IO;
	uint64_t *offsets = tx->offsets;
	for (size_t i = 0; i < tx->n_inputs; i++)
		offsets += read_input(&tx->inputs[i], offsets, r);
	return SN_OK;
}

static void read_output(struct sn_tx_output *out, struct sn_reader *r)
{
	out->amount = sn_read_varint(r);
	uint8_t kind = sn_read_u8(r);
	sn_read_copy(r, out->key.b, 32);
	switch (kind) {
	case OUTPUT_CARROT:
		out->is_carrot = true;
		sn_read_copy(r, out->carrot_view_tag, sizeof out->carrot_view_tag);
		sn_read_copy(r, out->encrypted_anchor, sizeof out->encrypted_anchor);
		break;
	case OUTPUT_TAGGED_KEY:
		out->has_view_tag = true;
		out->view_tag = sn_read_u8(r);
		break;
	case OUTPUT_KEY:
		break;
	default:
		sn_reader_fail(r);
	}
}

static int read_outputs(struct sn_tx *tx, struct sn_reader *r)
{
	tx->n_outputs = sn_read_count(r, OUTPUT_SIZE_MIN);
	if (r->failed)
		return SN_BAD_INPUT;
	tx->outputs = new_array(tx->n_outputs, sizeof *tx->outputs);
	if (!tx->outputs)
		return SN_IO;
	for (size_t i = 0; i < tx->n_outputs; i++) {
		read_output(&tx->outputs[i], r);
		if (tx->outputs[i].is_carrot != tx->outputs[0].is_carrot)
			sn_reader_fail(r);
	}
	return r->failed ? SN_BAD_INPUT : SN_OK;
}

static int read_prefix(struct sn_tx *tx, struct sn_reader *r)
{
	tx->version = sn_read_varint(r);
	tx->unlock_time = sn_read_varint(r);
	if (tx->version < 1 || tx->version > 2)
		return SN_BAD_INPUT;
	int ret = read_inputs(tx, r);
	if (!ret)
		ret = read_outputs(tx, r);
	if (ret)
		return ret;
	tx->extra_len = sn_read_count(r, 1);
	tx->extra = sn_read_view(r, tx->extra_len);
	return r->failed ? SN_BAD_INPUT : SN_OK;
}

static int read_base(struct sn_tx *tx, struct sn_reader *r)
{
	uint8_t type = sn_read_u8(r);
	if (r->failed || type > SN_RCT_FCMP_PLUS_PLUS)
		return SN_BAD_INPUT;
	tx->rct_type = (enum sn_rct_type)type;
	if (tx->rct_type == SN_RCT_NULL)
		return SN_OK;
	tx->fee = sn_read_varint(r);
	if (tx->rct_type == SN_RCT_SIMPLE)
		tx->pseudo_outs = sn_read_view(r, 32 * tx->n_inputs);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		struct sn_tx_output *out = &tx->outputs[i];
		if (has_compact_amounts(tx->rct_type)) {
			sn_read_copy(r, out->encrypted_amount, COMPACT_AMOUNT_BYTES);
		} else {
			sn_read_copy(r, out->encrypted_mask, 32);
			sn_read_copy(r, out->encrypted_amount, 32);
		}
	}
	for (size_t i = 0; i < tx->n_outputs; i++)
		sn_read_copy(r, tx->outputs[i].commitment.b, 32);
	return r->failed ? SN_BAD_INPUT : SN_OK;
}

/* Type 7: no rings, no amounts in clear, numbers as in chain/consensus.h, Carrot outputs. */
static bool is_fcmp(const struct sn_tx *tx)
{
	bool is_good = tx->n_inputs <= SN_FCMP_INPUTS_MAX && tx->n_outputs >= SN_FCMP_OUTPUTS_MIN &&
		       tx->n_outputs <= SN_TX_OUTPUTS_MAX && sn_tx_has_carrot_outputs(tx);
	for (size_t i = 0; is_good && i < tx->n_inputs; i++)
		is_good = tx->inputs[i].kind == SN_INPUT_KEY && !tx->inputs[i].amount &&
			  !tx->inputs[i].ring_size;
	for (size_t i = 0; is_good && i < tx->n_outputs; i++)
		is_good = !tx->outputs[i].amount;
	return is_good;
}

/* Whether version, type, inputs and outputs belong together. */
static bool has_matching_parts(const struct sn_tx *tx)
{
	if (tx->version == 2 && tx->rct_type == SN_RCT_FCMP_PLUS_PLUS)
		return is_fcmp(tx);
	if (sn_tx_has_carrot_outputs(tx))
		return tx->version == 2 && tx->rct_type == SN_RCT_NULL && sn_tx_is_coinbase(tx);
	for (size_t i = 0; i < tx->n_inputs; i++)
		if (tx->inputs[i].kind == SN_INPUT_KEY && !tx->inputs[i].ring_size)
			return false;
	return true;
}

int sn_tx_read(struct sn_tx *tx, struct sn_reader *r, bool pruned)
{
	*tx = (struct sn_tx){.is_pruned = pruned};
	int ret = read_prefix(tx, r);
	if (!ret && tx->version == 2)
		ret = read_base(tx, r);
	if (!ret && !has_matching_parts(tx))
		ret = SN_BAD_INPUT;
	if (!ret && !pruned) {
		tx->prunable = r->at;
		sn_ringct_proofs_skip(r, tx, NULL);
		tx->prunable_len = (size_t)(r->at - tx->prunable);
	}
	if (!ret && r->failed)
		ret = SN_BAD_INPUT;
	if (ret) {
		sn_reader_fail(r);
		sn_tx_free(tx);
	}
	return ret;
}

int sn_tx_parse(struct sn_tx *tx, const void *data, size_t len, bool pruned)
{
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	int ret = sn_tx_read(tx, &r, pruned);
	if (!ret && !sn_reader_is_done(&r)) {
		sn_tx_free(tx);
		ret = SN_BAD_INPUT;
	}
	return ret;
}

static int init(struct sn_tx *tx, size_t n_inputs, size_t ring_size, size_t n_outputs)
{
	*tx = (struct sn_tx){.version = 2, .n_inputs = n_inputs, .n_outputs = n_outputs};
	size_t n_offsets;
	if (!n_inputs || !n_outputs || __builtin_mul_overflow(n_inputs, ring_size, &n_offsets)) {
		*tx = (struct sn_tx){0};
		return SN_USAGE;
	}
	tx->inputs = calloc(n_inputs, sizeof *tx->inputs);
	tx->offsets = new_array(n_offsets, sizeof *tx->offsets);
	tx->outputs = calloc(n_outputs, sizeof *tx->outputs);
	if (!tx->inputs || !tx->offsets || !tx->outputs) {
		sn_tx_free(tx);
		return SN_IO;
	}
	for (size_t i = 0; i < n_inputs; i++) {
		tx->inputs[i].kind = SN_INPUT_KEY;
		tx->inputs[i].ring_size = ring_size;
		tx->inputs[i].offsets = tx->offsets + i * ring_size;
	}
	return SN_OK;
}

int sn_tx_init(struct sn_tx *tx, size_t n_inputs, size_t ring_size, size_t n_outputs)
{
	int ret = init(tx, ring_size ? n_inputs : 0, ring_size, n_outputs);
	if (ret)
		return ret;
	tx->rct_type = SN_RCT_BULLETPROOF_PLUS;
	for (size_t i = 0; i < n_outputs; i++)
		tx->outputs[i].has_view_tag = true;
	return SN_OK;
}

int sn_tx_init_fcmp(struct sn_tx *tx, size_t n_inputs, size_t n_outputs)
{
	if (n_inputs > SN_FCMP_INPUTS_MAX || n_outputs < SN_FCMP_OUTPUTS_MIN || n_outputs > SN_TX_OUTPUTS_MAX)
		n_inputs = 0;
	int ret = init(tx, n_inputs, 0, n_outputs);
	if (ret)
		return ret;
	tx->rct_type = SN_RCT_FCMP_PLUS_PLUS;
	for (size_t i = 0; i < n_outputs; i++)
		tx->outputs[i].is_carrot = true;
	return SN_OK;
}

void sn_tx_free(struct sn_tx *tx)
{
	free(tx->inputs);
	free(tx->outputs);
	free(tx->offsets);
	*tx = (struct sn_tx){0};
}

/* ------------------------------------------------------------------ writing */

static uint8_t output_kind(const struct sn_tx_output *out)
{
	return out->is_carrot ? OUTPUT_CARROT : out->has_view_tag ? OUTPUT_TAGGED_KEY : OUTPUT_KEY;
}

void sn_tx_write_prefix(struct sn_buf *out, const struct sn_tx *tx)
{
	sn_put_varint(out, tx->version);
	sn_put_varint(out, tx->unlock_time);
	sn_put_varint(out, tx->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++) {
		const struct sn_tx_input *in = &tx->inputs[i];
		sn_put_u8(out, (uint8_t)in->kind);
		if (in->kind == SN_INPUT_COINBASE) {
			sn_put_varint(out, in->height);
			continue;
		}
		sn_put_varint(out, in->amount);
		sn_put_varint(out, in->ring_size);
		for (size_t j = 0; j < in->ring_size; j++)
			sn_put_varint(out, in->offsets[j]);
		sn_put_bytes(out, in->key_image.b, 32);
	}
	sn_put_varint(out, tx->n_outputs);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		const struct sn_tx_output *o = &tx->outputs[i];
		sn_put_varint(out, o->amount);
		sn_put_u8(out, output_kind(o));
		sn_put_bytes(out, o->key.b, 32);
		if (o->is_carrot) {
			sn_put_bytes(out, o->carrot_view_tag, sizeof o->carrot_view_tag);
			sn_put_bytes(out, o->encrypted_anchor, sizeof o->encrypted_anchor);
		} else if (o->has_view_tag) {
			sn_put_u8(out, o->view_tag);
		}
	}
	sn_put_varint(out, tx->extra_len);
	sn_put_bytes(out, tx->extra, tx->extra_len);
}

void sn_tx_write_base(struct sn_buf *out, const struct sn_tx *tx)
{
	if (tx->version == 1)
		return;
	sn_put_u8(out, (uint8_t)tx->rct_type);
	if (tx->rct_type == SN_RCT_NULL)
		return;
	sn_put_varint(out, tx->fee);
	if (tx->rct_type == SN_RCT_SIMPLE)
		sn_put_bytes(out, tx->pseudo_outs, 32 * tx->n_inputs);
	for (size_t i = 0; i < tx->n_outputs; i++) {
		const struct sn_tx_output *o = &tx->outputs[i];
		if (has_compact_amounts(tx->rct_type)) {
			sn_put_bytes(out, o->encrypted_amount, COMPACT_AMOUNT_BYTES);
		} else {
			sn_put_bytes(out, o->encrypted_mask, 32);
			sn_put_bytes(out, o->encrypted_amount, 32);
		}
	}
	for (size_t i = 0; i < tx->n_outputs; i++)
		sn_put_bytes(out, tx->outputs[i].commitment.b, 32);
}

void sn_tx_write(struct sn_buf *out, const struct sn_tx *tx)
{
	sn_tx_write_prefix(out, tx);
	sn_tx_write_base(out, tx);
	if (!tx->is_pruned)
		sn_put_bytes(out, tx->prunable, tx->prunable_len);
}

/* ------------------------------------------------------------------ queries */

bool sn_tx_is_coinbase(const struct sn_tx *tx)
{
	return tx->n_inputs == 1 && tx->inputs[0].kind == SN_INPUT_COINBASE;
}

int sn_tx_ring_indices(uint64_t *indices, const struct sn_tx *tx, size_t i)
{
	const struct sn_tx_input *in = &tx->inputs[i];
	if (in->kind != SN_INPUT_KEY)
		return SN_BAD_INPUT;
	uint64_t sum = 0;
	for (size_t j = 0; j < in->ring_size; j++) {
		if (__builtin_add_overflow(sum, in->offsets[j], &sum))
			return SN_BAD_INPUT;
		indices[j] = sum;
	}
	return SN_OK;
}

/* Keccak-256 of the bytes that `write` appends for the transaction. */
static int hash_part(struct sn_hash *hash, const struct sn_tx *tx,
		     void (*write)(struct sn_buf *, const struct sn_tx *))
{
	struct sn_buf b = {0};
	write(&b, tx);
	int ret = b.failed ? SN_IO : SN_OK;
	if (!ret)
		sn_keccak256(hash, b.data, b.len);
	sn_buf_free(&b);
	return ret;
}

int sn_tx_prefix_hash(struct sn_hash *hash, const struct sn_tx *tx)
{
	return hash_part(hash, tx, sn_tx_write_prefix);
}

/* Keccak-256 of H(prefix) ‖ H(base) ‖ last; `last` may be NULL. */
static int hash_parts(struct sn_hash *hash, const struct sn_tx *tx, const struct sn_hash *last)
{
	struct sn_hash parts[3] = {0};
	int ret = hash_part(&parts[0], tx, sn_tx_write_prefix);
	if (!ret)
		ret = hash_part(&parts[1], tx, sn_tx_write_base);
	if (last)
		parts[2] = *last;
	if (!ret)
		sn_keccak256(hash, parts, (last ? 3 : 2) * sizeof *parts);
	return ret;
}

int sn_tx_hash_pruned(struct sn_hash *hash, const struct sn_tx *tx, const struct sn_hash *prunable_hash)
{
	static const struct sn_hash zero;
	if (tx->version != 2)
		return SN_USAGE;
	return hash_parts(hash, tx, tx->rct_type == SN_RCT_NULL ? &zero : prunable_hash);
}

int sn_tx_hash(struct sn_hash *hash, const struct sn_tx *tx)
{
	struct sn_hash prunable_hash = {0};
	if (tx->is_pruned && (tx->version != 2 || tx->rct_type != SN_RCT_NULL))
		return SN_USAGE;
	if (tx->version == 1)
		return hash_part(hash, tx, sn_tx_write);
	if (tx->rct_type != SN_RCT_NULL)
		sn_keccak256(&prunable_hash, tx->prunable, tx->prunable_len);
	return hash_parts(hash, tx, &prunable_hash);
}

int sn_tx_signing_hash(struct sn_hash *hash, const struct sn_tx *tx, const struct sn_bpp *proofs,
		       size_t n_proofs)
{
	if (tx->version != 2 || tx->rct_type != SN_RCT_BULLETPROOF_PLUS)
		return SN_USAGE;
	struct sn_keccak k;
	struct sn_hash last;
	sn_keccak_init(&k);
	for (size_t i = 0; i < n_proofs; i++) {
		const struct sn_bpp *p = &proofs[i];
		sn_keccak_update(&k, p->a.b, 32);
		sn_keccak_update(&k, p->a1.b, 32);
		sn_keccak_update(&k, p->b.b, 32);
		sn_keccak_update(&k, p->r1.b, 32);
		sn_keccak_update(&k, p->s1.b, 32);
		sn_keccak_update(&k, p->d1.b, 32);
		for (size_t j = 0; j < p->rounds; j++)
			sn_keccak_update(&k, p->l[j].b, 32);
		for (size_t j = 0; j < p->rounds; j++)
			sn_keccak_update(&k, p->r[j].b, 32);
	}
	sn_keccak_final(&k, &last);
	return hash_parts(hash, tx, &last);
}

int sn_tx_signable_hash(struct sn_hash *hash, const struct sn_tx *tx)
{
	if (tx->version != 2 || tx->rct_type != SN_RCT_FCMP_PLUS_PLUS)
		return SN_USAGE;
	return hash_parts(hash, tx, NULL);
}

/* ------------------------------------------------------------------ weight */

/* Number of points and scalars of a proof, without its rounds. */
static uint64_t proof_elements(bool plus)
{
	return plus ? 6 : 9;
}

static uint64_t clawback(bool plus, uint64_t padded_outputs)
{
	if (padded_outputs <= 2)
		return 0;
	uint64_t half_of_two = 32 * (proof_elements(plus) + 2 * 7) / 2; /* per output, in a proof of two */
	uint64_t rounds = 6;
	while ((uint64_t)1 << (rounds - 6) < padded_outputs)
		rounds++;
	uint64_t size = 32 * (proof_elements(plus) + 2 * rounds);
	return (half_of_two * padded_outputs - size) * 4 / 5;
}

uint64_t sn_tx_weight_clawback(size_t n_outputs)
{
	uint64_t padded = 1;
	while (padded < n_outputs)
		padded *= 2;
	return clawback(true, padded);
}

int sn_tx_weight(uint64_t *weight, const struct sn_tx *tx)
{
	if (tx->is_pruned)
		return SN_USAGE;
	if (tx->version == 2 && tx->rct_type == SN_RCT_FCMP_PLUS_PLUS)
		return sn_fcmp_weight(weight, tx->n_inputs, tx->n_outputs, tx->extra_len);
	uint64_t padded_outputs = 0;
	if (tx->version == 2 && tx->rct_type >= SN_RCT_BULLETPROOF) {
		struct sn_reader r;
		sn_reader_init(&r, tx->prunable, tx->prunable_len);
		sn_ringct_proofs_skip(&r, tx, &padded_outputs);
		if (r.failed || tx->n_outputs > SN_BPP_OUTPUTS_MAX)
			return SN_BAD_INPUT;
	}
	struct sn_buf b = {0};
	sn_tx_write(&b, tx);
	int ret = b.failed ? SN_IO : SN_OK;
	*weight = b.len + clawback(tx->rct_type == SN_RCT_BULLETPROOF_PLUS, padded_outputs);
	sn_buf_free(&b);
	return ret;
}

size_t sn_tx_predict_size(size_t n_inputs, size_t ring_size, size_t n_outputs, size_t extra_len,
			  size_t offsets_size, uint64_t fee, uint64_t unlock_time)
{
	size_t input = 1 + 1 + sn_varint_size(ring_size) + 32; /* tag, amount 0, ring size, key image */
	size_t output = 1 + 1 + 32 + 1;                        /* amount 0, tag, key, view tag */
	size_t prefix = 1 + sn_varint_size(unlock_time) + sn_varint_size(n_inputs) + n_inputs * input +
			offsets_size + sn_varint_size(n_outputs) + n_outputs * output +
			sn_varint_size(extra_len) + extra_len;
	size_t base = 1 + sn_varint_size(fee) + n_outputs * (COMPACT_AMOUNT_BYTES + 32);
	size_t proof = 1 + 1 + 32 * (6 + 2 * sn_bpp_rounds(n_outputs));
	size_t clsag = 32 * (ring_size + 2);
	return prefix + base + 1 + proof + n_inputs * (clsag + 32);
}

const char *sn_unlock_time_unit(uint64_t unlock_time)
{
	return unlock_time < SN_UNLOCK_TIME_IS_HEIGHT_BELOW ? "block" : "Unix time";
}

/* The end of the year 9999. */
#define LAST_SECOND 253402300799

bool sn_unlock_time_date(char date[static SN_UNLOCK_DATE_MAX], uint64_t unlock_time)
{
	const time_t seconds = (time_t)unlock_time;
	struct tm utc;
	if (unlock_time < SN_UNLOCK_TIME_IS_HEIGHT_BELOW)
		return false;
	if (unlock_time > LAST_SECOND)
		snprintf(date, SN_UNLOCK_DATE_MAX, "after the year 9999");
	else if ((uint64_t)seconds != unlock_time || !gmtime_r(&seconds, &utc) ||
		 !strftime(date, SN_UNLOCK_DATE_MAX, "%Y-%m-%d %H:%M:%S UTC", &utc))
		snprintf(date, SN_UNLOCK_DATE_MAX, "not a valid date");
	return true;
}
