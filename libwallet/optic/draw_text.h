/* optic/draw_text.h - QR codes as text for terminals. They include the quiet zone of four modules. */
#ifndef SN_OPTIC_DRAW_TEXT_H
#define SN_OPTIC_DRAW_TEXT_H

#include "base/bytes.h"
#include "base/error.h"
#include "optic/code.h"

enum sn_draw_text {
	SN_DRAW_UTF8,  /* lower half blocks, two modules per character, black on white by explicit colours */
	SN_DRAW_ANSI,  /* two coloured spaces per module: for fonts without half blocks */
	SN_DRAW_ASCII, /* ## or two spaces, no colours: dark on light only on a light background */
};

/* Append lines of text, each ended by a newline. The colours are from the fixed part of the palette of 256:
 * they are the same in any colour scheme. Returns SN_IO when out of memory. */
int sn_draw_text(struct sn_buf *out, const struct sn_code *code, enum sn_draw_text how) SN_MUST_USE;

/* Columns and lines of a code of this version. */
void sn_draw_text_size(size_t *columns, size_t *lines, int version, enum sn_draw_text how);

/* The greatest version that fits into these columns and lines; 0: none. */
int sn_draw_text_version(size_t columns, size_t lines, enum sn_draw_text how);

#endif
