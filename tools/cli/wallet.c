#include "tools/cli/wallet.h"

#include "base/secret.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wait.h"

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
		ret = sn_error_set(&cli->err, SN_BAD_INPUT,
				   "%s: the first line is longer than %d bytes, or binary", path,
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

/* The option that would give the password in *given; NULL: a new password of the wallet. */
static const char *option_for(const struct cli *cli, char **given)
{
	return !given                          ? "--new-password-file=FILE"
	       : given == &cli->watch_password ? "--watch-password-file=FILE"
	       : given == &cli->password       ? "--password-file=FILE"
					       : "PASSWORD after the file name";
}

/* Get the password for the wallet file `path`: *given (which becomes NULL), the first line of the file
 * `from`, or the answer to `prompt`. */
static int get_password(struct cli *cli, const char *prompt, const char *path, char **given, const char *from,
			char **password)
{
	char text[256], hint[64];
	*password = given ? *given : NULL;
	if (*password) {
		*given = NULL;
		return SN_OK;
	}
	if (from)
		return cli_secret_line(cli, from, "the password file", password);
	snprintf(text, sizeof text, "%s for %.200s: ", prompt, path);
	snprintf(hint, sizeof hint, "use %s", option_for(cli, given));
	return cli_terminal_password(cli, text, hint, password);
}

int cli_new_password(struct cli *cli, const char *path, char **given, const char *from, char **password)
{
	char *again = NULL, prompt[256];
	bool is_typed = !(given && *given) && !from;
	int ret = get_password(cli, "New password", path, given, from, password);
	if (ret || !is_typed)
		return ret;
	if (!**password)
		ret = sn_error_hint(&cli->err, sn_error_set(&cli->err, SN_REFUSED, "the password is empty"),
				    "for an empty password, use %s", option_for(cli, given));
	snprintf(prompt, sizeof prompt, "Repeat the new password for %.200s: ", path);
	if (!ret)
		ret = cli_terminal_password(cli, prompt, "", &again);
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
	if (lstat(path, &status))
		return SN_OK;
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_REFUSED, "%s already exists; not overwritten", path),
			     "choose another file name");
}

static int check_role(struct cli *cli, const char *path, const struct sn_wallet *wallet, enum cli_role role)
{
	if (role == CLI_MASTER && wallet->role != SN_ROLE_MASTER)
		return sn_error_because(&cli->err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					"%s is a watch-only wallet; the master wallet is required", path);
	if (role == CLI_WATCH_ONLY && wallet->role != SN_ROLE_WATCH_ONLY)
		return sn_error_hint(
			&cli->err,
			sn_error_because(&cli->err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
					 "%s is a master wallet; the watch-only wallet is required", path),
			"use the watch-only wallet, which cold-export creates; a master wallet must not be on a networked machine");
	return SN_OK;
}

static int open_wallet(struct cli *cli, struct sn_wallet **wallet, const char *path, enum sn_wallet_mode mode,
		       enum cli_role role, char **given, const char *from)
{
	char *password = NULL;
	struct stat status;
	*wallet = NULL;
	/* Before the prompt for the password. */
	if (stat(path, &status))
		return sn_error_errno(&cli->err, "cannot open %s", path);
	int ret = get_password(cli, "Password", path, given, from, &password);
	if (!ret) {
		do
			ret = sn_wallet_open(wallet, path, mode, password, &cli->log, &cli->err);
		while (cli_wait(cli, ret));
	}
	sn_secret_free(password);
	if (!ret)
		ret = check_role(cli, path, *wallet, role);
	if (ret) {
		sn_wallet_close(*wallet);
		*wallet = NULL;
	}
	return ret;
}

/* The copy is for cli_wallet_open. */
int cli_wallet_password(struct cli *cli, char **password)
{
	struct stat status;
	*password = NULL;
	if (stat(cli->wallet_file, &status))
		return sn_error_errno(&cli->err, "cannot open %s", cli->wallet_file);
	int ret =
		get_password(cli, "Password", cli->wallet_file, &cli->password, cli->password_file, password);
	if (ret)
		return ret;
	cli->password = sn_secret_alloc(strlen(*password) + 1);
	if (!cli->password)
		return sn_error_memory(&cli->err);
	strcpy(cli->password, *password);
	return SN_OK;
}

int cli_wallet_open(struct cli *cli, struct sn_wallet **wallet, enum sn_wallet_mode mode, enum cli_role role)
{
	return open_wallet(cli, wallet, cli->wallet_file, mode, role, &cli->password, cli->password_file);
}

int cli_wallet_open_journal(struct cli *cli, struct sn_signing_journal **journal,
			    const struct sn_wallet *master)
{
	int ret;
	do
		ret = sn_signing_journal_open(journal, master, true, &cli->err);
	while (cli_wait(cli, ret));
	return ret;
}

void cli_warn_of_master(const struct cli *cli, const struct sn_wallet *wallet)
{
	if (wallet->role != SN_ROLE_MASTER)
		return;
	cli_say(cli, "warning: a master wallet on a networked machine: an intruder can take the spend key");
	cli_say(cli, "hint: use it online only as a last resort; --offline-mode uses no network");
}

int cli_wallet_open_watch_only(struct cli *cli, struct sn_wallet **wallet, const char *path,
			       enum sn_wallet_mode mode)
{
	return open_wallet(cli, wallet, path, mode, CLI_WATCH_ONLY, &cli->watch_password,
			   cli->watch_password_file);
}
