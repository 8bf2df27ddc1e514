#include "chain/varint.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
	uint64_t value;
	size_t len;
	uint8_t bytes[SN_VARINT_SIZE_MAX];
} good[] = {
	{0, 1, {0x00}},
	{1, 1, {0x01}},
	{127, 1, {0x7f}},
	{128, 2, {0x80, 0x01}},
	{0x3fff, 2, {0xff, 0x7f}},
	{0x4000, 3, {0x80, 0x80, 0x01}},
	{202612, 3, {0xf4, 0xae, 0x0c}},
	{UINT32_MAX, 5, {0xff, 0xff, 0xff, 0xff, 0x0f}},
	{(uint64_t)1 << 63, 10, {0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01}},
	{UINT64_MAX, 10, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01}},
};

Test(chain_varint, reading_reverses_writing)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct sn_buf b = {0};
		sn_put_varint(&b, good[i].value);
		cr_assert_eq(b.len, good[i].len);
		cr_assert_arr_eq(b.data, good[i].bytes, b.len);
		cr_assert_eq(sn_varint_size(good[i].value), b.len);

		struct sn_reader r;
		sn_reader_init(&r, b.data, b.len);
		cr_assert_eq(sn_read_varint(&r), good[i].value);
		cr_assert(sn_reader_is_done(&r));
		sn_buf_free(&b);
	}
}

Test(chain_varint, every_power_of_two_is_read_and_written)
{
	for (unsigned bit = 0; bit < 64; bit++) {
		for (int less = 0; less < 2; less++) {
			uint64_t v = ((uint64_t)1 << bit) - (unsigned)less;
			struct sn_buf b = {0};
			struct sn_reader r;
			sn_put_varint(&b, v);
			sn_reader_init(&r, b.data, b.len);
			cr_assert_eq(sn_read_varint(&r), v);
			cr_assert(sn_reader_is_done(&r));
			cr_assert_eq(sn_varint_size(v), b.len);
			sn_buf_free(&b);
		}
	}
}

Test(chain_varint, truncation_is_refused)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		for (size_t len = 0; len < good[i].len; len++) {
			struct sn_reader r;
			sn_reader_init(&r, good[i].bytes, len);
			cr_assert_eq(sn_read_varint(&r), 0);
			cr_assert(r.failed);
		}
	}
}

Test(chain_varint, other_encodings_are_refused)
{
	static const uint8_t bad[][11] = {
		{0x80, 0x00}, /* 0, padded */
		{0xff, 0x00}, /* 127, padded */
		{0x80, 0x80, 0x00},
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02},       /* bit 64 */
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x01}, /* eleven bytes */
		{0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_reader r;
		sn_reader_init(&r, bad[i], sizeof bad[i]);
		cr_assert_eq(sn_read_varint(&r), 0);
		cr_assert(r.failed, "vector %zu was taken", i);
	}
}

Test(chain_varint, counts_beyond_the_input_are_refused)
{
	uint8_t data[65] = {2};
	struct sn_reader r;
	sn_reader_init(&r, data, sizeof data);
	cr_assert_eq(sn_read_count(&r, 32), 2);
	cr_assert(!r.failed);

	sn_reader_init(&r, data, sizeof data - 1);
	cr_assert_eq(sn_read_count(&r, 32), 0);
	cr_assert(r.failed);

	/* 2^64 - 1 elements: the product must not wrap around. */
	memset(data, 0xff, 9);
	data[9] = 1;
	sn_reader_init(&r, data, sizeof data);
	cr_assert_eq(sn_read_count(&r, 32), 0);
	cr_assert(r.failed);
}
