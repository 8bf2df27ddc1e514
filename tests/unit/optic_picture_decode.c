#include "base/bytes.h"
#include "optic/picture.h"
#include "optic/picture_decode.h"
#include "optic/detection.h"
#include "optic_pictures.h"

#include <criterion/criterion.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

static struct sn_picture ramp(size_t width, size_t height)
{
	struct sn_picture p = pictures_new(width, height);
	for (size_t i = 0; i < width * height; i++)
		p.grey[i] = (uint8_t)(i % width * 255 / (width > 1 ? width - 1 : 1));
	return p;
}

/* `channels`: 1, or 3 with equal values. */
static struct sn_buf jpeg_of(const struct sn_picture *p, int channels, int quality, bool progressive)
{
	struct jpeg_compress_struct c;
	struct jpeg_error_mgr errors;
	unsigned char *data = NULL;
	unsigned long len = 0;
	uint8_t *row = malloc(3 * p->width);
	c.err = jpeg_std_error(&errors);
	jpeg_create_compress(&c);
	jpeg_mem_dest(&c, &data, &len);
	c.image_width = (JDIMENSION)p->width;
	c.image_height = (JDIMENSION)p->height;
	c.input_components = channels;
	c.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
	jpeg_set_defaults(&c);
	jpeg_set_quality(&c, quality, TRUE);
	if (progressive)
		jpeg_simple_progression(&c);
	jpeg_start_compress(&c, TRUE);
	for (size_t y = 0; y < p->height; y++) {
		for (size_t x = 0; x < p->width; x++)
			memset(row + x * (size_t)channels, p->grey[y * p->width + x], (size_t)channels);
		jpeg_write_scanlines(&c, &row, 1);
	}
	jpeg_finish_compress(&c);
	jpeg_destroy_compress(&c);
	struct sn_buf out = {0};
	sn_put_bytes(&out, data, len);
	free(data);
	free(row);
	return out;
}

static struct sn_buf png_of(const void *pixels, size_t width, size_t height, unsigned format)
{
	png_image image = {.version = PNG_IMAGE_VERSION,
			   .width = (png_uint_32)width,
			   .height = (png_uint_32)height,
			   .format = format};
	png_alloc_size_t len = 0;
	struct sn_buf out = {0};
	cr_assert(png_image_write_get_memory_size(image, len, 0, pixels, 0, NULL));
	cr_assert(png_image_write_to_memory(&image, sn_buf_grow(&out, len), &len, 0, pixels, 0, NULL));
	out.len = len;
	return out;
}

static void check_ramp(const struct sn_buf *file, size_t width, size_t height, int tolerance,
		       const char *what)
{
	struct sn_picture p, r = ramp(width, height);
	struct sn_error err;
	cr_assert_eq(sn_picture_decode(&p, file->data, file->len, &err), 0, "%s: %s", what, err.text);
	cr_assert_eq(p.width, width);
	cr_assert_eq(p.height, height);
	for (size_t i = 0; i < width * height; i++)
		cr_assert_leq(abs(p.grey[i] - r.grey[i]), tolerance, "%s: %zu: %d, not %d", what, i,
			      p.grey[i], r.grey[i]);
	sn_picture_free(&p);
	sn_picture_free(&r);
}

Test(optic_picture_decode, jpeg)
{
	static const size_t sizes[][2] = {{1, 1}, {17, 9}, {320, 200}};
	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = 0; k < 4; k++) {
			struct sn_picture p = ramp(sizes[i][0], sizes[i][1]);
			struct sn_buf file = jpeg_of(&p, k & 1 ? 3 : 1, 95, k & 2);
			check_ramp(&file, p.width, p.height, 12, "JPEG");
			sn_buf_free(&file);
			sn_picture_free(&p);
		}
}

Test(optic_picture_decode, png_grey_coloured_and_transparent)
{
	struct sn_picture p = ramp(60, 7), q;
	struct sn_error err;
	struct sn_buf file = png_of(p.grey, 60, 7, PNG_FORMAT_GRAY);
	check_ramp(&file, 60, 7, 0, "grey");
	sn_buf_free(&file);

	uint8_t rgb[3 * 60 * 7];
	for (size_t i = 0; i < sizeof rgb; i++)
		rgb[i] = p.grey[i / 3];
	file = png_of(rgb, 60, 7, PNG_FORMAT_RGB);
	check_ramp(&file, 60, 7, 1, "colour");
	sn_buf_free(&file);

	static const uint8_t rgba[4 * 4] = {0, 0, 0, 255, 0, 0, 0, 0, 255, 255, 255, 255, 10, 200, 30, 0};
	file = png_of(rgba, 4, 1, PNG_FORMAT_RGBA);
	cr_assert_eq(sn_picture_decode(&q, file.data, file.len, &err), 0);
	cr_assert_arr_eq(q.grey, ((uint8_t[]){0, 255, 255, 255}), 4, "what is transparent is white");
	sn_picture_free(&q);
	sn_buf_free(&file);
	sn_picture_free(&p);
}

/* A file truncated at every length, and with every byte changed, is refused, or gives a picture of bounded
 * size. */
static void mistreat(struct sn_buf *file)
{
	struct sn_picture p;
	struct sn_error err;
	for (size_t len = 0; len < file->len; len++) {
		uint8_t *cut = malloc(len ? len : 1);
		memcpy(cut, file->data, len);
		int ret = sn_picture_decode(&p, cut, len, &err);
		cr_assert(ret == SN_OK || ret == SN_BAD_INPUT, "%zu: %d, %s", len, ret, err.text);
		cr_assert(ret == SN_OK || !p.grey);
		sn_picture_free(&p);
		free(cut);
	}
	for (size_t i = 0; i < file->len; i++) {
		uint8_t was = file->data[i];
		for (unsigned k = 0; k < 3; k++) {
			file->data[i] = (uint8_t[]){0, 255, was ^ 1}[k];
			int ret = sn_picture_decode(&p, file->data, file->len, &err);
			cr_assert(ret == SN_OK || ret == SN_BAD_INPUT || ret == SN_IO);
			cr_assert(ret == SN_OK || !p.grey);
			sn_picture_free(&p);
		}
		file->data[i] = was;
	}
}

Test(optic_picture_decode, damaged_files, .timeout = 60)
{
	struct sn_picture p = ramp(40, 24);
	struct sn_buf files[] = {jpeg_of(&p, 1, 80, false), jpeg_of(&p, 3, 80, true),
				 png_of(p.grey, 40, 24, PNG_FORMAT_GRAY)};
	for (unsigned i = 0; i < 3; i++) {
		mistreat(&files[i]);
		sn_buf_free(&files[i]);
	}
	sn_picture_free(&p);
}

Test(optic_picture_decode, other_files_are_refused)
{
	static const char *const none[] = {"",
					   "P",
					   "\x89PNG",
					   "\xff\xd8",
					   ("\x89PNG\r\n"
					    "\x1a\n"),
					   "\xff\xd8\xff",
					   "GIF89a",
					   "YUV4MPEG2 W1 H1\n"};
	struct sn_picture p;
	struct sn_error err;
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		cr_assert_eq(sn_picture_decode(&p, none[i], strlen(none[i]), &err), SN_BAD_INPUT, "%zu", i);
		cr_assert_null(p.grey);
	}
}

/* A small file that announces a very large picture: no memory is allocated for it. */
Test(optic_picture_decode, sizes_are_bounded)
{
	struct sn_picture p = ramp(16, 16);
	struct sn_error err;
	struct sn_buf jpeg = jpeg_of(&p, 1, 80, false), png = png_of(p.grey, 16, 16, PNG_FORMAT_GRAY);
	size_t at = 0;
	while (at + 9 < jpeg.len && !(jpeg.data[at] == 0xff && jpeg.data[at + 1] == 0xc0))
		at++;
	memset(jpeg.data + at + 5, 0xfe, 4); /* 65,278 x 65,278 */
	sn_picture_free(&p);
	cr_assert_eq(sn_picture_decode(&p, jpeg.data, jpeg.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "too large"), "%s", err.text);
	/* The CRC-32 of the head is correct. */
	memcpy(png.data + 16, "\0\0\x40\0\0\0\x40\0", 8); /* 16,384 x 16,384 */
	uint32_t crc = 0xffffffff;
	for (size_t i = 12; i < 29; i++) {
		crc ^= png.data[i];
		for (unsigned k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	for (unsigned i = 0; i < 4; i++)
		png.data[29 + i] = (uint8_t)(~crc >> (24 - 8 * i));
	cr_assert_eq(sn_picture_decode(&p, png.data, png.len, &err), SN_BAD_INPUT);
	cr_assert(strstr(err.text, "too large"), "%s", err.text);
	sn_buf_free(&jpeg);
	sn_buf_free(&png);
}

static int is_text(void *context, const char *text, size_t len, struct sn_error *err)
{
	(void)err;
	const char **wanted = context;
	if (len == strlen(*wanted) && !memcmp(*wanted, text, len))
		*wanted = NULL;
	return SN_OK;
}

/* With visible compression artifacts. */
Test(optic_picture_decode, a_code_survives_compression)
{
	static const int qualities[] = {90, 50, 20};
	char text[400];
	const char *wanted;
	struct sn_detector *detector;
	struct sn_error err;
	cr_assert_eq(sn_detector_open(&detector, &err), 0);
	for (unsigned i = 0; i < 3; i++) {
		struct sn_picture p = pictures_new(800, 600), q;
		pictures_add(&p, wanted = pictures_text(text, 350, i), 0, 400, 300, 450,
			     &(struct distortion){.degrees = 8});
		pictures_spoil(&p, &(struct distortion){.blur = 1, .noise = 5});
		struct sn_buf file = jpeg_of(&p, 1, qualities[i], false);
		cr_assert_eq(sn_picture_decode(&q, file.data, file.len, &err), 0);
		cr_assert_eq(sn_detector_study(detector, &q, NULL, is_text, &wanted, &err), 0);
		cr_expect_null(wanted, "quality %d", qualities[i]);
		sn_buf_free(&file);
		sn_picture_free(&p);
		sn_picture_free(&q);
	}
	sn_detector_close(detector);
}
