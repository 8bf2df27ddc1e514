#include "tools/console/change.h"

#include "app/address.h"
#include "app/follow.h"
#include "app/password.h"
#include "base/secret.h"
#include "hot/report.h"
#include "tools/cli/new.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/signals.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wallet.h"

#include <inttypes.h>
#include <string.h>

#define CONSOLE_PASSWD_HINT \
	"end the console, and run wallet-passwd with --password-file and --new-password-file"

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !cli_signals_asked();
}

int console_refresh(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	struct cli_progress bar;
	const struct sn_sync_options options = {
		.progress = on_progress, .context = &bar, .log = &c->cli->log};
	struct sn_sync_result result = {0};
	struct sn_session_status status;
	struct sn_buf out = {0};
	sn_session_status(c->session, &status);
	cli_progress_start(&bar, "block", status.height);
	int ret = sn_session_refresh(c->session, &options, &result, &c->cli->err);
	cli_progress_end(&bar);
	if (!ret)
		ret = cli_report_text(c->cli, &out,
				      sn_report_sync_text(&out, &result, sn_daemon_address(c->daemon)));
	/* On a terminal the user pressed Ctrl+C. A script must not continue as if the wallet were up to date.
	 */
	if (!ret && result.interrupted && !c->is_interactive)
		ret = sn_error_set(&c->cli->err, SN_REFUSED,
				   "interrupted at height %" PRIu64 "; the scanned blocks are kept",
				   result.height);
	return ret;
}

int console_save_watch_only(struct console *c, char **words, size_t n)
{
	const char *path = words[0];
	char *given = NULL, *password = NULL;
	int ret = cli_wallet_check_new(c->cli, path);
	if (ret)
		return ret;
	const struct sn_wallet *wallet = sn_session_read(c->session);
	const enum sn_role role = wallet->role;
	sn_session_read_end(c->session);
	if (role != SN_ROLE_MASTER)
		return sn_error_hint(&c->cli->err,
				     sn_error_because(&c->cli->err, SN_BAD_INPUT, SN_REASON_WRONG_ROLE,
						      "this is already a watch-only wallet"),
				     "copy its file");
	if (n > 1) {
		given = sn_secret_alloc(strlen(words[1]) + 1);
		if (!given)
			return sn_error_memory(&c->cli->err);
		strcpy(given, words[1]);
	}
	ret = cli_new_password(c->cli, path, &given, NULL, &password);
	if (!ret)
		ret = sn_session_save_watch_only(c->session, path, password, &c->cli->err);
	if (!ret)
		ret = console_print(c, "Watch-only wallet has been stored to %s\n", path);
	sn_secret_free(password);
	return ret;
}

/* Prompt for the old password, too: the terminal may be unattended. */
int console_password(struct console *c, char **words, size_t n)
{
	struct cli *cli = c->cli;
	char *old = NULL, *password = NULL;
	enum sn_kdf_cost cost;
	int ret;
	cli->kdf = n && !strncmp(words[0], "--kdf=", 6) ? words[0] + 6 : NULL;
	if (n && !cli->kdf)
		return cli_usage_error(cli, "unknown option %s", words[0]);
	const enum sn_kdf_cost *new_cost = cli->kdf ? &cost : NULL;
	const char *path = sn_journal_path(sn_wallet_journal(sn_session_read(c->session)));
	sn_session_read_end(c->session);
	ret = cli_kdf(cli, &cost);
	cli->kdf = NULL;
	if (ret || (ret = cli_terminal_password(cli, "Old password: ", CONSOLE_PASSWD_HINT, &old)) ||
	    (ret = sn_session_check_password(c->session, old, &cli->err)) ||
	    (ret = cli_new_password(cli, path, NULL, NULL, &password)) ||
	    (ret = sn_session_change_password(c->session, password, new_cost, &cli->err)))
		goto out;
	ret = console_print(c, "Password changed\n");
out:
	sn_secret_free(old);
	sn_secret_free(password);
	return ret;
}

int console_store(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	int ret = sn_session_store(c->session, &c->cli->err);
	return ret ? ret : console_print(c, "Wallet stored\n");
}
