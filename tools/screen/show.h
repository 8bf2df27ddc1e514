/* tools/screen/show.h - what qr-show shows, and how. */
#ifndef SHOW_H
#define SHOW_H

#include "base/bytes.h"
#include "optic/slides.h"

#include <stdint.h>

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

/* What a still code or a frame is drawn to fit, unless it is told its scale: with this height a video camera
 * sees. */
#define SHOW_SIDE 720

/* Codes of a Y4M stream for each part, or seconds of a still code: enough for a reader that loses half. */
#define SHOW_ROUNDS 3

#endif
