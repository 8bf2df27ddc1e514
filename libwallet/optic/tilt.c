#include "optic/tilt.h"

/* The same for each of a million pixels; at -O2 gcc does them one by one. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* Positions have so many bits behind the point. */
#define BITS 8
#define ONE (1 << BITS)

#define SIDE_MAX (1 << 20)

/* Columns are worked on in runs of so many: first where they come from, then what is there. */
#define RUN 256

struct run {
	int32_t x[RUN], y[RUN]; /* in ONEths of a pixel */
};

/* Where, in a row or column of `size` pixels. There is one more behind it, which has no weight where the
 * last one is meant. */
static int32_t within(float at, size_t size)
{
	const int32_t most = (int32_t)(size - 1) * ONE - 1, where = (int32_t)(at * ONE);
	return where < 0 ? 0 : where > most ? most : where;
}

static void tilt_row(struct sn_picture *out, const struct sn_picture *in, size_t y, float right, float below)
{
	const size_t width = in->width;
	const float middle_x = (float)(width - 1) / 2, middle_y = (float)(in->height - 1) / 2, at_y = (float)y - middle_y;
	uint8_t *to = out->grey + y * width;
	struct run run;
	for (size_t begin = 0; begin < width; begin += RUN) {
		const size_t n = width - begin < RUN ? width - begin : RUN;
		for (size_t i = 0; i < n; i++) {
			float at_x = (float)(int)(begin + i) - middle_x, d = 1 + right * at_x + below * at_y;
			const float scale = 1 / (d < 0.5f ? 0.5f : d); /* at most twice as far: positions fit 32 bits */
			run.x[i] = within(middle_x + at_x * scale, width);
			run.y[i] = within(middle_y + at_y * scale, in->height);
		}
		for (size_t i = 0; i < n; i++) {
			const uint8_t *a = in->grey + (size_t)(run.y[i] >> BITS) * width + (run.x[i] >> BITS), *b = a + width;
			const int aside = run.x[i] & (ONE - 1), down = run.y[i] & (ONE - 1);
			const int upper = (a[0] << BITS) + (a[1] - a[0]) * aside, lower = (b[0] << BITS) + (b[1] - b[0]) * aside;
			to[begin + i] = (uint8_t)(((upper << BITS) + (lower - upper) * down + ONE * ONE / 2) >> 2 * BITS);
		}
	}
}

int sn_tilt(struct sn_picture *out, const struct sn_picture *in, float right, float below, struct sn_error *err)
{
	const float shorter = (float)(in->width < in->height ? in->width : in->height);
	if (in->width < 2 || in->height < 2 || in->width > SIDE_MAX || in->height > SIDE_MAX)
		return sn_error_set(err, SN_BAD_INPUT, "a picture of %zu x %zu pixels cannot be tilted", in->width, in->height);
	int ret = sn_picture_resize(out, in->width, in->height, err);
	for (size_t y = 0; !ret && y < in->height; y++)
		tilt_row(out, in, y, right / shorter, below / shorter);
	return ret;
}
