/* Codes drawn as text and as pictures are read back into modules. */

#include "optic/draw_picture.h"
#include "optic/draw_text.h"

#include <criterion/criterion.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUIET SN_CODE_QUIET_ZONE

static struct sn_code code;
static long side; /* modules, with the quiet zone */

static void setup(void)
{
	static const char text[] = "UR:X-SN-UNSIGNED/HDCXLKAHSSQZWFVSLOFZOXWKREWNGO";
	cr_assert_eq(sn_code_encode(&code, text, strlen(text), SN_CODE_M, 0, 0, NULL), 0);
	side = (long)code.size + 2 * QUIET;
}

static void teardown(void)
{
	sn_code_free(&code);
}

TestSuite(optic_draw, .init = setup, .fini = teardown);

static void expect_module(long x, long y, bool dark)
{
	cr_assert_eq(dark, sn_code_is_dark(&code, x - QUIET, y - QUIET), "module (%ld, %ld)", x - QUIET,
		     y - QUIET);
}

/* ------------------------------------------------------------------ text */

static char *text_of(enum sn_draw_text how, size_t *columns, size_t *lines)
{
	struct sn_buf out = {0};
	cr_assert_eq(sn_draw_text(&out, &code, how), 0);
	sn_put_u8(&out, 0);
	sn_draw_text_size(columns, lines, code.version, how);
	return (char *)out.data;
}

static bool skip(char **at, const char *what)
{
	bool is = !strncmp(*at, what, strlen(what));
	*at += is ? strlen(what) : 0;
	return is;
}

Test(optic_draw, half_blocks)
{
	size_t columns, lines;
	char *text = text_of(SN_DRAW_UTF8, &columns, &lines), *at = text;
	cr_assert_eq(columns, (size_t)side);
	cr_assert_eq(lines, (size_t)(side + 1) / 2);
	for (long line = 0; line < (long)lines; line++) {
		cr_assert(skip(&at, "\033[38;5;16;48;5;231m"));
		bool reverse = false;
		for (long x = 0; x < side; x++) {
			if (skip(&at, reverse ? "\033[27m" : "\033[7m"))
				reverse = !reverse;
			bool block = skip(&at, "▄");
			cr_assert(block || skip(&at, " "));
			expect_module(x, 2 * line, reverse);
			expect_module(x, 2 * line + 1, reverse != block);
		}
		cr_assert(skip(&at, "\033[0m\n"));
	}
	cr_assert_eq(*at, 0);
	free(text);
}

Test(optic_draw, colours)
{
	size_t columns, lines;
	char *text = text_of(SN_DRAW_ANSI, &columns, &lines), *at = text;
	cr_assert_eq(columns, 2 * (size_t)side);
	cr_assert_eq(lines, (size_t)side);
	for (long y = 0; y < side; y++) {
		int dark = -1;
		for (long x = 0; x < side; x++) {
			if (skip(&at, "\033[48;5;16m"))
				dark = 1;
			else if (skip(&at, "\033[48;5;231m"))
				dark = 0;
			cr_assert(dark >= 0 && skip(&at, "  "));
			expect_module(x, y, dark);
		}
		cr_assert(skip(&at, "\033[0m\n"));
	}
	cr_assert_eq(*at, 0);
	free(text);
}

Test(optic_draw, signs)
{
	size_t columns, lines;
	char *text = text_of(SN_DRAW_ASCII, &columns, &lines), *at = text;
	for (long y = 0; y < side; y++) {
		for (long x = 0; x < side; x++) {
			bool dark = skip(&at, "##");
			cr_assert(dark || skip(&at, "  "));
			expect_module(x, y, dark);
		}
		cr_assert(skip(&at, "\n"));
	}
	cr_assert_eq(*at, 0);
	free(text);
}

Test(optic_draw, largest_version_that_fits_a_window)
{
	cr_expect_eq(sn_draw_text_version(80, 23, SN_DRAW_UTF8), 5);
	cr_expect_eq(sn_draw_text_version(80, 22, SN_DRAW_UTF8), 4);
	cr_expect_eq(sn_draw_text_version(28, 100, SN_DRAW_UTF8), 0);
	cr_expect_eq(sn_draw_text_version(29, 15, SN_DRAW_UTF8), 1);
	cr_expect_eq(sn_draw_text_version(29, 14, SN_DRAW_UTF8), 0);
	cr_expect_eq(sn_draw_text_version(58, 29, SN_DRAW_ANSI), 1);
	cr_expect_eq(sn_draw_text_version(57, 29, SN_DRAW_ASCII), 0);
	cr_expect_eq(sn_draw_text_version(1000, 1000, SN_DRAW_UTF8), 40);
}

/* ------------------------------------------------------------------ pictures */

/* Check every pixel of the picture, at `scale`, with the code's quiet zone beginning at (left, top). */
static void expect_picture(const struct sn_picture *picture, long scale, long left, long top)
{
	for (long y = 0; y < (long)picture->height; y++)
		for (long x = 0; x < (long)picture->width; x++) {
			long column = x - left, row = y - top;
			bool inside = column >= 0 && row >= 0 && column < side * scale && row < side * scale;
			uint8_t grey = picture->grey[(size_t)y * picture->width + (size_t)x];
			bool dark =
				inside && sn_code_is_dark(&code, column / scale - QUIET, row / scale - QUIET);
			cr_assert_eq(grey, dark ? 0 : 255, "pixel (%ld, %ld)", x, y);
		}
}

Test(optic_draw, picture)
{
	struct sn_picture picture;
	struct sn_error err;
	cr_assert_eq(sn_draw_picture(&picture, &code, 3, 0, 0, &err), 0);
	cr_assert_eq(picture.width, 3 * (size_t)side);
	cr_assert_eq(picture.height, sn_draw_picture_size(code.version, 3));
	expect_picture(&picture, 3, 0, 0);
	sn_picture_free(&picture);
	cr_assert_null(picture.grey);
	cr_assert_eq(sn_draw_picture(&picture, &code, 2, 200, 101, &err), 0);
	cr_assert_eq(picture.width, 200);
	cr_assert_eq(picture.height, 101);
	expect_picture(&picture, 2, (200 - 2 * side) / 2, (101 - 2 * side) / 2);
	sn_picture_free(&picture);
	cr_assert_eq(sn_draw_picture(&picture, &code, 1000, 0, 0, &err), SN_BAD_INPUT);
	cr_assert_null(picture.grey);
}

Test(optic_draw, picture_sizes_are_bounded)
{
	struct sn_picture picture;
	struct sn_error err;
	cr_expect_eq(sn_picture_new(&picture, 0, 1, &err), SN_BAD_INPUT);
	cr_expect_eq(sn_picture_new(&picture, 1, 0, &err), SN_BAD_INPUT);
	cr_expect_eq(sn_picture_new(&picture, SN_PICTURE_PIXELS_MAX, 2, &err), SN_BAD_INPUT);
	cr_expect_eq(sn_picture_new(&picture, SIZE_MAX, SIZE_MAX, &err), SN_BAD_INPUT);
	cr_expect_eq(sn_picture_new(&picture, SIZE_MAX / 2 + 1, 2, &err), SN_BAD_INPUT);
}

Test(optic_draw, png)
{
	struct sn_picture picture, back = {0};
	struct sn_buf out = {0};
	struct sn_error err;
	cr_assert_eq(sn_draw_picture(&picture, &code, 4, 0, 0, &err), 0);
	sn_put_bytes(&out, "before", 6);
	cr_assert_eq(sn_draw_png(&out, &picture, &err), 0);
	png_image image = {.version = PNG_IMAGE_VERSION};
	cr_assert(png_image_begin_read_from_memory(&image, out.data + 6, out.len - 6));
	cr_assert_eq(image.width, picture.width);
	cr_assert_eq(image.height, picture.height);
	cr_assert_eq(image.format, PNG_FORMAT_GRAY);
	cr_assert_eq(sn_picture_new(&back, image.width, image.height, &err), 0);
	cr_assert(png_image_finish_read(&image, NULL, back.grey, 0, NULL));
	expect_picture(&back, 4, 0, 0);
	cr_expect_eq(memcmp(out.data, "before", 6), 0);
	sn_picture_free(&picture);
	sn_picture_free(&back);
	sn_buf_free(&out);
}

/* Parse and paint every path element. */
Test(optic_draw, svg)
{
	struct sn_buf out = {0};
	struct sn_error err;
	char head[256];
	cr_assert_eq(sn_draw_svg(&out, &code, 5, &err), 0);
	sn_put_u8(&out, 0);
	char *text = (char *)out.data, *at = strstr(text, " d=\"");
	snprintf(head, sizeof head, "width=\"%ld\" height=\"%ld\" viewBox=\"0 0 %ld %ld\"", 5 * side,
		 5 * side, side, side);
	cr_assert(at && strstr(text, head));
	cr_assert(skip(&text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
			      "<svg xmlns=\"http://www.w3.org/2000/svg\" "));
	uint8_t *seen = calloc((size_t)side, (size_t)side);
	for (at += 4; *at != '"';) {
		long x, y, run, back;
		int n = 0;
		cr_assert_eq(sscanf(at, "M%ld %ldh%ldv1H%ldz\n%n", &x, &y, &run, &back, &n), 4);
		cr_assert(n && back == x && x + run <= side && y < side);
		memset(seen + y * side + x, 1, (size_t)run);
		at += n;
	}
	cr_assert_str_eq(at, "\"/>\n</svg>\n");
	for (long y = 0; y < side; y++)
		for (long x = 0; x < side; x++)
			expect_module(x, y, seen[y * side + x]);
	free(seen);
	sn_buf_free(&out);
}

Test(optic_draw, y4m)
{
	static const char head[] = "YUV4MPEG2 W131 H131 F12:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL\n";
	struct sn_picture picture;
	struct sn_buf out = {0};
	struct sn_error err;
	cr_assert_eq(sn_draw_picture(&picture, &code, 1, 131, 131, &err), 0);
	cr_assert_eq(sn_draw_y4m_head(&out, picture.width, picture.height, 12), 0);
	cr_assert_eq(out.len, strlen(head));
	cr_assert(!memcmp(out.data, head, out.len));
	sn_buf_clear(&out);
	cr_assert_eq(sn_draw_y4m_frame(&out, &picture), 0);
	cr_assert_eq(out.len, 6 + 131 * 131 + 2 * 66 * 66);
	cr_assert(!memcmp(out.data, "FRAME\n", 6));
	cr_assert(!memcmp(out.data + 6, picture.grey, 131 * 131));
	for (size_t i = 6 + 131 * 131; i < out.len; i++)
		cr_assert_eq(out.data[i], 128);
	sn_picture_free(&picture);
	sn_buf_free(&out);
}
