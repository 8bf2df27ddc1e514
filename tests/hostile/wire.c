#include "wire.h"

#include <stdlib.h>
#include <string.h>

size_t wire_varint(uint8_t out[static 16], uint64_t v, size_t padding)
{
	size_t n = 0;
	for (; v >= 0x80; v >>= 7)
		out[n++] = (uint8_t)(v | 0x80);
	out[n++] = (uint8_t)v;
	for (; padding && n < 10; padding--) {
		out[n - 1] |= 0x80;
		out[n++] = 0;
	}
	return n;
}

uint64_t wire_number(const struct wire *w, size_t i)
{
	uint64_t v = 0;
	for (size_t j = 0; j < w->fields[i].len && j < 10; j++)
		v |= (uint64_t)(w->bytes.data[w->fields[i].at + j] & 0x7f) << (7 * j);
	return v;
}

static void put(struct wire *w, enum field_kind kind, const void *data, size_t len)
{
	if (w->n == w->cap) {
		w->cap = w->cap ? 2 * w->cap : 256;
		w->fields = realloc(w->fields, w->cap * sizeof *w->fields);
		if (!w->fields)
			abort();
	}
	w->fields[w->n++] = (struct field){kind, w->bytes.len, len};
	sn_put_bytes(&w->bytes, data, len);
	if (w->bytes.failed)
		abort();
}

static void put_number(struct wire *w, enum field_kind kind, uint64_t v)
{
	uint8_t bytes[16];
	put(w, kind, bytes, wire_varint(bytes, v, 0));
}

static void put_kind(struct wire *w, unsigned kind)
{
	uint8_t byte = (uint8_t)kind;
	put(w, FIELD_KIND, &byte, 1);
}

static void put_input(struct wire *w, const struct sn_unsigned_input *in)
{
	put(w, FIELD_POINT, in->tx_key.b, 32);
	put_number(w, FIELD_NUMBER, in->index);
	put_number(w, FIELD_NUMBER, in->subaddress.major);
	put_number(w, FIELD_NUMBER, in->subaddress.minor);
	put_number(w, FIELD_NUMBER, in->amount);
	put_kind(w, (unsigned)in->mask_kind);
	if (in->mask_kind == SN_MASK_EXPLICIT)
		put(w, FIELD_SCALAR, in->mask.b, 32);
	put_number(w, FIELD_COUNT, in->n_ring);
	/* Differences modulo 2^64, which can express any order. */
	for (size_t i = 0; i < in->n_ring; i++)
		put_number(w, FIELD_NUMBER, in->global_index[i] - (i ? in->global_index[i - 1] : 0));
	for (size_t i = 0; i < in->n_ring; i++) {
		put(w, FIELD_POINT, in->ring[i].key.b, 32);
		put(w, FIELD_POINT, in->ring[i].commitment.b, 32);
	}
}

static void put_destination(struct wire *w, const struct sn_unsigned_destination *to)
{
	put_kind(w, (unsigned)to->address.kind);
	put(w, FIELD_POINT, to->address.spend.b, 32);
	put(w, FIELD_POINT, to->address.view.b, 32);
	if (to->address.kind == SN_ADDRESS_INTEGRATED)
		put(w, FIELD_PAYMENT_ID, to->address.payment_id, sizeof to->address.payment_id);
	put_number(w, FIELD_NUMBER, to->amount);
}

void wire_encode(struct wire *w, const struct sn_unsigned_set *set)
{
	put_number(w, FIELD_COUNT, set->n);
	for (size_t i = 0; i < set->n; i++) {
		const struct sn_unsigned_tx *tx = &set->txs[i];
		put_number(w, FIELD_COUNT, tx->n_inputs);
		for (size_t j = 0; j < tx->n_inputs; j++)
			put_input(w, &tx->inputs[j]);
		put_number(w, FIELD_COUNT, tx->n_destinations);
		for (size_t j = 0; j < tx->n_destinations; j++)
			put_destination(w, &tx->destinations[j]);
		put_number(w, FIELD_NUMBER, tx->change);
		if (tx->has_change) {
			put_number(w, FIELD_NUMBER, tx->change_to.major);
			put_number(w, FIELD_NUMBER, tx->change_to.minor);
		}
		put_number(w, FIELD_NUMBER, tx->fee);
		put_number(w, FIELD_NUMBER, tx->unlock_time);
	}
}

void wire_free(struct wire *w)
{
	sn_buf_free(&w->bytes);
	free(w->fields);
	*w = (struct wire){0};
}

void wire_replace(struct wire *w, size_t i, const void *data, size_t len)
{
	struct field *f = &w->fields[i];
	size_t after = w->bytes.len - f->at - f->len, old = f->len;
	if (len > old && !sn_buf_grow(&w->bytes, len - old))
		abort();
	memmove(w->bytes.data + f->at + len, w->bytes.data + f->at + old, after);
	memcpy(w->bytes.data + f->at, data, len);
	w->bytes.len = f->at + len + after;
	f->len = len;
	for (size_t j = i + 1; j < w->n; j++)
		w->fields[j].at += len - old;
}
