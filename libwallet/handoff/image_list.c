#include "handoff/image_list.h"
#include "handoff/list_frame.h"

static void put(struct sn_buf *out, const void *element)
{
	const struct sn_listed_image *image = element;
	sn_put_bytes(out, image->key.b, 32);
	sn_put_bytes(out, image->image.b, 32);
}

static void take(void *element, struct sn_reader *r)
{
	struct sn_listed_image *image = element;
	sn_read_copy(r, image->key.b, 32);
	sn_read_copy(r, image->image.b, 32);
}

_Static_assert(offsetof(struct sn_listed_image, key) == 0, "the frame expects the key first");

static const struct sn_list_frame frame = {
	.element_size = sizeof(struct sn_listed_image),
	.encoded_min = 32 + 32,
	.one = "key image",
	.many = "key images",
	.malformed = "malformed list of key images",
	.hint = "make it again",
	.put = put,
	.take = take,
};

int sn_image_list_encode(struct sn_buf *out, const struct sn_image_list *list, struct sn_error *err)
{
	return sn_list_frame_encode(out, &frame, list->images, list->n, err);
}

int sn_image_list_decode(struct sn_image_list *list, const void *data, size_t len, struct sn_error *err)
{
	struct sn_reader r;
	void *images;
	sn_reader_init(&r, data, len);
	int ret = sn_list_frame_read(&images, &list->n, &frame, 0, SN_LIST_MAX, &r, err);
	list->images = images;
	ret = sn_list_frame_end(&frame, &r, ret, err);
	if (ret)
		sn_image_list_free(list);
	return ret;
}

void sn_image_list_free(struct sn_image_list *list)
{
	sn_list_frame_free(&frame, list->images, list->n);
	*list = (struct sn_image_list){0};
}
