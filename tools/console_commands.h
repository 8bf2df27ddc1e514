/* console_commands.h - the commands of the console, in one table. */
#ifndef CONSOLE_COMMANDS_H
#define CONSOLE_COMMANDS_H

#include "tools/console.h"

struct console_command {
	const char *name;
	const char *arguments; /* as help shows them: "FILE [PASSWORD]", or "" */
	const char *help;      /* one line without an end */
	const char *more;      /* lines, or NULL */
	size_t min, max;       /* how many words follow the name */
	bool takes_files;      /* for completion, as are: */
	const char *options;   /* with a space behind each; or NULL */
	size_t secret;	       /* with this many words behind the name a line is not remembered; 0: it always is */
	/* 0 or a negative enum sn_err with the sentence in c->cli->err. `words` are those behind the name. */
	int (*run)(struct console *c, char **words, size_t n);
};

/* Ends with a NULL name. */
extern const struct console_command console_commands[];

const struct console_command *console_find(const char *name); /* or NULL */

/* Do the command that words[0] names. */
int console_do(struct console *c, char **words, size_t n) SN_MUST_USE;

/* To stdout, at once. */
int console_print(struct console *c, const char *fmt, ...) __attribute__((format(printf, 2, 3))) SN_MUST_USE;

/* console_view.c: what is there */
int console_address(struct console *c, char **words, size_t n);
int console_balance(struct console *c, char **words, size_t n);
int console_history(struct console *c, char **words, size_t n);
int console_status(struct console *c, char **words, size_t n);
int console_seed(struct console *c, char **words, size_t n);
int console_describe(struct console *c, char **words, size_t n);

/* console_change.c: up to date, stored, copied */
int console_refresh(struct console *c, char **words, size_t n);
int console_store(struct console *c, char **words, size_t n);
int console_save_watch_only(struct console *c, char **words, size_t n);

/* console_pay.c */
int console_transfer(struct console *c, char **words, size_t n);
int console_sweep_all(struct console *c, char **words, size_t n);
int console_sign(struct console *c, char **words, size_t n);
int console_submit(struct console *c, char **words, size_t n);
int console_release(struct console *c, char **words, size_t n);

/* The names of the files that cross the gap, when none are given. */
#define CONSOLE_UNSIGNED_FILE "monero_tx_unsigned"
#define CONSOLE_SIGNED_FILE "monero_tx_signed"

#endif
