#include "handoff/set_reader.h"
#include "chain/varint.h"

int sn_set_check_count(size_t n, size_t min, size_t max, const char *what, enum sn_err code,
		       struct sn_error *err)
{
	if (n >= min && n <= max)
		return SN_OK;
	return sn_error_set(err, code, "it has %zu %s, and may have %zu to %zu", n, what, min, max);
}

uint64_t sn_set_read_number(struct sn_reader *r, uint64_t max)
{
	uint64_t v = sn_read_varint(r);
	if (v <= max)
		return v;
	sn_reader_fail(r);
	return 0;
}

int sn_set_read_count(size_t *n, struct sn_reader *r, size_t min, size_t max, size_t size, const char *what,
		      struct sn_error *err)
{
	*n = sn_read_count(r, size);
	if (r->failed)
		return sn_error_set(err, SN_BAD_INPUT, "it ends before its %s do", what);
	return sn_set_check_count(*n, min, max, what, SN_BAD_INPUT, err);
}

int sn_set_check_reader(const struct sn_reader *r, struct sn_error *err)
{
	if (!r->failed)
		return SN_OK;
	return sn_error_set(err, SN_BAD_INPUT, "it ends early, or a number in it is out of range");
}

int sn_set_malformed(struct sn_error *err, const char *prefix)
{
	if (err)
		err->reason = SN_REASON_DAMAGED;
	return sn_error_prefix(err, SN_BAD_INPUT, "%s", prefix);
}
