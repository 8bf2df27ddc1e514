/* tools/screen/show_player.h - show a series of codes on the terminal, one after the other, until a key is
 * pressed. */
#ifndef SHOW_PLAYER_H
#define SHOW_PLAYER_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"
#include "tools/screen/show_window.h"

/* Show *slides, which fit the window. If the window changes its size, *slides is replaced. The state of the
 * terminal is restored in any case. Returns SN_REFUSED without a keyboard. */
int show_player_run(struct cli *cli, const struct show *show, struct sn_slides **slides,
		    struct show_window window) SN_MUST_USE;

#endif
