/* tools/screen/show.h - data and format of a run of qr-show. */
#ifndef SHOW_H
#define SHOW_H

#include "base/bytes.h"
#include "optic/slides.h"

#include <stdint.h>

enum show_format { /* the first three are in the order of enum sn_draw_text */
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
	uint64_t scale;  /* pixels per module; 0: as many as fit SHOW_SIDE */
	uint64_t frames; /* codes of a series; 0: the default */
};

/* Default side of a picture in pixels: the height of a common video picture. */
#define SHOW_SIDE 720

/* Codes of a Y4M stream per part, or seconds of a still code: enough for a reader that loses half of them. */
#define SHOW_ROUNDS 3
/* The same for a cycle, in which no other part replaces a lost one. */
#define SHOW_ROUNDS_OF_CYCLE 8

#endif
