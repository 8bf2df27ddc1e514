/* Any bytes as epee storage: read with the names that a daemon's answers have, every value of it with every
 * function. Views stay inside; what is read and written again is read as the same. */
#include "fuzz.h"
#include "node/epee.h"

#include <string.h>

static const char *const names[] = {"a", "status", "blocks", "txs", "indices", "start_height"};
enum { N = sizeof names / sizeof *names };

static void read_section(struct sn_reader *r, int depth);

static void check_string(const uint8_t *p, size_t len)
{
	/* Touch both ends: the address sanitizer judges. */
	struct sn_buf again = {0};
	struct sn_reader r;
	size_t n;
	sn_epee_put_size(&again, len);
	sn_put_bytes(&again, p, len);
	sn_reader_init(&r, again.data, again.len);
	const uint8_t *q = sn_epee_read_string(&r, &n);
	FUZZ_CHECK(sn_reader_is_done(&r) && n == len && (!n || !memcmp(p, q, n)));
	sn_buf_free(&again);
}

static void look_at_array(const struct sn_epee_value *v, int depth)
{
	struct sn_reader r;
	uint64_t count, n = 0;
	if (sn_epee_get_array(v, SN_EPEE_OBJECT, &r, &count)) {
		for (uint64_t i = 0; i < count && !r.failed && depth < SN_EPEE_DEPTH; i++)
			read_section(&r, depth + 1);
	} else if (sn_epee_get_array(v, SN_EPEE_STRING, &r, &count)) {
		for (uint64_t i = 0; i < count; i++) {
			size_t len;
			const uint8_t *p = sn_epee_read_string(&r, &len);
			FUZZ_CHECK(p || !len);
			check_string(p, len);
		}
		FUZZ_CHECK(sn_reader_is_done(&r));
	} else if (sn_epee_get_array(v, SN_EPEE_UINT64, &r, &count)) {
		while (r.left && n < count) {
			(void)sn_read_u64(&r);
			n++;
		}
		FUZZ_CHECK(sn_reader_is_done(&r) && n == count);
	}
}

static void look_at(const struct sn_epee_value *v, int depth)
{
	uint64_t number;
	bool flag;
	const uint8_t *p;
	size_t len;
	uint8_t bytes[32];
	if (sn_epee_get_uint(v, &number))
		FUZZ_CHECK(!v->is_array && v->type <= SN_EPEE_UINT8);
	if (sn_epee_get_bool(v, &flag))
		FUZZ_CHECK(!v->is_array && v->type == SN_EPEE_BOOL);
	bool has_bytes = sn_epee_get_bytes(v, bytes, sizeof bytes);
	bool has_string = sn_epee_get_string(v, &p, &len);
	FUZZ_CHECK(has_bytes == (has_string && len == sizeof bytes));
	if (has_string)
		check_string(p, len);
	look_at_array(v, depth);
}

static void read_section(struct sn_reader *r, int depth)
{
	struct sn_epee_value values[N];
	sn_epee_read_section(r, names, values, N);
	for (size_t i = 0; i < N; i++) {
		FUZZ_CHECK(!r->failed || !values[i].is_present);
		look_at(&values[i], depth);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
	struct sn_reader r;
	sn_reader_init(&r, data, len);
	sn_epee_read_header(&r);
	read_section(&r, 1);
	if (sn_reader_is_done(&r))
		fuzz_accept();
	return 0;
}
