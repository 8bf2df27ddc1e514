#include "tools/console/editor.h"

#include "base/file.h"
#include "base/secret.h"
#include "tools/cli/log.h"
#include "tools/cli/signals.h"
#include "tools/console/complete.h"

#include <errno.h>
#include <fcntl.h>
#include <histedit.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#define HISTORY_LINES 1000
#define COMPLETION_KEY "\t"

struct console_editor {
	struct cli *cli;
	const char *prompt;
	const struct console_command *commands;
	EditLine *el;
	History *history;
	int notices[2]; /* a pipe for log lines, written at [1], read at the prompt */
	bool own_log_fd;
	mbstate_t multibyte;
	size_t longest; /* maximum length of the current line, in characters */
	FILE *nowhere;
};

/* The buffer of stdout, which outlives every editor. */
static char shown[BUFSIZ];

static struct console_editor *of(EditLine *el)
{
	void *editor;
	el_get(el, EL_CLIENTDATA, &editor);
	return editor;
}

/* Convert the first `n` typed characters, which may be a secret, to the user's encoding. Returns false if the
 * result is longer than size - 1 bytes. */
static bool copy_typed(char *to, size_t size, const wchar_t *typed, size_t n)
{
	mbstate_t state = {0};
	const wchar_t *at = typed;
	size_t len = wcsnrtombs(to, &at, n, size - 1, &state);
	if (len == (size_t)-1 || (at && at != typed + n)) {
		sn_wipe(to, size);
		return false;
	}
	to[len] = 0;
	return true;
}

static char *prompt(EditLine *el)
{
	return (char *)of(el)->prompt;
}

/* Show the log lines in the pipe. Returns whether there were any. */
static bool show_notices(struct console_editor *editor, const char *before)
{
	char text[4096];
	bool shown = false;
	for (ssize_t len; (len = read(editor->notices[0], text, sizeof text)) > 0; shown = true) {
		if (!shown)
			(void)!sn_file_write_all(STDERR_FILENO, before, strlen(before));
		(void)!sn_file_write_all(STDERR_FILENO, text, (size_t)len);
	}
	return shown;
}

/* Read one character. Returns 1, or 0 at the end. The reader of libedit does not show log lines, and
 * continues after a signal. */
static int get_character(EditLine *el, wchar_t *out)
{
	struct console_editor *editor = of(el);
	const LineInfoW *info = el_wline(el);
	const size_t typed = (size_t)(info->lastchar - info->buffer);
	editor->longest = typed > editor->longest ? typed : editor->longest;
	for (;;) {
		struct pollfd ready[] = {{STDIN_FILENO, POLLIN, 0}, {editor->notices[0], POLLIN, 0}};
		if (cli_signals_asked())
			return 0;
		if (cli_signals_take_screen()) {
			/* Another process may have changed the terminal. */
			el_set(el, EL_PREP_TERM, 1);
			el_resize(el);
			el_set(el, EL_REFRESH);
		}
		if (ppoll(ready, 2, NULL, cli_signals_mask()) < 0) {
			if (errno != EINTR)
				return 0;
			continue;
		}
		/* If input and a signal arrive together, ppoll returns the input and leaves the signal
		 * pending. */
		cli_signals_let();
		cli_signals_hold();
		if (cli_signals_asked())
			return 0;
		if (ready[1].revents && show_notices(editor, "\r\033[K"))
			el_set(el, EL_REFRESH);
		if (!ready[0].revents)
			continue;
		char byte;
		if (read(STDIN_FILENO, &byte, 1) != 1)
			return 0;
		size_t done = mbrtowc(out, &byte, 1, &editor->multibyte);
		if (done == (size_t)-1) /* invalid in the user's encoding: ignore it */
			memset(&editor->multibyte, 0, sizeof editor->multibyte);
		else if (done != (size_t)-2)
			return 1;
	}
}

static void print_names(const struct console_completion *completion)
{
	(void)!sn_file_write_all(STDERR_FILENO, "\n", 1);
	for (size_t i = 0; i < completion->n; i++) {
		dprintf(STDERR_FILENO, "%s%s", completion->names[i], i + 1 < completion->n ? "  " : "\n");
	}
}

static unsigned char complete(EditLine *el, int key)
{
	(void)key;
	const LineInfoW *info = el_wline(el);
	const size_t n = (size_t)(info->cursor - info->buffer), size = n * MB_CUR_MAX + 1;
	char *line = sn_secret_alloc(size);
	struct console_completion completion;
	unsigned char result = CC_ERROR; /* beeps */
	if (!line || !copy_typed(line, size, info->buffer, n)) {
		sn_secret_free(line);
		return result;
	}
	console_complete(&completion, of(el)->commands, line);
	if (completion.insert.len > 1 && !completion.insert.failed) {
		if (!el_insertstr(el, (char *)completion.insert.data))
			result = CC_REFRESH;
	} else if (completion.n) {
		print_names(&completion);
		result = CC_REDISPLAY;
	}
	console_completion_free(&completion);
	sn_secret_free(line);
	return result;
}

int console_editor_open(struct console_editor **out, struct cli *cli, const char *text,
			const struct console_command *commands)
{
	HistEvent event;
	struct console_editor *editor = calloc(1, sizeof *editor);
	*out = NULL;
	if (!editor)
		return sn_error_memory(&cli->err);
	editor->cli = cli;
	editor->prompt = text;
	editor->commands = commands;
	editor->notices[0] = editor->notices[1] = -1;
	setlocale(LC_CTYPE, "");
	if (pipe2(editor->notices, O_CLOEXEC | O_NONBLOCK)) {
		int ret = sn_error_errno(&cli->err, "cannot make a pipe");
		console_editor_close(editor);
		return ret;
	}
	setvbuf(stdout, shown, _IOLBF, sizeof shown);
	editor->nowhere = fopen("/dev/null", "we");
	if (!editor->nowhere) {
		int ret = sn_error_errno(&cli->err, "cannot open /dev/null");
		console_editor_close(editor);
		return ret;
	}
	editor->el = el_init(cli->program->name, stdin, stdout, stderr);
	editor->history = history_init();
	if (!editor->el || !editor->history) {
		console_editor_close(editor);
		return sn_error_memory(&cli->err);
	}
	history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
	history(editor->history, &event, H_SETUNIQUE, 1);
	el_set(editor->el, EL_CLIENTDATA, editor);
	el_set(editor->el, EL_EDITOR, "emacs");
	el_set(editor->el, EL_SIGNAL, 0); /* cli/signals.h handles signals */
	el_set(editor->el, EL_PROMPT, prompt);
	el_set(editor->el, EL_HIST, history, editor->history);
	el_wset(editor->el, EL_GETCFN, get_character);
	el_set(editor->el, EL_ADDFN, "complete-word", "complete a command or a file name", complete);
	el_set(editor->el, EL_BIND, COMPLETION_KEY, "complete-word", NULL);
	el_set(editor->el, EL_BIND, "^R", "em-inc-search-prev", NULL);
	if (!cli_log_has_file(cli)) {
		cli->log_fd = editor->notices[1];
		editor->own_log_fd = true;
	}
	*out = editor;
	return SN_OK;
}

void console_editor_close(struct console_editor *editor)
{
	if (!editor)
		return;
	/* Other threads may still write: make their end of the pipe stderr, and never close it. */
	if (editor->own_log_fd) {
		dup3(STDERR_FILENO, editor->notices[1], O_CLOEXEC);
		show_notices(editor, "");
	} else if (editor->notices[1] >= 0) {
		close(editor->notices[1]);
	}
	if (editor->notices[0] >= 0)
		close(editor->notices[0]);
	if (editor->el)
		el_end(editor->el);
	if (editor->history)
		history_end(editor->history);
	if (editor->nowhere)
		fclose(editor->nowhere);
	free(editor);
}

/* Wipe the typed line, which may be a password. libedit keeps two copies: its line, and an image of the
 * screen. To replace the image, let libedit draw a line of spaces to /dev/null. A third copy is in the buffer
 * of stdout. */
static void forget_typed(struct console_editor *editor)
{
	const LineInfoW *info = el_wline(editor->el);
	wchar_t *typed = (wchar_t *)info->buffer;
	wmemset(typed, L' ', editor->longest);
	el_set(editor->el, EL_SETFP, 1, editor->nowhere);
	el_set(editor->el, EL_REFRESH);
	el_set(editor->el, EL_SETFP, 1, stdout);
	sn_wipe(typed, editor->longest * sizeof *typed);
	editor->longest = 0;
	fflush(stdout);
	sn_wipe(shown, sizeof shown);
}

int console_editor_read(struct console_editor *editor, char *line, size_t size, bool *got)
{
	int len = 0, ret = SN_OK;
	show_notices(editor, "");
	const wchar_t *typed = el_wgets(editor->el, &len);
	*got = typed && len > 0 && !cli_signals_asked();
	if (!*got)
		(void)!sn_file_write_all(STDOUT_FILENO, "\n", 1);
	else if (!copy_typed(line, size, typed, wcscspn(typed, L"\r\n")))
		ret = cli_usage_error(editor->cli, "the line is longer than %zu bytes", size - 1);
	forget_typed(editor);
	return ret;
}

void console_editor_show_notices(struct console_editor *editor)
{
	show_notices(editor, "");
}

void console_editor_remember(struct console_editor *editor, const char *line)
{
	HistEvent event;
	history(editor->history, &event, H_ENTER, line);
}
