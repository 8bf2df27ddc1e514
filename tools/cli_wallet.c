#include "tools/cli_wallet.h"

#include "base/secret.h"
#include "tools/cli_data.h"
#include "tools/cli_terminal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The first line of `path`. */
static int read_password_file(struct cli *cli, const char *path, char **password)
{
	struct sn_buf file = {0};
	int ret = cli_data_read(cli, path, "the password file", 65536, &file);
	if (ret)
		goto out;
	const uint8_t *end = memchr(file.data, '\n', file.len);
	size_t len = end ? (size_t)(end - file.data) : file.len;
	if (len && file.data[len - 1] == '\r')
		len--;
	if (len > CLI_PASSWORD_MAX || memchr(file.data, 0, len)) {
		ret = sn_error_set(&cli->err, SN_BAD_INPUT,
				   "%s: the first line is no password: longer than %d bytes, or binary", path,
				   CLI_PASSWORD_MAX);
		goto out;
	}
	*password = sn_secret_alloc(len + 1);
	if (*password)
		memcpy(*password, file.data, len);
	else
		ret = sn_error_memory(&cli->err);
out:
	sn_buf_free(&file);
	return ret;
}

int cli_new_password(struct cli *cli, const char *path, char **given, const char *from, char **password)
{
	char prompt[256], *again = NULL;
	*password = NULL;
	if (*given) {
		*password = *given;
		*given = NULL;
		return SN_OK;
	}
	if (from)
		return read_password_file(cli, from, password);
	snprintf(prompt, sizeof prompt, "New password for %.200s: ", path);
	int ret = cli_terminal_password(cli, prompt, password);
	if (!ret && !**password)
		ret = sn_error_set(&cli->err, SN_REFUSED,
				   "an empty password is taken from an option only, not from the terminal");
	if (!ret)
		ret = cli_terminal_password(cli, "The same again: ", &again);
	if (!ret && strcmp(*password, again))
		ret = sn_error_set(&cli->err, SN_REFUSED, "the two passwords differ");
	sn_secret_free(again);
	if (ret) {
		sn_secret_free(*password);
		*password = NULL;
	}
	return ret;
}

int cli_wallet_check_new(struct cli *cli, const char *path)
{
	struct stat status;
	if (!lstat(path, &status))
		return sn_error_set(&cli->err, SN_REFUSED, "%s exists already and is left as it is", path);
	return SN_OK;
}

static int check_role(struct cli *cli, const struct sn_wallet *wallet, enum cli_role role)
{
	if (role == CLI_MASTER && wallet->role != SN_ROLE_MASTER)
		return sn_error_set(&cli->err, SN_BAD_INPUT,
				    "%s is a watch-only wallet, and this needs the master wallet",
				    cli->wallet_file);
	if (role == CLI_WATCH_ONLY && wallet->role != SN_ROLE_WATCH_ONLY)
		return sn_error_set(&cli->err, SN_BAD_INPUT,
				    "%s is the master wallet: it must not be on a networked machine; "
				    "cold-export makes the watch-only wallet for it",
				    cli->wallet_file);
	return SN_OK;
}

int cli_wallet_open(struct cli *cli, struct sn_wallet **wallet, enum sn_wallet_mode mode, enum cli_role role)
{
	char prompt[256], *password = NULL;
	struct stat status;
	int ret = SN_OK;
	*wallet = NULL;
	/* Before the password is asked for. */
	if (stat(cli->wallet_file, &status))
		return sn_error_errno(&cli->err, "cannot open %s", cli->wallet_file);
	if (cli->password) {
		password = cli->password;
		cli->password = NULL;
	} else if (cli->password_file) {
		ret = read_password_file(cli, cli->password_file, &password);
	} else {
		snprintf(prompt, sizeof prompt, "Password for %.200s: ", cli->wallet_file);
		ret = cli_terminal_password(cli, prompt, &password);
	}
	if (!ret)
		ret = sn_wallet_open(wallet, cli->wallet_file, mode, password, &cli->log, &cli->err);
	sn_secret_free(password);
	if (!ret)
		ret = check_role(cli, *wallet, role);
	if (ret) {
		sn_wallet_close(*wallet);
		*wallet = NULL;
	}
	return ret;
}
