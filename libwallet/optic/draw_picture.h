/* optic/draw_picture.h - QR codes as pictures, and pictures as files: PNG, SVG, Y4M. They include the quiet
 * zone of four modules. Separate from draw_text.h: this needs libpng. */
#ifndef SN_OPTIC_DRAW_PICTURE_H
#define SN_OPTIC_DRAW_PICTURE_H

#include "base/bytes.h"
#include "base/error.h"
#include "optic/code.h"
#include "optic/picture.h"

/* Pixels per side of a picture with `scale` pixels per module. */
size_t sn_draw_picture_size(int version, size_t scale);

/* Draw the code with `scale` pixels per module, centred in a grey picture of at least width x height pixels
 * (0, 0: the size of the code). Free with sn_picture_free. Returns SN_IO, or SN_BAD_INPUT if the picture
 * would be too large. */
int sn_draw_picture(struct sn_picture *picture, const struct sn_code *code, size_t scale, size_t width,
		    size_t height, struct sn_error *err) SN_MUST_USE;

/* Append a PNG of 8-bit grey, or an SVG document. Returns SN_IO. */
int sn_draw_png(struct sn_buf *out, const struct sn_picture *picture, struct sn_error *err) SN_MUST_USE;
int sn_draw_svg(struct sn_buf *out, const struct sn_code *code, size_t scale,
		struct sn_error *err) SN_MUST_USE;

/* Append the head of a Y4M stream (YUV4MPEG2: 4:2:0, progressive, full range), or a frame. All frames of a
 * stream have one size. Returns SN_IO. */
int sn_draw_y4m_head(struct sn_buf *out, size_t width, size_t height, unsigned frames_per_second) SN_MUST_USE;
int sn_draw_y4m_frame(struct sn_buf *out, const struct sn_picture *picture) SN_MUST_USE;

#endif
