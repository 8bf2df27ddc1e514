#include "chain/amount.h"

#include <criterion/criterion.h>
#include <string.h>

static const struct {
	const char *text;
	uint64_t pico;
} good[] = {
	{"0", 0},
	{"0.0", 0},
	{"1", SN_PICO_PER_XMR},
	{"1.25", 1250000000000},
	{"0.000000000001", 1},
	{"00012.5", 12500000000000},
	{"9007.199254740993", 9007199254740993}, /* 2^53 + 1: no double holds it */
	{"18446744.073709551615", UINT64_MAX},
};

Test(chain_amount, texts_are_parsed_to_piconero)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
		struct sn_amount a;
		struct sn_error err;
		cr_assert_eq(sn_amount_parse(&a, good[i].text, &err), SN_OK, "%s", good[i].text);
		cr_assert_eq(a.pico, good[i].pico, "%s", good[i].text);
	}
}

Test(chain_amount, bad_texts_are_refused)
{
	static const struct {
		const char *text, *why;
	} bad[] = {
		{"", "decimal"},
		{".5", "decimal"},
		{"5.", "decimal"},
		{"+1", "decimal"},
		{"-1", "decimal"},
		{" 1", "decimal"},
		{"1 ", "decimal"},
		{"1e3", "decimal"},
		{"1,5", "decimal"},
		{"1.2.3", "decimal"},
		{"0x10", "decimal"},
		{"nan", "decimal"},
		{"1.0000000000000", "12"},
		{"0.0000000000001", "12"},
		{"18446744.073709551616", "too large"},
		{"18446745", "too large"},
		{"99999999999999999999999999", "too large"},
		{"1844674407370955161.6", "too large"},
	};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_amount a = {42};
		struct sn_error err = {0};
		cr_assert_eq(sn_amount_parse(&a, bad[i].text, &err), SN_BAD_INPUT, "taken: '%s'",
			     bad[i].text);
		cr_assert_not_null(strstr(err.text, bad[i].why), "'%s': %s", bad[i].text, err.text);
		cr_assert_eq(a.pico, 42);
	}
}

Test(chain_amount, amounts_have_twelve_decimals)
{
	static const struct {
		uint64_t pico;
		const char *text;
	} v[] = {
		{0, "0.000000000000"},
		{1, "0.000000000001"},
		{1250000000000, "1.250000000000"},
		{9007199254740993, "9007.199254740993"},
		{UINT64_MAX, "18446744.073709551615"},
	};
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		char text[SN_AMOUNT_TEXT_MAX];
		struct sn_amount back;
		sn_amount_format(text, (struct sn_amount){v[i].pico});
		cr_assert_str_eq(text, v[i].text);
		cr_assert_eq(sn_amount_parse(&back, text, NULL), SN_OK);
		cr_assert_eq(back.pico, v[i].pico);
	}
}

Test(chain_amount, arithmetic_does_not_wrap)
{
	struct sn_amount r = {7}, max = {UINT64_MAX}, one = {1}, zero = {0};
	cr_assert_eq(sn_amount_add(&r, max, one), SN_BAD_INPUT);
	cr_assert_eq(r.pico, 7);
	cr_assert_eq(sn_amount_sub(&r, zero, one), SN_BAD_INPUT);
	cr_assert_eq(r.pico, 7);
	cr_assert_eq(sn_amount_add(&r, (struct sn_amount){UINT64_MAX - 1}, one), SN_OK);
	cr_assert_eq(r.pico, UINT64_MAX);
	cr_assert_eq(sn_amount_sub(&r, max, max), SN_OK);
	cr_assert_eq(r.pico, 0);
}
