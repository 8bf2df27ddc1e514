#include "tools/cli/log.h"

#include "base/file.h"
#include "base/text.h"
#include "tools/cli/target.h"
#include "tools/cli/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define DATE_SIZE 32

static const char *const level_names[] = {"ERROR", "WARNING", "INFO", "DEBUG", "TRACE"};
static const char *const json_level_names[] = {"error", "warning", "info", "debug", "trace"};

static void write_line(const struct cli *cli, char *text, size_t size, int len)
{
	/* Truncate a long line. */
	if (len > (int)size - 2)
		len = (int)size - 2;
	text[len++] = '\n';
	/* A full disk must not stop a server. */
	(void)!sn_file_write_all(cli->log_fd, text, (size_t)len);
}

static void to_stderr(void *context, enum sn_log_level level, const char *line)
{
	const struct cli *cli = context;
	char text[1024];
	/* cli_finish prints this line at the end. */
	if (!strncmp(line, "UNRECOVERABLE ERROR", 19))
		return;
	int len = snprintf(text, sizeof text - 1, "%s: %s%s", cli->program->name,
			   level == SN_LOG_WARNING ? "warning: " : "", line);
	cli_text_make_plain(text);
	write_line(cli, text, sizeof text, len);
}

/* Now, in UTC: 2026-01-31T12:34:56.789Z */
static void format_now(char date[static DATE_SIZE])
{
	struct timespec now;
	struct tm parts;
	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &parts);
	size_t len = strftime(date, DATE_SIZE, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(date + len, DATE_SIZE - len, ".%03ldZ", now.tv_nsec / 1000000);
}

/* One write(2) with O_APPEND keeps lines of several writers apart. */
static void to_file(void *context, enum sn_log_level level, const char *line)
{
	const struct cli *cli = context;
	char text[2048], date[DATE_SIZE];
	format_now(date);
	int len = snprintf(text, sizeof text - 1, "%s %-7s %s", date, level_names[level], line);
	write_line(cli, text, sizeof text, len);
}

/* Escape `line` for a JSON string. It has no control characters (base/log.h). Bytes that are not UTF-8 become
 * '?'. A line that does not fit is cut. */
static void escape(char *out, size_t size, const char *line)
{
	size_t left = strlen(line), n;
	for (; left && size > 4; line += n, left -= n) {
		n = sn_text_utf8_len(line, left);
		if (*line == '"' || *line == '\\') {
			*out++ = '\\';
			size--;
		}
		const size_t len = n ? n : 1;
		memcpy(out, n ? line : "?", len);
		out += len;
		size -= len;
		n = len;
	}
	*out = 0;
}

static void to_json_file(void *context, enum sn_log_level level, const char *line)
{
	const struct cli *cli = context;
	char text[2048], date[DATE_SIZE], message[1700];
	format_now(date);
	escape(message, sizeof message, line);
	int len = snprintf(text, sizeof text - 1,
			   "{\"time\":\"%s\",\"level\":\"%s\",\"program\":\"%s\",\"message\":\"%s\"}", date,
			   json_level_names[level], cli->program->name, message);
	write_line(cli, text, sizeof text, len);
}

static int open_file(struct cli *cli, int *fd, int flags)
{
	bool is_new = access(cli->log_file, F_OK) != 0;
	*fd = open(cli->log_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | flags, 0600);
	if (*fd < 0)
		return sn_error_errno(&cli->err, "cannot open the log file %s", cli->log_file);
	if (!cli_target_check(cli, cli->log_file, "--log-file would damage", &cli->err))
		return SN_OK;
	close(*fd);
	if (is_new) /* the wallet needs this name */
		unlink(cli->log_file);
	return SN_USAGE;
}

int cli_log_open(struct cli *cli)
{
	uint64_t level = SN_LOG_WARNING;
	int ret = cli_number(cli, "log-level", cli->log_level, SN_LOG_ERROR, SN_LOG_TRACE, &level);
	cli->log = (struct sn_log){(enum sn_log_level)level, to_stderr, cli};
	cli->log_fd = STDERR_FILENO;
	const bool is_json = cli->log_format && !strcmp(cli->log_format, "json");
	if (!ret && cli->log_format && !is_json && strcmp(cli->log_format, "text") != 0)
		ret = cli_usage_error(cli, "--log-format takes text or json, not \"%s\"", cli->log_format);
	if (ret || !cli->log_file)
		return ret;
	if ((ret = open_file(cli, &cli->log_fd, 0)))
		return ret;
	cli->log.write = is_json ? to_json_file : to_file;
	return SN_OK;
}

int cli_log_reopen(struct cli *cli)
{
	int fd, ret;
	if (!cli_log_has_file(cli))
		return SN_OK;
	/* O_NONBLOCK: opening a pipe must not wait for a reader. */
	if ((ret = open_file(cli, &fd, O_NONBLOCK)))
		return ret;
	if (fcntl(fd, F_SETFL, O_APPEND) || dup3(fd, cli->log_fd, O_CLOEXEC) < 0)
		ret = sn_error_errno(&cli->err, "cannot open the log file %s", cli->log_file);
	close(fd);
	return ret;
}

void cli_log_close(struct cli *cli)
{
	if (cli_log_has_file(cli))
		close(cli->log_fd);
	cli->log = (struct sn_log){SN_LOG_WARNING, to_stderr, cli};
	cli->log_fd = STDERR_FILENO;
}

bool cli_log_has_file(const struct cli *cli)
{
	return cli->log.write != to_stderr;
}
