#include "tools/cli/text.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Not with setlocale(3), whose result depends on files. */
static bool is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *locale = getenv(names[i]);
		if (locale && *locale)
			return strcasestr(locale, "utf-8") || strcasestr(locale, "utf8");
	}
	return false;
}

void cli_text_make_plain(char *text)
{
	if (is_utf8())
		sn_text_make_plain(text);
	else
		sn_text_make_plain_8bit(text);
}

void cli_text_make_lines_plain(char *text, size_t len)
{
	for (size_t i = 0, from = 0; i < len; i++) {
		if (text[i] != '\n')
			continue;
		text[i] = 0;
		cli_text_make_plain(text + from);
		text[i] = '\n';
		from = i + 1;
	}
}
