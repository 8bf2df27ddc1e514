#include "base/error.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Store the message and, unless NULL, ": " and `tail`; remove the hint. Newlines and control characters are
 * replaced: the message is one line, and a hostile value in it, such as a daemon's reason, could otherwise
 * send commands to the terminal. */
__attribute__((format(printf, 4, 0))) static void store(struct sn_error *err, enum sn_reason reason,
							const char *tail, const char *fmt, va_list ap)
{
	if (!err)
		return;
	vsnprintf(err->text, sizeof err->text, fmt, ap);
	size_t len = strlen(err->text);
	if (tail)
		snprintf(err->text + len, sizeof err->text - len, ": %s", tail);
	sn_text_make_plain(err->text);
	err->hint[0] = 0;
	err->reason = reason;
}

int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	store(err, SN_REASON_NONE, NULL, fmt, ap);
	va_end(ap);
	return code;
}

int sn_error_because(struct sn_error *err, enum sn_err code, enum sn_reason reason, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	store(err, reason, NULL, fmt, ap);
	va_end(ap);
	return code;
}

int sn_error_hint(struct sn_error *err, int code, const char *fmt, ...)
{
	if (!err)
		return code;
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(err->hint, sizeof err->hint, fmt, ap);
	va_end(ap);
	sn_text_make_plain(err->hint);
	return code;
}

int sn_error_errno(struct sn_error *err, const char *fmt, ...)
{
	const char *tail = strerror(errno); /* before anything changes it */
	va_list ap;
	va_start(ap, fmt);
	store(err, SN_REASON_NONE, tail, fmt, ap);
	va_end(ap);
	return SN_IO;
}

static int keep_hint(struct sn_error *err, int code, const struct sn_error *earlier)
{
	return earlier->hint[0] ? sn_error_hint(err, code, "%s", earlier->hint) : code;
}

int sn_error_prefix(struct sn_error *err, int code, const char *fmt, ...)
{
	const struct sn_error inner = err ? *err : (struct sn_error){0};
	va_list ap;
	va_start(ap, fmt);
	store(err, inner.reason, inner.text, fmt, ap);
	va_end(ap);
	return keep_hint(err, code, &inner);
}

int sn_error_append(struct sn_error *err, int code, const char *fmt, ...)
{
	const struct sn_error inner = err ? *err : (struct sn_error){0};
	char more[sizeof inner.text];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(more, sizeof more, fmt, ap);
	va_end(ap);
	sn_error_because(err, (enum sn_err)code, inner.reason, "%s%s", inner.text, more);
	return keep_hint(err, code, &inner);
}

int sn_error_memory(struct sn_error *err)
{
	return sn_error_set(err, SN_IO, "out of memory");
}
