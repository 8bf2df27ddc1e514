#include "base/date.h"

#include <criterion/criterion.h>
#include <string.h>

/* date -u -d DATE +%s */
Test(base_date, dates_are_parsed_and_formatted)
{
	static const struct {
		const char *text;
		uint64_t time;
	} dates[] = {{"1970-01-01", 0},          {"2014-04-18", 1397779200}, {"2024-02-29", 1709164800},
		     {"2026-12-31", 1798675200}, {"2000-03-01", 951868800},  {"9999-12-31", 253402214400}};
	for (size_t i = 0; i < sizeof dates / sizeof *dates; i++) {
		uint64_t time = 1;
		char text[SN_DATE_TEXT_MAX];
		cr_assert(sn_date_parse(&time, dates[i].text), "%s", dates[i].text);
		cr_assert_eq(time, dates[i].time);
		sn_date_format(text, time + 86399);
		cr_assert_str_eq(text, dates[i].text);
	}
}

Test(base_date, other_texts_are_refused)
{
	static const char *const bad[] = {
		"",           "2026",        "2026-1-1",   "2026-01-1",  "2026-01-011",
		"26-01-01",   "2026/01/01",  "2026-13-01", "2026-00-01", "2026-01-00",
		"2026-01-32", "2026-02-29",  "2026-04-31", "1969-12-31", "0000-01-01",
		"+026-01-01", "2026-01-01x", " 2026-01-0", "2026- 1-01", "yesterday"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		uint64_t time = 7;
		cr_assert(!sn_date_parse(&time, bad[i]), "%s", bad[i]);
		cr_assert_eq(time, 7);
	}
}

Test(base_date, times_beyond_the_calendar_have_a_text)
{
	static const uint64_t times[] = {253402300800, INT64_MAX, UINT64_MAX};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		char text[SN_DATE_TEXT_MAX];
		sn_date_format(text, times[i]);
		cr_assert_str_eq(text, "an unknown date");
	}
}

Test(base_date, times_of_a_day_are_formatted)
{
	static const struct {
		uint64_t time;
		const char *text;
	} times[] = {{0, "1970-01-01 00:00:00Z"},
		     {1700049599, "2023-11-15 11:59:59Z"},
		     {253402300799, "9999-12-31 23:59:59Z"},
		     {253402300800, "253402300800"},
		     {UINT64_MAX, "18446744073709551615"}};
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		char text[SN_DATE_TEXT_MAX];
		sn_date_time_format(text, times[i].time);
		cr_assert_str_eq(text, times[i].text);
	}
}
