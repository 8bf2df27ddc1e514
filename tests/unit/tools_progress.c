#include "tools/cli/progress.h"

#include <criterion/criterion.h>

#include <string.h>

static const char *text(uint64_t first, uint64_t at, uint64_t end, const uint64_t *transactions,
			double seconds)
{
	static char out[CLI_PROGRESS_MAX];
	const struct cli_progress bar = {.what = "block", .first = first};
	cli_progress_text(out, &bar, at, end, transactions, seconds);
	return out;
}

Test(tools_progress, rates_and_what_is_left)
{
	cr_assert_str_eq(
		text(0, 1000, 4000, &(uint64_t){52000}, 4),
		"[#####               ]  25 %  block 1000 of 4000, 0:00:12 left, 250 blocks/s, 13000 transactions/s");
	/* From where it started, not from 0. */
	cr_assert_str_eq(
		text(3000, 3100, 4000, &(uint64_t){0}, 1000),
		"[##                  ]  10 %  block 3100 of 4000, 2:30:00 left, 0 blocks/s, 0 transactions/s");
	cr_assert_str_eq(text(0, 12, 12, NULL, 3),
			 "[####################] 100 %  block 12 of 12, 0:00:00 left");
}

Test(tools_progress, each_pass_has_a_bar_of_its_own)
{
	static const struct cli_progress none;
	struct cli_progress bar = {0};
	cli_progress_pass(&bar, 256, 600);
	cr_assert_str_eq(bar.what, "output");
	const struct timespec start = bar.start;
	cli_progress_pass(&bar, 512, 600);
	cr_assert(bar.at == 512 && !memcmp(&bar.start, &start, sizeof start));
	cli_progress_pass(&bar, 256, 600); /* an earlier pass was not completed */
	cr_assert(bar.at == 256 && memcmp(&bar.start, &start, sizeof start));
	cli_progress_pass(&bar, 600, 600);
	cr_assert(!memcmp(&bar, &none, sizeof bar));
	cli_progress_pass(&bar, 1000, 2000); /* of a longer list */
	cr_assert(bar.what && bar.at == 1000);
}

Test(tools_progress, large_numbers_fit)
{
	const char *t = text(0, UINT64_MAX - 1, UINT64_MAX, &(uint64_t){UINT64_MAX}, 1.5);
	cr_assert_not_null(
		strstr(t, "100 %  block 18446744073709551614 of 18446744073709551615, 0:00:00 left"), "%s",
		t);
	t = text(0, 1, UINT64_MAX, &(uint64_t){1}, 1e3);
	cr_assert_not_null(strstr(t, "  0 %  block 1 of "), "%s", t);
}
