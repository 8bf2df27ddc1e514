#include "handoff/set_reader.h"
#include "chain/varint.h"

#include <stdlib.h>

int sn_set_check_count(size_t n, size_t min, size_t max, const char *items, enum sn_err code,
		       struct sn_error *err)
{
	if (n >= min && n <= max)
		return SN_OK;
	return sn_error_set(err, code, "%zu %s; %zu to %zu are allowed", n, items, min, max);
}

uint64_t sn_set_read_number(struct sn_reader *r, uint64_t max)
{
	uint64_t v = sn_read_varint(r);
	if (v <= max)
		return v;
	sn_reader_fail(r);
	return 0;
}

int sn_set_read_count(size_t *n, struct sn_reader *r, size_t min, size_t max, size_t encoded_min,
		      const char *items, struct sn_error *err)
{
	*n = sn_read_count(r, encoded_min);
	if (r->failed)
		return sn_error_set(err, SN_BAD_INPUT, "truncated before the end of the %s", items);
	return sn_set_check_count(*n, min, max, items, SN_BAD_INPUT, err);
}

int sn_set_read_array(void **array, size_t *n, struct sn_reader *r, size_t min, size_t max,
		      size_t encoded_min, size_t size, const char *items, struct sn_error *err)
{
	size_t count;
	*array = NULL;
	*n = 0;
	int ret = sn_set_read_count(&count, r, min, max, encoded_min, items, err);
	if (ret || !count)
		return ret;
	*array = calloc(count, size);
	if (!*array)
		return sn_error_memory(err);
	*n = count;
	return SN_OK;
}

int sn_set_check_reader(const struct sn_reader *r, struct sn_error *err)
{
	if (!r->failed)
		return SN_OK;
	return sn_error_set(err, SN_BAD_INPUT, "truncated, or a number is out of range");
}

int sn_set_malformed(struct sn_error *err, const char *prefix, const char *hint)
{
	sn_error_prefix(err, SN_BAD_INPUT, "%s", prefix);
	if (err)
		err->reason = SN_REASON_DAMAGED;
	return sn_error_hint(err, SN_BAD_INPUT, "%s", hint);
}
