#include "base/log.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

void sn_log(const struct sn_log *log, enum sn_log_level level, const char *fmt, ...)
{
	if (!log || level > log->level)
		return;
	char line[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	sn_text_make_plain(line); /* it may contain file names and text from daemons */
	log->write(log->context, level, line);
}
