#include "tools/screen/scan_preview.h"

#include <stdio.h>
#include <string.h>

/* The colours 232 to 255 of terminals are greys, from nearly black to nearly white. */
#define GREY_FIRST 232
#define GREYS 24

/* Each dot is the mean of SAMPLES x SAMPLES pixels of its area: a limit, for ten pictures per second. */
#define SAMPLES 4

static size_t middle_of(size_t at, size_t sample, size_t dots, size_t pixels)
{
	return ((at * SAMPLES + sample) * 2 + 1) * pixels / (2 * SAMPLES * dots);
}

static unsigned grey_at(const struct sn_picture *p, size_t x, size_t y, size_t width, size_t height)
{
	unsigned sum = 0;
	for (size_t i = 0; i < SAMPLES; i++)
		for (size_t k = 0; k < SAMPLES; k++)
			sum += p->grey[middle_of(y, i, height, p->height) * p->width +
				       middle_of(x, k, width, p->width)];
	return GREY_FIRST + sum * GREYS / (SAMPLES * SAMPLES * 256);
}

void scan_preview_draw(struct sn_buf *out, const struct sn_picture *p, size_t columns, size_t lines,
		       size_t *drawn)
{
	size_t width = columns, height = 2 * lines;
	if (p->width * height < p->height * width)
		width = p->width * height / p->height;
	else
		height = p->height * width / p->width / 2 * 2;
	width = width ? width : 1;
	height = height ? height : 2;
	*drawn = height / 2;
	for (size_t y = 0; y < height; y += 2) {
		for (size_t x = 0; x < width; x++) {
			char dot[48];
			int n = snprintf(dot, sizeof dot, "\033[38;5;%u;48;5;%um\u2580",
					 grey_at(p, x, y, width, height),
					 grey_at(p, x, y + 1, width, height));
			sn_put_bytes(out, dot, (size_t)n);
		}
		sn_put_bytes(out, "\033[0m\n", 5);
	}
}
