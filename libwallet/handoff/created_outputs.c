#include "handoff/created_outputs.h"
#include "base/secret.h"
#include "chain/consensus.h"
#include "chain/varint.h"
#include "handoff/set_reader.h"

#include <stdlib.h>

#define CREATED_SIZE (1 + 32)

_Static_assert(SN_TX_OUTPUTS_MAX <= 0x80, "a position takes one byte");

int sn_created_check(const struct sn_created_output *created, size_t n, struct sn_error *err)
{
	int ret = sn_set_check_count(n, 0, SN_TX_OUTPUTS_MAX, "own outputs", SN_USAGE, err);
	for (size_t i = 0, next = 0; i < n && !ret; i++) {
		size_t index = created[i].index;
		if (index < next || index >= SN_TX_OUTPUTS_MAX)
			ret = sn_error_set(err, SN_USAGE, "the positions of own outputs do not ascend");
		next = index + 1;
	}
	return ret;
}

void sn_created_put(struct sn_buf *out, const struct sn_created_output *created, size_t n)
{
	sn_put_varint(out, n);
	for (size_t i = 0; i < n; i++) {
		sn_put_varint(out, created[i].index);
		sn_put_bytes(out, created[i].image.b, 32);
	}
}

int sn_created_read(struct sn_created_output **created, size_t *n, struct sn_reader *r, struct sn_error *err)
{
	void *array;
	int ret = sn_set_read_array(&array, n, r, 0, SN_TX_OUTPUTS_MAX, CREATED_SIZE, sizeof **created,
				    "own outputs", err);
	struct sn_created_output *c = *created = array;
	for (size_t i = 0; !ret && i < *n; i++) {
		c[i].index = (uint32_t)sn_set_read_number(r, SN_TX_OUTPUTS_MAX - 1);
		sn_read_copy(r, c[i].image.b, 32);
		if (!r->failed && i > 0 && c[i].index <= c[i - 1].index)
			return sn_error_set(err, SN_BAD_INPUT, "the positions of own outputs do not ascend");
	}
	return ret ? ret : sn_set_check_reader(r, err);
}

void sn_created_free(struct sn_created_output *created, size_t n)
{
	if (created)
		sn_wipe(created, n * sizeof *created);
	free(created);
}
