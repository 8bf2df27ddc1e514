/* Source: yuv4mpeg(5) of mjpegtools; the colour spaces are the 8-bit ones of ffmpeg. */
#include "optic/y4m.h"
#include "optic/picture.h"

#include <stdlib.h>
#include <string.h>

#define HEAD_MAX 1024 /* bytes of a line */

struct sn_y4m {
	FILE *stream;
	size_t width, height;
	uint64_t rest; /* bytes of a frame after its luma */
	bool is_raw;   /* the frames have no header */
};

enum line {
	LINE,
	LINE_END, /* of the stream, before the line */
	LINE_BAD, /* truncated, or too long */
};

static enum line read_line(FILE *stream, char line[static HEAD_MAX])
{
	size_t n = 0;
	int c;
	while ((c = getc(stream)) != EOF && c != '\n' && n < HEAD_MAX - 1)
		line[n++] = (char)c;
	line[n] = '\0';
	return c == '\n' && !memchr(line, 0, n) ? LINE : c == EOF && !n ? LINE_END : LINE_BAD;
}

static int damaged(FILE *stream, struct sn_error *err, const char *problem)
{
	if (ferror(stream))
		return sn_error_errno(err, "cannot read the video stream");
	return sn_error_because(err, SN_BAD_INPUT, SN_REASON_DAMAGED, "the video stream %s", problem);
}

/* `text` as a number of pixels; 0 if it is not one. */
static size_t read_side(const char *text)
{
	size_t value = 0;
	for (; *text >= '0' && *text <= '9' && value <= SN_PICTURE_PIXELS_MAX; text++)
		value = value * 10 + (size_t)(*text - '0');
	return *text || value > SN_PICTURE_PIXELS_MAX ? 0 : value;
}

/* Set the number of bytes after the luma, by the name of the colour space. */
static bool read_colours(struct sn_y4m *y, const char *name)
{
	static const struct {
		const char *name;
		unsigned planes, across, down; /* of colour; a value serves across x down pixels */
	} known[] = {
		{"420jpeg", 2, 2, 2}, {"420mpeg2", 2, 2, 2}, {"420paldv", 2, 2, 2},
		{"420", 2, 2, 2},     {"411", 2, 4, 1},      {"422", 2, 2, 1},
		{"444", 2, 1, 1},     {"444alpha", 3, 1, 1}, {"mono", 0, 1, 1},
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(name, known[i].name)) {
			y->rest = (uint64_t)known[i].planes *
				  ((y->width + known[i].across - 1) / known[i].across) *
				  ((y->height + known[i].down - 1) / known[i].down);
			return true;
		}
	return false;
}

static int read_head(struct sn_y4m *y, char *line, struct sn_error *err)
{
	const char *colours = "420";
	char *state, *word = strtok_r(line, " ", &state);
	if (!word || strcmp(word, "YUV4MPEG2"))
		return sn_error_hint(err,
				     sn_error_because(err, SN_BAD_INPUT, SN_REASON_FOREIGN,
						      "not a YUV4MPEG2 video stream"),
				     "convert it with: ffmpeg -i FILE -f yuv4mpegpipe -");
	while ((word = strtok_r(NULL, " ", &state)))
		switch (*word) {
		case 'W':
			y->width = read_side(word + 1);
			break;
		case 'H':
			y->height = read_side(word + 1);
			break;
		case 'C':
			colours = word + 1;
			break;
		}
	if (!y->width || !y->height || y->width > SN_PICTURE_PIXELS_MAX / y->height)
		return damaged(y->stream, err, "does not specify the picture size, or it is too large");
	if (!read_colours(y, colours))
		return sn_error_hint(err,
				     sn_error_set(err, SN_BAD_INPUT,
						  "the video stream has the unknown colour space %.20s",
						  colours),
				     "convert it with ffmpeg and -pix_fmt yuv420p");
	return SN_OK;
}

int sn_y4m_open(struct sn_y4m **out, FILE *stream, struct sn_error *err)
{
	char line[HEAD_MAX];
	struct sn_y4m *y = *out = calloc(1, sizeof *y);
	if (!y)
		return sn_error_memory(err);
	y->stream = stream;
	enum line got = read_line(stream, line);
	int ret = got == LINE_END  ? damaged(stream, err, "is empty")
		  : ferror(stream) ? damaged(stream, err, "")
				   : read_head(y, line, err);
	if (!ret && got != LINE)
		ret = damaged(stream, err, "is truncated in its first line, or the line is too long");
	if (ret) {
		sn_y4m_close(y);
		*out = NULL;
	}
	return ret;
}

int sn_y4m_open_raw(struct sn_y4m **out, FILE *stream, const char *size, struct sn_error *err)
{
	char width[32] = "";
	const char *x = strchr(size, 'x');
	struct sn_y4m *y = *out = calloc(1, sizeof *y);
	if (!y)
		return sn_error_memory(err);
	*y = (struct sn_y4m){.stream = stream, .is_raw = true};
	if (x && (size_t)(x - size) < sizeof width) {
		memcpy(width, size, (size_t)(x - size));
		y->width = read_side(width);
		y->height = read_side(x + 1);
	}
	if (y->width && y->height && y->width <= SN_PICTURE_PIXELS_MAX / y->height && read_colours(y, "420"))
		return SN_OK;
	sn_y4m_close(y);
	*out = NULL;
	return sn_error_set(err, SN_USAGE, "%.40s is not a picture size, such as 640x480", size);
}

void sn_y4m_close(struct sn_y4m *y)
{
	free(y);
}

static bool skip(FILE *stream, uint64_t n)
{
	char ignored[16384];
	while (n) {
		size_t some = n < sizeof ignored ? (size_t)n : sizeof ignored;
		if (fread(ignored, 1, some, stream) != some)
			return false;
		n -= some;
	}
	return true;
}

/* Read up to the first byte of a picture. *is_end: there is no other picture. */
static int read_frame_head(struct sn_y4m *y, bool *is_end, struct sn_error *err)
{
	char line[HEAD_MAX];
	if (y->is_raw) {
		const int c = getc(y->stream);
		if (c != EOF)
			ungetc(c, y->stream);
		*is_end = c == EOF && !ferror(y->stream);
		return SN_OK;
	}
	const enum line first = read_line(y->stream, line);
	*is_end = first == LINE_END && !ferror(y->stream);
	if (*is_end)
		return SN_OK;
	if (first != LINE || strncmp(line, "FRAME", 5) || (line[5] && line[5] != ' '))
		return damaged(y->stream, err,
			       first == LINE ? "has no frame header before a picture"
					     : "ends within a picture");
	return SN_OK;
}

int sn_y4m_read(struct sn_y4m *y, struct sn_picture *picture, bool *got, struct sn_error *err)
{
	bool is_end;
	*got = false;
	int ret = read_frame_head(y, &is_end, err);
	if (ret || is_end)
		return ret;
	ret = sn_picture_resize(picture, y->width, y->height, err);
	if (ret)
		return ret;
	size_t size = y->width * y->height;
	if (fread(picture->grey, 1, size, y->stream) != size || !skip(y->stream, y->rest))
		return damaged(y->stream, err, "ends within a picture");
	*got = true;
	return SN_OK;
}
