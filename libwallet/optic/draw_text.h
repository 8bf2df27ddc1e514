/* optic/draw_text.h - QR codes as text for terminals. They include the quiet zone of four modules. */
#ifndef SN_OPTIC_DRAW_TEXT_H
#define SN_OPTIC_DRAW_TEXT_H

#include "base/bytes.h"
#include "base/error.h"
#include "optic/code.h"

enum sn_draw_text {
	SN_DRAW_UTF8,  /* lower half blocks, two modules a character, black on white by explicit colours */
	SN_DRAW_ANSI,  /* two spaces a module, by colours alone: where there are no half blocks */
	SN_DRAW_ASCII, /* ## and two spaces, no colours: dark on light only on light paper */
};

/* Append lines of text, each ended by a newline. The colours are those of the fixed part of a palette of
 * 256, so that what is dark stays so in any colour scheme. SN_IO when out of memory. */
int sn_draw_text(struct sn_buf *out, const struct sn_code *code, enum sn_draw_text how) SN_MUST_USE;

/* Columns and lines that a code of this version takes. */
void sn_draw_text_size(size_t *columns, size_t *lines, int version, enum sn_draw_text how);

/* The greatest version that so much room holds; 0: none. */
int sn_draw_text_version(size_t columns, size_t lines, enum sn_draw_text how);

#endif
