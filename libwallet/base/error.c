#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* U+0080 to U+009F in UTF-8. Some terminals obey them: U+009B begins what ESC [ begins. */
static int is_c1_control(const unsigned char *p)
{
	return p[0] == 0xc2 && p[1] >= 0x80 && p[1] <= 0x9f;
}

/* Control characters, newlines among them, would break "one line" and can come from
 * hostile input such as a daemon's reason: each of their bytes becomes '?'. */
static void one_line(char *text)
{
	for (unsigned char *p = (unsigned char *)text; *p; p++)
		if (is_c1_control(p))
			p[0] = p[1] = '?';
		else if (*p < 0x20 || *p == 0x7f)
			*p = '?';
}

int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
{
	if (err) {
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, ap);
		va_end(ap);
		one_line(err->text);
		err->reason = SN_REASON_NONE;
	}
	return code;
}

int sn_error_because(struct sn_error *err, enum sn_err code, enum sn_reason reason, const char *fmt, ...)
{
	if (err) {
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, ap);
		va_end(ap);
		one_line(err->text);
		err->reason = reason;
	}
	return code;
}

int sn_error_errno(struct sn_error *err, const char *fmt, ...)
{
	int saved = errno;
	if (err) {
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, ap);
		va_end(ap);
		size_t len = strlen(err->text);
		snprintf(err->text + len, sizeof err->text - len, ": %s", strerror(saved));
		one_line(err->text);
		err->reason = SN_REASON_NONE;
	}
	return SN_IO;
}

int sn_error_prefix(struct sn_error *err, int code, const char *fmt, ...)
{
	if (err) {
		struct sn_error inner = *err;
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, ap);
		va_end(ap);
		size_t len = strlen(err->text);
		snprintf(err->text + len, sizeof err->text - len, ": %s", inner.text);
		one_line(err->text);
	}
	return code;
}

int sn_error_memory(struct sn_error *err)
{
	return sn_error_set(err, SN_IO, "out of memory");
}
