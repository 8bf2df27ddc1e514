/* tools/screen/scan_screen.h - progress and camera preview of qr-scan, on stderr. */
#ifndef SCAN_SCREEN_H
#define SCAN_SCREEN_H

#include "tools/cli/cli.h"

#include "optic/picture.h"
#include "optic/receive.h"

#include <time.h>

struct scan_screen {
	const struct cli *cli;
	bool is_terminal, preview;
	size_t lines;         /* of the preview above the cursor */
	bool has_line;        /* the cursor is in the progress line */
	struct timespec last; /* time of the last output */
	uint32_t have;        /* parts in the last output */
	bool said_text, said_foreign;
};

void scan_screen_init(struct scan_screen *s, const struct cli *cli, bool preview);

/* Call this after each picture. On a terminal, draw the preview and a progress line, at most ten times a
 * second. Otherwise print a line for each second in which a part arrived. If a code cannot be used without an
 * option, print this once. */
void scan_screen_show(struct scan_screen *s, const struct sn_picture *picture,
		      const struct sn_receiver *receiver);

/* Remove the progress line, so that other lines can follow. The preview remains. */
void scan_screen_clear(struct scan_screen *s);

#endif
