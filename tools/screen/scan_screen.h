/* tools/screen/scan_screen.h - how far qr-scan has come, and what it sees, on stderr. */
#ifndef SCAN_SCREEN_H
#define SCAN_SCREEN_H

#include "tools/cli/cli.h"

#include "optic/picture.h"
#include "optic/receive.h"

#include <time.h>

struct scan_screen {
	const struct cli *cli;
	bool is_terminal, preview;
	size_t lines;         /* of the preview that stands above the cursor */
	bool has_line;        /* the line with the cursor is ours */
	struct timespec last; /* drawn */
	uint32_t have;        /* said last */
	bool said_text, said_foreign;
};

void scan_screen_init(struct scan_screen *s, const struct cli *cli, bool preview);

/* After each picture. On a terminal: the preview, and a line that is written over and over, ten times a
 * second at most. Elsewhere a line each second in which something came. That a code was of no use for want
 * of an option is said once. */
void scan_screen_show(struct scan_screen *s, const struct sn_picture *picture,
		      const struct sn_receiver *receiver);

/* Remove the line, so that others can be written; the preview stays above them. */
void scan_screen_clear(struct scan_screen *s);

#endif
