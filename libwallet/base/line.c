#include "base/line.h"

#include <stdarg.h>
#include <stdio.h>

void sn_put_line(struct sn_buf *out, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	char *line = n < 0 ? NULL : (char *)sn_buf_grow(out, (size_t)n + 1);
	if (!line) {
		out->failed = true;
		return;
	}
	va_start(ap, fmt);
	vsnprintf(line, (size_t)n + 1, fmt, ap);
	va_end(ap);
	line[n] = '\n'; /* replaces the NUL */
}
