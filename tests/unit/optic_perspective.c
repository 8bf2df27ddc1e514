#include "optic/perspective.h"

#include "optic_pictures.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A linear gradient: the value of a pixel identifies its position. */
static struct sn_picture slope(size_t width, size_t height, double across, double down)
{
	struct sn_picture p = pictures_new(width, height);
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			p.grey[y * width + x] = (uint8_t)(across * (double)x + down * (double)y + 0.5);
	return p;
}

static struct sn_window all(const struct sn_picture *p)
{
	return (struct sn_window){0, 0, p->width, p->height};
}

static double kept_within(double at, size_t size)
{
	return at < 0 ? 0 : at > (double)size - 1 ? (double)size - 1 : at;
}

Test(optic_perspective, each_pixel_follows_the_formula)
{
	static const float tilts[][2] = {{0, 0},     {0.09f, 0},  {-0.09f, 0},
					 {0, 0.09f}, {0, -0.09f}, {0.2f, -0.3f}};
	const size_t width = 400, height = 240;
	const double across = 0.4, down = 0.35;
	struct sn_picture in = slope(width, height, across, down), out = {0};
	const struct sn_window window = all(&in);
	struct sn_error err;
	for (size_t i = 0; i < sizeof tilts / sizeof *tilts; i++) {
		cr_assert_eq(sn_perspective_change(&out, &in, tilts[i][0], tilts[i][1], &window, &err), 0);
		cr_assert(out.width == width && out.height == height);
		for (size_t y = 0; y < height; y++)
			for (size_t x = 0; x < width; x++) {
				double dx = (double)x - (double)(width - 1) / 2,
				       dy = (double)y - (double)(height - 1) / 2;
				double d = 1 + ((double)tilts[i][0] * dx + (double)tilts[i][1] * dy) /
						       (double)height;
				double from_x = kept_within((double)(width - 1) / 2 + dx / d, width);
				double from_y = kept_within((double)(height - 1) / 2 + dy / d, height);
				double expected = across * from_x + down * from_y;
				cr_assert(fabs(out.grey[y * width + x] - expected) < 1.6,
					  "tilt %zu, (%zu, %zu): %d, not %f", i, x, y,
					  out.grey[y * width + x], expected);
			}
	}
	sn_picture_free(&in);
	sn_picture_free(&out);
}

/* A window equals the same part of the whole result, bit by bit. */
Test(optic_perspective, windows)
{
	static const struct sn_window windows[] = {
		{0, 0, 1, 1}, {639, 359, 1, 1}, {0, 0, 640, 1}, {100, 50, 257, 129}, {380, 0, 260, 360}};
	static const float tilts[][2] = {{0.09f, 0}, {-0.09f, 0.09f}, {0.3f, -0.2f}};
	struct sn_picture in = pictures_new(640, 360), whole = {0}, part = {0}, cut = {0};
	struct sn_error err;
	pictures_spoil(&in, &(struct distortion){.noise = 60});
	for (size_t i = 0; i < sizeof tilts / sizeof *tilts; i++)
		for (size_t k = 0; k < sizeof windows / sizeof *windows; k++) {
			const struct sn_window everything = all(&in);
			cr_assert_eq(sn_perspective_change(&whole, &in, tilts[i][0], tilts[i][1], &everything,
							   &err),
				     0);
			cr_assert_eq(sn_perspective_change(&part, &in, tilts[i][0], tilts[i][1], &windows[k],
							   &err),
				     0);
			cr_assert_eq(sn_picture_cut(&cut, &whole, &windows[k], &err), 0);
			cr_assert(part.width == windows[k].width && part.height == windows[k].height);
			cr_assert(cut.width == windows[k].width && cut.height == windows[k].height);
			cr_assert_arr_eq(part.grey, cut.grey, cut.width * cut.height, "tilt %zu, window %zu",
					 i, k);
			for (size_t y = 0; y < cut.height; y++)
				for (size_t x = 0; x < cut.width; x++)
					cr_assert_eq(cut.grey[y * cut.width + x],
						     whole.grey[(windows[k].y + y) * whole.width +
								windows[k].x + x]);
		}
	sn_picture_free(&in);
	sn_picture_free(&whole);
	sn_picture_free(&part);
	sn_picture_free(&cut);
}

/* Each picture ends at the end of its memory, so that sanitizers detect reads beyond it. */
Test(optic_perspective, any_shape)
{
	static const size_t sizes[][2] = {{2, 2},     {2, 3000}, {3000, 2},  {21, 5000}, {255, 256},
					  {257, 255}, {513, 21}, {70001, 2}, {2, 70001}, {1 << 20, 2}};
	struct sn_picture out = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (int k = -1; k <= 1; k++) {
			struct sn_picture in = pictures_new(sizes[i][0], sizes[i][1]);
			const struct sn_window window = all(&in);
			memset(in.grey, 77, in.width * in.height);
			cr_assert_eq(sn_perspective_change(&out, &in, 0.5f * (float)k, -0.5f * (float)k,
							   &window, &err),
				     0);
			for (size_t j = 0; j < in.width * in.height; j++)
				cr_assert_eq(out.grey[j], 77);
			sn_picture_free(&in);
		}
	sn_picture_free(&out);
}

Test(optic_perspective, invalid_sizes_are_refused)
{
	static const size_t sizes[][2] = {{1, 1}, {1, 50}, {50, 1}, {(1 << 20) + 1, 2}};
	struct sn_picture out = {0};
	struct sn_error err;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct sn_picture in = pictures_new(sizes[i][0], sizes[i][1]);
		const struct sn_window window = all(&in);
		cr_expect_eq(sn_perspective_change(&out, &in, 0.1f, 0, &window, &err), SN_BAD_INPUT,
			     "%zu x %zu", sizes[i][0], sizes[i][1]);
		sn_picture_free(&in);
	}
}
