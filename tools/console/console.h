/* tools/console/console.h - read command lines and run them, one after the other.
 *
 * On a terminal, the console prompts, edits, completes and remembers lines. After an error it continues. The
 * chain is followed in the background. For a file or a pipe it does none of this: the first error ends the
 * run, with that error. The end of the input, `exit` and a signal end the run in both cases. A signal that
 * leaves lines of a file or a pipe unread is an error (SN_REFUSED). */
#ifndef CONSOLE_H
#define CONSOLE_H

#include "tools/console/context.h"

/* Read and run commands until the end. `console` is zero-initialized, except cli, session, daemon and limits.
 */
int console_run(struct console *console) SN_MUST_USE;

#endif
