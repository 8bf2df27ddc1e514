#include "handoff/image_list.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>
#include <string.h>

enum { IMAGE_SIZE = 32 + 32 };

static bool ascends(const struct sn_image_list *list, size_t i)
{
	return i == 0 || memcmp(list->images[i - 1].key.b, list->images[i].key.b, 32) < 0;
}

int sn_image_list_encode(struct sn_buf *out, const struct sn_image_list *list, struct sn_error *err)
{
	int ret = sn_set_check_count(list->n, 0, SN_LIST_MAX, "key images", SN_USAGE, err);
	for (size_t i = 0; i < list->n && !ret; i++)
		if (!ascends(list, i))
			ret = sn_error_set(err, SN_USAGE, "its one-time keys do not ascend");
	if (ret)
		return ret;
	sn_put_varint(out, list->n);
	for (size_t i = 0; i < list->n; i++) {
		sn_put_bytes(out, list->images[i].key.b, 32);
		sn_put_bytes(out, list->images[i].image.b, 32);
	}
	return out->failed ? sn_error_memory(err) : SN_OK;
}

int sn_image_list_decode(struct sn_image_list *list, const void *data, size_t len, struct sn_error *err)
{
	*list = (struct sn_image_list){0};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	size_t n;
	int ret = sn_set_read_count(&n, &r, 0, SN_LIST_MAX, IMAGE_SIZE, "key images", err);
	if (ret)
		goto out;
	list->images = calloc(n + 1, sizeof *list->images);
	if (!list->images) {
		ret = sn_error_memory(err);
		goto out;
	}
	list->n = n;
	for (size_t i = 0; i < n && !ret; i++) {
		sn_read_copy(&r, list->images[i].key.b, 32);
		sn_read_copy(&r, list->images[i].image.b, 32);
		ret = sn_set_check_reader(&r, err);
		if (!ret && !ascends(list, i))
			ret = sn_error_set(err, SN_BAD_INPUT, "its one-time keys do not ascend");
	}
	if (!ret && !sn_reader_is_done(&r))
		ret = sn_error_set(err, SN_BAD_INPUT, "bytes follow its last key image");
out:
	if (ret)
		sn_image_list_free(list);
	if (ret == SN_BAD_INPUT)
		ret = sn_set_malformed(err, "the list of key images is malformed, make it again");
	return ret;
}

void sn_image_list_free(struct sn_image_list *list)
{
	if (list->images)
		sn_wipe(list->images, list->n * sizeof *list->images);
	free(list->images);
	*list = (struct sn_image_list){0};
}
