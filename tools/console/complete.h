/* tools/console/complete.h - complete the word at the cursor: a command, an option or a file name.
 *
 * File names are untrusted, for example on a stick. Control characters are never inserted: a name is
 * completed up to its first one. */
#ifndef CONSOLE_COMPLETE_H
#define CONSOLE_COMPLETE_H

#include "base/bytes.h"
#include "tools/console/command.h"

#include <stddef.h>

struct console_completion {
	struct sn_buf insert; /* text for the cursor, with a NUL; quoted as the line requires */
	char **names;         /* all candidates, sorted; plain text (base/text.h) */
	size_t n;
};

/* Complete `line`, the text before the cursor, which may contain a secret. An error gives no completion. Free
 * the result. */
void console_complete(struct console_completion *completion, const struct console_command *commands,
		      const char *line);
void console_completion_free(struct console_completion *completion);

#endif
