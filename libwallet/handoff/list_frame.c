#include "handoff/list_frame.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>
#include <string.h>

static int check_ascent(const struct sn_list_frame *frame, const uint8_t *elements, size_t i,
			enum sn_err code, struct sn_error *err)
{
	const uint8_t *key = elements + i * frame->element_size;
	if (i == 0 || memcmp(key - frame->element_size, key, sizeof(struct sn_point)) < 0)
		return SN_OK;
	return sn_error_set(err, code, "the one-time keys do not ascend");
}

int sn_list_frame_encode(struct sn_buf *out, const struct sn_list_frame *frame, const void *elements,
			 size_t n, struct sn_error *err)
{
	const uint8_t *at = elements;
	int ret = sn_set_check_count(n, 0, SN_LIST_MAX, frame->many, SN_USAGE, err);
	for (size_t i = 0; i < n && !ret; i++)
		ret = check_ascent(frame, at, i, SN_USAGE, err);
	if (ret)
		return ret;
	sn_put_varint(out, n);
	for (size_t i = 0; i < n; i++)
		frame->put(out, at + i * frame->element_size);
	return out->failed ? sn_error_memory(err) : SN_OK;
}

int sn_list_frame_read(void **elements, size_t *n, const struct sn_list_frame *frame, size_t min, size_t max,
		       struct sn_reader *r, struct sn_error *err)
{
	int ret = sn_set_read_array(elements, n, r, min, max, frame->encoded_min, frame->element_size,
				    frame->many, err);
	uint8_t *at = *elements;
	for (size_t i = 0; !ret && i < *n; i++) {
		frame->take(at + i * frame->element_size, r);
		ret = sn_set_check_reader(r, err);
		if (!ret)
			ret = check_ascent(frame, at, i, SN_BAD_INPUT, err);
	}
	if (!ret)
		return SN_OK;
	sn_list_frame_free(frame, at, *n);
	*elements = NULL;
	*n = 0;
	return ret;
}

int sn_list_frame_end(const struct sn_list_frame *frame, const struct sn_reader *r, int ret,
		      struct sn_error *err)
{
	if (!ret && !sn_reader_is_done(r))
		ret = sn_error_set(err, SN_BAD_INPUT, "bytes follow the last %s", frame->one);
	return ret == SN_BAD_INPUT ? sn_set_malformed(err, frame->malformed, frame->hint) : ret;
}

void sn_list_frame_free(const struct sn_list_frame *frame, void *elements, size_t n)
{
	if (elements)
		sn_wipe(elements, n * frame->element_size);
	free(elements);
}
