/* tools/console/context.h - the context of a console command, and its output. */
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
	struct console_editor *editor; /* if is_interactive */
	bool is_over;                  /* read no more lines */
};

/* Print to stdout and flush it. */
int console_print(struct console *c, const char *fmt, ...) __attribute__((format(printf, 2, 3))) SN_MUST_USE;

/* Default names of the handoff files. */
#define CONSOLE_UNSIGNED_FILE "monero_tx_unsigned"
#define CONSOLE_SIGNED_FILE "monero_tx_signed"

#endif
