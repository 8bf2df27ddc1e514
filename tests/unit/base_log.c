#include "base/log.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct heard {
	int lines;
	enum sn_log_level level;
	char last[1024];
};

static void listen(void *context, enum sn_log_level level, const char *line)
{
	struct heard *h = context;
	h->lines++;
	h->level = level;
	snprintf(h->last, sizeof h->last, "%s", line);
}

Test(base_log, lines_below_the_level_are_dropped)
{
	struct heard h = {0};
	const struct sn_log log = {SN_LOG_INFO, listen, &h};
	sn_log(&log, SN_LOG_DEBUG, "not this");
	cr_assert_eq(h.lines, 0);
	sn_log(&log, SN_LOG_INFO, "block %d", 7);
	cr_assert_eq(h.lines, 1);
	cr_assert_str_eq(h.last, "block 7");
	sn_log(&log, SN_LOG_ERROR, "bad");
	cr_assert_eq(h.lines, 2);
	cr_assert_eq(h.level, SN_LOG_ERROR);
}

/* Lines contain file names and text from daemons. */
Test(base_log, lines_are_plain)
{
	struct heard h = {0};
	const struct sn_log log = {SN_LOG_INFO, listen, &h};
	sn_log(&log, SN_LOG_INFO, "%s",
	       "a\x1b[2Jb\nc\xe2\x80\xae"
	       "d \xc3\xa9");
	cr_assert_str_eq(h.last, "a?[2Jb?c???d \xc3\xa9");
}

Test(base_log, null_log_discards_lines)
{
	sn_log(NULL, SN_LOG_ERROR, "%d", 1);
}

Test(base_log, long_lines_are_truncated)
{
	struct heard h = {0};
	const struct sn_log log = {SN_LOG_DEBUG, listen, &h};
	sn_log(&log, SN_LOG_DEBUG, "%2000d", 1);
	cr_assert_eq(h.lines, 1);
	cr_assert_lt(strlen(h.last), 1000);
}
