#include "node/epee.h"

#include <criterion/criterion.h>
#include <string.h>

enum { U, B, S, NUMBERS, OBJECTS, STRINGS, NOTHING, FIELDS };
static const char *const names[FIELDS] = {"u", "b", "s", "numbers", "objects", "strings", "nothing"};

/* One field of each type, with unknown fields in between. */
static void put_sample(struct sn_buf *b)
{
	sn_epee_put_header(b);
	sn_epee_put_size(b, 8);
	sn_epee_put_u64(b, "u", UINT64_MAX - 5);
	sn_epee_put_array(b, "unknown", SN_EPEE_OBJECT, 2);
	for (int i = 0; i < 2; i++) {
		sn_epee_put_size(b, 1);
		sn_epee_put_array(b, "deeper", SN_EPEE_OBJECT, 1);
		sn_epee_put_size(b, 1);
		sn_epee_put_string(b, "s", "not this one", 12);
	}
	sn_epee_put_bool(b, "b", true);
	sn_epee_put_string(b, "s", "value", 5);
	sn_epee_put_string(b, "unknown 2", "", 0);
	sn_epee_put_array(b, "numbers", SN_EPEE_UINT64, 3);
	for (uint64_t i = 0; i < 3; i++)
		sn_put_u64(b, UINT64_C(1) << 53 | i);
	sn_epee_put_array(b, "objects", SN_EPEE_OBJECT, 2);
	for (uint64_t i = 0; i < 2; i++) {
		sn_epee_put_size(b, 1);
		sn_epee_put_u64(b, "u", i);
	}
	sn_epee_put_array(b, "strings", SN_EPEE_STRING, 2);
	for (int i = 0; i < 2; i++) {
		sn_epee_put_size(b, 1);
		sn_put_u8(b, (uint8_t)('a' + i));
	}
	cr_assert(!b->failed);
}

/* Whether the complete sample is found, with its values. */
static bool is_sample(const void *data, size_t len)
{
	struct sn_reader r, e;
	struct sn_epee_value v[FIELDS];
	uint64_t u = 0, n = 0;
	bool flag = false;
	const uint8_t *s;
	size_t size = 0;

	sn_reader_init(&r, data, len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, v, FIELDS);
	if (!sn_reader_is_done(&r))
		return false;
	if (!sn_epee_get_uint(&v[U], &u) || u != UINT64_MAX - 5 || !sn_epee_get_bool(&v[B], &flag) || !flag ||
	    !sn_epee_get_string(&v[S], &s, &size) || size != 5 || memcmp(s, "value", 5) != 0 ||
	    v[NOTHING].is_present)
		return false;
	if (!sn_epee_get_array(&v[NUMBERS], SN_EPEE_UINT64, &e, &n) || n != 3)
		return false;
	for (uint64_t i = 0; i < 3; i++)
		if (sn_read_u64(&e) != (UINT64_C(1) << 53 | i))
			return false;
	if (!sn_reader_is_done(&e) || !sn_epee_get_array(&v[OBJECTS], SN_EPEE_OBJECT, &e, &n) || n != 2)
		return false;
	for (uint64_t i = 0; i < 2; i++) {
		struct sn_epee_value inner;
		sn_epee_read_section(&e, names, &inner, 1);
		if (!sn_epee_get_uint(&inner, &u) || u != i)
			return false;
	}
	if (!sn_reader_is_done(&e) || !sn_epee_get_array(&v[STRINGS], SN_EPEE_STRING, &e, &n) || n != 2)
		return false;
	for (int i = 0; i < 2; i++) {
		s = sn_epee_read_string(&e, &size);
		if (!s || size != 1 || *s != 'a' + i)
			return false;
	}
	return sn_reader_is_done(&e) && sn_epee_get_array(&v[NOTHING], SN_EPEE_OBJECT, &e, &n) && n == 0;
}

Test(node_epee, read_inverts_write)
{
	struct sn_buf b = {0};
	put_sample(&b);
	cr_assert(is_sample(b.data, b.len));
	sn_buf_free(&b);
}

/* Header and sizes of every width, written by hand as the reference implementation writes them. Source:
 * Monero, contrib/epee/include/storages/portable_storage_base.h. */
Test(node_epee, layout)
{
	struct sn_buf b = {0};
	sn_epee_put_header(&b);
	sn_epee_put_size(&b, 1);
	sn_epee_put_u64(&b, "ab", 0x0102030405060708);
	static const uint8_t expected[] = {0x01, 0x11, 0x01, 0x01, 0x01, 0x01, 0x02, 0x01, 0x01, 1 << 2, 2,
					   'a',  'b',  5,    8,    7,    6,    5,    4,    3,    2,      1};
	cr_assert_eq(b.len, sizeof expected);
	cr_assert_arr_eq(b.data, expected, sizeof expected);

	static const struct {
		uint64_t size;
		size_t bytes;
		uint8_t first;
	} sizes[] = {{0, 1, 0},        {63, 1, 0xfc},         {64, 2, 0x01},        {16383, 2, 0xfd},
		     {16384, 4, 0x02}, {1073741823, 4, 0xfe}, {1073741824, 8, 0x03}};
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		sn_buf_clear(&b);
		sn_epee_put_size(&b, sizes[i].size);
		cr_assert_eq(b.len, sizes[i].bytes);
		cr_assert_eq(b.data[0], sizes[i].first);
	}
	sn_buf_free(&b);
}

/* Each length in its own allocation, so that valgrind or a sanitizer detects reading beyond the end. */
Test(node_epee, every_truncation_is_refused)
{
	struct sn_buf b = {0};
	put_sample(&b);
	for (size_t len = 0; len < b.len; len++) {
		uint8_t *cut = malloc(len ? len : 1);
		memcpy(cut, b.data, len);
		cr_assert(!is_sample(cut, len), "%zu of %zu bytes taken", len, b.len);
		free(cut);
	}
	sn_buf_free(&b);
}

Test(node_epee, bit_flips_are_harmless)
{
	struct sn_buf b = {0};
	put_sample(&b);
	size_t same = 0;
	for (size_t i = 0; i < 8 * b.len; i++) {
		b.data[i / 8] ^= (uint8_t)(1u << i % 8);
		same += is_sample(b.data, b.len);
		b.data[i / 8] ^= (uint8_t)(1u << i % 8);
	}
	/* Only changes in names and contents of unknown fields may pass: well under half of all. */
	cr_assert_lt(same, 4 * b.len);
	cr_assert(is_sample(b.data, b.len));
	sn_buf_free(&b);
}

static bool section_is_refused(const struct sn_buf *b)
{
	struct sn_reader r;
	struct sn_epee_value v[FIELDS];
	sn_reader_init(&r, b->data, b->len);
	sn_epee_read_section(&r, names, v, FIELDS);
	for (int i = 0; i < FIELDS; i++)
		cr_assert(!r.failed || !v[i].is_present);
	return r.failed;
}

Test(node_epee, depth_is_limited)
{
	struct sn_buf b = {0};
	for (int depth = 1; depth <= SN_EPEE_DEPTH + 2; depth++) {
		sn_buf_clear(&b);
		for (int i = 0; i < depth; i++) {
			sn_epee_put_size(&b, 1);
			sn_put_bytes(&b, "\x01x\x0c", 3); /* one object called x */
		}
		sn_epee_put_size(&b, 0);
		cr_assert_eq(section_is_refused(&b), depth >= SN_EPEE_DEPTH, "depth %d", depth);
	}
	/* A megabyte of nesting must not exhaust the stack. */
	sn_buf_clear(&b);
	for (int i = 0; i < 250000; i++)
		sn_put_bytes(&b, "\x04\x01x\x0c", 4);
	cr_assert(section_is_refused(&b));
	sn_buf_free(&b);
}

Test(node_epee, counts_beyond_the_input_are_refused)
{
	static const uint8_t types[] = {SN_EPEE_INT64,  SN_EPEE_UINT16, SN_EPEE_UINT8, SN_EPEE_DOUBLE,
					SN_EPEE_STRING, SN_EPEE_BOOL,   SN_EPEE_OBJECT};
	static const uint64_t counts[] = {
		101, 4096, 1u << 29, UINT64_C(1) << 32, UINT64_C(1) << 61, (UINT64_C(1) << 62) - 1};
	struct sn_buf b = {0};
	for (size_t t = 0; t < sizeof types; t++) {
		for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
			sn_buf_clear(&b);
			sn_epee_put_size(&b, 1);
			sn_epee_put_array(&b, "numbers", types[t], counts[c]);
			memset(sn_buf_grow(&b, 100), 0, 100);
			cr_assert(section_is_refused(&b), "type %d", types[t]);
		}
	}
	/* More fields than bytes, and a string longer than the input. */
	for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
		sn_buf_clear(&b);
		sn_epee_put_size(&b, counts[c]);
		sn_epee_put_bool(&b, "b", true);
		cr_assert(section_is_refused(&b));

		sn_buf_clear(&b);
		sn_epee_put_size(&b, 1);
		sn_put_bytes(&b, "\x01s\x0a", 3);
		sn_epee_put_size(&b, counts[c]);
		memset(sn_buf_grow(&b, 100), 'x', 100);
		cr_assert(section_is_refused(&b));
	}
	sn_buf_free(&b);
}

/* A size may use more bytes than necessary, with the same value. */
Test(node_epee, sizes_may_use_more_bytes_than_necessary)
{
	static const struct {
		uint8_t bytes[8];
		size_t len;
	} five[] = {{{5 << 2}, 1}, {{5 << 2 | 1}, 2}, {{5 << 2 | 2}, 4}, {{5 << 2 | 3}, 8}};
	for (size_t i = 0; i < 4; i++) {
		struct sn_buf b = {0};
		struct sn_reader r;
		sn_put_bytes(&b, five[i].bytes, five[i].len);
		sn_put_bytes(&b, "value", 5);
		sn_reader_init(&r, b.data, b.len);
		size_t len = 0;
		const uint8_t *s = sn_epee_read_string(&r, &len);
		cr_assert(s && len == 5 && !memcmp(s, "value", 5) && sn_reader_is_done(&r), "%zu bytes",
			  five[i].len);
		sn_buf_free(&b);
	}
}

Test(node_epee, malformed_fields_are_refused)
{
	static const struct {
		const char *bytes;
		size_t len;
	} bad[] = {
		{"\x04\x00\x08\x01", 4},              /* no name */
		{"\x04\x01z\x00\x01", 5},             /* type 0 */
		{"\x04\x01z\x0d\x01", 5},             /* array as an entry */
		{"\x04\x01z\x0e\x01", 5},             /* unknown type */
		{"\x04\x01z\x8d\x04\x88\x04\x01", 8}, /* array of arrays */
		{"\x04\x01z\xff\x04\x01", 6},
		{"\x08\x01u\x08\x01\x01u\x08\x02", 9}, /* the same field twice */
	};
	struct sn_buf b = {0};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		sn_buf_clear(&b);
		sn_put_bytes(&b, bad[i].bytes, bad[i].len);
		cr_assert(section_is_refused(&b), "case %zu", i);
	}
	sn_buf_free(&b);
}

static bool get_uint(uint8_t type, const char *bytes, size_t len, uint64_t *out)
{
	struct sn_buf b = {0};
	struct sn_reader r;
	struct sn_epee_value v;
	sn_epee_put_size(&b, 1);
	sn_put_bytes(&b, "\x01u", 2);
	sn_put_u8(&b, type);
	sn_put_bytes(&b, bytes, len);
	sn_reader_init(&r, b.data, b.len);
	sn_epee_read_section(&r, names, &v, 1);
	cr_assert(sn_reader_is_done(&r));
	bool ret = sn_epee_get_uint(&v, out);
	sn_buf_free(&b);
	return ret;
}

Test(node_epee, integers_of_every_width)
{
	uint64_t u = 0;
	cr_assert(get_uint(SN_EPEE_UINT8, "\xff", 1, &u) && u == 0xff);
	cr_assert(get_uint(SN_EPEE_UINT16, "\xfe\xff", 2, &u) && u == 0xfffe);
	cr_assert(get_uint(SN_EPEE_UINT32, "\x01\x00\x00\x80", 4, &u) && u == 0x80000001);
	cr_assert(get_uint(SN_EPEE_UINT64, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, &u) && u == UINT64_MAX);
	cr_assert(get_uint(SN_EPEE_INT8, "\x7f", 1, &u) && u == 0x7f);
	cr_assert(get_uint(SN_EPEE_INT64, "\xff\xff\xff\xff\xff\xff\xff\x7f", 8, &u) && u == INT64_MAX);
	u = 77;
	cr_assert(!get_uint(SN_EPEE_INT8, "\x80", 1, &u));
	cr_assert(!get_uint(SN_EPEE_INT16, "\xff\xff", 2, &u));
	cr_assert(!get_uint(SN_EPEE_INT32, "\x00\x00\x00\x80", 4, &u));
	cr_assert(!get_uint(SN_EPEE_INT64, "\x00\x00\x00\x00\x00\x00\x00\x80", 8, &u));
	cr_assert(!get_uint(SN_EPEE_DOUBLE, "\x00\x00\x00\x00\x00\x00\x00\x00", 8, &u));
	cr_assert(!get_uint(SN_EPEE_BOOL, "\x01", 1, &u));
	cr_assert_eq(u, 77);
}

Test(node_epee, kinds_are_not_confused)
{
	struct sn_buf b = {0};
	struct sn_reader r, e;
	struct sn_epee_value v[FIELDS];
	uint64_t u;
	bool flag;
	const uint8_t *s;
	size_t len;
	uint8_t bytes[5];
	put_sample(&b);
	sn_reader_init(&r, b.data, b.len);
	sn_epee_read_header(&r);
	sn_epee_read_section(&r, names, v, FIELDS);
	cr_assert(!sn_epee_get_uint(&v[S], &u) && !sn_epee_get_uint(&v[NUMBERS], &u) &&
		  !sn_epee_get_uint(&v[NOTHING], &u));
	cr_assert(!sn_epee_get_bool(&v[U], &flag) && !sn_epee_get_bool(&v[NOTHING], &flag));
	cr_assert(!sn_epee_get_string(&v[STRINGS], &s, &len) && !sn_epee_get_string(&v[U], &s, &len));
	cr_assert(!sn_epee_get_array(&v[U], SN_EPEE_UINT64, &e, &u));
	cr_assert(!sn_epee_get_array(&v[NUMBERS], SN_EPEE_UINT32, &e, &u));
	cr_assert(!sn_epee_get_bytes(&v[S], bytes, 4) && sn_epee_get_bytes(&v[S], bytes, 5));
	sn_buf_free(&b);
}
