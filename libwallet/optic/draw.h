/* optic/draw.h - QR codes as text for terminals, and as pictures.
 *
 * All include the quiet zone of four modules. As text: draw_text.c; the rest, which needs libpng: draw_picture.c. */
#ifndef SN_OPTIC_DRAW_H
#define SN_OPTIC_DRAW_H

#include "base/bytes.h"
#include "base/error.h"
#include "optic/code.h"
#include "optic/picture.h"

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

/* Pixels a side of a picture with `scale` pixels a module. */
size_t sn_draw_picture_size(int version, size_t scale);

/* A grey picture with `scale` pixels a module, centred in at least width x height pixels (0, 0: just as
 * large as needed). SN_IO; SN_BAD_INPUT when larger than pictures may be. Free with sn_picture_free. */
int sn_draw_picture(struct sn_picture *picture, const struct sn_code *code, size_t scale, size_t width, size_t height,
		    struct sn_error *err) SN_MUST_USE;

/* Append a PNG of 8-bit grey, or an SVG document. SN_IO. */
int sn_draw_png(struct sn_buf *out, const struct sn_picture *picture, struct sn_error *err) SN_MUST_USE;
int sn_draw_svg(struct sn_buf *out, const struct sn_code *code, size_t scale, struct sn_error *err) SN_MUST_USE;

/* Append the head of a Y4M stream (YUV4MPEG2: 4:2:0, progressive, full range), and a frame. All frames of a
 * stream are of one size. SN_IO. */
int sn_draw_y4m_head(struct sn_buf *out, size_t width, size_t height, unsigned frames_per_second) SN_MUST_USE;
int sn_draw_y4m_frame(struct sn_buf *out, const struct sn_picture *picture) SN_MUST_USE;

#endif
