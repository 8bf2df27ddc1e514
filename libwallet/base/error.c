#include "base/error.h"

#include "base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The texts are made plain: newlines would break "one line", and hostile input, such as a daemon's reason, would
 * command the terminal. */

int sn_error_set(struct sn_error *err, enum sn_err code, const char *fmt, ...)
{
	if (err) {
		va_list ap;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof err->text, fmt, ap);
		va_end(ap);
		sn_text_make_plain(err->text);
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
		sn_text_make_plain(err->text);
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
		sn_text_make_plain(err->text);
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
		sn_text_make_plain(err->text);
	}
	return code;
}

int sn_error_memory(struct sn_error *err)
{
	return sn_error_set(err, SN_IO, "out of memory");
}
