/* tools/console/command.h - one command of the console. */
#ifndef CONSOLE_COMMAND_H
#define CONSOLE_COMMAND_H

#include "tools/console/context.h"

struct console_command {
	const char *name;
	const char *arguments; /* as help shows them: "FILE [PASSWORD]", or "" */
	const char *help;      /* one line without an end */
	const char *more;      /* lines, or NULL */
	size_t min, max;       /* how many words follow the name */
	bool takes_files;      /* for completion, as are: */
	const char *options;   /* with a space behind each; or NULL */
	size_t secret; /* with this many words behind the name a line is not remembered; 0: it always is */
	/* 0 or a negative enum sn_err with the sentence in c->cli->err. `words` are those behind the name. */
	int (*run)(struct console *c, char **words, size_t n);
};

/* The command of this name in `commands`, which end with a NULL name; NULL: none. */
const struct console_command *console_command_find(const struct console_command *commands, const char *name);

#endif
