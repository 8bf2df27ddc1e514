#include "handoff/proposal_set.h"
#include "base/secret.h"
#include "chain/carrot_enote.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "crypto/scalar.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

/* The shortest encodings. */
enum {
	INPUT_SIZE_MIN = 1 + 32 + 1 + 1 + 16, /* coinbase */
	TX_SIZE_MIN = 1 + INPUT_SIZE_MIN + SN_PROPOSAL_PAYMENTS_MIN,
};

/* ---------------------------------------------------------------- check */

static int check_input(const struct sn_proposal_input *in, struct sn_error *err)
{
	switch (in->kind) {
	case SN_PROPOSAL_OLD:
		if (in->mask_kind == SN_MASK_DERIVED || in->mask_kind == SN_MASK_ONE ||
		    (in->mask_kind == SN_MASK_EXPLICIT && sn_scalar_is_canonical(&in->mask)))
			return SN_OK;
		return sn_error_set(err, SN_USAGE, "the mask is invalid");
	case SN_PROPOSAL_NORMAL:
		return SN_OK;
	case SN_PROPOSAL_SPECIAL:
		if (in->enote_type <= SN_CARROT_CHANGE)
			return SN_OK;
		return sn_error_set(err, SN_USAGE, "the enote type is invalid");
	case SN_PROPOSAL_COINBASE:
		if (sn_subaddress_is_primary(in->subaddress))
			return SN_OK;
		return sn_error_set(err, SN_USAGE, "a coinbase output belongs to the primary address");
	}
	return sn_error_set(err, SN_USAGE, "the kind of input is invalid");
}

static int check_proposal(const struct sn_proposal *p, enum sn_network network, struct sn_error *err)
{
	int ret = sn_set_check_count(p->n_inputs, 1, SN_FCMP_INPUTS_MAX, "inputs", SN_USAGE, err);
	for (size_t i = 0; !ret && i < p->n_inputs; i++) {
		ret = check_input(&p->inputs[i], err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	return ret ? ret : sn_proposal_payments_check(&p->payments, network, SN_USAGE, err);
}

static int check_set(const struct sn_proposal_set *set, enum sn_network network, struct sn_error *err)
{
	size_t n_inputs = 0;
	int ret = sn_set_check_count(set->n, 1, SN_SET_TXS_MAX, "transactions", SN_USAGE, err);
	for (size_t i = 0; !ret && i < set->n; i++) {
		ret = check_proposal(&set->proposals[i], network, err);
		if (ret)
			return sn_error_prefix(err, ret, "transaction %zu", i + 1);
		n_inputs += set->proposals[i].n_inputs;
	}
	if (ret)
		return ret;
	return sn_set_check_count(n_inputs, 1, SN_PROPOSAL_SET_INPUTS_MAX, "inputs in total", SN_USAGE, err);
}

/* ---------------------------------------------------------------- encode */

static void put_subaddress(struct sn_buf *out, struct sn_subaddress_index index)
{
	sn_put_varint(out, index.major);
	sn_put_varint(out, index.minor);
}

static void put_old(struct sn_buf *out, const struct sn_proposal_input *in)
{
	sn_put_bytes(out, in->tx_key.b, 32);
	sn_put_varint(out, in->index);
	put_subaddress(out, in->subaddress);
	sn_put_varint(out, in->amount);
	sn_put_u8(out, (uint8_t)in->mask_kind);
	if (in->mask_kind == SN_MASK_EXPLICIT)
		sn_put_bytes(out, in->mask.b, 32);
}

static void put_carrot(struct sn_buf *out, const struct sn_proposal_input *in)
{
	if (in->kind == SN_PROPOSAL_COINBASE) {
		sn_put_varint(out, in->height);
	} else {
		sn_put_bytes(out, in->first_image.b, 32);
		put_subaddress(out, in->subaddress);
	}
	sn_put_varint(out, in->amount);
	if (in->kind == SN_PROPOSAL_SPECIAL) {
		sn_put_bytes(out, in->ephemeral, sizeof in->ephemeral);
		sn_put_u8(out, in->enote_type);
		return;
	}
	sn_put_bytes(out, in->anchor, sizeof in->anchor);
	if (in->kind == SN_PROPOSAL_COINBASE)
		return;
	sn_put_u8(out, in->has_payment_id);
	if (in->has_payment_id)
		sn_put_bytes(out, in->payment_id, sizeof in->payment_id);
}

void sn_proposal_put(struct sn_buf *out, const struct sn_proposal *p)
{
	sn_put_varint(out, p->n_inputs);
	for (size_t i = 0; i < p->n_inputs; i++) {
		sn_put_u8(out, (uint8_t)p->inputs[i].kind);
		sn_put_bytes(out, p->inputs[i].key.b, 32);
		if (p->inputs[i].kind == SN_PROPOSAL_OLD)
			put_old(out, &p->inputs[i]);
		else
			put_carrot(out, &p->inputs[i]);
	}
	sn_proposal_payments_put(out, &p->payments);
}

static void put(struct sn_buf *out, const void *element)
{
	sn_proposal_put(out, element);
}

/* ---------------------------------------------------------------- decode */

static void read_subaddress(struct sn_subaddress_index *index, struct sn_reader *r)
{
	index->major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	index->minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
}

/* A byte that is at most `max`. */
static uint8_t read_small(struct sn_reader *r, uint8_t max)
{
	const uint8_t v = sn_read_u8(r);
	if (v <= max)
		return v;
	sn_reader_fail(r);
	return 0;
}

static void read_old(struct sn_proposal_input *in, struct sn_reader *r)
{
	sn_read_copy(r, in->tx_key.b, 32);
	in->index = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	read_subaddress(&in->subaddress, r);
	in->amount = sn_read_varint(r);
	in->mask_kind = (enum sn_mask_kind)read_small(r, SN_MASK_EXPLICIT);
	if (in->mask_kind != SN_MASK_EXPLICIT)
		return;
	sn_read_copy(r, in->mask.b, 32);
	if (!sn_scalar_is_canonical(&in->mask))
		sn_reader_fail(r);
}

static void read_carrot(struct sn_proposal_input *in, struct sn_reader *r)
{
	if (in->kind == SN_PROPOSAL_COINBASE) {
		in->height = sn_read_varint(r);
	} else {
		sn_read_copy(r, in->first_image.b, 32);
		read_subaddress(&in->subaddress, r);
	}
	in->amount = sn_read_varint(r);
	if (in->kind == SN_PROPOSAL_SPECIAL) {
		sn_read_copy(r, in->ephemeral, sizeof in->ephemeral);
		in->enote_type = read_small(r, SN_CARROT_CHANGE);
		return;
	}
	sn_read_copy(r, in->anchor, sizeof in->anchor);
	if (in->kind == SN_PROPOSAL_COINBASE)
		return;
	in->has_payment_id = read_small(r, 1);
	if (in->has_payment_id)
		sn_read_copy(r, in->payment_id, sizeof in->payment_id);
}

struct context {
	enum sn_network network;
	size_t inputs_left; /* the number of inputs that the set may still have */
};

static int take(void *element, void *context, struct sn_reader *r, struct sn_error *err)
{
	struct sn_proposal *p = element;
	struct context *c = context;
	const size_t inputs_max = c->inputs_left < SN_FCMP_INPUTS_MAX ? c->inputs_left : SN_FCMP_INPUTS_MAX;
	void *inputs;
	int ret = sn_set_read_array(&inputs, &p->n_inputs, r, 1, inputs_max, INPUT_SIZE_MIN,
				    sizeof p->inputs[0], "inputs", err);
	p->inputs = inputs;
	c->inputs_left -= p->n_inputs;
	for (size_t i = 0; !ret && i < p->n_inputs; i++) {
		struct sn_proposal_input *in = &p->inputs[i];
		in->kind = (enum sn_proposal_input_kind)read_small(r, SN_PROPOSAL_COINBASE);
		sn_read_copy(r, in->key.b, 32);
		if (in->kind == SN_PROPOSAL_OLD)
			read_old(in, r);
		else
			read_carrot(in, r);
		ret = sn_set_check_reader(r, err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	return ret ? ret : sn_proposal_payments_read(&p->payments, c->network, r, err);
}

static void release(void *element)
{
	struct sn_proposal *p = element;
	if (p->inputs)
		sn_wipe(p->inputs, p->n_inputs * sizeof p->inputs[0]);
	free(p->inputs);
	sn_proposal_payments_free(&p->payments);
}

static const struct sn_set_frame frame = {
	.tx_size = sizeof(struct sn_proposal),
	.encoded_min = TX_SIZE_MIN,
	.malformed = "malformed unsigned set",
	.hint = "prepare the payment again",
	.put = put,
	.take = take,
	.release = release,
};

int sn_proposal_set_encode(struct sn_buf *out, const struct sn_proposal_set *set, enum sn_network network,
			   struct sn_error *err)
{
	int ret = check_set(set, network, err);
	return ret ? ret : sn_set_frame_encode(out, &frame, set->proposals, set->n, err);
}

int sn_proposal_set_decode(struct sn_proposal_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err)
{
	struct context context = {.network = network, .inputs_left = SN_PROPOSAL_SET_INPUTS_MAX};
	void *proposals;
	int ret = sn_set_frame_decode(&proposals, &set->n, &frame, &context, data, len, err);
	set->proposals = proposals;
	return ret;
}

void sn_proposal_set_free(struct sn_proposal_set *set)
{
	sn_set_frame_free(&frame, set->proposals, set->n);
	*set = (struct sn_proposal_set){0};
}
