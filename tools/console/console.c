#include "tools/console/console.h"

#include "app/follow.h"
#include "base/secret.h"
#include "tools/cli/signals.h"
#include "tools/cli/text.h"
#include "tools/console/commands.h"
#include "tools/console/editor.h"
#include "tools/console/words.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LINE_MAX_BYTES 65536
#define FOLLOW_SECONDS 10

/* After a signal, report unread lines as an error. */
static int check_unread(struct cli *cli, size_t len)
{
	struct pollfd ready = {STDIN_FILENO, POLLIN, 0};
	char c;
	if (!len && (poll(&ready, 1, 0) <= 0 || read(STDIN_FILENO, &c, 1) <= 0))
		return SN_OK;
	return sn_error_set(&cli->err, SN_REFUSED,
			    "interrupted: this line and the following lines were not run");
}

/* Read a line from a file or a pipe, byte by byte: the following lines may be for another reader, and no
 * buffer may keep a password. */
static int read_line(struct cli *cli, char *line, size_t size, bool *got)
{
	size_t len = 0;
	*got = false;
	for (;;) {
		struct pollfd ready = {STDIN_FILENO, POLLIN, 0};
		char c;
		if (cli_signals_asked())
			return check_unread(cli, len);
		if (ppoll(&ready, 1, NULL, cli_signals_mask()) < 0) {
			if (errno == EINTR)
				continue;
			return sn_error_errno(&cli->err, "cannot read standard input");
		}
		ssize_t n = read(STDIN_FILENO, &c, 1);
		if (n < 0)
			return sn_error_errno(&cli->err, "cannot read standard input");
		*got = n || len;
		if (!n || c == '\n')
			break;
		if (!c || len + 1 == size)
			return cli_usage_error(cli, c ? "the line is too long" : "the line is binary");
		line[len++] = c;
	}
	if (len && line[len - 1] == '\r')
		len--;
	line[len] = 0;
	return SN_OK;
}

/* Run the command in `line`. Destroys the line. */
static int do_line(struct console *c, char *line)
{
	char *words[CONSOLE_WORDS_MAX];
	size_t n;
	const char *trouble = console_split(line, words, &n);
	if (trouble)
		return cli_usage_error(c->cli, "the line %s", trouble);
	if (!n || words[0][0] == '#')
		return SN_OK;
	cli_signals_let();
	int ret = console_do(c, words, n);
	cli_signals_hold();
	return ret;
}

/* Whether the line contains a secret. Does not change the line. */
static bool is_secret(const char *line, char *scratch)
{
	char *words[CONSOLE_WORDS_MAX];
	size_t n;
	strcpy(scratch, line);
	(void)console_split(scratch, words, &n);
	const struct console_command *command = n ? console_command_find(console_commands, words[0]) : NULL;
	return command && command->secret && n - 1 >= command->secret;
}

static int run_interactive(struct console *c, char *line, char *scratch)
{
	struct console_editor *editor = NULL;
	struct sn_session_status status;
	struct sn_address address;
	char prompt[32], text[SN_ADDRESS_TEXT_MAX];
	bool got;
	sn_account_address(&address, sn_session_read(c->session)->account,
			   (struct sn_subaddress_index){0, 0});
	sn_session_read_end(c->session);
	sn_address_format(text, &address);
	snprintf(prompt, sizeof prompt, "[wallet %.6s]: ", text);

	int ret = console_editor_open(&editor, c->cli, prompt, console_commands);
	c->editor = editor;
	if (!ret && c->daemon)
		ret = sn_session_follow(c->session, FOLLOW_SECONDS, &c->cli->err);
	if (!ret)
		ret = console_print(c, "Type help for a list of commands.\n");
	while (!ret && !c->is_over) {
		int done = console_editor_read(editor, line, LINE_MAX_BYTES, &got);
		if (!done && !got)
			break;
		if (!done && line[0] && !is_secret(line, scratch))
			console_editor_remember(editor, line);
		if (!done)
			done = do_line(c, line);
		sn_wipe(line, LINE_MAX_BYTES);
		sn_wipe(scratch, LINE_MAX_BYTES);
		sn_wipe_stack();
		if (done && done != SN_NEEDS_REPAIR)
			cli_print_error(c->cli);
		/* During a command, Ctrl+C stops the command; at the prompt it ends the console. */
		if (cli_signals_asked() == SIGINT && !cli_signals_broke_off())
			cli_signals_forget();
		/* A wallet that needs repair stops, also if another thread detected it. */
		sn_session_status(c->session, &status);
		if (done == SN_NEEDS_REPAIR) {
			ret = done;
		} else if (status.has_failed && status.failure_code == SN_NEEDS_REPAIR) {
			c->cli->err = status.failure;
			ret = SN_NEEDS_REPAIR;
		}
	}
	c->editor = NULL;
	console_editor_close(editor);
	return ret;
}

static int run_piped(struct console *c, char *line)
{
	int ret = SN_OK;
	c->cli->stdin_taken = true;
	for (size_t number = 1; !ret && !c->is_over; number++) {
		bool got;
		ret = read_line(c->cli, line, LINE_MAX_BYTES, &got);
		if (!ret && !got)
			break;
		if (!ret)
			ret = do_line(c, line);
		if (ret)
			sn_error_prefix(&c->cli->err, ret, "line %zu", number);
		sn_wipe(line, LINE_MAX_BYTES);
		sn_wipe_stack();
	}
	return ret;
}

int console_run(struct console *c)
{
	char *line = sn_secret_alloc(LINE_MAX_BYTES), *scratch = sn_secret_alloc(LINE_MAX_BYTES);
	int ret;
	c->is_interactive = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	c->cli->help = "help";
	if (!line || !scratch)
		ret = sn_error_memory(&c->cli->err);
	else if (c->is_interactive)
		ret = run_interactive(c, line, scratch);
	else
		ret = run_piped(c, line);
	sn_secret_free(scratch);
	sn_secret_free(line);
	c->cli->help = NULL;
	return ret;
}
