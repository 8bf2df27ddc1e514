/* bench-qr              - how many bytes a second QR codes carry, with a camera that sees everything clearly.
 * bench-qr NAME <FILM   - how long it takes to find the codes in the pictures of a film (Y4M). */
#include "bench.h"

#include "base/error.h"
#include "base/secret.h"
#include "optic/draw_picture.h"
#include "optic/picture.h"
#include "optic/receive.h"
#include "optic/detection.h"
#include "optic/slides.h"
#include "optic/y4m.h"

#include <stdio.h>
#include <stdbool.h>

#define CODES_A_SECOND 10
#define GOAL_MS 15 /* the median of a kind of picture */
#define MOST_MS 40 /* any picture */
#define PICTURES_MAX 1000

/* Time of this process alone, in microseconds: finding a code waits for nothing, and is one thread's work.
 * What else the machine has to do does not count. */
static double processor_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

struct road {
	struct sn_slides *slides;
	struct sn_detector *eye;
	struct sn_receiver *receiver;
	struct sn_error err;
};

/* One code: made, drawn, seen. */
static int step(struct road *r, uint32_t sequence)
{
	struct sn_code code;
	struct sn_picture picture = {0};
	int ret = sn_slides_code(&code, r->slides, sequence, &r->err);
	if (ret)
		return ret;
	size_t scale = 720 / sn_draw_picture_size(code.version, 1);
	ret = sn_draw_picture(&picture, &code, scale, 1280, 720, &r->err);
	if (!ret)
		ret = sn_detector_look(r->eye, &picture, sn_receiver_take, r->receiver, &r->err);
	sn_picture_free(&picture);
	sn_code_free(&code);
	return ret;
}

/* Show until all is there; of every `lose`th code nothing is seen (0: all are). Each code is shown for a
 * tenth of a second, and so must be worked on within that. */
static int travel(struct road *r, size_t len, uint32_t lose)
{
	uint32_t shown = 0, seen = 0;
	double begin = processor_us();
	while (!sn_receiver_is_complete(r->receiver)) {
		shown++;
		if (lose && shown % lose == 0)
			continue;
		seen++;
		int ret = step(r, shown);
		if (ret)
			return ret;
	}
	double ms = (processor_us() - begin) / 1000 / seen;
	printf("qr: %5zu bytes, version %d, %d codes a second, %s lost: %6.0f bytes/s; %zu parts, %u codes, %.1f ms each\n",
	       len, sn_slides_version(r->slides), CODES_A_SECOND, lose ? "a third" : "nothing",
	       (double)len * CODES_A_SECOND / shown, sn_slides_parts(r->slides), shown, ms);
	if (ms > 1000. / CODES_A_SECOND)
		puts("qr: that is too slow for so many codes a second: MISSED");
	return SN_OK;
}

static int road(size_t len, uint32_t lose)
{
	static uint8_t data[100000];
	const struct sn_slides_options show = {.type = "bytes",
					       .series_version_max = SN_SLIDES_SERIES_VERSION};
	const struct sn_receive_options receive = {0};
	struct road r = {0};
	uint32_t x = 1;
	int ret;
	for (size_t i = 0; i < len; i++)
		data[i] = (uint8_t)((x = x * 69069 + 1) >> 24);
	if (!(ret = sn_slides_new(&r.slides, data, len, &show, &r.err)) &&
	    !(ret = sn_detector_open(&r.eye, &r.err)) &&
	    !(ret = sn_receiver_new(&r.receiver, &receive, &r.err)))
		ret = travel(&r, len, lose);
	if (ret)
		fprintf(stderr, "bench-qr: error: %s\n", r.err.text);
	sn_receiver_free(r.receiver);
	sn_detector_close(r.eye);
	sn_slides_free(r.slides);
	return ret;
}

static int count(void *context, const char *text, size_t len, struct sn_error *err)
{
	(void)text, (void)len, (void)err;
	*(bool *)context = true;
	return SN_OK;
}

static int film(const char *name, struct sn_error *err)
{
	struct sn_y4m *stream = NULL;
	struct sn_detector *eye = NULL;
	struct sn_picture picture = {0};
	double ms[PICTURES_MAX];
	size_t n = 0, with_code = 0;
	bool got = true;
	int ret;
	if (!(ret = sn_y4m_open(&stream, stdin, err)))
		ret = sn_detector_open(&eye, err);
	while (!ret && n < PICTURES_MAX && !(ret = sn_y4m_read(stream, &picture, &got, err)) && got) {
		bool seen = false;
		double begin = processor_us();
		ret = sn_detector_look(eye, &picture, count, &seen, err);
		ms[n++] = (processor_us() - begin) / 1000;
		with_code += seen;
	}
	if (!ret && !n)
		ret = sn_error_set(err, SN_BAD_INPUT, "no pictures");
	if (!ret) {
		double median = bench_median(ms, n);
		printf("qr: %-36s %zux%zu: %5.1f ms a picture, %5.1f at most, goal: at most %d and %d ms, %s; a code seen in %zu of %zu\n",
		       name, picture.width, picture.height, median, ms[n - 1], GOAL_MS, MOST_MS,
		       median <= GOAL_MS && ms[n - 1] <= MOST_MS ? "reached" : "MISSED", with_code, n);
	}
	sn_picture_free(&picture);
	sn_detector_close(eye);
	sn_y4m_close(stream);
	return ret;
}

int main(int argc, char **argv)
{
	struct sn_error err;
	int ret = sn_process_start(&err);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!ret && argc > 1)
		ret = film(argv[1], &err);
	if (ret)
		fprintf(stderr, "bench-qr: error: %s\n", err.text);
	if (ret || argc > 1)
		return ret != 0;
	return road(1752, 0) || road(8000, 0) || road(8000, 3) || road(80000, 0);
}
