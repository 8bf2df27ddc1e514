#include "tools/console/change.h"

#include "app/address.h"
#include "app/follow.h"
#include "base/secret.h"
#include "hot/report.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/signals.h"
#include "tools/cli/wallet.h"

#include <inttypes.h>
#include <string.h>

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

int console_store(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	int ret = sn_session_store(c->session, &c->cli->err);
	return ret ? ret : console_print(c, "Wallet stored\n");
}
