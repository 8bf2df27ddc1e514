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

Test(base_text, control_characters)
{
	expect("", "", 0);
	expect("a file", "a file", 6);
	expect("pay\x1b]0;title\a.bin", "pay?]0;title?.bin", 3);
	expect("\ta\nb\r\x7f", "?a?b??", 0);
	expect("a\xc2\x9b" "2Jb\xc2\x80\xc2\x9f", "a??2Jb????", 1);
}

/* One byte that is part of no UTF-8 character, as of U+009B in a terminal of eight bits. */
Test(base_text, single_bytes)
{
	expect("a\x9b" "2J", "a?2J", 1);
	expect("\x80\x9f\xa0\xff", "??\xa0\xff", 0);
	expect("\xe2\x82\x9b", "\xe2\x82\x9b", 3);
	expect("\xe2\x9b" "x", "\xe2?x", 1);
	expect("\xf0\x9f\x9b", "\xf0??", 1);
}

Test(base_text, what_is_plain_stays)
{
	expect("\xc2\xa0~\xce\x9b\xc2", "\xc2\xa0~\xce\x9b\xc2", 6);
	expect("\xd0\x9b\xd0\x80\xe1\x82\x80\xf0\x9f\x98\x80", "\xd0\x9b\xd0\x80\xe1\x82\x80\xf0\x9f\x98\x80", 11);
}
