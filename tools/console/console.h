/* tools/console/console.h - the console: lines in, commands done one after the other.
 *
 * On a terminal it prompts, edits, completes and remembers lines, reports errors and goes on; the chain is
 * followed in the background. From a file or a pipe it does nothing of this: the first command that fails
 * ends the run with that failure. The end of the input, `exit`, and a signal end it either way; a signal
 * after which lines of a file or a pipe are left is a failure too, SN_REFUSED. */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "tools/console/context.h"

/* Read and do commands until there are no more. `console` is all zero but for cli, session, daemon and
 * limits. SN_OK when it ended as it should. */
int console_run(struct console *console) SN_MUST_USE;

#endif
