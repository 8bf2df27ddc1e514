/* tools/screen/show_terminal.h - codes to the terminal. */
#ifndef SHOW_TERMINAL_H
#define SHOW_TERMINAL_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

/* To the terminal that is standard output: one still code, if it fits the window, and that is all; else the
 * series, one in the place of the other, until a key is pressed, with a line that counts below it. A window
 * that changes its size gets codes that fit the new one. The terminal is left as it was, whatever ends it.
 * SN_REFUSED when the window is too small. */
int show_terminal(struct cli *cli, const struct show *show) SN_MUST_USE;

#endif
