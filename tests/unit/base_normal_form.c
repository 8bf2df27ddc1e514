#include "base/normal_form.h"

#include "base/text.h"

#include <criterion/criterion.h>
#include <string.h>

static const char *decomposed(const char *text)
{
	static char got[256];
	struct sn_buf out = {0};
	struct sn_error err = {0};
	cr_assert(!sn_text_decompose(&out, text, strlen(text), &err), "%s: %s", text, err.text);
	cr_assert_lt(out.len, sizeof got);
	if (out.len)
		memcpy(got, out.data, out.len);
	got[out.len] = 0;
	sn_buf_free(&out);
	return got;
}

/* By unicodedata.normalize("NFKD", ...) of Python. */
Test(base_normal_form, characters_are_decomposed_as_nfkd)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"", ""},
		{"plain ASCII 123~", "plain ASCII 123~"},
		{"\u00e9\u00fc\u00f1", "e\u0301u\u0308n\u0303"},
		{"e\u0301", "e\u0301"},
		{"\u00bd\u2077\u00c5", "1\u204427A\u030a"},
		{"\u01d5", "U\u0308\u0304"},
		{"\u1f82", "\u03b1\u0313\u0300\u0345"},
		{"\u0439\u0451", "\u0438\u0306\u0435\u0308"},
		{"\u304c\u30d1\u3000", "\u304b\u3099\u30cf\u309a "},
		{"\uff8a\uff9f\uff21\uff5e", "\u30cf\u309aA~"},
		{"\uac00\uac01\ud7a3", "\u1100\u1161\u1100\u1161\u11a8\u1112\u1175\u11c2"},
		{"\u6f22\u5b57", "\u6f22\u5b57"},
		{"\u20ac\U0001f600", "\u20ac\U0001f600"},
		/* Marks are sorted by class: dot below (220) before circumflex (230), iota (240) last. */
		{"a\u0302\u0323", "a\u0323\u0302"},
		{"\u00e2\u0323", "a\u0323\u0302"},
		{"\u1ead", "a\u0323\u0302"},
		{"a\u0345\u0301\u0323b\u0301\u0323", "a\u0323\u0301\u0345b\u0323\u0301"},
		{"a\u0301\u0300", "a\u0301\u0300"},
		{"\u304b\u0301\u3099", "\u304b\u3099\u0301"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_assert_str_eq(decomposed(cases[i].text), cases[i].want, "case %zu", i);
}

Test(base_normal_form, the_form_of_a_form_is_the_form)
{
	char text[8] = "", once[256];
	for (unsigned code = 0x80; code < 0x530; code++) {
		text[0] = (char)(0xc0 | code >> 6);
		text[1] = (char)(0x80 | (code & 0x3f));
		strcpy(once, decomposed(text));
		cr_assert_str_eq(decomposed(once), once);
	}
	/* Characters that become others outside of the ranges of the header. */
	static const char *const left[] = {"\uff5f", "\uff60", "\u207b", "\u208b",
					   "\uffe8", "\uffe9", "\uffed", "\uffee"};
	for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
		strcpy(once, decomposed(left[i]));
		cr_assert_str_eq(decomposed(once), once);
	}
}

Test(base_normal_form, other_characters_are_refused)
{
	static const char *const bad[] = {"ab\xff", "\xc3",   "\xed\xa0\x80", "\u0531",     "ab\u0627",
					  "\u2460", "\u2100", "\ufb01",       "\U0001d400", "\U000e0001"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct sn_buf out = {0};
		struct sn_error err = {0};
		cr_assert_eq(sn_text_decompose(&out, bad[i], strlen(bad[i]), &err), SN_BAD_INPUT, "%s",
			     bad[i]);
		cr_assert(strstr(err.text, i < 3 ? "not UTF-8" : "cannot normalize"), "%s", err.text);
		if (!strncmp(bad[i], "ab\u0627", 4))
			cr_assert(strstr(err.text, "character 3 "), "%s", err.text);
		sn_buf_free(&out);
	}
}

/* Each mark is compared with those before it: without a limit, the time would be quadratic. */
Test(base_normal_form, marks_of_a_character_are_limited)
{
	static const char above[] = "\u0301", below[] = "\u0323", two[] = "\u0344"; /* 0308 0301 */
	struct sn_buf text = {0}, want = {0}, out = {0};
	struct sn_error err = {0};
	for (unsigned i = 0; i < 2; i++) {
		for (unsigned j = 0; j < SN_TEXT_MARKS_MAX; j++)
			sn_put_bytes(&text, j % 2 ? below : above, 2);
		for (unsigned j = 0; j < SN_TEXT_MARKS_MAX; j++)
			sn_put_bytes(&want, j < SN_TEXT_MARKS_MAX / 2 ? below : above, 2);
		sn_put_u8(&text, 'a');
		sn_put_u8(&want, 'a');
	}
	cr_assert(!sn_text_decompose(&out, (char *)text.data, text.len, &err), "%s", err.text);
	cr_assert_eq(out.len, want.len);
	cr_assert_arr_eq(out.data, want.data, want.len);

	sn_buf_clear(&out);
	for (unsigned i = 0; i < 100000; i++)
		sn_put_bytes(&text, i % 2 ? below : above, 2);
	cr_assert_eq(sn_text_decompose(&out, (char *)text.data, text.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "character 93: more than 30"), "%s", err.text);
	cr_assert_leq(out.len, want.len + 2 * (SN_TEXT_MARKS_MAX + 1)); /* work ended there */

	sn_buf_clear(&text);
	sn_buf_clear(&out);
	sn_put_u8(&text, 'a');
	for (unsigned i = 0; i < 16; i++)
		sn_put_bytes(&text, two, 2);
	cr_assert_eq(sn_text_decompose(&out, (char *)text.data, text.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "character 17: "), "%s", err.text);
	sn_buf_free(&text);
	sn_buf_free(&want);
	sn_buf_free(&out);
}

Test(base_normal_form, the_form_is_appended)
{
	struct sn_buf out = {0};
	sn_put_bytes(&out, "a", 1);
	/* A mark belongs to the text before it only within a call. */
	cr_assert(!sn_text_decompose(&out, "\u0301\u0323\u00e9", 6, NULL));
	cr_assert_eq(out.len, 1 + 4 + 3);
	cr_assert_arr_eq(out.data, "a\u0323\u0301e\u0301", out.len);
	sn_buf_free(&out);
}
