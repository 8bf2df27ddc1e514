#include "optic/detection.h"

#include "optic/binarization.h"
#include "optic_pictures.h"

#include <criterion/criterion.h>
#include <string.h>
#include <time.h>

#define TEXT_MAX 4300

struct found {
	const char *wanted[16];
	size_t lens[16];
	unsigned n, seen[16], others;
};

static int note(void *context, const char *text, size_t len, struct sn_error *err)
{
	struct found *f = context;
	(void)err;
	for (unsigned i = 0; i < f->n; i++)
		if (len == (f->lens[i] ? f->lens[i] : strlen(f->wanted[i])) &&
		    !memcmp(text, f->wanted[i], len)) {
			f->seen[i]++;
			return SN_OK;
		}
	f->others++;
	return SN_OK;
}

static struct sn_detector *detector(void)
{
	struct sn_detector *e;
	struct sn_error err;
	cr_assert_eq(sn_detector_open(&e, &err), 0);
	return e;
}

/* The number of pictures, each with new noise, until the code is found; 0: not found in `most` pictures. */
static unsigned looks(const char *text, int version, size_t width, size_t height, double share,
		      const struct distortion *d, unsigned most)
{
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 1, .wanted = {text}};
	struct sn_picture p = pictures_new(width, height), spoilt = pictures_new(width, height);
	unsigned i;
	pictures_add(&p, text, version, (double)width / 2, (double)height / 2, share * (double)height, d);
	for (i = 1; i <= most; i++) {
		memcpy(spoilt.grey, p.grey, width * height);
		pictures_spoil(&spoilt, d);
		cr_assert_eq(sn_detector_look(e, &spoilt, note, &f, &err), 0, "%s", err.text);
		cr_assert_eq(f.others, 0);
		if (f.seen[0])
			break;
	}
	sn_picture_free(&p);
	sn_picture_free(&spoilt);
	sn_detector_close(e);
	return i <= most ? i : 0;
}

static const struct distortion clean = {0}, turned = {.degrees = 9, .noise = 6, .shade = 0.3},
			       noisy = {.degrees = -4, .noise = 25, .shade = 0.3},
			       blurred = {.degrees = 5,
					  .noise = 8,
					  .blur = 1,
					  .perspective = 0.05,
					  .shade = 0.3},
			       dark = {.degrees = 3, .noise = 3, .contrast = 45, .shade = 0.2};

Test(optic_detection, every_size_of_code_on_720_lines)
{
	static const struct {
		int version;
		size_t len;
	} sizes[] = {{1, 20}, {3, 70}, {8, 260}, {14, 600}, {20, 1150}, {27, 2000}, {36, 3200}};
	static const struct distortion *const all[] = {&clean, &turned, &noisy, &blurred, &dark};
	char text[TEXT_MAX];
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
		for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {
			pictures_text(text, sizes[i].len, i);
			cr_expect(looks(text, sizes[i].version, 1280, 720, sizes[i].version > 30 ? 0.9 : 0.8,
					all[k], 12),
				  "version %d, distortion %u", sizes[i].version, k);
		}
}

Test(optic_detection, a_series_on_480_lines)
{
	static const struct distortion *const all[] = {&clean, &turned, &noisy, &blurred, &dark};
	char text[TEXT_MAX];
	for (unsigned k = 0; k < sizeof all / sizeof *all; k++)
		cr_expect(looks(pictures_text(text, 700, k), 15, 640, 480, 0.85, all[k], 4), "distortion %u",
			  k);
}

Test(optic_detection, a_code_is_found_at_any_rotation)
{
	char text[TEXT_MAX];
	for (int degrees = 0; degrees < 360; degrees += 15) {
		const struct distortion d = {.degrees = degrees, .noise = 5};
		cr_expect(looks(pictures_text(text, 250, (unsigned)degrees), 8, 1280, 720, 0.65, &d, 4),
			  "%d degrees", degrees);
	}
}

/* At an angle at which the sizes of the finder patterns disagree, from each side. */
Test(optic_detection, a_dense_code_is_found_in_perspective)
{
	static const double degrees[] = {2, 92, 178, 268};
	char text[TEXT_MAX];
	for (unsigned i = 0; i < sizeof degrees / sizeof *degrees; i++) {
		const struct distortion d = {
			.degrees = degrees[i], .perspective = i % 2 ? -0.09 : 0.09, .noise = 5, .blur = 1};
		cr_expect(looks(pictures_text(text, 3000, i), 35, 1280, 720, 0.85, &d, 30), "%.0f degrees",
			  degrees[i]);
	}
}

Test(optic_detection, light_on_dark)
{
	char text[TEXT_MAX];
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 1, .wanted = {pictures_text(text, 300, 1)}};
	struct sn_picture p = pictures_new(1280, 720);
	pictures_add(&p, text, 10, 640, 360, 600, &turned);
	pictures_spoil(&p, &turned);
	sn_binarization_invert(&p);
	for (unsigned i = 0; i < 8; i++)
		cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
	cr_expect_geq(f.seen[0], 2, "once found, the way to see it is kept");
	f.seen[0] = 0;
	cr_assert_eq(sn_detector_study(e, &p, NULL, note, &f, &err), 0);
	cr_expect_eq(f.seen[0], 1);
	sn_picture_free(&p);
	sn_detector_close(e);
}

Test(optic_detection, several_codes_of_several_sizes)
{
	char texts[5][TEXT_MAX];
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 5};
	const double at[5][3] = {
		{230, 240, 400}, {640, 220, 300}, {1050, 200, 300}, {300, 590, 200}, {800, 550, 300}};
	struct sn_picture p = pictures_new(1280, 720);
	for (unsigned i = 0; i < f.n; i++) {
		f.wanted[i] = pictures_text(texts[i], 40 + 30 * i, i);
		pictures_add(&p, f.wanted[i], 0, at[i][0], at[i][1], at[i][2],
			     &(struct distortion){.degrees = 7.0 * i});
	}
	pictures_spoil(&p, &(struct distortion){.noise = 6});
	for (unsigned i = 0; i < 16; i++)
		cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
	for (unsigned i = 0; i < f.n; i++)
		cr_expect(f.seen[i], "look, code %u", i);
	memset(f.seen, 0, sizeof f.seen);
	cr_assert_eq(sn_detector_study(e, &p, NULL, note, &f, &err), 0);
	for (unsigned i = 0; i < f.n; i++)
		cr_expect_eq(f.seen[i], 1, "study, code %u", i);
	cr_expect_eq(f.others, 0);
	sn_picture_free(&p);
	sn_detector_close(e);
}

/* The last position of a code is searched first; the code may have moved away. */
Test(optic_detection, a_code_that_moves_and_one_that_jumps)
{
	char text[TEXT_MAX];
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 1, .wanted = {pictures_text(text, 300, 1)}};
	for (unsigned i = 0; i < 60; i++) {
		struct sn_picture p = pictures_new(1280, 720);
		double x = i < 30 ? 200 + 30 * i : i % 2 ? 200 : 1080;
		pictures_add(&p, text, 10, x, i % 3 ? 360 : 520, 300,
			     &(struct distortion){.degrees = i % 12});
		f.seen[0] = 0;
		cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
		cr_expect(f.seen[0], "picture %u", i);
		sn_picture_free(&p);
	}
	cr_expect_eq(f.others, 0);
	sn_detector_close(e);
}

/* The other ways are tried regularly, even if the first code jumps in every picture. */
Test(optic_detection, a_second_code_light_on_dark)
{
	char texts[2][TEXT_MAX];
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 2,
			  .wanted = {pictures_text(texts[0], 200, 1), pictures_text(texts[1], 200, 2)}};
	struct sn_picture dark = pictures_new(1280, 720);
	pictures_add(&dark, texts[1], 0, 1050, 360, 300, &clean);
	sn_binarization_invert(&dark);
	for (unsigned i = 0; i < 200; i++) {
		struct sn_picture p = pictures_new(1280, 720);
		pictures_add(&p, texts[0], 0, i % 2 ? 200 : 600, i % 3 ? 200 : 520, 300, &clean);
		for (size_t y = 0; y < p.height; y++)
			memcpy(p.grey + y * p.width + 850, dark.grey + y * p.width + 850, p.width - 850);
		cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
		sn_picture_free(&p);
	}
	cr_expect_geq(f.seen[0], 150, "%u", f.seen[0]);
	cr_expect_geq(f.seen[1], 2, "%u", f.seen[1]);
	sn_picture_free(&dark);
	sn_detector_close(e);
}

/* A second code beside a detected one is found within eight pictures, and then in each picture with both. */
Test(optic_detection, a_second_code)
{
	char texts[2][TEXT_MAX];
	struct sn_detector *e = detector();
	struct sn_error err;
	struct found f = {.n = 2,
			  .wanted = {pictures_text(texts[0], 200, 1), pictures_text(texts[1], 200, 2)}};
	struct sn_picture p = pictures_new(1280, 720);
	unsigned first = 0;
	pictures_add(&p, texts[0], 0, 300, 300, 300, &clean);
	for (unsigned i = 1; i <= 40; i++) {
		memset(f.seen, 0, sizeof f.seen);
		cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
		cr_expect(f.seen[0], "picture %u", i);
		if (i == 10)
			pictures_add(&p, texts[1], 0, 800, 400, 300, &clean);
		first = !first && f.seen[1] ? i : first;
		cr_expect(!first || f.seen[1], "picture %u", i);
	}
	cr_expect(first > 10 && first <= 18, "%u", first);
	sn_picture_free(&p);
	sn_detector_close(e);
}

static double processor_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Searching the last position of a code takes less time than searching the whole picture, with which each
 * detector begins. */
Test(optic_detection, searching_the_last_position_is_faster)
{
	enum { LOOKS = 24 };
	static const double at[][2] = {{160, 160}, {1120, 560}};
	for (unsigned k = 0; k < 2; k++) {
		char text[TEXT_MAX];
		double once = 0, again = 0;
		struct sn_error err;
		struct found f = {.n = 1, .wanted = {pictures_text(text, 200, k)}};
		struct sn_picture p = pictures_new(1280, 720);
		struct sn_detector *same = detector();
		pictures_add(&p, text, 0, at[k][0], at[k][1], 250, &(struct distortion){.degrees = 20});
		cr_assert_eq(sn_detector_look(same, &p, note, &f, &err), 0);
		for (unsigned i = 0; i < LOOKS; i++) {
			struct sn_detector *fresh = detector();
			double begin = processor_ms();
			cr_assert_eq(sn_detector_look(fresh, &p, note, &f, &err), 0);
			double middle = processor_ms();
			cr_assert_eq(sn_detector_look(same, &p, note, &f, &err), 0);
			once += middle - begin;
			again += processor_ms() - middle;
			sn_detector_close(fresh);
		}
		cr_expect(f.seen[0] >= 2 * LOOKS + 1 && f.others == 0);
		cr_expect(again < 0.75 * once, "%.1f ms, %.1f ms", again / LOOKS, once / LOOKS);
		sn_picture_free(&p);
		sn_detector_close(same);
	}
}

/* One pixel per module, and many pixels per module. */
Test(optic_detection, pictures_small_and_large)
{
	static const struct {
		size_t width, height;
		double side;
	} sizes[] = {{59, 59, 29}, {90, 90, 43.5}, {3000, 2000, 1700}, {4000, 3000, 200}, {5000, 4000, 3600}};
	struct sn_error err;
	struct sn_detector *e = detector();
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct found f = {.n = 1, .wanted = {"SMALL AND LARGE"}};
		struct sn_picture p = pictures_new(sizes[i].width, sizes[i].height);
		pictures_add(&p, f.wanted[0], 1, (double)p.width / 2, (double)p.height / 2, sizes[i].side,
			     &clean);
		pictures_spoil(&p, &(struct distortion){.noise = 3});
		cr_assert_eq(sn_detector_study(e, &p, NULL, note, &f, &err), 0);
		cr_expect_eq(f.seen[0], 1, "%zu x %zu, %.1f", p.width, p.height, sizes[i].side);
		sn_picture_free(&p);
	}
	sn_detector_close(e);
}

/* Bytes are not converted from a guessed character set. */
Test(optic_detection, bytes_are_not_converted)
{
	char bytes[255 + 1];
	struct sn_error err;
	struct sn_detector *e = detector();
	for (unsigned i = 0; i < 255; i++)
		bytes[i] = (char)(i + 1);
	bytes[255] = '\0';
	struct found f = {.n = 1, .wanted = {bytes}};
	struct sn_picture p = pictures_new(800, 600);
	pictures_add(&p, bytes, 0, 400, 300, 500, &clean);
	cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
	cr_expect_eq(f.seen[0], 1);
	cr_expect_eq(f.others, 0);
	sn_picture_free(&p);
	sn_detector_close(e);
}

Test(optic_detection, nothing_is_found_without_a_code)
{
	static const size_t sizes[][2] = {{1, 1},   {1, 4000}, {4000, 1},  {20, 20},
					  {21, 21}, {43, 23},  {640, 480}, {3000, 22}};
	struct found f = {0};
	struct sn_error err;
	struct sn_detector *e = detector();
	for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct sn_picture p = pictures_new(sizes[i][0], sizes[i][1]);
		for (unsigned noise = 0; noise <= 80; noise += 40) {
			pictures_spoil(&p, &(struct distortion){.noise = noise});
			cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
			cr_assert_eq(sn_detector_study(e, &p, NULL, note, &f, &err), 0);
		}
		sn_picture_free(&p);
	}
	cr_assert_eq(f.others, 0);
	sn_detector_close(e);
}

static int stop(void *context, const char *text, size_t len, struct sn_error *err)
{
	(void)context;
	(void)text;
	(void)len;
	return sn_error_set(err, SN_REFUSED, "enough");
}

Test(optic_detection, an_error_of_the_callback_ends_the_detection)
{
	struct sn_error err;
	struct sn_detector *e = detector();
	struct sn_picture p = pictures_new(400, 400);
	pictures_add(&p, "STOP", 0, 200, 200, 300, &clean);
	cr_assert_eq(sn_detector_look(e, &p, stop, NULL, &err), SN_REFUSED);
	cr_assert_str_eq(err.text, "enough");
	cr_assert_eq(sn_detector_study(e, &p, NULL, stop, NULL, &err), SN_REFUSED);
	sn_picture_free(&p);
	sn_detector_close(e);
}

/* A light code on a dark background, which the first way does not detect. */
Test(optic_detection, the_stop_flag_ends_a_study)
{
	volatile sig_atomic_t stop = 1;
	char text[TEXT_MAX];
	struct sn_error err;
	struct sn_detector *e = detector();
	struct sn_picture p = pictures_new(500, 500);
	struct found f = {.n = 1, .wanted = {pictures_text(text, 100, 1)}};
	pictures_add(&p, f.wanted[0], 0, 250, 250, 400, &clean);
	sn_binarization_invert(&p);
	cr_assert_eq(sn_detector_study(e, &p, &stop, note, &f, &err), 0);
	cr_expect_eq(f.seen[0], 0);
	stop = 0;
	cr_assert_eq(sn_detector_study(e, &p, &stop, note, &f, &err), 0);
	cr_expect_eq(f.seen[0], 1);
	sn_picture_free(&p);
	sn_detector_close(e);
}

/* With finder patterns all over the picture, there are a million triples to choose from. */
Test(optic_detection, a_picture_full_of_finder_patterns_takes_bounded_time, .timeout = 20)
{
	static const char mark[7][8] = {"#######", "#     #", "# ### #", "# ### #",
					"# ### #", "#     #", "#######"};
	struct found f = {0};
	struct sn_error err;
	struct sn_detector *e = detector();
	struct sn_picture p = pictures_new(1280, 720);
	for (size_t y = 0; y < p.height; y++)
		for (size_t x = 0; x < p.width; x++) {
			size_t mx = x / 2 % 9, my = y / 2 % 9;
			p.grey[y * p.width + x] = mx < 7 && my < 7 && mark[my][mx] == '#' ? 0 : 255;
		}
	cr_assert_eq(sn_detector_look(e, &p, note, &f, &err), 0);
	cr_assert_eq(f.others, 0);
	sn_picture_free(&p);
	sn_detector_close(e);
}
