#include "interop/archive.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

bool sn_archive_read_bool(struct sn_reader *r)
{
	uint8_t v = sn_read_u8(r);
	if (v > 1)
		sn_reader_fail(r);
	return v == 1;
}

void sn_archive_put_bool(struct sn_buf *out, bool v)
{
	sn_put_u8(out, v);
}

void sn_archive_read_arity(struct sn_reader *r, uint64_t n)
{
	if (sn_read_varint(r) != n)
		sn_reader_fail(r);
}

int sn_archive_read_version(uint8_t *version, struct sn_reader *r, uint8_t min, uint8_t max, const char *name,
			    struct sn_error *err)
{
	uint64_t v = sn_read_varint(r);
	*version = 0;
	if (r->failed)
		return sn_set_check_reader(r, err);
	if (v < min || v > max)
		return sn_error_set(err, SN_BAD_INPUT, "%s has version %llu; versions %d to %d are supported",
				    name, (unsigned long long)v, min, max);
	*version = (uint8_t)v;
	return SN_OK;
}

int sn_archive_read_bytes(struct sn_archive_bytes *bytes, struct sn_reader *r, size_t max, const char *items,
			  struct sn_error *err)
{
	*bytes = (struct sn_archive_bytes){0};
	size_t len;
	int ret = sn_set_read_count(&len, r, 0, max, 1, items, err);
	if (ret)
		return ret;
	bytes->at = sn_read_view(r, len);
	bytes->len = len;
	return SN_OK;
}

void sn_archive_put_bytes(struct sn_buf *out, const struct sn_archive_bytes *bytes)
{
	sn_put_varint(out, bytes->len);
	sn_put_bytes(out, bytes->at, bytes->len);
}

int sn_archive_read_varints(uint64_t **numbers, size_t *n, struct sn_reader *r, size_t n_max,
			    uint64_t value_max, const char *items, struct sn_error *err)
{
	void *array;
	int ret = sn_set_read_array(&array, n, r, 0, n_max, 1, sizeof **numbers, items, err);
	*numbers = array;
	for (size_t i = 0; i < *n; i++)
		(*numbers)[i] = sn_set_read_number(r, value_max);
	if (!ret)
		ret = sn_set_check_reader(r, err);
	if (ret) {
		free(*numbers);
		*numbers = NULL;
		*n = 0;
	}
	return ret;
}

void sn_archive_put_varints(struct sn_buf *out, const uint64_t *numbers, size_t n)
{
	sn_put_varint(out, n);
	for (size_t i = 0; i < n; i++)
		sn_put_varint(out, numbers[i]);
}

int sn_archive_read_points(struct sn_point **points, size_t *n, struct sn_reader *r, size_t n_max,
			   const char *items, struct sn_error *err)
{
	void *array;
	int ret = sn_set_read_array(&array, n, r, 0, n_max, sizeof **points, sizeof **points, items, err);
	*points = array;
	for (size_t i = 0; i < *n; i++)
		sn_read_copy(r, (*points)[i].b, 32);
	return ret;
}

void sn_archive_put_points(struct sn_buf *out, const struct sn_point *points, size_t n)
{
	sn_put_varint(out, n);
	for (size_t i = 0; i < n; i++)
		sn_put_bytes(out, points[i].b, 32);
}

void sn_archive_free(void *array, size_t n, size_t size)
{
	if (array)
		sn_wipe(array, n * size);
	free(array);
}

void sn_archive_read_owner(struct sn_archive_owner *owner, struct sn_reader *r)
{
	sn_read_copy(r, owner->spend.b, 32);
	sn_read_copy(r, owner->view.b, 32);
}

void sn_archive_put_owner(struct sn_buf *out, const struct sn_archive_owner *owner)
{
	sn_put_bytes(out, owner->spend.b, 32);
	sn_put_bytes(out, owner->view.b, 32);
}

int sn_archive_check_owner(const struct sn_archive_owner *owner, const struct sn_archive_owner *wallet,
			   struct sn_error *err)
{
	if (sn_point_is_equal(&owner->spend, &wallet->spend) &&
	    sn_point_is_equal(&owner->view, &wallet->view))
		return SN_OK;
	return sn_error_hint(
		err,
		sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN, "the file belongs to another wallet"),
		"use the wallet that it was made for");
}

static int take(void *value, const struct sn_archive_format *format, const void *data, size_t len,
		struct sn_error *err)
{
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	int ret = format->take(value, &r, err);
	if (!ret)
		ret = sn_set_check_reader(&r, err);
	if (!ret && !sn_reader_is_done(&r))
		ret = sn_error_set(err, SN_BAD_INPUT, "%zu byte%s %s its end", r.left, SN_PLURAL(r.left),
				   r.left == 1 ? "follows" : "follow");
	if (ret) {
		format->release(value);
		sn_error_prefix(err, ret, "%s cannot be read", format->name);
	}
	return ret;
}

int sn_archive_decode(void *value, const struct sn_archive_format *format, const void *data, size_t len,
		      struct sn_error *err)
{
	int ret = take(value, format, data, len, err);
	if (ret != SN_BAD_INPUT)
		return ret;
	if (err)
		err->reason = SN_REASON_DAMAGED;
	return sn_error_hint(err, ret,
			     "make the file again with release 0.18 of the reference wallet or a later one");
}

/* Decode `data` and free the result. */
static int check(const struct sn_archive_format *format, const void *data, size_t len, struct sn_error *err)
{
	void *value = calloc(1, format->size);
	if (!value)
		return sn_error_memory(err);
	int ret = take(value, format, data, len, err);
	if (!ret)
		format->release(value);
	free(value);
	return ret == SN_BAD_INPUT ? SN_USAGE : ret;
}

int sn_archive_encode(struct sn_buf *out, const struct sn_archive_format *format, const void *value,
		      struct sn_error *err)
{
	const size_t start = out->len;
	format->put(out, value);
	if (out->failed)
		return sn_error_memory(err);
	int ret = check(format, out->data + start, out->len - start, err);
	if (ret) {
		sn_wipe(out->data + start, out->len - start);
		out->len = start;
	}
	return ret;
}
