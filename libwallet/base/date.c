#include "base/date.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#define YEAR_MAX 9999

bool sn_date_parse(uint64_t *time, const char *text)
{
	static const char pattern[] = "dddd-dd-dd";
	struct tm given = {0}, day;
	if (strlen(text) != strlen(pattern))
		return false;
	for (size_t i = 0; pattern[i]; i++)
		if (pattern[i] == 'd' ? text[i] < '0' || text[i] > '9' : text[i] != pattern[i])
			return false;
	if (sscanf(text, "%4d-%2d-%2d", &given.tm_year, &given.tm_mon, &given.tm_mday) != 3 ||
	    given.tm_year < 1970)
		return false;
	given.tm_year -= 1900;
	given.tm_mon -= 1;
	day = given;
	const time_t seconds = timegm(&day);
	/* timegm(3) accepts the 31st of a short month, and changes it. */
	if (day.tm_year != given.tm_year || day.tm_mon != given.tm_mon || day.tm_mday != given.tm_mday)
		return false;
	*time = (uint64_t)seconds;
	return true;
}

static bool format(char text[static SN_DATE_TEXT_MAX], uint64_t time, const char *how)
{
	const time_t seconds = (time_t)time;
	struct tm day;
	return time <= INT64_MAX && gmtime_r(&seconds, &day) && day.tm_year <= YEAR_MAX - 1900 &&
	       strftime(text, SN_DATE_TEXT_MAX, how, &day);
}

void sn_date_format(char text[static SN_DATE_TEXT_MAX], uint64_t time)
{
	if (!format(text, time, "%Y-%m-%d"))
		strcpy(text, "an unknown date");
}

void sn_date_time_format(char text[static SN_DATE_TEXT_MAX], uint64_t time)
{
	if (!format(text, time, "%Y-%m-%d %H:%M:%SZ"))
		snprintf(text, SN_DATE_TEXT_MAX, "%" PRIu64, time);
}
