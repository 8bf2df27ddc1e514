#include "base/date.h"

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

void sn_date_format(char text[static SN_DATE_TEXT_MAX], uint64_t time)
{
	const time_t seconds = (time_t)time;
	struct tm day;
	if (time > INT64_MAX || !gmtime_r(&seconds, &day) || day.tm_year > YEAR_MAX - 1900 ||
	    !strftime(text, SN_DATE_TEXT_MAX, "%Y-%m-%d", &day))
		strcpy(text, "an unknown date");
}
