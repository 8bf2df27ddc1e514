/* tools/console/editor.h - read lines from the terminal, with editing, completion and history.
 *
 * The history is kept in memory and never written to a file. Log lines of other threads are shown above the
 * line that is edited. */
#ifndef CONSOLE_EDITOR_H
#define CONSOLE_EDITOR_H

#include "tools/console/command.h"

struct console_editor;

/* Open the editor. `prompt`, and `commands` for completion, must remain valid until it is closed. Redirects
 * cli->log_fd, unless there is a log file. */
int console_editor_open(struct console_editor **out, struct cli *cli, const char *prompt,
			const struct console_command *commands) SN_MUST_USE;

/* Close the editor. Log lines then go to stderr. NULL is allowed. */
void console_editor_close(struct console_editor *editor);

/* Copy the next line, without its newline, to `line`. *got becomes false at the end of the input (Ctrl+D) and
 * after a signal (cli/signals.h). Returns SN_USAGE if the line is too long. */
int console_editor_read(struct console_editor *editor, char *line, size_t size, bool *got) SN_MUST_USE;

/* Show the pending log lines. */
void console_editor_show_notices(struct console_editor *editor);

/* Add the line of the last read to the history. */
void console_editor_remember(struct console_editor *editor, const char *line);

#endif
