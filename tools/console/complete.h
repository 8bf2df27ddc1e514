/* tools/console/complete.h - what could stand where the cursor is: names of commands, then of files.
 *
 * Names of files are others' text, on a stick for one. Control characters in them are never typed for the
 * user: a name is completed up to the first. */
#ifndef CONSOLE_COMPLETE_H
#define CONSOLE_COMPLETE_H

#include "base/bytes.h"
#include "tools/console/command.h"

#include <stddef.h>

struct console_completion {
	struct sn_buf insert; /* to be typed at the cursor, with a NUL; quoted as the line needs it */
	char **names;         /* all that fit, sorted; plain text (base/text.h) */
	size_t n;
};

/* Complete `line`, a line of `commands`, which is what stands before the cursor and may hold a secret.
 * Trouble is no completion. Free. */
void console_complete(struct console_completion *completion, const struct console_command *commands,
		      const char *line);
void console_completion_free(struct console_completion *completion);

#endif
