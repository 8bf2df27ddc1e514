/* tools/screen/scan_preview.h - the camera picture on a terminal: grey half blocks, two pixels per character.
 */
#ifndef SCAN_PREVIEW_H
#define SCAN_PREVIEW_H

#include "base/bytes.h"
#include "optic/picture.h"

/* Append lines of text that show the whole picture, in its proportions, within `columns` and `lines` (each at
 * least 1). *drawn becomes the number of lines. A failure is in `out`. */
void scan_preview_draw(struct sn_buf *out, const struct sn_picture *picture, size_t columns, size_t lines,
		       size_t *drawn);

#endif
