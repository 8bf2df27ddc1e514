#include "handoff/output_list.h"
#include "chain/varint.h"
#include "handoff/list_frame.h"
#include "handoff/set_reader.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(offsetof(struct sn_listed_output, key) == 0, "sort and frame expect the key first");
_Static_assert(offsetof(struct sn_proposal_input, key) == 0, "sort and frame expect the key first");

/* By one-time key. Equal ones by their position, because qsort is not stable. */
static int compare(const void *a, const void *b)
{
	const uint8_t *const *x = a, *const *y = b;
	int order = memcmp(*x, *y, sizeof(struct sn_point));
	return order ? order : (*x > *y) - (*x < *y);
}

/* A sorted copy of *n elements of `size` bytes, without repeated keys; NULL if out of memory. */
static void *sort(const void *elements, size_t *n, size_t size)
{
	uint8_t *sorted = calloc(*n + 1, size);
	const uint8_t **order = calloc(*n + 1, sizeof *order);
	if (!sorted || !order) {
		free(sorted);
		free(order);
		return NULL;
	}
	for (size_t i = 0; i < *n; i++)
		order[i] = (const uint8_t *)elements + i * size;
	qsort(order, *n, sizeof *order, compare);
	size_t kept = 0;
	for (size_t i = 0; i < *n; i++)
		if (!kept || memcmp(sorted + (kept - 1) * size, order[i], sizeof(struct sn_point)))
			memcpy(sorted + kept++ * size, order[i], size);
	free(order);
	*n = kept;
	return sorted;
}

int sn_output_list_sort(struct sn_output_list *list)
{
	struct sn_output_list sorted = {.n = list->n, .n_carrot = list->n_carrot};
	sorted.outputs = sort(list->outputs, &sorted.n, sizeof *sorted.outputs);
	sorted.carrot = sort(list->carrot, &sorted.n_carrot, sizeof *sorted.carrot);
	if (!sorted.outputs || !sorted.carrot) {
		sn_output_list_free(&sorted);
		return SN_IO;
	}
	sn_output_list_free(list);
	*list = sorted;
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

static void put_carrot(struct sn_buf *out, const void *element)
{
	sn_proposal_input_put(out, element);
}

static void take_carrot(void *element, struct sn_reader *r)
{
	struct sn_proposal_input *o = element;
	sn_proposal_input_read(o, r);
	if (o->kind == SN_PROPOSAL_OLD)
		sn_reader_fail(r);
}

static const struct sn_list_frame carrot_frame = {
	.element_size = sizeof(struct sn_proposal_input),
	.encoded_min = SN_PROPOSAL_INPUT_MIN,
	.one = "Carrot output",
	.many = "Carrot outputs",
	.malformed = "malformed output list",
	.hint = "make it again",
	.put = put_carrot,
	.take = take_carrot,
};

/* No key is in both parts. Both ascend. */
static int check_apart(const struct sn_output_list *list, enum sn_err code, struct sn_error *err)
{
	size_t i = 0, j = 0;
	while (i < list->n && j < list->n_carrot) {
		const int order =
			memcmp(&list->outputs[i].key, &list->carrot[j].key, sizeof(struct sn_point));
		if (!order)
			return sn_error_set(err, code, "an output is listed twice");
		i += order < 0;
		j += order > 0;
	}
	return SN_OK;
}

static int encode_carrot(struct sn_buf *out, const struct sn_output_list *list, struct sn_error *err)
{
	int ret = sn_set_check_count(list->n_carrot, 1, SN_LIST_MAX - list->n, carrot_frame.many, SN_USAGE,
				     err);
	for (size_t i = 0; !ret && i < list->n_carrot; i++)
		ret = list->carrot[i].kind == SN_PROPOSAL_OLD
			      ? sn_error_set(err, SN_USAGE, "a Carrot output has the kind of an old output")
			      : sn_proposal_input_check(&list->carrot[i], err);
	if (!ret)
		ret = sn_list_frame_encode(out, &carrot_frame, list->carrot, list->n_carrot, err);
	return ret ? ret : check_apart(list, SN_USAGE, err);
}

int sn_output_list_encode(struct sn_buf *out, const struct sn_output_list *list, struct sn_error *err)
{
	int ret = sn_list_frame_encode(out, &frame, list->outputs, list->n, err);
	return ret || !list->n_carrot ? ret : encode_carrot(out, list, err);
}

static int read_carrot(struct sn_output_list *list, struct sn_reader *r, struct sn_error *err)
{
	void *carrot;
	int ret =
		sn_list_frame_read(&carrot, &list->n_carrot, &carrot_frame, 1, SN_LIST_MAX - list->n, r, err);
	list->carrot = carrot;
	return ret ? ret : check_apart(list, SN_BAD_INPUT, err);
}

int sn_output_list_decode(struct sn_output_list *list, const void *data, size_t len, struct sn_error *err)
{
	struct sn_reader r;
	void *outputs;
	*list = (struct sn_output_list){0};
	sn_reader_init(&r, data, len);
	int ret = sn_list_frame_read(&outputs, &list->n, &frame, 0, SN_LIST_MAX, &r, err);
	list->outputs = outputs;
	if (!ret && !sn_reader_is_done(&r))
		ret = read_carrot(list, &r, err);
	ret = sn_list_frame_end(&frame, &r, ret, err);
	if (ret)
		sn_output_list_free(list);
	return ret;
}

void sn_output_list_free(struct sn_output_list *list)
{
	sn_list_frame_free(&frame, list->outputs, list->n);
	sn_list_frame_free(&carrot_frame, list->carrot, list->n_carrot);
	*list = (struct sn_output_list){0};
}
