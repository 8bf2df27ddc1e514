#include "tools/repair.h"

#include "hot/report.h"
#include "hot/sync.h"
#include "tools/cli_confine.h"
#include "tools/cli_daemon.h"
#include "tools/cli_progress.h"
#include "tools/cli_report.h"
#include "tools/cli_restore.h"
#include "tools/cli_signals.h"
#include "tools/cli_wallet.h"

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !cli_signals_asked();
}

static int resync(struct cli *cli, struct sn_wallet *wallet, struct sn_daemon *daemon)
{
	struct cli_progress bar;
	const struct sn_sync_options options = {.progress = on_progress, .context = &bar, .log = &cli->log};
	struct sn_sync_result result = {0};
	struct sn_buf text = {0};
	/* Asked before anything is dropped: a daemon that is not there, or of another network. */
	cli_signals_let();
	int ret = sn_check_network(wallet, daemon, NULL, &cli->err);
	if (!ret && sn_wallet_reset(wallet))
		ret = sn_error_memory(&cli->err);
	cli_progress_start(&bar, "block", sn_wallet_height(wallet));
	if (!ret)
		ret = sn_sync(wallet, daemon, &options, &result, &cli->err);
	cli_signals_hold();
	cli_progress_end(&bar);
	if (ret || (ret = sn_wallet_store(wallet, &cli->err)) ||
	    (ret = cli_report_say(cli, &text, sn_report_sync_text(&text, &result, sn_daemon_address(daemon)))))
		return ret;
	if (result.interrupted)
		return sn_error_set(&cli->err, SN_REFUSED,
				    "interrupted; what was scanned is stored: start it again to go through");
	cli_say(cli, "resynchronised");
	if (sn_wallet_lacks_images(wallet))
		cli_say(cli, "key images were lost: the balance is not to be trusted until ki-restore has run");
	return SN_OK;
}

int repair_resync(struct cli *cli)
{
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	int ret;
	if ((ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_REPAIR, CLI_ANY_ROLE)))
		goto out;
	cli_warn_of_master(cli, wallet);
	cli_signals_catch(false);
	cli_signals_daemon(daemon);
	sn_daemon_set_patience(daemon, cli_signals_waits_on, NULL);
	ret = resync(cli, wallet, daemon);
	cli_signals_daemon(NULL);
out:
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	return ret;
}

int repair_key_images(struct cli *cli, const char *path)
{
	int ret = cli_confined(cli, cli_confine(0, &cli->err));
	return ret ? ret : cli_restore(cli, path);
}
