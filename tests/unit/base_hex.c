#include "base/hex.h"

#include <criterion/criterion.h>
#include <string.h>

Test(base_hex, decode_inverts_encode)
{
	uint8_t all[256], back[256];
	char text[2 * sizeof all + 1];
	for (size_t i = 0; i < sizeof all; i++)
		all[i] = (uint8_t)i;
	sn_hex_encode(text, all, sizeof all);
	cr_assert_eq(strlen(text), 512);
	cr_assert(!strncmp(text, "000102030405060708090a0b0c0d0e0f10", 34));
	cr_assert_eq(sn_hex_decode(back, sizeof back, text), SN_OK);
	cr_assert_arr_eq(all, back, sizeof all);
}

Test(base_hex, digits_of_either_case_are_decoded)
{
	uint8_t out[3];
	cr_assert_eq(sn_hex_decode(out, 3, "aBCdEf"), SN_OK);
	cr_assert_arr_eq(out, ((uint8_t[]){0xab, 0xcd, 0xef}), 3);
}

Test(base_hex, decode_refuses_other_texts)
{
	/* Neighbours of the three ranges of digits, and similar characters. */
	const char *bad[] = {
		"",       "0",      "00000",  "0000000", "/00000", ":00000", "@00000",
		"G00000", "`00000", "g00000", "00000 ",  " 00000", "0x0000", "\xff\xff\xff\xff\xff\xff",
		"00000\n"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		uint8_t out[3] = {1, 2, 3};
		cr_assert_eq(sn_hex_decode(out, 3, bad[i]), SN_BAD_INPUT, "taken: '%s'", bad[i]);
		cr_assert_arr_eq(out, ((uint8_t[3]){0}), 3, "left as it was: '%s'", bad[i]);
	}
}

Test(base_hex, decode_to_buffer_appends_and_ignores_white_space)
{
	struct sn_buf b = {0};
	sn_put_u8(&b, 0xff);
	const char text[] = " \t\r\n0aFF\r\n";
	cr_assert_eq(sn_hex_decode_buf(&b, text, sizeof text - 1), SN_OK);
	cr_assert_eq(b.len, 3);
	cr_assert_arr_eq(b.data, ((uint8_t[]){0xff, 0x0a, 0xff}), 3);

	cr_assert_eq(sn_hex_decode_buf(&b, "", 0), SN_OK);
	cr_assert_eq(sn_hex_decode_buf(&b, " \n", 2), SN_OK);
	cr_assert_eq(b.len, 3);
	sn_buf_free(&b);
}

Test(base_hex, decode_to_buffer_appends_nothing_bad)
{
	struct sn_buf b = {0};
	cr_assert_eq(sn_hex_decode_buf(&b, "0a0", 3), SN_BAD_INPUT);
	cr_assert_eq(sn_hex_decode_buf(&b, "0a 0a", 5), SN_BAD_INPUT);
	cr_assert_eq(sn_hex_decode_buf(&b, "0a0x", 4), SN_BAD_INPUT);
	cr_assert_eq(sn_hex_decode_buf(&b,
				       "0a\0"
				       "0",
				       4),
		     SN_BAD_INPUT);
	cr_assert_eq(b.len, 0);
	sn_buf_free(&b);
}
