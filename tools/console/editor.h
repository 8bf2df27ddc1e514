/* tools/console/editor.h - lines from the terminal, edited, completed and remembered.
 *
 * Remembered lines are kept in memory and never written anywhere. Log lines that come from other threads
 * while a line is edited are shown above it. */
#ifndef CONSOLE_EDITOR_H
#define CONSOLE_EDITOR_H

#include "tools/console/command.h"

struct console_editor;

/* `prompt` and `commands`, which it completes, stay where they are while the editor is open. Takes over
 * cli->log_fd unless there is a log file. */
int console_editor_open(struct console_editor **out, struct cli *cli, const char *prompt,
			const struct console_command *commands) SN_MUST_USE;

/* Log lines go to stderr from now on. NULL is allowed. */
void console_editor_close(struct console_editor *editor);

/* Copy the next line, without its end, to `line`. *got is false when there is none any more: end of the input
 * (ctrl+d), or a signal that cli/signals.h tells of. SN_USAGE when it is too long. */
int console_editor_read(struct console_editor *editor, char *line, size_t size, bool *got) SN_MUST_USE;

/* Show the log lines that wait for the next prompt. */
void console_editor_show_notices(struct console_editor *editor);

/* Remember what the last read gave, which may also be an edited line from before. */
void console_editor_remember(struct console_editor *editor, const char *line);

#endif
