#include "optic/detection.h"

#include "base/bytes.h"
#include "optic/binarization.h"
#include "optic/perspective.h"

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
 * code, which it does not show. Half way between, all of the picture is looked at in that one way; in the
 * others only where codes were, and by MARGINths of their size around them: so much may they move. */
#define OTHER_WAY 8
#define MARGIN 8
/* Unless this is little less than all. */
#define WINDOW_SHARE_MAX 0.8

/* Of a code of version 35 ZBar bears a side that is 4 % shorter than the one opposite. With these it is 9 %.
 */
#define TILT 0.09f

struct way {
	enum sn_binarization_filter filter;
	bool inverted;
	float right, below; /* tilted by */
};

/* In the order in which they are of use. */
static const struct way ways[] = {
	{SN_BINARIZATION_CRISP, false, 0, 0},         {SN_BINARIZATION_SMOOTH, false, 0, 0},
	{SN_BINARIZATION_PLAIN, false, 0, 0},         {SN_BINARIZATION_CRISP, true, 0, 0},
	{SN_BINARIZATION_SMOOTH, false, TILT, 0},     {SN_BINARIZATION_SMOOTH, false, -TILT, 0},
	{SN_BINARIZATION_SMOOTH, false, 0, TILT},     {SN_BINARIZATION_SMOOTH, false, 0, -TILT},
	{SN_BINARIZATION_SMOOTH, false, TILT, TILT},  {SN_BINARIZATION_SMOOTH, false, -TILT, -TILT},
	{SN_BINARIZATION_SMOOTH, false, TILT, -TILT}, {SN_BINARIZATION_SMOOTH, false, -TILT, TILT},
};
#define N_WAYS (sizeof ways / sizeof *ways)

/* The codes that a look has shown: how many, and from where to where, in the picture as the way makes it. */
struct shown {
	size_t n;
	size_t left, top, right, bottom;
};

struct sn_detector {
	zbar_image_scanner_t *scanner;
	size_t best, next; /* the way that was of use last, and the one that it is the turn of */
	bool has_missed;   /* nothing was there at the last look in the best way */
	unsigned looks;
	bool is_put_off;               /* another way, to the next picture */
	struct shown shown;            /* by the last look */
	struct sn_window window;       /* where codes are, in the best way, */
	size_t width, height, n_there; /* of pictures of this size, and how many; 0: nobody knows */
	struct sn_picture levelled, part, sized[2];
};

static void set(struct sn_detector *eye, zbar_symbol_type_t code, zbar_config_t what, int value)
{
	(void)zbar_image_scanner_set_config(eye->scanner, code, what, value);
}

int sn_detector_open(struct sn_detector **out, struct sn_error *err)
{
	struct sn_detector *eye = *out = calloc(1, sizeof *eye);
	if (!eye)
		return sn_error_memory(err);
	eye->scanner = zbar_image_scanner_create();
	if (!eye->scanner) {
		sn_detector_close(eye);
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

void sn_detector_close(struct sn_detector *eye)
{
	if (!eye)
		return;
	if (eye->scanner)
		zbar_image_scanner_destroy(eye->scanner);
	sn_picture_free(&eye->levelled);
	sn_picture_free(&eye->part);
	sn_picture_free(&eye->sized[0]);
	sn_picture_free(&eye->sized[1]);
	free(eye);
}

/* A code was shown: these are its corners as ZBar makes them out, which may lie outside of the picture. */
static void note_place(struct shown *shown, const zbar_symbol_t *symbol, const struct sn_window *window)
{
	for (unsigned i = 0; i < zbar_symbol_get_loc_size(symbol); i++) {
		int at_x = zbar_symbol_get_loc_x(symbol, i), at_y = zbar_symbol_get_loc_y(symbol, i);
		size_t x = window->x + (at_x < 0 ? 0 : (size_t)at_x),
		       y = window->y + (at_y < 0 ? 0 : (size_t)at_y);
		bool is_first = !shown->n && !i;
		shown->left = is_first || x < shown->left ? x : shown->left;
		shown->top = is_first || y < shown->top ? y : shown->top;
		shown->right = is_first || x > shown->right ? x : shown->right;
		shown->bottom = is_first || y > shown->bottom ? y : shown->bottom;
	}
	shown->n++;
}

/* Hand out what is in the levelled picture, which is this window of a larger one. */
static int scan(struct sn_detector *eye, int every, const struct sn_window *window, sn_detected seen,
		void *context, struct sn_error *err)
{
	const struct sn_picture *p = &eye->levelled;
	zbar_image_t *image = zbar_image_create();
	if (!image)
		return sn_error_memory(err);
	set(eye, ZBAR_NONE, ZBAR_CFG_X_DENSITY, every);
	set(eye, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, every);
	zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
	zbar_image_set_size(image, (unsigned)p->width, (unsigned)p->height);
	zbar_image_set_data(image, p->grey, p->width * p->height, NULL);
	int ret = zbar_scan_image(eye->scanner, image) < 0 ? sn_error_memory(err) : SN_OK;
	for (const zbar_symbol_t *s = ret ? NULL : zbar_image_first_symbol(image); s && !ret;
	     s = zbar_symbol_next(s))
		if (zbar_symbol_get_type(s) == ZBAR_QRCODE && zbar_symbol_get_data(s)) {
			note_place(&eye->shown, s, window);
			ret = seen(context, zbar_symbol_get_data(s), zbar_symbol_get_data_length(s), err);
		}
	zbar_image_destroy(image);
	return ret;
}

/* At that window of what the way makes of the picture; NULL: at all of it. `pixels`: of all of it so many are
 * gone over, each way. What it shows is in eye->shown. */
static int look_in_way(struct sn_detector *eye, const struct sn_picture *picture, const struct way *way,
		       const struct sn_window *window, size_t pixels, sn_detected seen, void *context,
		       struct sn_error *err)
{
	const struct sn_window all = {0, 0, picture->width, picture->height};
	const int every = (int)((picture->width * picture->height + pixels - 1) / pixels);
	int ret = SN_OK;
	eye->shown = (struct shown){0};
	if (way->right != 0 || way->below != 0)
		ret = sn_perspective_change(&eye->part, picture, way->right, way->below,
					    window ? window : &all, err);
	else if (window)
		ret = sn_picture_cut(&eye->part, picture, window, err);
	if (window || way->right != 0 || way->below != 0)
		picture = &eye->part;
	if (!ret)
		ret = sn_binarize(&eye->levelled, picture, way->filter, err);
	if (ret)
		return ret;
	if (way->inverted)
		sn_binarization_invert(&eye->levelled);
	return scan(eye, every, window ? window : &all, seen, context, err);
}

static bool is_too_small(const struct sn_picture *p)
{
	return p->width < SIDE_MIN || p->height < SIDE_MIN;
}

/* Halve until it is small enough: *p then points to one of eye->sized, whose other is free. */
static int bound(struct sn_detector *eye, const struct sn_picture **p, size_t most, struct sn_error *err)
{
	int ret = SN_OK;
	for (unsigned i = 0; !ret && (*p)->width * (*p)->height > most && (*p)->width > 1 && (*p)->height > 1;
	     i ^= 1) {
		ret = sn_binarization_halve(&eye->sized[i], *p, err);
		*p = &eye->sized[i];
	}
	return ret;
}

/* ------------------------------------------------------------------ one of a series */

/* The others take turns. */
static size_t other_way(struct sn_detector *eye)
{
	do
		eye->next = (eye->next + 1) % N_WAYS;
	while (eye->next == eye->best);
	return eye->next;
}

/* From `low` to `high`, which may lie outside, and the margin on either side, within `size`. */
static void widen(size_t *at, size_t *length, size_t low, size_t high, size_t margin, size_t size)
{
	low = low < size ? low : size - 1;
	high = high < size ? high : size - 1;
	*at = low < margin ? 0 : low - margin;
	*length = (size - high <= margin ? size : high + margin) - *at;
}

/* What the last look has shown is where the next one will be. */
static void remember_place(struct sn_detector *eye, const struct sn_picture *picture)
{
	const struct shown *s = &eye->shown;
	struct sn_window *w = &eye->window;
	const size_t across = s->right - s->left, down = s->bottom - s->top,
		     share = (across > down ? across : down) / MARGIN;
	const size_t margin = share > SIDE_MIN ? share : SIDE_MIN;
	widen(&w->x, &w->width, s->left, s->right, margin, picture->width);
	widen(&w->y, &w->height, s->top, s->bottom, margin, picture->height);
	eye->width = picture->width;
	eye->height = picture->height;
	eye->n_there = (double)(w->width * w->height) <=
				       WINDOW_SHARE_MAX * (double)(picture->width * picture->height)
			       ? s->n
			       : 0;
}

static int look_at_window(struct sn_detector *eye, const struct sn_picture *picture, size_t *n,
			  sn_detected seen, void *context, struct sn_error *err)
{
	int ret = look_in_way(eye, picture, &ways[eye->best], &eye->window, LOOK_PIXELS, seen, context, err);
	*n = eye->shown.n;
	if (*n >= eye->n_there)
		remember_place(eye, picture);
	return ret;
}

static int look_at_all(struct sn_detector *eye, const struct sn_picture *picture, size_t *n, sn_detected seen,
		       void *context, struct sn_error *err)
{
	const size_t pixels = picture->width * picture->height;
	int ret = SN_OK;
	eye->n_there = *n = 0;
	for (size_t done = 0; !ret && !*n && done < LOOK_ALL_PIXELS; done += pixels) {
		/* While the best way shows nothing, every second look is in another one. */
		size_t way = eye->has_missed && ++eye->looks % 2 ? other_way(eye) : eye->best;
		ret = look_in_way(eye, picture, &ways[way], NULL, LOOK_PIXELS, seen, context, err);
		*n = eye->shown.n;
		eye->has_missed = !*n;
		if (*n) {
			eye->best = way;
			remember_place(eye, picture);
		}
	}
	return ret;
}

int sn_detector_look(struct sn_detector *eye, const struct sn_picture *picture, sn_detected seen,
		     void *context, struct sn_error *err)
{
	int ret = is_too_small(picture) ? SN_OK : bound(eye, &picture, LOOK_PICTURE_MAX, err);
	if (ret || is_too_small(picture))
		return ret;
	const size_t n_there =
		picture->width == eye->width && picture->height == eye->height ? eye->n_there : 0;
	const bool has_window = n_there && eye->looks % OTHER_WAY != OTHER_WAY / 2;
	size_t n = 0, n_all = 0;
	if (has_window)
		ret = look_at_window(eye, picture, &n, seen, context, err);
	const bool sees_all = !has_window || n < n_there; /* they are there no longer, or not all of them */
	if (!ret && sees_all)
		ret = look_at_all(eye, picture, &n_all, seen, context, err);
	if (ret || (!n && !n_all))
		return ret;
	/* Two looks at all of it take too long: where one of them will be at a window, the next picture will
	 * do. */
	const bool is_turn = ++eye->looks % OTHER_WAY == 0, is_due = is_turn || eye->is_put_off;
	eye->is_put_off = is_turn && sees_all && (has_window || eye->n_there);
	if (!is_due || eye->is_put_off)
		return SN_OK;
	return look_in_way(eye, picture, &ways[other_way(eye)], NULL, LOOK_PIXELS, seen, context, err);
}

/* ------------------------------------------------------------------ a single one */

/* The texts given out so far: length, bytes, length, ... */
struct remembered {
	sn_detected seen;
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
static int study_size(struct sn_detector *eye, const struct sn_picture *picture, struct remembered *m,
		      bool *enough, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; i < N_WAYS && !ret && !*enough; i++) {
		bool had_some = m->texts.len;
		m->n = m->fresh = 0;
		ret = look_in_way(eye, picture, &ways[i], NULL, STUDY_PIXELS, remember, m, err);
		*enough = (had_some && m->n && !m->fresh) || (m->stop && *m->stop);
	}
	return ret;
}

int sn_detector_study(struct sn_detector *eye, const struct sn_picture *picture,
		      const volatile sig_atomic_t *stop, sn_detected seen, void *context,
		      struct sn_error *err)
{
	struct remembered m = {.seen = seen, .context = context, .stop = stop};
	bool enough = is_too_small(picture);
	int ret = enough ? SN_OK : bound(eye, &picture, STUDY_PICTURE_MAX, err);
	const struct sn_picture *full = picture;
	const bool is_small =
		full->width * full->height <= STUDY_DOUBLED_MAX; /* then it is the caller's, and stays */
	for (unsigned i = full == &eye->sized[0]; !ret && !enough && !is_too_small(picture); i ^= 1) {
		ret = study_size(eye, picture, &m, &enough, err);
		if (ret || enough || picture->width < 2 * SIDE_MIN || picture->height < 2 * SIDE_MIN)
			break;
		ret = sn_binarization_halve(&eye->sized[i], picture, err);
		picture = &eye->sized[i];
	}
	if (!ret && !enough && is_small) {
		ret = sn_binarization_double(&eye->sized[0], full, err);
		if (!ret)
			ret = study_size(eye, &eye->sized[0], &m, &enough, err);
	}
	sn_buf_free(&m.texts);
	return ret;
}
