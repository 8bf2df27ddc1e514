#include "chain/extra.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "crypto/keccak.h"

#define PADDING_MAX 255 /* bytes, including the tag */
#define NONCE_MAX 255

#define NONCE_LONG_PAYMENT_ID 0x00
#define NONCE_ENCRYPTED_PAYMENT_ID 0x01

/* Padding consists of zeros, up to the end of the whole extra. */
static void read_padding(struct sn_extra_field *field, struct sn_reader *r)
{
	field->len = r->left;
	field->data = sn_read_view(r, field->len);
	if (field->len + 1 > PADDING_MAX)
		sn_reader_fail(r);
	for (size_t i = 0; !r->failed && i < field->len; i++)
		if (field->data[i])
			sn_reader_fail(r);
}

static void read_sized(struct sn_extra_field *field, struct sn_reader *r, size_t size)
{
	size_t n = sn_read_count(r, size);
	field->len = n * size;
	field->data = sn_read_view(r, field->len);
}

/* A sized field with the depth of a tree, a varint, and its root. */
static void read_merge_mining(struct sn_extra_field *field, struct sn_reader *r)
{
	read_sized(field, r, 1);
	if (r->failed)
		return;
	struct sn_reader inner;
	sn_reader_init(&inner, field->data, field->len);
	sn_read_varint(&inner);
	sn_read_view(&inner, 32);
	if (!sn_reader_is_done(&inner))
		sn_reader_fail(r);
}

bool sn_extra_next(struct sn_extra_field *field, struct sn_reader *r)
{
	*field = (struct sn_extra_field){0};
	if (r->failed || !r->left)
		return false;
	field->tag = sn_read_u8(r);
	switch (field->tag) {
	case SN_EXTRA_PADDING:
		read_padding(field, r);
		break;
	case SN_EXTRA_TX_KEY:
		field->len = 32;
		field->data = sn_read_view(r, 32);
		break;
	case SN_EXTRA_NONCE:
		read_sized(field, r, 1);
		if (field->len > NONCE_MAX)
			sn_reader_fail(r);
		break;
	case SN_EXTRA_MERGE_MINING:
		read_merge_mining(field, r);
		break;
	case SN_EXTRA_ADDITIONAL_KEYS:
		read_sized(field, r, 32);
		break;
	case SN_EXTRA_MINERGATE:
		read_sized(field, r, 1);
		break;
	default:
		sn_reader_fail(r);
	}
	return !r->failed;
}

void sn_extra_parse(struct sn_extra *extra, const void *data, size_t len)
{
	*extra = (struct sn_extra){.data = data, .len = len};
	bool has_additional = false;
	struct sn_reader r;
	struct sn_extra_field field;
	sn_reader_init(&r, data, len);
	while (sn_extra_next(&field, &r)) {
		if (field.tag == SN_EXTRA_TX_KEY) {
			extra->n_tx_keys++;
		} else if (field.tag == SN_EXTRA_ADDITIONAL_KEYS && !has_additional) {
			has_additional = true;
			extra->additional = field.data;
			extra->n_additional = field.len / 32;
		} else if (field.tag == SN_EXTRA_NONCE && !extra->has_nonce) {
			extra->has_nonce = true;
			extra->nonce = field.data;
			extra->nonce_len = field.len;
		}
	}
	extra->is_complete = !r.failed;
}

size_t sn_extra_tx_keys(struct sn_point *keys, size_t cap, const struct sn_extra *extra)
{
	struct sn_reader r;
	struct sn_extra_field field;
	size_t n = 0;
	sn_reader_init(&r, extra->data, extra->len);
	while (n < cap && sn_extra_next(&field, &r))
		if (field.tag == SN_EXTRA_TX_KEY)
			memcpy(keys[n++].b, field.data, 32);
	return n;
}

void sn_extra_additional_key(struct sn_point *key, const struct sn_extra *extra, size_t i)
{
	memcpy(key->b, extra->additional + 32 * i, 32);
}

static bool copy_payment_id(uint8_t *id, size_t len, const struct sn_extra *extra, uint8_t kind)
{
	if (extra->nonce_len != 1 + len || extra->nonce[0] != kind)
		return false;
	memcpy(id, extra->nonce + 1, len);
	return true;
}

bool sn_extra_encrypted_payment_id(uint8_t id[static SN_PAYMENT_ID_BYTES], const struct sn_extra *extra)
{
	return copy_payment_id(id, SN_PAYMENT_ID_BYTES, extra, NONCE_ENCRYPTED_PAYMENT_ID);
}

bool sn_extra_long_payment_id(uint8_t id[static 32], const struct sn_extra *extra)
{
	return copy_payment_id(id, 32, extra, NONCE_LONG_PAYMENT_ID);
}

void sn_payment_id_crypt(uint8_t out[static SN_PAYMENT_ID_BYTES],
			 const uint8_t in[static SN_PAYMENT_ID_BYTES], const struct sn_point *derivation)
{
	uint8_t data[33];
	struct sn_hash pad;
	memcpy(data, derivation->b, 32);
	data[32] = 0x8d;
	sn_keccak256(&pad, data, sizeof data);
	for (size_t i = 0; i < SN_PAYMENT_ID_BYTES; i++)
		out[i] = in[i] ^ pad.b[i];
	sn_wipe(data, sizeof data);
	sn_wipe(&pad, sizeof pad);
}

void sn_extra_write(struct sn_buf *out, const struct sn_point *tx_key, const struct sn_point *additional,
		    size_t n, const uint8_t *encrypted_payment_id)
{
	if (tx_key) {
		sn_put_u8(out, SN_EXTRA_TX_KEY);
		sn_put_bytes(out, tx_key->b, 32);
	}
	if (n) {
		sn_put_u8(out, SN_EXTRA_ADDITIONAL_KEYS);
		sn_put_varint(out, n);
		for (size_t i = 0; i < n; i++)
			sn_put_bytes(out, additional[i].b, 32);
	}
	if (encrypted_payment_id) {
		sn_put_u8(out, SN_EXTRA_NONCE);
		sn_put_varint(out, 1 + SN_PAYMENT_ID_BYTES);
		sn_put_u8(out, NONCE_ENCRYPTED_PAYMENT_ID);
		sn_put_bytes(out, encrypted_payment_id, SN_PAYMENT_ID_BYTES);
	}
}
