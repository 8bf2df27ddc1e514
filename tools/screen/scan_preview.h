/* tools/screen/scan_preview.h - what the camera sees, on a terminal: grey half blocks, two pixels a
 * character. */
#ifndef SCAN_PREVIEW_H
#define SCAN_PREVIEW_H

#include "base/bytes.h"
#include "optic/picture.h"

/* Append lines of text, each ended by a newline, that show the whole picture in its proportions within so
 * many columns and lines (of at least one each). *drawn is how many lines there are. A failure is in `out`.
 */
void scan_preview_draw(struct sn_buf *out, const struct sn_picture *picture, size_t columns, size_t lines,
		       size_t *drawn);

#endif
