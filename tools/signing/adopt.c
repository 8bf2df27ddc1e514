#include "tools/signing/adopt.h"

#include "base/secret.h"
#include "store/signing_journal.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wallet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int report(struct cli *cli, const char *path, const struct sn_adoption *a)
{
	struct sn_buf out = {0};
	char text[96];
	if (a->n_conflicts)
		cli_say(cli,
			"warning: %zu adopted transaction%s %s outputs that other signed transactions spend, too: only one of two such transactions can be mined",
			a->n_conflicts, SN_PLURAL(a->n_conflicts), a->n_conflicts == 1 ? "spends" : "spend");
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		bool done = cli_json_u64(root, "entries", a->n) && cli_json_u64(root, "adopted", a->n_new) &&
			    cli_json_u64(root, "conflicts", a->n_conflicts);
		int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
		sn_json_free(root);
		return ret;
	}
	snprintf(text, sizeof text, "adopted %zu of %zu transaction%s of ", a->n_new, a->n, SN_PLURAL(a->n));
	sn_put_bytes(&out, text, strlen(text));
	sn_put_bytes(&out, path, strlen(path));
	sn_put_u8(&out, '\n');
	int ret = out.failed ? sn_error_memory(&cli->err) : cli_data_print(cli, (char *)out.data, out.len);
	sn_buf_free(&out);
	return ret;
}

static int get_password(struct cli *cli, const char *path, const char *from, char **password)
{
	char prompt[256];
	if (from)
		return cli_secret_line(cli, from, "the password file", password);
	snprintf(prompt, sizeof prompt, "Password for %.200s: ", path);
	return cli_terminal_password(cli, prompt, "use --journal-password-file=FILE", password);
}

/* Whether `path` is the journal of the wallet, or in its place. */
static bool is_own(const struct sn_wallet *w, const struct stat *file)
{
	struct stat own;
	char *path = sn_signing_journal_path(w);
	bool is_same = path && !stat(path, &own) && own.st_dev == file->st_dev && own.st_ino == file->st_ino;
	free(path);
	return is_same;
}

int cold_sign_adopt(struct cli *cli, const char *path, const char *password_file)
{
	struct sn_wallet *w = NULL;
	struct sn_signing_journal *journal = NULL;
	struct sn_adoption adoption = {0};
	struct stat file;
	char *password = NULL;
	int ret;
	if (stat(path, &file)) /* before any prompt */
		return sn_error_errno(&cli->err, "cannot open %s", path);
	if ((ret = cli_wallet_open(cli, &w, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = get_password(cli, path, password_file, &password)))
		goto out;
	if (is_own(w, &file)) {
		ret = sn_signing_journal_adopt_in_place(w, password, &adoption.n, &cli->err);
		adoption.n_new = adoption.n;
	} else if (!(ret = cli_wallet_open_journal(cli, &journal, w))) {
		ret = sn_signing_journal_adopt(journal, w, path, password, &adoption, &cli->err);
	}
	if (!ret && (ret = report(cli, path, &adoption)))
		ret = sn_error_prefix(&cli->err, ret, "the journal was adopted");
out:
	sn_secret_free(password);
	sn_signing_journal_close(journal);
	sn_wallet_close(w);
	return ret;
}
