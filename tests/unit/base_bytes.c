#include "base/bytes.h"

#include <criterion/criterion.h>
#include <string.h>

Test(base_bytes, integers_are_little_endian)
{
	struct sn_buf b = {0};
	sn_put_u8(&b, 0x01);
	sn_put_u16(&b, 0x0302);
	sn_put_u32(&b, 0x07060504);
	sn_put_u64(&b, 0x0f0e0d0c0b0a0908);
	cr_assert_not(b.failed);
	cr_assert_eq(b.len, 15);
	for (size_t i = 0; i < b.len; i++)
		cr_assert_eq(b.data[i], i + 1);

	struct sn_reader r;
	sn_reader_init(&r, b.data, b.len);
	cr_assert_eq(sn_read_u8(&r), 0x01);
	cr_assert_eq(sn_read_u16(&r), 0x0302);
	cr_assert_eq(sn_read_u32(&r), 0x07060504);
	cr_assert_not(sn_reader_is_done(&r));
	cr_assert_eq(sn_read_u64(&r), 0x0f0e0d0c0b0a0908);
	cr_assert(sn_reader_is_done(&r));
	sn_buf_free(&b);
}

Test(base_bytes, loaded_integers_are_those_stored)
{
	uint8_t p[8];
	sn_store_u32(p, 0x80000001);
	cr_assert_arr_eq(p, ((uint8_t[]){1, 0, 0, 0x80}), 4);
	cr_assert_eq(sn_load_u32(p), 0x80000001);
	sn_store_u64(p, 0xfedcba9876543210);
	cr_assert_arr_eq(p, ((uint8_t[]){0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe}), 8);
	cr_assert_eq(sn_load_u64(p), 0xfedcba9876543210);
}

Test(base_bytes, reader_stays_failed)
{
	const uint8_t data[6] = {1, 2, 3, 4, 5, 6};
	struct sn_reader r;
	sn_reader_init(&r, data, sizeof data);
	cr_assert_eq(sn_read_u32(&r), 0x04030201);
	cr_assert_eq(sn_read_u32(&r), 0, "two bytes are no u32");
	cr_assert(r.failed);
	cr_assert_eq(sn_read_u8(&r), 0, "bytes that are there must not be given out after a failure");
	cr_assert_null(sn_read_view(&r, 1));
	cr_assert_not(sn_reader_is_done(&r));
}

Test(base_bytes, reader_refuses_every_truncation)
{
	const uint8_t data[15] = {0};
	for (size_t len = 0; len < sizeof data; len++) {
		struct sn_reader r;
		sn_reader_init(&r, data, len);
		sn_read_u8(&r);
		sn_read_u16(&r);
		sn_read_u32(&r);
		sn_read_u64(&r);
		cr_assert(r.failed, "length %zu", len);
	}
}

Test(base_bytes, reader_refuses_absurd_lengths)
{
	const uint8_t data[4] = {1, 2, 3, 4};
	struct sn_reader r;
	sn_reader_init(&r, data, sizeof data);
	cr_assert_null(sn_read_view(&r, SIZE_MAX));
	cr_assert(r.failed);

	sn_reader_init(&r, data, sizeof data);
	uint8_t out[5] = {9, 9, 9, 9, 9};
	sn_read_copy(&r, out, sizeof out);
	cr_assert(r.failed);
	cr_assert_arr_eq(out, ((uint8_t[5]){0}), sizeof out);

	sn_reader_init(&r, NULL, 0);
	cr_assert(sn_reader_is_done(&r));
	sn_read_copy(&r, out, 0);
	cr_assert(sn_reader_is_done(&r));
}

Test(base_bytes, reader_steps_over_elements)
{
	const uint8_t data[7] = {1, 2, 3, 4, 5, 6, 7};
	struct sn_reader r;
	sn_reader_init(&r, data, sizeof data);
	sn_reader_skip(&r, 2, 3);
	cr_assert_eq(sn_read_u8(&r), 7);
	sn_reader_skip(&r, 0, 8);
	sn_reader_skip(&r, UINT64_MAX, 0);
	cr_assert(sn_reader_is_done(&r));
	static const uint64_t bad[][2] = {{1, 8},
					  {8, 1},
					  {UINT64_MAX, 1},
					  {UINT64_MAX, UINT64_MAX},
					  {(uint64_t)1 << 32, (uint64_t)1 << 32}};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		sn_reader_init(&r, data, sizeof data);
		sn_reader_skip(&r, bad[i][0], bad[i][1]);
		cr_assert(r.failed, "%zu", i);
	}
}

Test(base_bytes, reader_can_be_made_to_fail)
{
	const uint8_t data[2] = {1, 2};
	struct sn_reader r;
	sn_reader_init(&r, data, sizeof data);
	sn_reader_fail(&r);
	cr_assert_eq(sn_read_u8(&r), 0);
	cr_assert_not(sn_reader_is_done(&r));
}

Test(base_bytes, buffer_grows_and_keeps_its_bytes)
{
	struct sn_buf b = {0};
	for (unsigned i = 0; i < 100000; i++)
		sn_put_u32(&b, i);
	cr_assert_not(b.failed);
	cr_assert_eq(b.len, 400000);
	for (unsigned i = 0; i < 100000; i++)
		cr_assert_eq(sn_load_u32(b.data + 4 * (size_t)i), i);
	sn_buf_clear(&b);
	cr_assert_eq(b.len, 0);
	sn_put_u8(&b, 7);
	cr_assert_eq(b.data[0], 7);
	sn_buf_free(&b);
	cr_assert_null(b.data);
	cr_assert_eq(b.cap, 0);
}

Test(base_bytes, buffer_stays_failed)
{
	struct sn_buf b = {0};
	sn_put_u8(&b, 1);
	cr_assert_null(sn_buf_grow(&b, SIZE_MAX));
	cr_assert(b.failed);
	sn_put_u8(&b, 2);
	cr_assert_eq(b.len, 1);
	cr_assert_null(sn_buf_grow(&b, 1));
	sn_buf_free(&b);
	cr_assert_not(b.failed);
}

Test(base_bytes, white_space_at_both_ends_is_removed)
{
	static const char *const texts[][2] = {
		{"", ""}, {" \t\r\n", ""}, {"a", "a"}, {"\n a b\t c\r\n", "a b\t c"}, {"\va\f", "\va\f"}};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		const char *text = texts[i][0];
		size_t len = strlen(text);
		sn_trim(&text, &len);
		cr_assert_eq(len, strlen(texts[i][1]), "%zu", i);
		cr_assert(!memcmp(text, texts[i][1], len), "%zu", i);
	}
}
