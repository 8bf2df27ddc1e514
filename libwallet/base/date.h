/* base/date.h - dates as YYYY-MM-DD, and times of a day, in UTC. */
#ifndef SN_BASE_DATE_H
#define SN_BASE_DATE_H

#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

#define SN_DATE_TEXT_MAX 32 /* with NUL */

/* Store the Unix time at which the day begins. Returns false, and stores nothing, unless `text` is YYYY-MM-DD
 * and names a day from 1970 to 9999. */
bool sn_date_parse(uint64_t *time, const char *text) SN_MUST_USE;

/* Write the day of a Unix time; "an unknown date" after 9999. */
void sn_date_format(char text[static SN_DATE_TEXT_MAX], uint64_t time);

/* Write a Unix time as YYYY-MM-DD HH:MM:SSZ; after 9999, as the number of seconds. */
void sn_date_time_format(char text[static SN_DATE_TEXT_MAX], uint64_t time);

#endif
