#include "tools/cli/terminal.h"

#include "base/file.h"
#include "base/secret.h"
#include "tools/cli/signal_groups.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void catch (int signal)
{
	caught = signal;
}

static int open_terminal(void)
{
	return open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
}

static int refuse(struct cli *cli, const char *purpose, const char *hint)
{
	sn_error_set(&cli->err, SN_REFUSED, "no terminal %s", purpose);
	return sn_error_hint(&cli->err, SN_REFUSED, "%s", hint);
}

int cli_terminal_check(struct cli *cli, const char *purpose, const char *hint)
{
	int fd = open_terminal();
	if (fd < 0)
		return refuse(cli, purpose, hint);
	close(fd);
	return SN_OK;
}

int cli_terminal_show(struct cli *cli, const char *text)
{
	int fd = open_terminal();
	if (fd < 0)
		return sn_error_set(&cli->err, SN_REFUSED, "no terminal");
	int ret = SN_OK;
	if (sn_file_write_all(fd, text, strlen(text)))
		ret = sn_error_errno(&cli->err, "cannot write to the terminal");
	close(fd);
	return ret;
}

/* Read a line without its newline. Wait with the signal mask `mask`. Returns SN_REFUSED if the input ends or
 * the line is too long, and 0 with `caught` set if a signal arrives first. */
static int read_line(struct cli *cli, int fd, char *line, size_t size, const sigset_t *mask)
{
	size_t len = 0;
	for (;;) {
		struct pollfd ready = {fd, POLLIN, 0};
		char c;
		int n = ppoll(&ready, 1, NULL, mask);
		if (n < 0 && errno == EINTR && caught)
			return SN_OK;
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || read(fd, &c, 1) != 1)
			return sn_error_set(&cli->err, SN_REFUSED, "no answer from the terminal");
		if (c == '\n')
			break;
		if (len < size)
			line[len] = c;
		len++;
	}
	if (len >= size)
		return sn_error_set(&cli->err, SN_REFUSED, "the answer is longer than %zu bytes", size - 1);
	line[len] = 0;
	return SN_OK;
}

/* Show `prompt` and read a line, without echo if `hidden`. While the terminal is changed, signals arrive only
 * in ppoll(2). A signal is raised again after the terminal is restored. */
static int ask(struct cli *cli, int fd, const char *prompt, bool hidden, char *line, size_t size)
{
	struct cli_signals_saved signals;
	struct termios normal, silent;
	int ret;

again:
	caught = 0;
	cli_signals_begin(&signals, CLI_SIGNALS_END | CLI_SIGNALS_KEYS, catch);
	ret = SN_OK;
	if (hidden) {
		if (tcgetattr(fd, &normal)) {
			ret = sn_error_errno(&cli->err, "cannot read the state of the terminal");
		} else {
			silent = normal;
			silent.c_lflag &= ~(tcflag_t)(ECHO | ECHONL);
			if (tcsetattr(fd, TCSAFLUSH, &silent))
				ret = sn_error_errno(&cli->err, "cannot switch the echo of the terminal off");
		}
	}
	if (!ret) {
		/* Discard keys that were typed before the prompt. */
		tcflush(fd, TCIFLUSH);
		if (sn_file_write_all(fd, prompt, strlen(prompt)))
			ret = sn_error_errno(&cli->err, "cannot write to the terminal");
		else
			ret = read_line(cli, fd, line, size, &signals.mask);
		if (hidden) {
			tcsetattr(fd, TCSAFLUSH, &normal);
			(void)!write(fd, "\n", 1);
		}
	}
	cli_signals_end(&signals);
	if (caught) {
		int signal = caught;
		raise(signal);
		/* The process still runs: it was stopped and continued, or it handles the signal itself. */
		if (signal == SIGTSTP)
			goto again;
		return sn_error_set(&cli->err, SN_REFUSED, "interrupted");
	}
	return ret;
}

int cli_terminal_confirm(struct cli *cli, const char *question, bool *yes)
{
	char answer[64], prompt[256];
	*yes = false;
	int fd = open_terminal();
	if (fd < 0)
		return refuse(cli, "to confirm on", CLI_YES_HINT);
	snprintf(prompt, sizeof prompt, "%s [y/N] ", question);
	int ret = ask(cli, fd, prompt, false, answer, sizeof answer);
	if (!ret)
		*yes = !strcasecmp(answer, "y") || !strcasecmp(answer, "yes");
	close(fd);
	return ret;
}

int cli_terminal_password(struct cli *cli, const char *prompt, const char *hint, char **password)
{
	*password = NULL;
	int fd = open_terminal();
	if (fd < 0)
		return refuse(cli, "to ask for the password", hint);
	int ret = SN_IO;
	char *line = sn_secret_alloc(CLI_PASSWORD_MAX + 1);
	if (!line)
		sn_error_memory(&cli->err);
	else
		ret = ask(cli, fd, prompt, true, line, CLI_PASSWORD_MAX + 1);
	if (ret) {
		sn_secret_free(line);
		line = NULL;
	}
	*password = line;
	close(fd);
	return ret;
}
