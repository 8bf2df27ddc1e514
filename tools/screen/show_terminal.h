/* tools/screen/show_terminal.h - show codes on the terminal. */
#ifndef SHOW_TERMINAL_H
#define SHOW_TERMINAL_H

#include "tools/cli/cli.h"
#include "tools/screen/show.h"

/* Show the data on the terminal at standard output. If one code fits the window, print it. Otherwise show a
 * series, with a status line, until a key is pressed, and fit the codes to the window when its size changes.
 * The state of the terminal is restored in any case. Returns SN_REFUSED if the window is too small. */
int show_terminal(struct cli *cli, const struct show *show) SN_MUST_USE;

#endif
