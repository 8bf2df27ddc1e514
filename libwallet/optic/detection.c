#include "optic/detection.h"

#include "base/bytes.h"
#include "optic/binarization.h"
#include "optic/perspective.h"

#include <stdlib.h>
#include <string.h>
#include <zbar.h>

/* ZBar scans every line of a picture, or every second, and so on: its time is proportional to the number of
 * scanned pixels. The centre of a finder pattern has three modules; three lines must hit it. */
#define LOOK_PIXELS (600 << 10)
#define STUDY_PIXELS (4 << 20)
/* Larger pictures are halved first. A code that fills much of the picture remains readable. */
#define LOOK_PICTURE_MAX (2200 << 10)
#define STUDY_PICTURE_MAX (16 << 20)
/* A smaller single picture is also doubled, for codes with modules of less than two pixels. */
#define STUDY_DOUBLED_MAX (1 << 20)
/* The smallest code has 21 modules; smaller pictures are skipped. */
#define SIDE_MIN 21

/* A picture of a series is searched until a code is found, or this number of pixels is reached. */
#define LOOK_ALL_PIXELS (900 << 10)
/* If one way finds codes, another one is tried as well every OTHER_WAY pictures, because it may find a second
 * code. Midway between, the whole picture is searched in the same way. In all other pictures the search is
 * limited to the last codes and a margin of 1/MARGIN of their size, by which they may move. */
#define OTHER_WAY 8
#define MARGIN 8
/* If the window is larger than this share, the whole picture is searched. */
#define WINDOW_SHARE_MAX 0.8

/* ZBar tolerates a side of a version 35 code that is 4 % shorter than the opposite one. With these
 * corrections it is 9 %. */
#define PERSPECTIVE 0.09f

struct way {
	enum sn_binarization_filter filter;
	bool inverted;
	float right, below; /* perspective correction, see perspective.h */
};

/* The most useful ones first. */
static const struct way ways[] = {
	{SN_BINARIZATION_CRISP, false, 0, 0},
	{SN_BINARIZATION_SMOOTH, false, 0, 0},
	{SN_BINARIZATION_PLAIN, false, 0, 0},
	{SN_BINARIZATION_CRISP, true, 0, 0},
	{SN_BINARIZATION_SMOOTH, false, PERSPECTIVE, 0},
	{SN_BINARIZATION_SMOOTH, false, -PERSPECTIVE, 0},
	{SN_BINARIZATION_SMOOTH, false, 0, PERSPECTIVE},
	{SN_BINARIZATION_SMOOTH, false, 0, -PERSPECTIVE},
	{SN_BINARIZATION_SMOOTH, false, PERSPECTIVE, PERSPECTIVE},
	{SN_BINARIZATION_SMOOTH, false, -PERSPECTIVE, -PERSPECTIVE},
	{SN_BINARIZATION_SMOOTH, false, PERSPECTIVE, -PERSPECTIVE},
	{SN_BINARIZATION_SMOOTH, false, -PERSPECTIVE, PERSPECTIVE},
};
#define N_WAYS (sizeof ways / sizeof *ways)

/* The codes found by the last search: their number and bounding box, in the corrected picture. */
struct hits {
	size_t n;
	size_t left, top, right, bottom;
};

struct sn_detector {
	zbar_image_scanner_t *scanner;
	size_t best, next; /* the way that succeeded last, and the last other one tried */
	bool has_missed;   /* the last search of the whole picture found nothing */
	unsigned looks;
	bool is_postponed;                /* trying another way, to the next picture */
	struct hits hits;                 /* of the last search */
	struct sn_window window;          /* area of the codes, in the best way, */
	size_t width, height, n_expected; /* in pictures of this size; number of codes, 0: unknown */
	struct sn_picture binarized, part, sized[2];
};

static void set(struct sn_detector *detector, zbar_symbol_type_t code, zbar_config_t setting, int value)
{
	(void)zbar_image_scanner_set_config(detector->scanner, code, setting, value);
}

int sn_detector_open(struct sn_detector **out, struct sn_error *err)
{
	struct sn_detector *detector = *out = calloc(1, sizeof *detector);
	if (!detector)
		return sn_error_memory(err);
	detector->scanner = zbar_image_scanner_create();
	if (!detector->scanner) {
		sn_detector_close(detector);
		*out = NULL;
		return sn_error_memory(err);
	}
	/* Some builds of ZBar send detected codes to D-Bus. */
	(void)zbar_image_scanner_request_dbus(detector->scanner, 0);
	set(detector, ZBAR_NONE, ZBAR_CFG_ENABLE, 0);
	set(detector, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1);
	set(detector, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
	return SN_OK;
}

void sn_detector_close(struct sn_detector *detector)
{
	if (!detector)
		return;
	if (detector->scanner)
		zbar_image_scanner_destroy(detector->scanner);
	sn_picture_free(&detector->binarized);
	sn_picture_free(&detector->part);
	sn_picture_free(&detector->sized[0]);
	sn_picture_free(&detector->sized[1]);
	free(detector);
}

/* Add a code. Its corners, as ZBar estimates them, may lie outside of the picture. */
static void add_hit(struct hits *hits, const zbar_symbol_t *symbol, const struct sn_window *window)
{
	for (unsigned i = 0; i < zbar_symbol_get_loc_size(symbol); i++) {
		int at_x = zbar_symbol_get_loc_x(symbol, i), at_y = zbar_symbol_get_loc_y(symbol, i);
		size_t x = window->x + (at_x < 0 ? 0 : (size_t)at_x),
		       y = window->y + (at_y < 0 ? 0 : (size_t)at_y);
		bool is_first = !hits->n && !i;
		hits->left = is_first || x < hits->left ? x : hits->left;
		hits->top = is_first || y < hits->top ? y : hits->top;
		hits->right = is_first || x > hits->right ? x : hits->right;
		hits->bottom = is_first || y > hits->bottom ? y : hits->bottom;
	}
	hits->n++;
}

/* Pass the codes of the binarized picture, which is this window of a larger one, to `found`. */
static int scan(struct sn_detector *detector, int every, const struct sn_window *window, sn_detected found,
		void *context, struct sn_error *err)
{
	const struct sn_picture *p = &detector->binarized;
	zbar_image_t *image = zbar_image_create();
	if (!image)
		return sn_error_memory(err);
	set(detector, ZBAR_NONE, ZBAR_CFG_X_DENSITY, every);
	set(detector, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, every);
	zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
	zbar_image_set_size(image, (unsigned)p->width, (unsigned)p->height);
	zbar_image_set_data(image, p->grey, p->width * p->height, NULL);
	int ret = zbar_scan_image(detector->scanner, image) < 0 ? sn_error_memory(err) : SN_OK;
	for (const zbar_symbol_t *s = ret ? NULL : zbar_image_first_symbol(image); s && !ret;
	     s = zbar_symbol_next(s))
		if (zbar_symbol_get_type(s) == ZBAR_QRCODE && zbar_symbol_get_data(s)) {
			add_hit(&detector->hits, s, window);
			ret = found(context, zbar_symbol_get_data(s), zbar_symbol_get_data_length(s), err);
		}
	zbar_image_destroy(image);
	return ret;
}

/* Search that window of the corrected picture; NULL: all of it. Of the whole picture, ZBar would scan about
 * `pixels` pixels in each direction. Sets detector->hits. */
static int look_in_way(struct sn_detector *detector, const struct sn_picture *picture, const struct way *way,
		       const struct sn_window *window, size_t pixels, sn_detected found, void *context,
		       struct sn_error *err)
{
	const struct sn_window all = {0, 0, picture->width, picture->height};
	const int every = (int)((picture->width * picture->height + pixels - 1) / pixels);
	int ret = SN_OK;
	detector->hits = (struct hits){0};
	if (way->right != 0 || way->below != 0)
		ret = sn_perspective_change(&detector->part, picture, way->right, way->below,
					    window ? window : &all, err);
	else if (window)
		ret = sn_picture_cut(&detector->part, picture, window, err);
	if (window || way->right != 0 || way->below != 0)
		picture = &detector->part;
	if (!ret)
		ret = sn_binarize(&detector->binarized, picture, way->filter, err);
	if (ret)
		return ret;
	if (way->inverted)
		sn_binarization_invert(&detector->binarized);
	return scan(detector, every, window ? window : &all, found, context, err);
}

static bool is_too_small(const struct sn_picture *p)
{
	return p->width < SIDE_MIN || p->height < SIDE_MIN;
}

/* Halve the picture until it is small enough: *p then points to one of detector->sized, and the other is
 * free. */
static int bound(struct sn_detector *detector, const struct sn_picture **p, size_t most, struct sn_error *err)
{
	int ret = SN_OK;
	for (unsigned i = 0; !ret && (*p)->width * (*p)->height > most && (*p)->width > 1 && (*p)->height > 1;
	     i ^= 1) {
		ret = sn_binarization_halve(&detector->sized[i], *p, err);
		*p = &detector->sized[i];
	}
	return ret;
}

/* ------------------------------------------------------------------ one of a series */

/* The ways other than the best take turns. */
static size_t other_way(struct sn_detector *detector)
{
	do
		detector->next = (detector->next + 1) % N_WAYS;
	while (detector->next == detector->best);
	return detector->next;
}

/* The range from `low` to `high`, which may lie outside, plus the margin on either side, limited to `size`.
 */
static void widen(size_t *at, size_t *length, size_t low, size_t high, size_t margin, size_t size)
{
	low = low < size ? low : size - 1;
	high = high < size ? high : size - 1;
	*at = low < margin ? 0 : low - margin;
	*length = (size - high <= margin ? size : high + margin) - *at;
}

/* Search the area of these codes in the next picture. */
static void remember_window(struct sn_detector *detector, const struct sn_picture *picture)
{
	const struct hits *s = &detector->hits;
	struct sn_window *w = &detector->window;
	const size_t across = s->right - s->left, down = s->bottom - s->top,
		     share = (across > down ? across : down) / MARGIN;
	const size_t margin = share > SIDE_MIN ? share : SIDE_MIN;
	widen(&w->x, &w->width, s->left, s->right, margin, picture->width);
	widen(&w->y, &w->height, s->top, s->bottom, margin, picture->height);
	detector->width = picture->width;
	detector->height = picture->height;
	detector->n_expected = (double)(w->width * w->height) <=
					       WINDOW_SHARE_MAX * (double)(picture->width * picture->height)
				       ? s->n
				       : 0;
}

static int look_at_window(struct sn_detector *detector, const struct sn_picture *picture, size_t *n,
			  sn_detected found, void *context, struct sn_error *err)
{
	int ret = look_in_way(detector, picture, &ways[detector->best], &detector->window, LOOK_PIXELS, found,
			      context, err);
	*n = detector->hits.n;
	if (*n >= detector->n_expected)
		remember_window(detector, picture);
	return ret;
}

static int look_at_all(struct sn_detector *detector, const struct sn_picture *picture, size_t *n,
		       sn_detected found, void *context, struct sn_error *err)
{
	const size_t pixels = picture->width * picture->height;
	int ret = SN_OK;
	detector->n_expected = *n = 0;
	for (size_t done = 0; !ret && !*n && done < LOOK_ALL_PIXELS; done += pixels) {
		/* If the best way finds nothing, every second search uses another one. */
		size_t way =
			detector->has_missed && ++detector->looks % 2 ? other_way(detector) : detector->best;
		ret = look_in_way(detector, picture, &ways[way], NULL, LOOK_PIXELS, found, context, err);
		*n = detector->hits.n;
		detector->has_missed = !*n;
		if (*n) {
			detector->best = way;
			remember_window(detector, picture);
		}
	}
	return ret;
}

int sn_detector_look(struct sn_detector *detector, const struct sn_picture *picture, sn_detected found,
		     void *context, struct sn_error *err)
{
	int ret = is_too_small(picture) ? SN_OK : bound(detector, &picture, LOOK_PICTURE_MAX, err);
	if (ret || is_too_small(picture))
		return ret;
	const size_t n_expected = picture->width == detector->width && picture->height == detector->height
					  ? detector->n_expected
					  : 0;
	const bool has_window = n_expected && detector->looks % OTHER_WAY != OTHER_WAY / 2;
	size_t n = 0, n_all = 0;
	if (has_window)
		ret = look_at_window(detector, picture, &n, found, context, err);
	const bool searches_all = !has_window || n < n_expected; /* a code is missing in the window */
	if (!ret && searches_all)
		ret = look_at_all(detector, picture, &n_all, found, context, err);
	if (ret || (!n && !n_all))
		return ret;
	/* Two searches of the whole picture take too long: if the next picture can be searched in a window,
	 * postpone the other way to it. */
	const bool is_turn = ++detector->looks % OTHER_WAY == 0, is_due = is_turn || detector->is_postponed;
	detector->is_postponed = is_turn && searches_all && (has_window || detector->n_expected);
	if (!is_due || detector->is_postponed)
		return SN_OK;
	return look_in_way(detector, picture, &ways[other_way(detector)], NULL, LOOK_PIXELS, found, context,
			   err);
}

/* ------------------------------------------------------------------ a single picture */

/* The texts found so far: length, bytes, length, ... */
struct remembered {
	sn_detected found;
	void *context;
	struct sn_buf texts;
	size_t n, fresh; /* codes found in this way; the new ones of them */
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
	return m->texts.failed ? sn_error_memory(err) : m->found(m->context, text, len, err);
}

/* Search in all ways. *enough is true if no more codes are expected. */
static int study_size(struct sn_detector *detector, const struct sn_picture *picture, struct remembered *m,
		      bool *enough, struct sn_error *err)
{
	int ret = SN_OK;
	for (size_t i = 0; i < N_WAYS && !ret && !*enough; i++) {
		bool had_some = m->texts.len;
		m->n = m->fresh = 0;
		ret = look_in_way(detector, picture, &ways[i], NULL, STUDY_PIXELS, remember, m, err);
		*enough = (had_some && m->n && !m->fresh) || (m->stop && *m->stop);
	}
	return ret;
}

int sn_detector_study(struct sn_detector *detector, const struct sn_picture *picture,
		      const volatile sig_atomic_t *stop, sn_detected found, void *context,
		      struct sn_error *err)
{
	struct remembered m = {.found = found, .context = context, .stop = stop};
	bool enough = is_too_small(picture);
	int ret = enough ? SN_OK : bound(detector, &picture, STUDY_PICTURE_MAX, err);
	const struct sn_picture *full = picture;
	const bool is_small = full->width * full->height <= STUDY_DOUBLED_MAX; /* then it was not halved */
	for (unsigned i = full == &detector->sized[0]; !ret && !enough && !is_too_small(picture); i ^= 1) {
		ret = study_size(detector, picture, &m, &enough, err);
		if (ret || enough || picture->width < 2 * SIDE_MIN || picture->height < 2 * SIDE_MIN)
			break;
		ret = sn_binarization_halve(&detector->sized[i], picture, err);
		picture = &detector->sized[i];
	}
	if (!ret && !enough && is_small) {
		ret = sn_binarization_double(&detector->sized[0], full, err);
		if (!ret)
			ret = study_size(detector, &detector->sized[0], &m, &enough, err);
	}
	sn_buf_free(&m.texts);
	return ret;
}
