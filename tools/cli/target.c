#include "tools/cli/target.h"

#include "base/file.h"
#include "store/journal.h"
#include "store/key_images.h"
#include "store/signing_journal.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_target_is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Returns the directory of `path`, with symbolic links resolved. Free it. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash ? strndup(path, (size_t)(slash + 1 - path)) : strdup(".");
	char *real = directory ? realpath(directory, NULL) : NULL;
	const int reason = errno;
	free(directory);
	errno = reason;
	return real;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

/* Whether both are the same name in the same directory. The files need not exist. */
static bool is_name(const char *a, const char *b)
{
	char *directories[] = {directory_of(a), directory_of(b)};
	bool is_it = directories[0] && directories[1] && !strcmp(directories[0], directories[1]) &&
		     !strcmp(last_part(a), last_part(b));
	free(directories[0]);
	free(directories[1]);
	return is_it;
}

static bool is_at(const char *path, const char *other)
{
	struct stat a, b;
	return (!stat(path, &a) && !stat(other, &b) && cli_target_is_same(&a, &b)) || is_name(path, other);
}

/* Check the wallet file and the files beside it (store/signing_journal.h, store/key_images.h). If the wallet
 * file is a symbolic link, they are beside its target. */
static int check_wallet(const char *path, const char *wallet, const char *what, struct sn_error *err)
{
	static const char *const suffixes[] = {"", SN_SIGNING_JOURNAL_SUFFIX, SN_KEY_IMAGES_SUFFIX};
	char *real = wallet ? realpath(wallet, NULL) : NULL;
	const char *name = real ? real : wallet;
	char beside[PATH_MAX];
	int ret = SN_OK;
	for (size_t i = 0; !ret && name && i < sizeof suffixes / sizeof *suffixes; i++)
		if (snprintf(beside, sizeof beside, "%s%s", name, suffixes[i]) < (int)sizeof beside &&
		    is_at(path, beside))
			ret = sn_error_set(err, SN_REFUSED, "%s %s, a file of the wallet %s", what, beside,
					   wallet);
	free(real);
	return ret;
}

static bool is_standard_input(const char *path)
{
	struct stat a, b;
	return !stat(path, &a) && S_ISREG(a.st_mode) && !fstat(STDIN_FILENO, &b) &&
	       cli_target_is_same(&a, &b);
}

static int check_inputs(const struct cli *cli, const char *path, const char *what, struct sn_error *err)
{
	bool reads_stdin = cli->stdin_taken;
	for (size_t i = 0; i < cli->n_inputs; i++) {
		if (!strcmp(cli->inputs[i], "-"))
			reads_stdin = true;
		else if (is_at(path, cli->inputs[i]))
			return sn_error_set(err, SN_REFUSED, "%s %s", what, cli->inputs[i]);
	}
	return reads_stdin && is_standard_input(path)
		       ? sn_error_set(err, SN_REFUSED, "%s %s, which is standard input", what, path)
		       : SN_OK;
}

void cli_target_add_input(struct cli *cli, const char *path)
{
	assert(cli->n_inputs < CLI_INPUTS_MAX);
	cli->inputs[cli->n_inputs++] = path;
}

int cli_target_check(const struct cli *cli, const char *path, const char *what, struct sn_error *err)
{
	int ret;
	if ((ret = check_wallet(path, cli->wallet_file, what, err)) ||
	    (ret = check_inputs(cli, path, what, err)))
		return ret;
	if (sn_journal_is_one(path))
		return sn_error_set(err, SN_REFUSED,
				    "%s %s, which is a wallet, a key-image file or a signing journal", what,
				    path);
	return SN_OK;
}

int cli_target_try(const char *path, struct sn_error *err)
{
	struct stat file;
	int reason = stat(path, &file) ? errno : 0;
	if (reason == ENOENT && *path && !lstat(path, &file))
		return sn_error_set(err, SN_IO, "cannot write %s: it is a broken symbolic link", path);
	if (!reason && S_ISDIR(file.st_mode))
		reason = EISDIR;
	if (!reason && !S_ISREG(file.st_mode)) { /* it will be opened, not replaced */
		reason = S_ISSOCK(file.st_mode) ? ENXIO : access(path, W_OK) ? errno : 0;
		errno = reason;
		return reason ? sn_error_errno(err, "cannot write %s", path) : SN_OK;
	}
	char *real = realpath(path, NULL);
	if (!reason && !real) /* an open file without a name */
		reason = errno;
	else if (reason == ENOENT && *path) /* it will be created */
		reason = 0;
	if (!reason && strlen(last_part(real ? real : path)) + strlen(SN_FILE_TEMPORARY_SUFFIX) > NAME_MAX)
		reason = ENAMETOOLONG;
	char *directory = reason ? NULL : directory_of(real ? real : path);
	if (!reason && (!directory || access(directory, W_OK | X_OK)))
		reason = errno;
	free(real);
	free(directory);
	errno = reason;
	return reason ? sn_error_errno(err, "cannot write %s", path) : SN_OK;
}
