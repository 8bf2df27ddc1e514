#include "optic/binarization.h"

#include <stdlib.h>
#include <string.h>

/* These loops process a million pixels thirty times a second; at -O2 gcc does not vectorize them. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3")
#endif

/* The shorter side of a picture has BLOCKS blocks; the contrast window has REACH blocks to each side. It must
 * reach from the centre of a finder pattern of the smallest code to its edge: a fifteenth of the picture if
 * the code fills it. */
#define REACH 5
#define BLOCKS 90
/* Less contrast than this is noise on an even surface. */
#define CONTRAST_MIN 32
/* The contrast after stretching, before it is clipped to 255. */
#define STRETCHED 600

/* ------------------------------------------------------------------ filters */

/* Rows and columns beyond the edge repeat the edge. */
static size_t within(size_t at, long offset, size_t size)
{
	long to = (long)at + offset;
	return to < 0 ? 0 : to >= (long)size ? size - 1 : (size_t)to;
}

static const uint8_t *row_of(const struct sn_picture *p, size_t y, long offset)
{
	return p->grey + within(y, offset, p->height) * p->width;
}

/* out = (1 2 1)/4 of `in`, down and across. `sums`: room for width + 2. */
static void smooth(struct sn_picture *out, const struct sn_picture *in, uint16_t *sums)
{
	const size_t width = in->width;
	for (size_t y = 0; y < in->height; y++) {
		const uint8_t *above = row_of(in, y, -1), *here = row_of(in, y, 0), *below = row_of(in, y, 1);
		uint8_t *to = out->grey + y * width;
		for (size_t x = 0; x < width; x++)
			sums[x + 1] = (uint16_t)(above[x] + 2 * here[x] + below[x]);
		sums[0] = sums[1];
		sums[width + 1] = sums[width];
		for (size_t x = 0; x < width; x++)
			to[x] = (uint8_t)((sums[x] + 2 * sums[x + 1] + sums[x + 2] + 8) >> 4);
	}
}

/* out = in + 1.5 (in - mean over 5 x 5 of in). `sums`: room for width + 4. */
static void sharpen(struct sn_picture *out, const struct sn_picture *in, uint16_t *sums)
{
	const size_t width = in->width;
	for (size_t y = 0; y < in->height; y++) {
		const uint8_t *a = row_of(in, y, -2), *b = row_of(in, y, -1), *here = row_of(in, y, 0),
			      *d = row_of(in, y, 1), *e = row_of(in, y, 2);
		uint8_t *to = out->grey + y * width;
		for (size_t x = 0; x < width; x++)
			sums[x + 2] = (uint16_t)(a[x] + b[x] + here[x] + d[x] + e[x]);
		sums[0] = sums[1] = sums[2];
		sums[width + 2] = sums[width + 3] = sums[width + 1];
		for (size_t x = 0; x < width; x++) {
			/* 31/512 for 1.5/25, in steps that fit 16 bits: |above| ≤ 6,375. */
			int16_t above = (int16_t)(25 * here[x] - (sums[x] + sums[x + 1] + sums[x + 2] +
								  sums[x + 3] + sums[x + 4]));
			int16_t v = (int16_t)(here[x] + ((int16_t)((above >> 3) * 31) >> 6));
			to[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
		}
	}
}

/* ------------------------------------------------------------------ levels */

struct blocks {
	size_t side, across, down; /* pixels; blocks */
	uint8_t *darkest, *lightest;
	uint8_t *spare;   /* of the same size, for intermediate results */
	uint8_t *columns; /* two rows of pixels */
};

static void find_range(struct blocks *b, const struct sn_picture *p)
{
	const size_t width = p->width;
	uint8_t *least = b->columns, *most = b->columns + width;
	for (size_t by = 0; by < b->down; by++) {
		memset(least, 255, width);
		memset(most, 0, width);
		for (size_t y = by * b->side; y < (by + 1) * b->side && y < p->height; y++) {
			const uint8_t *row = p->grey + y * width;
			for (size_t x = 0; x < width; x++) {
				least[x] = row[x] < least[x] ? row[x] : least[x];
				most[x] = row[x] > most[x] ? row[x] : most[x];
			}
		}
		for (size_t bx = 0; bx < b->across; bx++) {
			uint8_t low = 255, high = 0;
			for (size_t x = bx * b->side; x < (bx + 1) * b->side && x < width; x++) {
				low = least[x] < low ? least[x] : low;
				high = most[x] > high ? most[x] : high;
			}
			b->darkest[by * b->across + bx] = low;
			b->lightest[by * b->across + bx] = high;
		}
	}
}

/* The minimum of each block's neighbourhood in a line of `n` blocks, `step` apart, from `in` to `out`; with
 * `flip` 255 the maximum. */
static void widen_line(uint8_t *out, const uint8_t *in, size_t n, size_t step, uint8_t flip)
{
	for (size_t i = 0; i < n; i++) {
		size_t first = within(i, -REACH, n), last = within(i, REACH, n);
		uint8_t least = 255;
		for (size_t k = first; k <= last; k++) {
			uint8_t v = in[k * step] ^ flip;
			least = v < least ? v : least;
		}
		out[i * step] = least ^ flip;
	}
}

static void widen(struct blocks *b, uint8_t *values, uint8_t flip)
{
	for (size_t y = 0; y < b->down; y++)
		widen_line(b->spare + y * b->across, values + y * b->across, b->across, 1, flip);
	for (size_t x = 0; x < b->across; x++)
		widen_line(values + x, b->spare + x, b->down, b->across, flip);
}

/* In place. `middle` and `gain` have room for a row. */
static void stretch(struct sn_picture *p, const struct blocks *b, int16_t *middle, int16_t *gain)
{
	const size_t width = p->width;
	for (size_t y = 0; y < p->height; y++) {
		uint8_t *row = p->grey + y * width;
		for (size_t bx = 0; y % b->side == 0 && bx < b->across; bx++) {
			size_t i = y / b->side * b->across + bx;
			int contrast = b->lightest[i] - b->darkest[i];
			int by = (STRETCHED + CONTRAST_MIN / 2) /
				 (contrast < CONTRAST_MIN ? CONTRAST_MIN : contrast);
			for (size_t x = bx * b->side; x < (bx + 1) * b->side && x < width; x++) {
				middle[x] = (int16_t)((b->lightest[i] + b->darkest[i]) / 2);
				gain[x] = (int16_t)by;
			}
		}
		for (size_t x = 0; x < width; x++) { /* at most 255 * 19 */
			int16_t v = (int16_t)((int16_t)(row[x] - middle[x]) * gain[x] + 128);
			row[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
		}
	}
}

int sn_binarize(struct sn_picture *out, const struct sn_picture *in, enum sn_binarization_filter filter,
		struct sn_error *err)
{
	const size_t shorter = in->width < in->height ? in->width : in->height;
	struct blocks b = {.side = (shorter + BLOCKS - 1) / BLOCKS};
	struct sn_picture between = {0};
	uint16_t *row = NULL;
	int ret = sn_picture_resize(out, in->width, in->height, err);
	if (ret)
		return ret;
	b.across = (in->width + b.side - 1) / b.side;
	b.down = (in->height + b.side - 1) / b.side;
	b.darkest = malloc(3 * b.across * b.down);
	b.columns = malloc(2 * in->width);
	row = malloc((2 * in->width + 4) * sizeof *row);
	if (!b.darkest || !b.columns || !row) {
		ret = sn_error_memory(err);
		goto out;
	}
	b.lightest = b.darkest + b.across * b.down;
	b.spare = b.lightest + b.across * b.down;
	if (filter == SN_BINARIZATION_PLAIN) {
		memcpy(out->grey, in->grey, in->width * in->height);
	} else if (filter == SN_BINARIZATION_SMOOTH) {
		smooth(out, in, row);
	} else {
		if ((ret = sn_picture_new(&between, in->width, in->height, err)))
			goto out;
		smooth(&between, in, row);
		sharpen(out, &between, row);
	}
	find_range(&b, out);
	widen(&b, b.darkest, 0);
	widen(&b, b.lightest, 255);
	stretch(out, &b, (int16_t *)row, (int16_t *)row + in->width);
out:
	if (ret)
		sn_picture_free(out);
	sn_picture_free(&between);
	free(b.darkest);
	free(b.columns);
	free(row);
	return ret;
}

void sn_binarization_invert(struct sn_picture *picture)
{
	for (size_t i = 0; i < picture->width * picture->height; i++)
		picture->grey[i] ^= 255;
}

/* ------------------------------------------------------------------ sizes */

int sn_binarization_halve(struct sn_picture *out, const struct sn_picture *in, struct sn_error *err)
{
	int ret = sn_picture_resize(out, in->width / 2, in->height / 2, err);
	for (size_t y = 0; !ret && y < out->height; y++) {
		const uint8_t *a = in->grey + 2 * y * in->width, *b = a + in->width;
		uint8_t *to = out->grey + y * out->width;
		for (size_t x = 0; x < out->width; x++)
			to[x] = (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) >> 2);
	}
	return ret;
}

int sn_binarization_double(struct sn_picture *out, const struct sn_picture *in, struct sn_error *err)
{
	int ret = sn_picture_resize(out, 2 * in->width, 2 * in->height, err);
	for (size_t y = 0; !ret && y < out->height; y++) {
		/* The nearer of two rows or columns has weight 3, the other 1. */
		const uint8_t *near = row_of(in, y / 2, 0), *far = row_of(in, y / 2, y % 2 ? 1 : -1);
		uint8_t *to = out->grey + y * out->width;
		for (size_t x = 0; x < in->width; x++) {
			size_t left = within(x, -1, in->width), right = within(x, 1, in->width);
			unsigned here = 3u * near[x] + far[x];
			to[2 * x] = (uint8_t)((3 * here + 3u * near[left] + far[left] + 8) >> 4);
			to[2 * x + 1] = (uint8_t)((3 * here + 3u * near[right] + far[right] + 8) >> 4);
		}
	}
	return ret;
}
