/* base/line.h - append a line of text to a buffer. */
#ifndef SN_BASE_LINE_H
#define SN_BASE_LINE_H

#include "base/bytes.h"

/* Append the text and a line feed. */
void sn_put_line(struct sn_buf *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
