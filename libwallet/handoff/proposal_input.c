#include "handoff/proposal_input.h"
#include "chain/carrot_enote.h"
#include "chain/varint.h"
#include "crypto/scalar.h"
#include "handoff/set_reader.h"

int sn_proposal_input_check(const struct sn_proposal_input *in, struct sn_error *err)
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

void sn_proposal_input_put(struct sn_buf *out, const struct sn_proposal_input *in)
{
	sn_put_u8(out, (uint8_t)in->kind);
	sn_put_bytes(out, in->key.b, 32);
	if (in->kind == SN_PROPOSAL_OLD)
		put_old(out, in);
	else
		put_carrot(out, in);
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

void sn_proposal_input_read(struct sn_proposal_input *in, struct sn_reader *r)
{
	in->kind = (enum sn_proposal_input_kind)read_small(r, SN_PROPOSAL_COINBASE);
	sn_read_copy(r, in->key.b, 32);
	if (in->kind == SN_PROPOSAL_OLD)
		read_old(in, r);
	else
		read_carrot(in, r);
}
