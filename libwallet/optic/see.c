#include "optic/see.h"

#include "base/bytes.h"
#include "optic/level.h"
#include "optic/tilt.h"

#include <stdlib.h>
#include <string.h>
#include <zbar.h>

/* ZBar goes over every line of a picture, or every second, ...: the time that it takes is in proportion to
 * the pixels on them. Corner marks have three modules; three lines must hit them. */
#define LOOK_PIXELS (600 << 10)
#define STUDY_PIXELS (4 << 20)
/* What is larger is halved before anything else, which a code that fills a fair part of it does not mind; */
#define LOOK_PICTURE_MAX (2200 << 10)
#define STUDY_PICTURE_MAX (16 << 20)
/* and a single picture that is smaller is doubled too, for codes with modules of less than two pixels. */
#define STUDY_DOUBLED_MAX (1 << 20)
/* Codes of less than this need no look: 21 modules. */
#define SIDE_MIN 21

/* A picture of a series is looked at until something is seen, or so many pixels were looked at. */
#define LOOK_ALL_PIXELS (900 << 10)
/* Where one way shows something, another is tried as well each so many pictures: there may be a second
 * code, which it does not show. */
#define OTHER_WAY 8

/* Of a code of version 35 ZBar bears a side that is 4 % shorter than the one opposite. With these it is 9 %. */
#define TILT 0.09f

struct way {
	enum sn_level_filter filter;
	bool inverted;
	float right, below; /* tilted by */
};

/* In the order in which they are of use. */
static const struct way ways[] = {
	{SN_LEVEL_CRISP, false, 0, 0},
	{SN_LEVEL_SMOOTH, false, 0, 0},
	{SN_LEVEL_PLAIN, false, 0, 0},
	{SN_LEVEL_CRISP, true, 0, 0},
	{SN_LEVEL_SMOOTH, false, TILT, 0},
	{SN_LEVEL_SMOOTH, false, -TILT, 0},
	{SN_LEVEL_SMOOTH, false, 0, TILT},
	{SN_LEVEL_SMOOTH, false, 0, -TILT},
	{SN_LEVEL_SMOOTH, false, TILT, TILT},
	{SN_LEVEL_SMOOTH, false, -TILT, -TILT},
	{SN_LEVEL_SMOOTH, false, TILT, -TILT},
	{SN_LEVEL_SMOOTH, false, -TILT, TILT},
};
#define N_WAYS (sizeof ways / sizeof *ways)

struct sn_eye {
	zbar_image_scanner_t *scanner;
	size_t best, next; /* the way that was of use last, and the one that it is the turn of */
	bool has_missed; /* nothing was there at the last look in the best way */
	unsigned looks;
	struct sn_picture levelled, tilted, sized[2];
};

static void set(struct sn_eye *eye, zbar_symbol_type_t code, zbar_config_t what, int value)
{
	(void)zbar_image_scanner_set_config(eye->scanner, code, what, value);
}

int sn_eye_open(struct sn_eye **out, struct sn_error *err)
{
	struct sn_eye *eye = *out = calloc(1, sizeof *eye);
	if (!eye)
		return sn_error_memory(err);
	eye->scanner = zbar_image_scanner_create();
	if (!eye->scanner) {
		sn_eye_close(eye);
		*out = NULL;
		return sn_error_memory(err);
	}
	/* Some builds of ZBar announce on D-Bus what they see. */
	(void)zbar_image_scanner_request_dbus(eye->scanner, 0);
	set(eye, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
	set(eye, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
	set(eye, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
	return SN_OK;
}

void sn_eye_close(struct sn_eye *eye)
{
	if (!eye)
		return;
	if (eye->scanner)
		zbar_image_scanner_destroy(eye->scanner);
	sn_picture_free(&eye->levelled);
	sn_picture_free(&eye->tilted);
	sn_picture_free(&eye->sized[0]);
	sn_picture_free(&eye->sized[1]);
	free(eye);
}

/* Hand out what is in the levelled picture. */
static int scan(struct sn_eye *eye, size_t pixels, sn_seen seen, void *context, struct sn_error *err)
{
	const struct sn_picture *p = &eye->levelled;
	const size_t size = p->width * p->height;
	const int every = (int)((size + pixels - 1) / pixels);
	zbar_image_t *image = zbar_image_create();
	if (!image)
		return sn_error_memory(err);
	set(eye, ZBAR_NONE, ZBAR_CFG_X_DENSITY, every);
	set(eye, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, every);
	zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
	zbar_image_set_size(image, (unsigned)p->width, (unsigned)p->height);
	zbar_image_set_data(image, p->grey, size, NULL);
	int ret = zbar_scan_image(eye->scanner, image) < 0 ? sn_error_memory(err) : SN_OK;
	for (const zbar_symbol_t *s = ret ? NULL : zbar_image_first_symbol(image); s && !ret; s = zbar_symbol_next(s))
		if (zbar_symbol_get_type(s) == ZBAR_QRCODE && zbar_symbol_get_data(s))
			ret = seen(context, zbar_symbol_get_data(s), zbar_symbol_get_data_length(s), err);
	zbar_image_destroy(image);
	return ret;
}

static int look_in_way(struct sn_eye *eye, const struct sn_picture *picture, const struct way *way, size_t pixels, sn_seen seen,
		       void *context, struct sn_error *err)
{
	int ret = SN_OK;
	if (way->right != 0 || way->below != 0) {
		ret = sn_tilt(&eye->tilted, picture, way->right, way->below, err);
		picture = &eye->tilted;
	}
	if (!ret)
		ret = sn_level(&eye->levelled, picture, way->filter, err);
	if (ret)
		return ret;
	if (way->inverted)
		sn_level_invert(&eye->levelled);
	return scan(eye, pixels, seen, context, err);
}

static bool is_too_small(const struct sn_picture *p)
{
	return p->width < SIDE_MIN || p->height < SIDE_MIN;
}

/* Halve until it is small enough: *p then points to one of eye->sized, whose other is free. */
static int bound(struct sn_eye *eye, const struct sn_picture **p, size_t most, struct sn_error *err)
{
	int ret = SN_OK;
	for (unsigned i = 0; !ret && (*p)->width * (*p)->height > most && (*p)->width > 1 && (*p)->height > 1; i ^= 1) {
		ret = sn_level_halve(&eye->sized[i], *p, err);
		*p = &eye->sized[i];
	}
	return ret;
}

/* ------------------------------------------------------------------ one of a series */

struct counted {
	sn_seen seen;
	void *context;
	size_t n;
};

static int count(void *context, const char *text, size_t len, struct sn_error *err)
{
	struct counted *c = context;
	c->n++;
	return c->seen(c->context, text, len, err);
}

/* The others take turns. */
static size_t other_way(struct sn_eye *eye)
{
	do
		eye->next = (eye->next + 1) % N_WAYS;
	while (eye->next == eye->best);
	return eye->next;
}

int sn_eye_look(struct sn_eye *eye, const struct sn_picture *picture, sn_seen seen, void *context, struct sn_error *err)
{
	struct counted c = {.seen = seen, .context = context};
	int ret = is_too_small(picture) ? SN_OK : bound(eye, &picture, LOOK_PICTURE_MAX, err);
	const size_t pixels = picture->width * picture->height;
	if (is_too_small(picture))
		return ret;
	for (size_t done = 0; !ret && !c.n && done < LOOK_ALL_PIXELS; done += pixels) {
		/* While the best way shows nothing, every second look is in another one. */
		size_t way = eye->has_missed && ++eye->looks % 2 ? other_way(eye) : eye->best;
		ret = look_in_way(eye, picture, &ways[way], LOOK_PIXELS, count, &c, err);
		eye->has_missed = !c.n;
		if (c.n)
			eye->best = way;
	}
	if (!ret && c.n && ++eye->looks % OTHER_WAY == 0)
		ret = look_in_way(eye, picture, &ways[other_way(eye)], LOOK_PIXELS, count, &c, err);
	return ret;
}

/* ------------------------------------------------------------------ a single one */

/* The texts given out so far: length, bytes, length, ... */
struct remembered {
	sn_seen seen;
	void *context;
	struct sn_buf texts;
	size_t n, fresh; /* in this way */
	const volatile sig_atomic_t *stop;
};

static bool is_known(const struct sn_buf *texts, const char *text, size_t len)
{
	struct sn_reader r;
	sn_reader_init(&r, texts->data, texts->len);
	while (r.left) {
		size_t n = sn_read_u32(&r);
		const uint8_t *known = sn_read_view(&r, n);
		if (known && n == len && !memcmp(known, text, len))
			return true;
	}
	return false;
}

static int remember(void *context, const char *text, size_t len, struct sn_error *err)
{
	struct remembered *m = context;
	m->n++;
	if (is_known(&m->texts, text, len))
		return SN_OK;
	m->fresh++;
	sn_put_u32(&m->texts, (uint32_t)len);
	sn_put_bytes(&m->texts, text, len);
	return m->texts.failed ? sn_error_memory(err) : m->seen(m->context, text, len, err);
}

/* In all ways; *enough when no more is to be expected. */
static int study_size(struct sn_eye *eye, const struct sn_picture *picture, struct remembered *m, bool *enough, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; i < N_WAYS && !ret && !*enough; i++) {
		bool had_some = m->texts.len;
		m->n = m->fresh = 0;
		ret = look_in_way(eye, picture, &ways[i], STUDY_PIXELS, remember, m, err);
		*enough = (had_some && m->n && !m->fresh) || (m->stop && *m->stop);
	}
	return ret;
}

int sn_eye_study(struct sn_eye *eye, const struct sn_picture *picture, const volatile sig_atomic_t *stop, sn_seen seen, void *context,
		 struct sn_error *err)
{
	struct remembered m = {.seen = seen, .context = context, .stop = stop};
	bool enough = is_too_small(picture);
	int ret = enough ? SN_OK : bound(eye, &picture, STUDY_PICTURE_MAX, err);
	const struct sn_picture *full = picture;
	const bool is_small = full->width * full->height <= STUDY_DOUBLED_MAX; /* then it is the caller's, and stays */
	for (unsigned i = full == &eye->sized[0]; !ret && !enough && !is_too_small(picture); i ^= 1) {
		ret = study_size(eye, picture, &m, &enough, err);
		if (ret || enough || picture->width < 2 * SIDE_MIN || picture->height < 2 * SIDE_MIN)
			break;
		ret = sn_level_halve(&eye->sized[i], picture, err);
		picture = &eye->sized[i];
	}
	if (!ret && !enough && is_small) {
		ret = sn_level_double(&eye->sized[0], full, err);
		if (!ret)
			ret = study_size(eye, &eye->sized[0], &m, &enough, err);
	}
	sn_buf_free(&m.texts);
	return ret;
}
