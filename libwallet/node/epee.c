#include "node/epee.h"

#include <string.h>

#define ARRAY_FLAG 0x80

static const uint8_t header[9] = {0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01};

/* ------------------------------------------------------------------ reading */

static uint64_t read_size(struct sn_reader *r)
{
	if (r->failed || !r->left) {
		sn_reader_fail(r);
		return 0;
	}
	switch (r->at[0] & 3) {
	case 0:
		return sn_read_u8(r) >> 2;
	case 1:
		return sn_read_u16(r) >> 2;
	case 2:
		return sn_read_u32(r) >> 2;
	default:
		return sn_read_u64(r) >> 2;
	}
}

/* Bytes of one element of a type with a fixed width; 0 for strings and objects; -1 for an invalid type. */
static int width(uint8_t type)
{
	static const int8_t widths[] = {-1, 8, 4, 2, 1, 8, 4, 2, 1, 8, 0, 1, 0};
	return type < sizeof widths ? widths[type] : -1;
}

const uint8_t *sn_epee_read_string(struct sn_reader *r, size_t *len)
{
	uint64_t size = read_size(r);
	*len = 0;
	if (size > r->left)
		sn_reader_fail(r);
	const uint8_t *p = sn_read_view(r, (size_t)size);
	if (r->failed)
		return NULL;
	*len = (size_t)size;
	return p;
}

static void skip_section(struct sn_reader *r, int depth);

static void skip_elements(struct sn_reader *r, uint8_t type, uint64_t count, int depth)
{
	int w = width(type);
	if (w > 0) {
		if (count > r->left / (unsigned)w)
			sn_reader_fail(r);
		else
			sn_read_view(r, (size_t)count * (unsigned)w);
		return;
	}
	/* Strings and objects take at least one byte each, so the input bounds this loop. */
	for (uint64_t i = 0; i < count && !r->failed; i++) {
		size_t len;
		if (type == SN_EPEE_STRING)
			sn_epee_read_string(r, &len);
		else
			skip_section(r, depth + 1);
	}
}

/* Read name, type and count; *r is then at the first element. */
static void read_field(struct sn_reader *r, const uint8_t **name, uint8_t *name_len, struct sn_epee_value *v)
{
	*name_len = sn_read_u8(r);
	*name = sn_read_view(r, *name_len);
	uint8_t type = sn_read_u8(r);
	v->is_array = type & ARRAY_FLAG;
	type &= (uint8_t)~ARRAY_FLAG;
	v->count = v->is_array ? read_size(r) : 1;
	/* Each element takes at least one byte, so a larger count is invalid. */
	if (!*name_len || width(type) < 0 || v->count > r->left)
		sn_reader_fail(r);
	v->type = (enum sn_epee_type)type;
}

static void skip_section(struct sn_reader *r, int depth)
{
	if (depth > SN_EPEE_DEPTH)
		sn_reader_fail(r);
	uint64_t fields = read_size(r);
	for (uint64_t i = 0; i < fields && !r->failed; i++) {
		const uint8_t *name;
		uint8_t name_len;
		struct sn_epee_value v;
		read_field(r, &name, &name_len, &v);
		skip_elements(r, (uint8_t)v.type, v.count, depth);
	}
}

void sn_epee_read_header(struct sn_reader *r)
{
	const uint8_t *p = sn_read_view(r, sizeof header);
	if (p && memcmp(p, header, sizeof header) != 0)
		sn_reader_fail(r);
}

void sn_epee_read_section(struct sn_reader *r, const char *const names[], struct sn_epee_value values[],
			  size_t count)
{
	memset(values, 0, count * sizeof values[0]);
	uint64_t fields = read_size(r);
	for (uint64_t i = 0; i < fields && !r->failed; i++) {
		const uint8_t *name;
		uint8_t name_len;
		struct sn_epee_value v = {.is_present = true};
		read_field(r, &name, &name_len, &v);
		if (r->failed)
			break;
		const uint8_t *start = r->at;
		skip_elements(r, (uint8_t)v.type, v.count, 1);
		if (r->failed)
			break;
		sn_reader_init(&v.at, start, (size_t)(r->at - start));

		for (size_t k = 0; k < count; k++) {
			if (strlen(names[k]) != name_len || memcmp(names[k], name, name_len) != 0)
				continue;
			if (values[k].is_present)
				sn_reader_fail(r);
			values[k] = v;
		}
	}
	if (r->failed)
		memset(values, 0, count * sizeof values[0]);
}

static bool is_scalar(const struct sn_epee_value *v, enum sn_epee_type type)
{
	return v->is_present && !v->is_array && v->type == type;
}

bool sn_epee_get_uint(const struct sn_epee_value *v, uint64_t *out)
{
	if (!v->is_present || v->is_array || v->type < SN_EPEE_INT64 || v->type > SN_EPEE_UINT8)
		return false;
	struct sn_reader r = v->at;
	int bytes = width((uint8_t)v->type);
	uint64_t value = 0;
	for (int i = 0; i < bytes; i++)
		value |= (uint64_t)sn_read_u8(&r) << (8 * i);
	bool is_signed = v->type <= SN_EPEE_INT8;
	if (r.failed || (is_signed && value >> (8 * bytes - 1)))
		return false;
	*out = value;
	return true;
}

bool sn_epee_get_bool(const struct sn_epee_value *v, bool *out)
{
	if (!is_scalar(v, SN_EPEE_BOOL) || v->at.left != 1 || v->at.at[0] > 1)
		return false;
	*out = v->at.at[0];
	return true;
}

bool sn_epee_get_string(const struct sn_epee_value *v, const uint8_t **out, size_t *len)
{
	if (!is_scalar(v, SN_EPEE_STRING))
		return false;
	struct sn_reader r = v->at;
	size_t size;
	const uint8_t *p = sn_epee_read_string(&r, &size);
	if (r.failed)
		return false;
	*out = p;
	*len = size;
	return true;
}

bool sn_epee_get_bytes(const struct sn_epee_value *v, void *out, size_t len)
{
	const uint8_t *p;
	size_t size;
	if (!sn_epee_get_string(v, &p, &size) || size != len)
		return false;
	memcpy(out, p, len);
	return true;
}

bool sn_epee_get_array(const struct sn_epee_value *v, enum sn_epee_type type, struct sn_reader *r,
		       uint64_t *count)
{
	if (v->is_present && (!v->is_array || v->type != type))
		return false;
	*r = v->at;
	*count = v->is_present ? v->count : 0;
	return true;
}

/* ------------------------------------------------------------------ writing */

void sn_epee_put_header(struct sn_buf *b)
{
	sn_put_bytes(b, header, sizeof header);
}

void sn_epee_put_size(struct sn_buf *b, uint64_t size)
{
	if (size < 1u << 6)
		sn_put_u8(b, (uint8_t)(size << 2));
	else if (size < 1u << 14)
		sn_put_u16(b, (uint16_t)(size << 2 | 1));
	else if (size < 1u << 30)
		sn_put_u32(b, (uint32_t)(size << 2 | 2));
	else
		sn_put_u64(b, size << 2 | 3);
}

static void put_name(struct sn_buf *b, const char *name, uint8_t type)
{
	size_t len = strlen(name);
	sn_put_u8(b, (uint8_t)len);
	sn_put_bytes(b, name, len);
	sn_put_u8(b, type);
}

void sn_epee_put_u64(struct sn_buf *b, const char *name, uint64_t value)
{
	put_name(b, name, SN_EPEE_UINT64);
	sn_put_u64(b, value);
}

void sn_epee_put_bool(struct sn_buf *b, const char *name, bool value)
{
	put_name(b, name, SN_EPEE_BOOL);
	sn_put_u8(b, value);
}

void sn_epee_put_string(struct sn_buf *b, const char *name, const void *data, size_t len)
{
	put_name(b, name, SN_EPEE_STRING);
	sn_epee_put_size(b, len);
	sn_put_bytes(b, data, len);
}

void sn_epee_put_array(struct sn_buf *b, const char *name, enum sn_epee_type type, uint64_t count)
{
	put_name(b, name, (uint8_t)type | ARRAY_FLAG);
	sn_epee_put_size(b, count);
}
