#include "optic/perspective.h"

/* These loops process a million pixels. gcc vectorizes them only at -O3, and only if comparisons cannot trap.
 */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3", "no-trapping-math")
#endif

/* Fraction bits of positions. */
#define BITS 8
#define ONE (1 << BITS)

#define SIDE_MAX (1 << 20)

/* Columns per run: first their positions in the input are computed, then their values. */
#define RUN 256

struct run {
	int32_t x[RUN], y[RUN]; /* in ONEths of a pixel */
};

static float within(float at, float most)
{
	const float low = at < 0 ? 0 : at;
	return low > most ? most : low;
}

/* The last position in a row or column of `size` pixels, from which interpolation reads one more pixel. It
 * has up to 28 bits, a float only 24: rounding up would leave the picture. */
static float last_place(size_t size)
{
	const int32_t last = (int32_t)(size - 1) * ONE - 1;
	return (float)(last < 1 << 24 ? last : last & ~15);
}

/* The positions of `n` pixels of a row that begins at (at_x, at_y) from the centre. */
static void find_positions(struct run *run, int n, float at_x, float at_y, const struct sn_picture *in,
			   float right, float below)
{
	const float middle_x = (float)(in->width - 1) / 2, middle_y = (float)(in->height - 1) / 2;
	const float most_x = last_place(in->width), most_y = last_place(in->height),
		    at_left = 1 + below * at_y;
	for (int i = 0; i < n; i++) {
		const float x = at_x + (float)i, d = at_left + right * x;
		const float scale = 1 / (d < 0.5f ? 0.5f : d); /* at most 2: positions fit 32 bits */
		run->x[i] = (int32_t)within((middle_x + x * scale) * ONE, most_x);
		run->y[i] = (int32_t)within((middle_y + at_y * scale) * ONE, most_y);
	}
}

static void correct_row(uint8_t *to, const struct sn_picture *in, size_t y, float right, float below,
			const struct sn_window *window)
{
	const size_t width = in->width;
	const float from_x = (float)window->x - (float)(width - 1) / 2,
		    at_y = (float)y - (float)(in->height - 1) / 2;
	struct run run;
	for (size_t begin = 0; begin < window->width; begin += RUN) {
		const int n = window->width - begin < RUN ? (int)(window->width - begin) : RUN;
		find_positions(&run, n, from_x + (float)begin, at_y, in, right, below);
		for (int i = 0; i < n; i++) {
			const uint8_t *a = in->grey + (size_t)(run.y[i] >> BITS) * width + (run.x[i] >> BITS),
				      *b = a + width;
			const int aside = run.x[i] & (ONE - 1), down = run.y[i] & (ONE - 1);
			const int upper = (a[0] << BITS) + (a[1] - a[0]) * aside,
				  lower = (b[0] << BITS) + (b[1] - b[0]) * aside;
			to[begin + (size_t)i] =
				(uint8_t)(((upper << BITS) + (lower - upper) * down + ONE * ONE / 2) >>
					  2 * BITS);
		}
	}
}

int sn_perspective_change(struct sn_picture *out, const struct sn_picture *in, float right, float below,
			  const struct sn_window *window, struct sn_error *err)
{
	const float shorter = (float)(in->width < in->height ? in->width : in->height);
	if (in->width < 2 || in->height < 2 || in->width > SIDE_MAX || in->height > SIDE_MAX)
		return sn_error_set(err, SN_BAD_INPUT,
				    "no perspective correction for a picture of %zu x %zu pixels", in->width,
				    in->height);
	int ret = sn_picture_resize(out, window->width, window->height, err);
	for (size_t y = 0; !ret && y < window->height; y++)
		correct_row(out->grey + y * window->width, in, window->y + y, right / shorter,
			    below / shorter, window);
	return ret;
}
