/* tools/screen/show_window.h - fit codes to the window of the terminal at standard output. */
#ifndef SHOW_WINDOW_H
#define SHOW_WINDOW_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

struct show_window {
	size_t columns, lines;
};

/* Returns the current size; 80 x 24 if it is unknown. */
struct show_window show_window_size(void);

/* Create the slides whose codes fit the window, with one line left. If there are none, returns SN_REFUSED,
 * and the message has the required size. */
int show_window_fit(struct cli *cli, const struct show *show, struct show_window window,
		    struct sn_slides **slides) SN_MUST_USE;

/* The size of the window that the codes need in the largest window, and whether it is a single code. Returns
 * SN_IO. */
int show_window_for_one(struct cli *cli, const struct show *show, struct show_window *window,
			bool *is_one) SN_MUST_USE;

#endif
