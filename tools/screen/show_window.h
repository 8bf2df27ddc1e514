/* tools/screen/show_window.h - what fits the window of the terminal that is standard output. */
#ifndef SHOW_WINDOW_H
#define SHOW_WINDOW_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

struct show_window {
	size_t columns, lines;
};

/* As large as it is now; 80 x 24 when it does not say. */
struct show_window show_window_size(void);

/* The slides whose codes fit, with a line left below them. SN_REFUSED when there are none, with a sentence
 * on which window would do. */
int show_window_fit(struct cli *cli, const struct show *show, struct show_window window,
		    struct sn_slides **slides) SN_MUST_USE;

#endif
