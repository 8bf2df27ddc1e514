#include "handoff/output_list.h"
#include "base/secret.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>
#include <string.h>

enum { OUTPUT_SIZE_MIN = 32 + 32 + 1 + 1 + 1 };

/* By one-time key; of equal ones by their place before, for qsort does not keep it. */
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

static bool ascends(const struct sn_output_list *list, size_t i)
{
	return i == 0 || memcmp(list->outputs[i - 1].key.b, list->outputs[i].key.b, 32) < 0;
}

int sn_output_list_encode(struct sn_buf *out, const struct sn_output_list *list, struct sn_error *err)
{
	int ret = sn_set_check_count(list->n, 0, SN_LIST_MAX, "outputs", SN_USAGE, err);
	for (size_t i = 0; i < list->n && !ret; i++)
		if (!ascends(list, i))
			ret = sn_error_set(err, SN_USAGE, "its one-time keys do not ascend");
	if (ret)
		return ret;
	sn_put_varint(out, list->n);
	for (size_t i = 0; i < list->n; i++) {
		const struct sn_listed_output *o = &list->outputs[i];
		sn_put_bytes(out, o->key.b, 32);
		sn_put_bytes(out, o->tx_key.b, 32);
		sn_put_varint(out, o->index);
		sn_put_varint(out, o->subaddress.major);
		sn_put_varint(out, o->subaddress.minor);
	}
	return out->failed ? sn_error_memory(err) : SN_OK;
}

int sn_output_list_decode(struct sn_output_list *list, const void *data, size_t len, struct sn_error *err)
{
	*list = (struct sn_output_list){0};
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	size_t n;
	int ret = sn_set_read_count(&n, &r, 0, SN_LIST_MAX, OUTPUT_SIZE_MIN, "outputs", err);
	if (ret)
		goto out;
	list->outputs = calloc(n + 1, sizeof *list->outputs);
	if (!list->outputs) {
		ret = sn_error_memory(err);
		goto out;
	}
	list->n = n;
	for (size_t i = 0; i < n && !ret; i++) {
		struct sn_listed_output *o = &list->outputs[i];
		sn_read_copy(&r, o->key.b, 32);
		sn_read_copy(&r, o->tx_key.b, 32);
		o->index = (uint32_t)sn_set_read_number(&r, UINT32_MAX);
		o->subaddress.major = (uint32_t)sn_set_read_number(&r, UINT32_MAX);
		o->subaddress.minor = (uint32_t)sn_set_read_number(&r, UINT32_MAX);
		ret = sn_set_check_reader(&r, err);
		if (!ret && !ascends(list, i))
			ret = sn_error_set(err, SN_BAD_INPUT, "its one-time keys do not ascend");
	}
	if (!ret && !sn_reader_is_done(&r))
		ret = sn_error_set(err, SN_BAD_INPUT, "bytes follow its last output");
out:
	if (ret)
		sn_output_list_free(list);
	if (ret == SN_BAD_INPUT)
		ret = sn_set_malformed(err, "the output list is malformed, make it again");
	return ret;
}

void sn_output_list_free(struct sn_output_list *list)
{
	if (list->outputs)
		sn_wipe(list->outputs, list->n * sizeof *list->outputs);
	free(list->outputs);
	*list = (struct sn_output_list){0};
}
