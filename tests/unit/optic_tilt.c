#include "optic/tilt.h"

#include "optic_pictures.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A value that goes up evenly, so that it says where it comes from. */
static struct sn_picture slope(size_t width, size_t height, double across, double down)
{
	struct sn_picture p = pictures_new(width, height);
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			p.grey[y * width + x] = (uint8_t)(across * (double)x + down * (double)y + 0.5);
	return p;
}

static double kept_within(double at, size_t size)
{
	return at < 0 ? 0 : at > (double)size - 1 ? (double)size - 1 : at;
}

Test(optic_tilt, each_pixel_is_from_where_the_formula_says)
{
	static const float tilts[][2] = {{0, 0}, {0.09f, 0}, {-0.09f, 0}, {0, 0.09f}, {0, -0.09f}, {0.2f, -0.3f}};
	const size_t width = 400, height = 240;
	const double across = 0.4, down = 0.35;
	struct sn_picture in = slope(width, height, across, down), out = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof tilts / sizeof *tilts; i++) {
		cr_assert_eq(sn_tilt(&out, &in, tilts[i][0], tilts[i][1], &err), 0);
		cr_assert(out.width == width && out.height == height);
		for (size_t y = 0; y < height; y++)
			for (size_t x = 0; x < width; x++) {
				double dx = (double)x - (double)(width - 1) / 2, dy = (double)y - (double)(height - 1) / 2;
				double d = 1 + ((double)tilts[i][0] * dx + (double)tilts[i][1] * dy) / (double)height;
				double from_x = kept_within((double)(width - 1) / 2 + dx / d, width);
				double from_y = kept_within((double)(height - 1) / 2 + dy / d, height);
				double expected = across * from_x + down * from_y;
				cr_assert(fabs(out.grey[y * width + x] - expected) < 1.6, "tilt %zu, (%zu, %zu): %d, not %f", i, x, y,
					  out.grey[y * width + x], expected);
			}
	}
	sn_picture_free(&in);
	sn_picture_free(&out);
}

/* Each picture ends where its memory does. */
Test(optic_tilt, any_shape)
{
	static const size_t sizes[][2] = {{2, 2}, {2, 3000}, {3000, 2}, {21, 5000}, {255, 256}, {257, 255}, {513, 21}};
	struct sn_picture out = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int k = -1; k <= 1; k++) {
			struct sn_picture in = pictures_new(sizes[i][0], sizes[i][1]);
			memset(in.grey, 77, in.width * in.height);
			cr_assert_eq(sn_tilt(&out, &in, 0.5f * (float)k, -0.5f * (float)k, &err), 0);
			for (size_t j = 0; j < in.width * in.height; j++)
				cr_assert_eq(out.grey[j], 77);
			sn_picture_free(&in);
		}
	sn_picture_free(&out);
}

Test(optic_tilt, what_cannot_be_tilted)
{
	static const size_t sizes[][2] = {{1, 1}, {1, 50}, {50, 1}, {(1 << 20) + 1, 2}};
	struct sn_picture out = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct sn_picture in = pictures_new(sizes[i][0], sizes[i][1]);
		cr_expect_eq(sn_tilt(&out, &in, 0.1f, 0, &err), SN_BAD_INPUT, "%zu x %zu", sizes[i][0], sizes[i][1]);
		sn_picture_free(&in);
	}
}
