#include "base/text.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect(const char *text, const char *plain, size_t plain_len)
{
	char copy[64];
	strcpy(copy, text);
	cr_assert_eq(sn_text_plain_len(text), plain_len, "%s", plain);
	sn_text_make_plain(copy);
	cr_assert_str_eq(copy, plain);
	cr_assert_eq(sn_text_plain_len(copy), strlen(copy));
}

Test(base_text, control_characters_are_replaced)
{
	expect("", "", 0);
	expect("a file", "a file", 6);
	expect("pay\x1b]0;title\a.bin", "pay?]0;title?.bin", 3);
	expect("\ta\nb\r\x7f", "?a?b??", 0);
	expect("a\xc2\x9b"
	       "2Jb\xc2\x80\xc2\x9f",
	       "a??2Jb????", 1);
}

/* After the first of these, in UTF-8, "nib.tset" would be displayed as "test.bin". */
Test(base_text, direction_marks_are_replaced)
{
	expect("a\xe2\x80\xae"
	       "b",
	       "a???b", 1);
	static const char *const marks[] = {
		"\xd8\x9c",     "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xaa", "\xe2\x80\xab",
		"\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8",
		"\xe2\x81\xa9", "\xe2\x80\xa8", "\xe2\x80\xa9", /* line and paragraph separators */
		"\xef\xbb\xbf",
	};
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		expect(marks[i], strlen(marks[i]) == 2 ? "??" : "???", 0);
	/* Their neighbours: an Arabic question mark, spaces and dashes, a letter that is not a mark, a
	 * bullet. */
	static const char *const others[] = {
		"\xd8\x9f",     "\xd8\x9b",     "\xe2\x80\x8a", "\xe2\x80\x90",
		"\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe2\x81\xb0",
		"\xef\xbb\xbc", "\xef\xbc\x80", "\xe2\x80\xa2",
	};
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		expect(others[i], others[i], strlen(others[i]));
	expect("\xe2\x80", "\xe2?", 1); /* half of a character */
}

/* First, last and a neighbour of the ranges of invisible characters; of two, three and four bytes. */
Test(base_text, invisible_characters_are_replaced)
{
	static const char *const hidden[] = {
		"\xc2\xad",         "\xcd\x8f",         "\xe1\x85\x9f",     "\xe1\x85\xa0",
		"\xe1\xa0\x8e",     "\xe2\x80\x8b",     "\xe2\x80\x8d",     "\xe2\x81\xa0",
		"\xe2\x81\xa5",     "\xe2\x81\xaf",     "\xe2\xa0\x80",     "\xe3\x85\xa4",
		"\xef\xb8\x80",     "\xef\xb8\x8f",     "\xef\xbe\xa0",     "\xef\xbf\xb9",
		"\xf0\x9d\x85\xb3", "\xf3\xa0\x80\x81", "\xf3\xa0\x81\xbf", "\xf3\xa0\x87\xaf",
	};
	static const char *const seen[] = {
		"\xc2\xac",         "\xc2\xae",         "\xcd\xb0",         "\xe1\x85\x9e",
		"\xe1\x85\xa1",     "\xe2\xa0\x81",     "\xef\xb8\x90",     "\xef\xbf\xbc",
		"\xf0\x9d\x85\xbb", "\xf3\x9f\xbf\xbf", "\xf3\xa1\x80\x80",
	};
	for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
		expect(hidden[i], &"????"[4 - strlen(hidden[i])], 0);
	for (size_t i = 0; i < sizeof seen / sizeof *seen; i++)
		expect(seen[i], seen[i], strlen(seen[i]));
}

Test(base_text, c1_bytes_are_replaced_for_an_8_bit_terminal)
{
	char text[] = "\xc4\x9b"
		      "2J \xc3\xa9 \xe2\x80\x8b \x9b";
	sn_text_make_plain_8bit(text);
	cr_assert_str_eq(text, "\xc4?2J \xc3\xa9 ??? ?");
}

/* A byte that is not part of a UTF-8 character, like U+009B in an 8-bit terminal. */
Test(base_text, single_c1_bytes_are_replaced)
{
	expect("a\x9b"
	       "2J",
	       "a?2J", 1);
	expect("\x80\x9f\xa0\xff", "??\xa0\xff", 0);
	expect("\xe2\x82\x9b", "\xe2\x82\x9b", 3);
	expect("\xe2\x9b"
	       "x",
	       "\xe2?x", 1);
	expect("\xf0\x9f\x9b", "\xf0??", 1);
}

/* Both sides of the bounds of RFC 3629, section 4. */
Test(base_text, length_of_a_character_follows_rfc_3629)
{
	static const struct {
		const char *bytes;
		size_t len;
	} cases[] = {
		{"a", 1},
		{"\x7f", 1},
		{"\x80", 0},
		{"\xbf", 0},
		{"\xc1\xbf", 0},
		{"\xc2\x80", 2},
		{"\xdf\xbf", 2},
		{"\xc2\xc0", 0},
		{"\xc2", 0},
		{"\xe0\x9f\xbf", 0},
		{"\xe0\xa0\x80", 3},
		{"\xed\x9f\xbf", 3},
		{"\xed\xa0\x80", 0},
		{"\xef\xbf\xbf", 3},
		{"\xe1\x80", 0},
		{"\xe1\x80\xc0", 0},
		{"\xf0\x8f\xbf\xbf", 0},
		{"\xf0\x90\x80\x80", 4},
		{"\xf4\x8f\xbf\xbf", 4},
		{"\xf4\x90\x80\x80", 0},
		{"\xf5\x80\x80\x80", 0},
		{"\xf1\x80\x80", 0},
		{"\xf1\x80\x80\x7f", 0},
		{"\xff", 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		cr_assert_eq(sn_text_utf8_len(cases[i].bytes, strlen(cases[i].bytes)), cases[i].len,
			     "case %zu", i);
	cr_assert_eq(sn_text_utf8_len("\xc2\x80", 1), 0);
	expect("\xe0\x82\x9b", "\xe0??", 1); /* U+009B, overlong: not a character */
}

Test(base_text, plain_text_is_unchanged)
{
	expect("\xc2\xa0~\xce\x9b\xc2", "\xc2\xa0~\xce\x9b\xc2", 6);
	expect("\xd0\x9b\xd0\x80\xe1\x82\x80\xf0\x9f\x98\x80", "\xd0\x9b\xd0\x80\xe1\x82\x80\xf0\x9f\x98\x80",
	       11);
}
