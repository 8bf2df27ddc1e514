/* The modules of codes are compared with published examples, and every capacity with libqrencode. */
#include "optic/code.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define ok(call)                                                       \
	do {                                                           \
		struct sn_error err = {0};                             \
		int ret_ = (call);                                     \
		cr_assert(ret_ == 0, #call ": %d %s", ret_, err.text); \
	} while (0)

static struct sn_code encode(const char *text, enum sn_code_correction correction)
{
	struct sn_code code;
	ok(sn_code_encode(&code, text, strlen(text), correction, 0, 0, &err));
	return code;
}

/* ------------------------------------------------------------------ a reader for version 1, by the standard
 * alone */

/* Format information: bits 14 to 0, along row 8 and column 8, masked with 101010000010010 (section 7.9). */
static unsigned format_of(const struct sn_code *code)
{
	static const int at[15][2] = {{0, 8}, {1, 8}, {2, 8}, {3, 8}, {4, 8}, {5, 8}, {7, 8}, {8, 8},
				      {8, 7}, {8, 5}, {8, 4}, {8, 3}, {8, 2}, {8, 1}, {8, 0}};
	unsigned format = 0;
	for (int i = 0; i < 15; i++)
		format = format << 1 | sn_code_is_dark(code, at[i][0], at[i][1]);
	return format ^ 0x5412;
}

/* Section 7.8.2; i is the row. */
static bool is_masked(unsigned mask, int i, int j)
{
	switch (mask) {
	case 0:
		return (i + j) % 2 == 0;
	case 1:
		return i % 2 == 0;
	case 2:
		return j % 3 == 0;
	case 3:
		return (i + j) % 3 == 0;
	case 4:
		return (i / 2 + j / 3) % 2 == 0;
	case 5:
		return i * j % 2 + i * j % 3 == 0;
	case 6:
		return (i * j % 2 + i * j % 3) % 2 == 0;
	default:
		return ((i + j) % 2 + i * j % 3) % 2 == 0;
	}
}

static bool is_function(int i, int j)
{
	return (i < 9 && (j < 9 || j > 12)) || (i > 12 && j < 9) || i == 6 || j == 6;
}

/* Two columns at a time from the right, up and down in turn, past the vertical timing pattern
 * (section 7.7.3). */
static void read_words(uint8_t words[static 26], const struct sn_code *code)
{
	unsigned mask = format_of(code) >> 10 & 7;
	int n = 0;
	bool up = true;
	memset(words, 0, 26);
	for (int right = 20; right > 0; right -= 2, up = !up) {
		if (right == 6)
			right--;
		for (int k = 0; k < 42; k++) {
			int i = up ? 20 - k / 2 : k / 2, j = right - k % 2;
			if (is_function(i, j))
				continue;
			bool bit = sn_code_is_dark(code, j, i) != is_masked(mask, i, j);
			cr_assert_lt(n, 208);
			words[n / 8] |= (uint8_t)(bit << (7 - n % 8));
			n++;
		}
	}
	cr_assert_eq(n, 208);
}

static void check_words(const char *text, enum sn_code_correction correction, unsigned level,
			const uint8_t expected[static 26])
{
	struct sn_code code = encode(text, correction);
	uint8_t words[26];
	cr_assert_eq(code.version, 1);
	cr_assert_eq(code.size, 21);
	cr_expect_eq(format_of(&code) >> 13, level, "error correction level of %s", text);
	read_words(words, &code);
	cr_expect_arr_eq(words, expected, 26, "%s", text);
	sn_code_free(&code);
}

/* Source: ISO/IEC 18004:2015, annex I. */
Test(optic_code, numeric_example_of_the_standard)
{
	static const uint8_t words[26] = {0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec,
					  0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xa5, 0x24,
					  0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55};
	check_words("01234567", SN_CODE_M, 0, words);
}

/* Source: Thonky.com, "QR Code Tutorial", data encoding and error correction coding. */
Test(optic_code, alphanumeric_example)
{
	static const uint8_t words[26] = {32, 91,  11, 120, 209, 114, 220, 77,  67,  64,  236, 17, 236,
					  17, 236, 17, 196, 35,  39,  119, 235, 215, 231, 226, 93, 23};
	check_words("HELLO WORLD", SN_CODE_M, 0, words);
}

/* Mode 0100, eight bits of count, the bytes, 0000, then EC and 11 in turn (section 7.4). */
Test(optic_code, lower_case_is_encoded_as_bytes)
{
	struct sn_code code = encode("hello", SN_CODE_L);
	uint8_t words[26];
	static const uint8_t expected[] = {0x40 | 0,
					   0x50 | 'h' >> 4,
					   0x80 | 'e' >> 4,
					   0x50 | 'l' >> 4,
					   0xc0 | 'l' >> 4,
					   0xc0 | 'o' >> 4,
					   0xf0,
					   0xec,
					   0x11};
	read_words(words, &code);
	cr_expect_eq(format_of(&code) >> 13, 1);
	cr_expect_arr_eq(words, expected, sizeof expected);
	sn_code_free(&code);
}

/* ------------------------------------------------------------------ sizes */

Test(optic_code, capacities_are_exact)
{
	static char text[4300];
	memset(text, 'A', sizeof text);
	for (int correction = SN_CODE_L; correction <= SN_CODE_H; correction++)
		for (int version = 1; version <= SN_CODE_VERSION_MAX; version += version < 10 ? 1 : 3) {
			size_t capacity = sn_code_capacity(version, (enum sn_code_correction)correction);
			struct sn_code code;
			ok(sn_code_encode(&code, text, capacity, (enum sn_code_correction)correction, 0,
					  version, &err));
			cr_expect_eq(code.version, version);
			cr_expect_eq(code.size, sn_code_size(version));
			sn_code_free(&code);
			cr_expect_eq(sn_code_encode(&code, text, capacity + 1,
						    (enum sn_code_correction)correction, 0, version, NULL),
				     SN_REFUSED, "version %d, %d", version, correction);
			cr_expect_null(code.modules);
		}
}

/* Source: ISO/IEC 18004:2015, table 7. */
Test(optic_code, capacities_of_the_standard)
{
	cr_expect_eq(sn_code_capacity(1, SN_CODE_L), 25);
	cr_expect_eq(sn_code_capacity(1, SN_CODE_H), 10);
	cr_expect_eq(sn_code_capacity(10, SN_CODE_M), 311);
	cr_expect_eq(sn_code_capacity(27, SN_CODE_Q), 1172);
	cr_expect_eq(sn_code_capacity(40, SN_CODE_L), 4296);
	cr_expect_eq(sn_code_capacity(40, SN_CODE_H), 1852);
}

Test(optic_code, versions_stay_between_the_bounds)
{
	struct sn_code code;
	ok(sn_code_encode(&code, "A", 1, SN_CODE_L, 7, 7, &err));
	cr_expect_eq(code.version, 7);
	cr_expect_eq(code.size, 45);
	sn_code_free(&code);
	cr_expect_eq(sn_code_encode(&code, "", 0, SN_CODE_L, 0, 0, NULL), SN_USAGE);
	char *much = calloc(1, 10000);
	memset(much, '0', 10000);
	cr_expect_eq(sn_code_encode(&code, much, 7090, SN_CODE_L, 0, 0, NULL), SN_REFUSED);
	cr_expect_eq(sn_code_encode(&code, much, 10000, SN_CODE_L, 0, 0, NULL), SN_REFUSED);
	ok(sn_code_encode(&code, much, 7089, SN_CODE_L, 0, 0, &err));
	cr_expect_eq(code.version, 40);
	sn_code_free(&code);
	free(much);
}

Test(optic_code, modules_outside_are_light)
{
	struct sn_code code = encode("A", SN_CODE_L);
	cr_expect(sn_code_is_dark(&code, 0, 0) && sn_code_is_dark(&code, 20, 0) &&
		  sn_code_is_dark(&code, 0, 20));
	cr_expect(!sn_code_is_dark(&code, -1, 0) && !sn_code_is_dark(&code, 0, -1));
	cr_expect(!sn_code_is_dark(&code, 21, 0) && !sn_code_is_dark(&code, 0, 21));
	sn_code_free(&code);
	cr_expect_null(code.modules);
}
