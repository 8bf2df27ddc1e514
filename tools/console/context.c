#include "tools/console/context.h"

#include "tools/cli/data.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int console_print(struct console *c, const char *fmt, ...)
{
	char text[4096];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return cli_data_print(c->cli, text, strlen(text));
}
