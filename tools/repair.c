#include "tools/repair.h"

#include "cold/restore.h"
#include "hot/report.h"
#include "hot/sync.h"
#include "tools/cli_confine.h"
#include "tools/cli_daemon.h"
#include "tools/cli_progress.h"
#include "tools/cli_report.h"
#include "tools/cli_signals.h"
#include "tools/cli_wallet.h"

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw(bar, at->height, at->target);
	return !cli_signals_asked();
}

static int resync(struct cli *cli, struct sn_wallet *wallet, struct sn_daemon *daemon)
{
	struct cli_progress bar;
	const struct sn_sync_options options = {on_progress, &bar, &cli->log};
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
	cli_signals_catch(false);
	cli_signals_daemon(daemon);
	ret = resync(cli, wallet, daemon);
	cli_signals_daemon(NULL);
out:
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	return ret;
}

static void on_output(void *bar, size_t done, size_t total)
{
	cli_progress_draw(bar, done, total);
}

int repair_key_images(struct cli *cli, const char *path)
{
	struct sn_wallet *master = NULL, *watch = NULL;
	struct cli_progress bar;
	const struct sn_restore_progress progress = {on_output, &bar};
	size_t repaired = 0;
	int ret;
	if ((ret = cli_confine(&cli->err)) || (ret = cli_wallet_open(cli, &master, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = cli_wallet_open_watch_only(cli, &watch, path, SN_WALLET_REPAIR)))
		goto out;
	cli_progress_start(&bar, "output", 0);
	ret = sn_restore_into(watch, master->account, &progress, &repaired, &cli->err);
	cli_progress_end(&bar);
	if (ret)
		goto out;
	cli_say(cli, "%zu of %zu key images were missing", repaired, watch->n_images);
	cli_say(cli, "missing key images have been successfully repaired");
out:
	sn_wallet_close(watch);
	sn_wallet_close(master);
	return ret;
}
