
#include "optic/draw_picture.h"

#include <stdio.h>
#include <string.h>

#include <png.h>

static void put(struct sn_buf *out, const char *text)
{
	sn_put_bytes(out, text, strlen(text));
}

size_t sn_draw_picture_size(int version, size_t scale)
{
	return (sn_code_size(version) + 2 * SN_CODE_QUIET_ZONE) * scale;
}

int sn_draw_picture(struct sn_picture *picture, const struct sn_code *code, size_t scale, size_t width,
		    size_t height, struct sn_error *err)
{
	size_t side = sn_draw_picture_size(code->version, scale);
	if (width < side)
		width = side;
	if (height < side)
		height = side;
	int ret = sn_picture_new(picture, width, height, err);
	if (ret)
		return ret;
	size_t left = (width - code->size * scale) / 2, top = (height - code->size * scale) / 2;
	for (size_t y = 0; y < code->size * scale; y++) {
		uint8_t *row = picture->grey + (top + y) * width + left;
		for (size_t x = 0; x < code->size; x++)
			if (sn_code_is_dark(code, (long)x, (long)(y / scale)))
				memset(row + x * scale, 0, scale);
	}
	return SN_OK;
}

int sn_draw_png(struct sn_buf *out, const struct sn_picture *picture, struct sn_error *err)
{
	png_image image = {
		.version = PNG_IMAGE_VERSION,
		.width = (png_uint_32)picture->width,
		.height = (png_uint_32)picture->height,
		.format = PNG_FORMAT_GRAY,
	};
	size_t before = out->len;
	png_alloc_size_t len = PNG_IMAGE_PNG_SIZE_MAX(image);
	uint8_t *png = sn_buf_grow(out, len);
	if (!png)
		return sn_error_memory(err);
	if (!png_image_write_to_memory(&image, png, &len, 0, picture->grey, 0, NULL)) {
		out->len = before;
		return sn_error_set(err, SN_IO, "cannot encode the PNG: %s", image.message);
	}
	out->len = before + len;
	return SN_OK;
}

/* One path, with a rectangle for each horizontal run of dark modules. */
int sn_draw_svg(struct sn_buf *out, const struct sn_code *code, size_t scale, struct sn_error *err)
{
	const size_t side = code->size + 2 * SN_CODE_QUIET_ZONE;
	char text[256];
	snprintf(
		text, sizeof text,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\""
		" shape-rendering=\"crispEdges\">\n",
		side * scale, side * scale, side, side);
	put(out, text);
	put(out, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<path fill=\"#000\" d=\"");
	for (size_t y = 0; y < code->size; y++)
		for (size_t x = 0, run; x < code->size; x += run + 1) {
			for (run = 0; sn_code_is_dark(code, (long)(x + run), (long)y); run++)
				;
			if (!run)
				continue;
			snprintf(text, sizeof text, "M%zu %zuh%zuv1H%zuz\n", x + SN_CODE_QUIET_ZONE,
				 y + SN_CODE_QUIET_ZONE, run, x + SN_CODE_QUIET_ZONE);
			put(out, text);
		}
	put(out, "\"/>\n</svg>\n");
	return out->failed ? sn_error_memory(err) : SN_OK;
}

/* Source: mjpegtools, yuv4mpeg(5). XCOLORRANGE is an extension of ffmpeg; other readers ignore it. */
int sn_draw_y4m_head(struct sn_buf *out, size_t width, size_t height, unsigned frames_per_second)
{
	char text[128];
	snprintf(text, sizeof text, "YUV4MPEG2 W%zu H%zu F%u:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL\n", width,
		 height, frames_per_second);
	put(out, text);
	return out->failed ? SN_IO : SN_OK;
}

int sn_draw_y4m_frame(struct sn_buf *out, const struct sn_picture *picture)
{
	size_t colours = (picture->width + 1) / 2 * ((picture->height + 1) / 2);
	put(out, "FRAME\n");
	sn_put_bytes(out, picture->grey, picture->width * picture->height);
	uint8_t *neutral = sn_buf_grow(out, 2 * colours);
	if (neutral)
		memset(neutral, 128, 2 * colours);
	return out->failed ? SN_IO : SN_OK;
}
