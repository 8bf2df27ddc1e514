#include "optic_pictures.h"

#include "optic/code.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t state = 1;

static double chance(void)
{
	state = state * 1664525 + 1013904223;
	return (state >> 8) / (double)(1 << 24);
}

struct sn_picture pictures_new(size_t width, size_t height)
{
	struct sn_picture p;
	struct sn_error err;
	cr_assert_eq(sn_picture_new(&p, width, height, &err), 0);
	for (size_t y = 0; y < height; y++)
		for (size_t x = 0; x < width; x++)
			p.grey[y * width + x] = (x / 37 + y / 23) % 2 ? 90 : 130;
	return p;
}

void pictures_add(struct sn_picture *p, const char *text, int version, double cx, double cy, double side,
		  const struct distortion *d)
{
	enum { SAMPLES = 2 };
	struct sn_code code;
	struct sn_error err;
	const double contrast = d->contrast ? d->contrast : 170, angle = d->degrees * 3.14159265358979 / 180;
	cr_assert_eq(sn_code_encode(&code, text, strlen(text), SN_CODE_L, version, 0, &err), 0, "%s",
		     err.text);
	const double whole = (double)code.size + 2 * SN_CODE_QUIET_ZONE, scale = side / whole;
	for (size_t y = 0; y < p->height; y++)
		for (size_t x = 0; x < p->width; x++) {
			double sum = 0, dots = 0;
			for (int i = 0; i < SAMPLES * SAMPLES; i++) {
				double dx = (double)x + (i % SAMPLES + 0.5) / SAMPLES - cx;
				double dy = (double)y + (i / SAMPLES + 0.5) / SAMPLES - cy;
				double z = scale * (1 + d->perspective * (dx + dy / 2) / side);
				double mx = (cos(angle) * dx + sin(angle) * dy) / z + whole / 2;
				double my = (-sin(angle) * dx + cos(angle) * dy) / z + whole / 2;
				if (z <= 0 || mx < 0 || my < 0 || mx >= whole || my >= whole)
					continue;
				bool dark = sn_code_is_dark(&code, (long)floor(mx) - SN_CODE_QUIET_ZONE,
							    (long)floor(my) - SN_CODE_QUIET_ZONE);
				sum += 125 + (dark ? -contrast : contrast) / 2;
				dots++;
			}
			uint8_t *at = &p->grey[y * p->width + x];
			*at = (uint8_t)((sum + (SAMPLES * SAMPLES - dots) * *at) / (SAMPLES * SAMPLES) + 0.5);
		}
	sn_code_free(&code);
}

static void blur(struct sn_picture *p, long by, bool down)
{
	struct sn_picture from = pictures_new(p->width, p->height);
	memcpy(from.grey, p->grey, p->width * p->height);
	for (long y = 0; y < (long)p->height; y++)
		for (long x = 0; x < (long)p->width; x++) {
			long sum = 0, n = 0;
			for (long k = -by; k <= by; k++) {
				long at_x = down ? x : x + k, at_y = down ? y + k : y;
				if (at_x < 0 || at_y < 0 || at_x >= (long)p->width || at_y >= (long)p->height)
					continue;
				sum += from.grey[at_y * (long)p->width + at_x];
				n++;
			}
			p->grey[y * (long)p->width + x] = (uint8_t)(sum / n);
		}
	sn_picture_free(&from);
}

void pictures_spoil(struct sn_picture *p, const struct distortion *d)
{
	if (d->blur) {
		blur(p, d->blur, false);
		blur(p, d->blur, true);
	}
	for (size_t y = 0; y < p->height; y++)
		for (size_t x = 0; x < p->width; x++) {
			uint8_t *at = &p->grey[y * p->width + x];
			double v = *at * (1 - d->shade * (double)x / (double)p->width);
			if (d->noise > 0) /* the sum of three uniform values has a deviation of a half */
				v += 2 * d->noise * (chance() + chance() + chance() - 1.5);
			*at = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
		}
}

const char *pictures_text(char *out, size_t n, unsigned seed)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
	uint32_t at = seed * 2654435761u + 1;
	for (size_t i = 0; i < n; i++) {
		at = at * 1664525 + 1013904223;
		out[i] = letters[(at >> 16) % (sizeof letters - 1)];
	}
	out[n] = '\0';
	return out;
}
