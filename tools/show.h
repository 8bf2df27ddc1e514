/* tools/show.h - qr-show: what is to be shown, and where it goes. */
#ifndef SHOW_H
#define SHOW_H

#include "tools/cli.h"

#include "base/bytes.h"
#include "optic/draw.h"
#include "optic/slides.h"

enum show_format { /* the first three in the order of enum sn_draw_text */
	SHOW_UTF8,
	SHOW_ANSI,
	SHOW_ASCII,
	SHOW_PNG,
	SHOW_SVG,
	SHOW_Y4M,
};

struct show {
	struct sn_buf data; /* may be secret */
	struct sn_slides_options slides;
	enum show_format format;
	uint64_t fps;
	uint64_t scale;  /* pixels a module; 0: as many as make a picture of SHOW_SIDE pixels */
	uint64_t frames; /* codes of a series; 0: the usual number */
};

/* What a still code or a frame is drawn to fit, unless it is told its scale: with this height a video camera sees. */
#define SHOW_SIDE 720

/* Codes of a Y4M stream for each part, or seconds of a still code: enough for a reader that loses half. */
#define SHOW_ROUNDS 3

/* To --output or standard output: a file is complete or not there. A series of PNG or SVG becomes new
 * files, which are all there or none; that of another format is one stream. SN_REFUSED when a file of a
 * series exists. */
int show_files(struct cli *cli, const struct show *show) SN_MUST_USE;

/* To the terminal that is standard output: one still code, if it fits the window, and that is all; else the
 * series, one in the place of the other, until a key is pressed, with a line that counts below it. A window
 * that changes its size gets codes that fit the new one. The terminal is left as it was, whatever ends it.
 * SN_REFUSED when the window is too small. */
int show_terminal(struct cli *cli, const struct show *show) SN_MUST_USE;

#endif
