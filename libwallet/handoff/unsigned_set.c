#include "handoff/unsigned_set.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "crypto/keccak.h"
#include "crypto/scalar.h"
#include "handoff/destination.h"
#include "handoff/set_frame.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

/* The shortest encodings. */
enum {
	MEMBER_SIZE = 32 + 32,
	INPUT_SIZE_MIN = 32 + 1 + 2 + 1 + 1 + 1 + 1 + MEMBER_SIZE,
	TX_SIZE_MIN = 1 + INPUT_SIZE_MIN + 1 + SN_DESTINATION_SIZE_MIN + 3,
};

static int check_input(const struct sn_unsigned_input *in, struct sn_error *err)
{
	int ret = sn_set_check_count(in->n_ring, 1, SN_RING_MAX, "ring members", SN_USAGE, err);
	if (ret)
		return ret;
	for (size_t i = 1; i < in->n_ring; i++)
		if (in->global_index[i] <= in->global_index[i - 1])
			return sn_error_set(err, SN_USAGE, "the ring indices do not ascend");
	switch (in->mask_kind) {
	case SN_MASK_DERIVED:
	case SN_MASK_ONE:
		return SN_OK;
	case SN_MASK_EXPLICIT:
		if (sn_scalar_is_canonical(&in->mask))
			return SN_OK;
	}
	return sn_error_set(err, SN_USAGE, "the mask is invalid");
}

static int check_tx(const struct sn_unsigned_tx *tx, enum sn_network network, struct sn_error *err)
{
	int ret = sn_set_check_count(tx->n_inputs, 1, SN_TX_INPUTS_MAX, "inputs", SN_USAGE, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		ret = check_input(&tx->inputs[i], err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}
	ret = sn_set_check_count(tx->n_destinations, 1, SN_SET_DESTINATIONS_MAX, "destinations", SN_USAGE,
				 err);
	if (ret)
		return ret;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		ret = sn_destination_check(&tx->destinations[i].address, i, network, SN_USAGE, err);
		if (ret)
			return ret;
	}
	if (tx->has_change != (tx->change > 0))
		return sn_error_set(err, SN_USAGE,
				    "has_change and the amount of the change contradict each other");
	return SN_OK;
}

static int check_set(const struct sn_unsigned_set *set, struct sn_error *err)
{
	int ret = sn_set_check_count(set->n, 1, SN_SET_TXS_MAX, "transactions", SN_USAGE, err);
	if (ret)
		return ret;
	const struct sn_unsigned_tx *first = &set->txs[0];
	enum sn_network network = first->n_destinations ? first->destinations[0].address.network : SN_MAINNET;
	size_t n_inputs = 0;
	for (size_t i = 0; i < set->n; i++) {
		ret = check_tx(&set->txs[i], network, err);
		if (ret)
			return sn_error_prefix(err, ret, "transaction %zu", i + 1);
		n_inputs += set->txs[i].n_inputs;
	}
	return sn_set_check_count(n_inputs, 1, SN_SET_INPUTS_MAX, "inputs in total", SN_USAGE, err);
}

static void encode_input(struct sn_buf *out, const struct sn_unsigned_input *in)
{
	sn_put_bytes(out, in->tx_key.b, 32);
	sn_put_varint(out, in->index);
	sn_put_varint(out, in->subaddress.major);
	sn_put_varint(out, in->subaddress.minor);
	sn_put_varint(out, in->amount);
	sn_put_u8(out, (uint8_t)in->mask_kind);
	if (in->mask_kind == SN_MASK_EXPLICIT)
		sn_put_bytes(out, in->mask.b, 32);
	sn_put_varint(out, in->n_ring);
	uint64_t last = 0;
	for (size_t i = 0; i < in->n_ring; i++) {
		sn_put_varint(out, in->global_index[i] - last);
		last = in->global_index[i];
	}
	for (size_t i = 0; i < in->n_ring; i++) {
		sn_put_bytes(out, in->ring[i].key.b, 32);
		sn_put_bytes(out, in->ring[i].commitment.b, 32);
	}
}

static void put(struct sn_buf *out, const void *element)
{
	const struct sn_unsigned_tx *tx = element;
	sn_put_varint(out, tx->n_inputs);
	for (size_t i = 0; i < tx->n_inputs; i++)
		encode_input(out, &tx->inputs[i]);
	sn_put_varint(out, tx->n_destinations);
	for (size_t i = 0; i < tx->n_destinations; i++)
		sn_destination_put(out, &tx->destinations[i].address, tx->destinations[i].amount);
	sn_put_varint(out, tx->change);
	if (tx->has_change) {
		sn_put_varint(out, tx->change_to.major);
		sn_put_varint(out, tx->change_to.minor);
	}
	sn_put_varint(out, tx->fee);
	sn_put_varint(out, tx->unlock_time);
}

static int decode_mask(struct sn_unsigned_input *in, struct sn_reader *r, struct sn_error *err)
{
	in->mask_kind = (enum sn_mask_kind)sn_set_read_number(r, SN_MASK_EXPLICIT);
	if (in->mask_kind != SN_MASK_EXPLICIT)
		return SN_OK;
	sn_read_copy(r, in->mask.b, 32);
	if (!sn_scalar_is_canonical(&in->mask))
		return sn_error_set(err, SN_BAD_INPUT, "the mask is not below the group order");
	return SN_OK;
}

static int decode_ring_indices(struct sn_unsigned_input *in, struct sn_reader *r, struct sn_error *err)
{
	uint64_t last = 0;
	for (size_t i = 0; i < in->n_ring; i++) {
		uint64_t step = sn_read_varint(r);
		if (r->failed)
			break; /* decode_input returns the error */
		if ((i > 0 && step == 0) || step > UINT64_MAX - last)
			return sn_error_set(err, SN_BAD_INPUT, "the ring indices do not ascend");
		last += step;
		in->global_index[i] = last;
	}
	return SN_OK;
}

static int decode_input(struct sn_unsigned_input *in, struct sn_reader *r, struct sn_error *err)
{
	sn_read_copy(r, in->tx_key.b, 32);
	in->index = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	in->subaddress.major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	in->subaddress.minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	in->amount = sn_read_varint(r);
	int ret = decode_mask(in, r, err);
	if (!ret)
		ret = sn_set_check_reader(r, err);
	if (!ret)
		ret = sn_set_read_count(&in->n_ring, r, 1, SN_RING_MAX, 1 + MEMBER_SIZE, "ring members", err);
	if (!ret)
		ret = decode_ring_indices(in, r, err);
	if (ret)
		return ret;
	for (size_t i = 0; i < in->n_ring; i++) {
		sn_read_copy(r, in->ring[i].key.b, 32);
		sn_read_copy(r, in->ring[i].commitment.b, 32);
	}
	return sn_set_check_reader(r, err);
}

struct context {
	enum sn_network network;
	size_t inputs_left; /* the number of inputs that the set may still have */
};

static int take(void *element, void *context, struct sn_reader *r, struct sn_error *err)
{
	struct sn_unsigned_tx *tx = element;
	struct context *c = context;
	const size_t inputs_max = c->inputs_left < SN_TX_INPUTS_MAX ? c->inputs_left : SN_TX_INPUTS_MAX;
	void *inputs, *destinations;
	int ret = sn_set_read_array(&inputs, &tx->n_inputs, r, 1, inputs_max, INPUT_SIZE_MIN,
				    sizeof tx->inputs[0], "inputs", err);
	tx->inputs = inputs;
	c->inputs_left -= tx->n_inputs;
	if (ret)
		return ret;
	for (size_t i = 0; i < tx->n_inputs; i++) {
		ret = decode_input(&tx->inputs[i], r, err);
		if (ret)
			return sn_error_prefix(err, ret, "input %zu", i + 1);
	}

	ret = sn_set_read_array(&destinations, &tx->n_destinations, r, 1, SN_SET_DESTINATIONS_MAX,
				SN_DESTINATION_SIZE_MIN, sizeof tx->destinations[0], "destinations", err);
	tx->destinations = destinations;
	if (ret)
		return ret;
	for (size_t i = 0; i < tx->n_destinations; i++) {
		sn_destination_read(&tx->destinations[i].address, &tx->destinations[i].amount, c->network, r);
		ret = sn_set_check_reader(r, err);
		if (ret)
			return sn_error_prefix(err, ret, "destination %zu", i + 1);
	}

	tx->change = sn_read_varint(r);
	tx->has_change = tx->change > 0;
	if (tx->has_change) {
		tx->change_to.major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
		tx->change_to.minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	}
	tx->fee = sn_read_varint(r);
	tx->unlock_time = sn_read_varint(r);
	return sn_set_check_reader(r, err);
}

static void release(void *element)
{
	struct sn_unsigned_tx *tx = element;
	if (tx->inputs)
		sn_wipe(tx->inputs, tx->n_inputs * sizeof tx->inputs[0]);
	if (tx->destinations)
		sn_wipe(tx->destinations, tx->n_destinations * sizeof tx->destinations[0]);
	free(tx->inputs);
	free(tx->destinations);
}

static const struct sn_set_frame frame = {
	.tx_size = sizeof(struct sn_unsigned_tx),
	.encoded_min = TX_SIZE_MIN,
	.malformed = "malformed unsigned set",
	.hint = "prepare the payment again",
	.put = put,
	.take = take,
	.release = release,
};

int sn_unsigned_set_encode(struct sn_buf *out, const struct sn_unsigned_set *set, struct sn_error *err)
{
	int ret = check_set(set, err);
	return ret ? ret : sn_set_frame_encode(out, &frame, set->txs, set->n, err);
}

int sn_unsigned_set_decode(struct sn_unsigned_set *set, enum sn_network network, const void *data, size_t len,
			   struct sn_error *err)
{
	struct context context = {.network = network, .inputs_left = SN_SET_INPUTS_MAX};
	void *txs;
	*set = (struct sn_unsigned_set){0};
	int ret = sn_set_frame_decode(&txs, &set->n, &frame, &context, data, len, err);
	set->txs = txs;
	if (ret)
		return ret;
	sn_keccak256(&set->digest, data, len);
	set->has_digest = true;
	return SN_OK;
}

void sn_unsigned_set_free(struct sn_unsigned_set *set)
{
	sn_set_frame_free(&frame, set->txs, set->n);
	*set = (struct sn_unsigned_set){0};
}
