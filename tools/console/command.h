/* tools/console/command.h - one command of the console. */
#ifndef CONSOLE_COMMAND_H
#define CONSOLE_COMMAND_H

#include "tools/console/context.h"

struct console_command {
	const char *name;
	const char *arguments; /* in the help: "FILE [PASSWORD]", or "" */
	const char *help;      /* one line without a newline */
	const char *more;      /* further lines, or NULL */
	size_t min, max;       /* number of words after the name */
	bool takes_files;      /* for completion, like the next one */
	const char *options;   /* each followed by a space; or NULL */
	size_t secret; /* a line with at least this many words after the name is not remembered; 0: all are */
	/* Returns 0, or a negative enum sn_err with the message in c->cli->err. `words` are those after the
	 * name. */
	int (*run)(struct console *c, char **words, size_t n);
};

/* Returns the command `name` in `commands`, which end with a NULL name, or NULL. */
const struct console_command *console_command_find(const struct console_command *commands, const char *name);

#endif
