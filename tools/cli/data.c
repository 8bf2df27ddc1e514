#include "tools/cli/data.h"

#include "base/file.h"
#include "base/hex.h"
#include "tools/cli/target.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard(const char *path)
{
	return !path || !strcmp(path, "-");
}

static int take_stdin(struct cli *cli, const char *what)
{
	if (cli->stdin_taken)
		return cli_usage_error(cli, "standard input cannot be both %s and another input", what);
	if (isatty(STDIN_FILENO))
		return sn_error_hint(&cli->err,
				     cli_usage_error(cli, "cannot read %s from the terminal", what),
				     "name a FILE, or redirect standard input");
	cli->stdin_taken = true;
	return SN_OK;
}

int cli_data_open(struct cli *cli, const char *path, const char *what, int *fd)
{
	*fd = STDIN_FILENO;
	if (is_standard(path))
		return take_stdin(cli, what);
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	return *fd < 0 ? sn_error_errno(&cli->err, "cannot open %s", path) : SN_OK;
}

int cli_data_read(struct cli *cli, const char *path, const char *what, size_t cap, struct sn_buf *out)
{
	int ret = is_standard(path) ? take_stdin(cli, what) : SN_OK;
	if (ret)
		return ret;
	ret = sn_file_read(path, cap, out, &cli->err);
	if (!ret && !out->len)
		ret = sn_error_set(&cli->err, SN_BAD_INPUT, "%s (%s) is empty", what,
				   is_standard(path) ? "standard input" : path);
	return ret;
}

bool cli_data_is_in_report(const struct cli *cli)
{
	return cli->json && !cli->output;
}

static int check_target(struct cli *cli, const char *path)
{
	return cli_target_check(cli, path, "the output would overwrite", &cli->err);
}

int cli_data_check_output(struct cli *cli, const char *input)
{
	if (cli_data_is_in_report(cli))
		return SN_OK;
	if (cli->json && !strcmp(cli->output, "-"))
		return sn_error_hint(
			&cli->err,
			cli_usage_error(
				cli, "the report of --json and the data cannot both go to standard output"),
			"use -o FILE for the data");
	if (!cli->output && !cli->hex && isatty(STDOUT_FILENO))
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_REFUSED, "binary data not written to the terminal"),
			"use -o FILE or --hex; -o - writes it anyway");
	struct stat output, other;
	if (is_standard(cli->output))
		return SN_OK;
	const bool is_there = !stat(cli->output, &output);
	if (is_there && !S_ISREG(output.st_mode) && !S_ISDIR(output.st_mode))
		return SN_OK;
	if (is_there && !(is_standard(input) ? fstat(STDIN_FILENO, &other) : stat(input, &other)) &&
	    cli_target_is_same(&output, &other))
		return cli_usage_error(cli, "input and output are the same file");
	if (check_target(cli, cli->output))
		return SN_USAGE;
	if (is_there && cli->log_file && !stat(cli->log_file, &other) && cli_target_is_same(&output, &other))
		return cli_usage_error(cli, "the output would overwrite %s", cli->log_file);
	return SN_OK;
}

int cli_data_try_output(struct cli *cli)
{
	return cli_data_is_in_report(cli) || is_standard(cli->output)
		       ? SN_OK
		       : cli_target_try(cli->output, &cli->err);
}

/* A device or a pipe is not replaced, but written to. */
static bool is_special(const char *path)
{
	struct stat file;
	return !stat(path, &file) && !S_ISREG(file.st_mode);
}

/* The file may have changed since the check: check the present target of a symbolic link again. The link
 * remains. */
static int write_file(struct cli *cli, const void *data, size_t len)
{
	char *real = realpath(cli->output, NULL);
	const char *path = real ? real : cli->output;
	int ret = check_target(cli, path);
	if (!ret && cli->keeps_existing && !is_special(path))
		ret = sn_file_create(path, data, len, 0600, &cli->err);
	else if (!ret)
		ret = sn_file_replace(path, data, len, 0600, &cli->err);
	free(real);
	return ret;
}

int cli_data_write(struct cli *cli, const void *data, size_t len)
{
	if (cli_data_is_in_report(cli))
		return SN_OK;
	char *text = NULL;
	if (cli->hex) {
		text = malloc(2 * len + 2);
		if (!text)
			return sn_error_memory(&cli->err);
		sn_hex_encode(text, data, len);
		len = 2 * len + 1;
		text[len - 1] = '\n';
		data = text;
	}
	int ret = is_standard(cli->output) ? cli_data_print(cli, data, len) : write_file(cli, data, len);
	free(text);
	return ret;
}

bool cli_data_take_back(struct cli *cli)
{
	struct stat status;
	if (cli_data_is_in_report(cli))
		return true;
	char *real = is_standard(cli->output) ? NULL : realpath(cli->output, NULL);
	bool is_gone = real && !stat(real, &status) && S_ISREG(status.st_mode) && !unlink(real);
	free(real);
	return is_gone;
}

int cli_data_print(struct cli *cli, const char *text, size_t len)
{
	if (fflush(stdout) || sn_file_write_all(STDOUT_FILENO, text, len))
		return sn_error_errno(&cli->err, "cannot write standard output");
	return SN_OK;
}

int cli_data_print_json(struct cli *cli, const cJSON *root)
{
	struct sn_buf text = {0};
	int ret;
	if (!root || sn_json_print(&text, root, true))
		ret = sn_error_memory(&cli->err);
	else {
		sn_put_u8(&text, '\n');
		ret = text.failed ? sn_error_memory(&cli->err)
				  : cli_data_print(cli, (char *)text.data, text.len);
	}
	sn_buf_free(&text);
	return ret;
}

bool cli_json_hex(cJSON *object, const char *key, const void *data, size_t len)
{
	return object && !sn_json_add_hex(object, key, data, len);
}

bool cli_json_u64(cJSON *object, const char *key, uint64_t value)
{
	return object && !sn_json_add_u64(object, key, value);
}

bool cli_json_text(cJSON *object, const char *key, const char *text)
{
	return object && cJSON_AddStringToObject(object, key, text);
}

bool cli_json_bool(cJSON *object, const char *key, bool value)
{
	return object && cJSON_AddBoolToObject(object, key, value);
}
