#include "handoff/output_list.h"
#include "chain/varint.h"
#include "handoff/list_frame.h"
#include "handoff/set_reader.h"

#include <stdlib.h>
#include <string.h>

/* By one-time key. Equal ones by their position, because qsort is not stable. */
static int compare(const void *a, const void *b)
{
	const struct sn_listed_output *const *x = a, *const *y = b;
	int order = memcmp((*x)->key.b, (*y)->key.b, 32);
	return order ? order : (*x > *y) - (*x < *y);
}

int sn_output_list_sort(struct sn_output_list *list)
{
	struct sn_listed_output *sorted = calloc(list->n + 1, sizeof *sorted);
	const struct sn_listed_output **order = calloc(list->n + 1, sizeof *order);
	size_t n = 0;
	if (!sorted || !order) {
		free(sorted);
		free(order);
		return SN_IO;
	}
	for (size_t i = 0; i < list->n; i++)
		order[i] = &list->outputs[i];
	qsort(order, list->n, sizeof *order, compare);
	for (size_t i = 0; i < list->n; i++)
		if (!n || !sn_point_is_equal(&sorted[n - 1].key, &order[i]->key))
			sorted[n++] = *order[i];
	free(order);
	sn_output_list_free(list);
	*list = (struct sn_output_list){sorted, n};
	return SN_OK;
}

static void put(struct sn_buf *out, const void *element)
{
	const struct sn_listed_output *o = element;
	sn_put_bytes(out, o->key.b, 32);
	sn_put_bytes(out, o->tx_key.b, 32);
	sn_put_varint(out, o->index);
	sn_put_varint(out, o->subaddress.major);
	sn_put_varint(out, o->subaddress.minor);
	sn_put_bytes(out, o->tx_hash.b, 32);
}

static void take(void *element, struct sn_reader *r)
{
	struct sn_listed_output *o = element;
	sn_read_copy(r, o->key.b, 32);
	sn_read_copy(r, o->tx_key.b, 32);
	o->index = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	o->subaddress.major = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	o->subaddress.minor = (uint32_t)sn_set_read_number(r, UINT32_MAX);
	sn_read_copy(r, o->tx_hash.b, 32);
}

_Static_assert(offsetof(struct sn_listed_output, key) == 0, "the frame expects the key first");

static const struct sn_list_frame frame = {
	.element_size = sizeof(struct sn_listed_output),
	.encoded_min = 32 + 32 + 1 + 1 + 1 + 32,
	.one = "output",
	.many = "outputs",
	.malformed = "malformed output list",
	.hint = "make it again",
	.put = put,
	.take = take,
};

int sn_output_list_encode(struct sn_buf *out, const struct sn_output_list *list, struct sn_error *err)
{
	return sn_list_frame_encode(out, &frame, list->outputs, list->n, err);
}

int sn_output_list_decode(struct sn_output_list *list, const void *data, size_t len, struct sn_error *err)
{
	void *outputs;
	int ret = sn_list_frame_decode(&outputs, &list->n, &frame, data, len, err);
	list->outputs = outputs;
	return ret;
}

void sn_output_list_free(struct sn_output_list *list)
{
	sn_list_frame_free(&frame, list->outputs, list->n);
	*list = (struct sn_output_list){0};
}
