#include "tools/console/words.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* The words of `line`, each in angle brackets, or what is wrong. */
static const char *split(const char *line)
{
	static char out[256];
	char copy[256], *words[CONSOLE_WORDS_MAX];
	size_t n;
	strcpy(copy, line);
	const char *trouble = console_split(copy, words, &n);
	if (trouble)
		return trouble;
	out[0] = 0;
	for (size_t i = 0; i < n; i++) {
		strcat(out, "<");
		strcat(out, words[i]);
		strcat(out, ">");
	}
	return out;
}

Test(tools_console_words, blanks_and_quotes)
{
	cr_assert_str_eq(split(""), "");
	cr_assert_str_eq(split(" \t "), "");
	cr_assert_str_eq(split("a"), "<a>");
	cr_assert_str_eq(split("  transfer\taddress  1.5 "), "<transfer><address><1.5>");
	cr_assert_str_eq(split("'a b' \"c d\" e\\ f"), "<a b><c d><e f>");
	cr_assert_str_eq(split("a'b'\"c\"\\d"), "<abcd>");
	cr_assert_str_eq(split("'' \"\" x"), "<><><x>");
	cr_assert_str_eq(split("'a\\\"b' \"a'\\\"\\\\b\" \\'"), "<a\\\"b><a'\"\\b><'>");
	cr_assert_str_eq(split("\\\\"), "<\\>");
}

Test(tools_console_words, lines_without_an_end)
{
	cr_assert_str_eq(split("a 'b"), "has an unclosed '");
	cr_assert_str_eq(split("a \"b\\\""), "has an unclosed \"");
	cr_assert_str_eq(split("a\\"), "ends in a backslash");
}

Test(tools_console_words, too_many_words)
{
	char line[2 * CONSOLE_WORDS_MAX + 3], *words[CONSOLE_WORDS_MAX];
	size_t n;
	for (size_t i = 0; i <= CONSOLE_WORDS_MAX; i++)
		memcpy(line + 2 * i, "x ", 2);
	line[2 * CONSOLE_WORDS_MAX] = 0;
	cr_assert_null(console_split(line, words, &n));
	cr_assert_eq(n, CONSOLE_WORDS_MAX);
	for (size_t i = 0; i <= CONSOLE_WORDS_MAX; i++)
		memcpy(line + 2 * i, "x ", 2);
	line[2 * CONSOLE_WORDS_MAX + 2] = 0;
	cr_assert_not_null(console_split(line, words, &n));
}

static void check_open(const char *line, size_t n_words, const char *last, enum console_quote quote)
{
	char copy[256], *words[CONSOLE_WORDS_MAX];
	size_t n;
	enum console_quote found;
	strcpy(copy, line);
	console_split_open(copy, words, &n, &found);
	cr_assert_eq(n, n_words, "%s: %zu words", line, n);
	cr_assert_str_eq(words[n - 1], last);
	cr_assert_eq(found, quote);
}

Test(tools_console_words, lines_still_being_typed)
{
	check_open("", 1, "", CONSOLE_BARE);
	check_open("si", 1, "si", CONSOLE_BARE);
	check_open("sign ", 2, "", CONSOLE_BARE);
	check_open("sign a\\ b", 2, "a b", CONSOLE_BARE);
	check_open("sign 'a b", 2, "a b", CONSOLE_SINGLE);
	check_open("sign \"a ", 2, "a ", CONSOLE_DOUBLE);
	check_open("sign \"", 2, "", CONSOLE_DOUBLE);
	check_open("sign a\\", 2, "a", CONSOLE_BARE);
}
