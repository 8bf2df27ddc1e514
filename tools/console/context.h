/* tools/console/context.h - what a command of the console works with, and how it prints. */
#ifndef CONSOLE_CONTEXT_H
#define CONSOLE_CONTEXT_H

#include "tools/cli/cli.h"

#include "app/session.h"
#include "handoff/limits.h"

struct console {
	struct cli *cli;
	struct sn_session *session;
	const struct sn_daemon *daemon; /* NULL: offline */
	struct sn_limits limits;
	bool is_interactive;
	struct console_editor *editor; /* when it is */
	bool is_over;                  /* no more lines, please */
};

/* To stdout, at once. */
int console_print(struct console *c, const char *fmt, ...) __attribute__((format(printf, 2, 3))) SN_MUST_USE;

/* The names of the files that cross the gap, when none are given. */
#define CONSOLE_UNSIGNED_FILE "monero_tx_unsigned"
#define CONSOLE_SIGNED_FILE "monero_tx_signed"

#endif
