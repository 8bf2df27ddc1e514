#include "tools/cli/wallet.h"

#include "base/secret.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int cli_secret_line(struct cli *cli, const char *path, const char *what, char **secret)
{
	struct sn_buf file = {0};
	*secret = NULL;
	int ret = cli_data_read(cli, path, what, 65536, &file);
	if (ret)
		goto out;
	const uint8_t *end = memchr(file.data, '\n', file.len);
	size_t len = end ? (size_t)(end - file.data) : file.len;
	if (len && file.data[len - 1] == '\r')
		len--;
	if (len > CLI_PASSWORD_MAX || memchr(file.data, 0, len)) {
		ret = sn_error_set(
			&cli->err, SN_BAD_INPUT,
			"%s: the first line is not what it should be: longer than %d bytes, or binary", path,
			CLI_PASSWORD_MAX);
		goto out;
	}
	*secret = sn_secret_alloc(len + 1);
	if (*secret)
		memcpy(*secret, file.data, len);
	else
		ret = sn_error_memory(&cli->err);
out:
	sn_buf_free(&file);
	return ret;
}

/* The password for the wallet file `path`: *given, which is taken out, the first line of the file `from`, or
 * typed after `prompt`. */
static int get_password(struct cli *cli, const char *prompt, const char *path, char **given, const char *from,
			char **password)
{
	char text[256];
	*password = *given;
	*given = NULL;
	if (*password)
		return SN_OK;
	if (from)
		return cli_secret_line(cli, from, "the password file", password);
	snprintf(text, sizeof text, "%s for %.200s: ", prompt, path);
	return cli_terminal_password(cli, text, password);
}

int cli_new_password(struct cli *cli, const char *path, char **given, const char *from, char **password)
{
	char *again = NULL;
	bool is_typed = !*given && !from;
	int ret = get_password(cli, "New password", path, given, from, password);
	if (ret || !is_typed)
		return ret;
	if (!**password)
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
		return sn_error_set(&cli->err, SN_REFUSED, "%s already exists; not overwritten", path);
	return SN_OK;
}

static int check_role(struct cli *cli, const char *path, const struct sn_wallet *wallet, enum cli_role role)
{
	if (role == CLI_MASTER && wallet->role != SN_ROLE_MASTER)
		return sn_error_because(&cli->err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					"%s is a watch-only wallet, and this needs the master wallet", path);
	if (role == CLI_WATCH_ONLY && wallet->role != SN_ROLE_WATCH_ONLY)
		return sn_error_because(&cli->err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					"%s is the master wallet: it must not be on a networked machine; "
					"cold-export makes the watch-only wallet for it",
					path);
	return SN_OK;
}

static int open_wallet(struct cli *cli, struct sn_wallet **wallet, const char *path, enum sn_wallet_mode mode,
		       enum cli_role role, char **given, const char *from)
{
	char *password = NULL;
	struct stat status;
	*wallet = NULL;
	/* Before the password is asked for. */
	if (stat(path, &status))
		return sn_error_errno(&cli->err, "cannot open %s", path);
	int ret = get_password(cli, "Password", path, given, from, &password);
	if (!ret)
		ret = sn_wallet_open(wallet, path, mode, password, &cli->log, &cli->err);
	sn_secret_free(password);
	if (!ret)
		ret = check_role(cli, path, *wallet, role);
	if (ret) {
		sn_wallet_close(*wallet);
		*wallet = NULL;
	}
	return ret;
}

int cli_wallet_open(struct cli *cli, struct sn_wallet **wallet, enum sn_wallet_mode mode, enum cli_role role)
{
	return open_wallet(cli, wallet, cli->wallet_file, mode, role, &cli->password, cli->password_file);
}

void cli_warn_of_master(const struct cli *cli, const struct sn_wallet *wallet)
{
	if (wallet->role == SN_ROLE_MASTER)
		cli_say(cli,
			"warning: this wallet can spend, and is on a machine with a network: as a last resort "
			"only; --offline-mode keeps it away from there");
}

int cli_wallet_open_watch_only(struct cli *cli, struct sn_wallet **wallet, const char *path,
			       enum sn_wallet_mode mode)
{
	return open_wallet(cli, wallet, path, mode, CLI_WATCH_ONLY, &cli->watch_password,
			   cli->watch_password_file);
}
