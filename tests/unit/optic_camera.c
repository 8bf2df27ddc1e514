#include "optic/camera.h"
#include "optic/camera_convert.h"

#include "optic_pictures.h"

#include <criterion/criterion.h>
#include <linux/videodev2.h>
#include <stdlib.h>
#include <string.h>

/* The luma at (x, y) in every format; all other bytes are 0xee. */
static uint8_t luma(size_t x, size_t y)
{
	return (uint8_t)(x * 7 + y * 31 + 1);
}

static const struct {
	uint32_t pixels;
	size_t step, first, rest; /* rest: bytes after the luma, for each two pixels of it */
} formats[] = {
	{V4L2_PIX_FMT_GREY, 1, 0, 0},   {V4L2_PIX_FMT_YUYV, 2, 0, 0}, {V4L2_PIX_FMT_UYVY, 2, 1, 0},
	{V4L2_PIX_FMT_NV12, 1, 0, 1},   {V4L2_PIX_FMT_NV21, 1, 0, 1}, {V4L2_PIX_FMT_YUV420, 1, 0, 1},
	{V4L2_PIX_FMT_YVU420, 1, 0, 1},
};

Test(optic_camera, luma_of_every_format_with_and_without_row_padding)
{
	const size_t width = 22, height = 6;
	struct sn_picture p = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		for (size_t more = 0; more <= 10; more += 5) {
			const size_t stride = width * formats[i].step + more,
				     least = stride * (height - 1) + width * formats[i].step;
			const size_t size = stride * height + formats[i].rest * stride * height / 2;
			struct sn_camera_format f = {formats[i].pixels, width, height, stride};
			uint8_t *data = malloc(size);
			memset(data, 0xee, size);
			for (size_t y = 0; y < height; y++)
				for (size_t x = 0; x < width; x++)
					data[y * stride + x * formats[i].step + formats[i].first] =
						luma(x, y);
			cr_assert(sn_camera_format_is_known(f.pixels));
			cr_assert_eq(sn_camera_convert(&p, &f, data, size, &err), 0);
			for (size_t y = 0; y < height; y++)
				for (size_t x = 0; x < width; x++)
					cr_assert_eq(p.grey[y * width + x], luma(x, y),
						     "format %zu, (%zu, %zu)", i, x, y);
			for (size_t len = 0; len < size; len++) {
				uint8_t *cut = malloc(len ? len : 1); /* sanitizers detect a read beyond it */
				memcpy(cut, data, len);
				cr_assert_eq(sn_camera_convert(&p, &f, cut, len, &err),
					     len < least ? SN_BAD_INPUT : 0, "%zu", len);
				free(cut);
			}
			free(data);
		}
	sn_picture_free(&p);
}

Test(optic_camera, sizes_from_the_driver_are_checked)
{
	uint8_t data[64] = {0};
	struct sn_picture p = {0};
	struct sn_error err;
	const struct sn_camera_format bad[] = {
		{V4L2_PIX_FMT_RGB24, 2, 2, 6},
		{V4L2_PIX_FMT_GREY, 0, 4, 8},
		{V4L2_PIX_FMT_GREY, 4, 0, 8},
		{V4L2_PIX_FMT_GREY, 8, 4, 7},
		{V4L2_PIX_FMT_YUYV, 8, 4, 15},
		{V4L2_PIX_FMT_GREY, 4, 4, 0},
		{V4L2_PIX_FMT_GREY, 4, 4, SIZE_MAX},
		{V4L2_PIX_FMT_GREY, SIZE_MAX, 2, 8},
		{V4L2_PIX_FMT_YUYV, SIZE_MAX / 2 + 2, 1, 8},
		{V4L2_PIX_FMT_MJPEG, 8, 8, 0},
	};
	cr_assert_not(sn_camera_format_is_known(V4L2_PIX_FMT_RGB24));
	cr_assert_not(sn_camera_format_is_known(0));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		cr_expect_eq(sn_camera_convert(&p, &bad[i], data, sizeof data, &err), SN_BAD_INPUT, "%zu", i);
	sn_picture_free(&p);
}

Test(optic_camera, a_missing_camera_is_reported_with_alternatives)
{
	struct sn_camera *c = (struct sn_camera *)1;
	struct sn_error err;
	const char *const none[] = {"/dev/video-that-is-not-there", "/dev/null", "/tmp", "/dev/zero"};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
		cr_assert_eq(sn_camera_open(&c, none[i], &err), SN_IO);
		cr_assert_null(c);
		cr_assert(strstr(err.text, none[i]), "%s", err.text);
		cr_assert(strstr(err.text, "Video4Linux"));
		cr_assert(strstr(err.text, "other devices in /dev: "));
		cr_assert(strstr(err.hint, "--camera=DEVICE, or a picture"));
		cr_assert(strstr(err.hint, "ffmpeg -i clip.mp4 -f yuv4mpegpipe - | qr-scan -"), "%s",
			  err.hint);
	}
	sn_camera_close(NULL);
}
