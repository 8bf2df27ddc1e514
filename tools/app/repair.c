#include "tools/app/repair.h"

#include "chain/subaddress_table.h"
#include "hot/report.h"
#include "hot/restore_date.h"
#include "hot/sync.h"
#include "node/daemon_info.h"
#include "tools/cli/daemon.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/progress.h"
#include "tools/cli/report.h"
#include "tools/cli/restore.h"
#include "tools/cli/restore_height.h"
#include "tools/cli/signals.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"
#include "tools/confine/confine.h"

#include <inttypes.h>

static bool on_progress(void *bar, const struct sn_sync_progress *at)
{
	cli_progress_draw_blocks(bar, at->height, at->target, at->transactions);
	return !cli_signals_asked();
}

/* Ask the daemon for the block of --restore-date. */
static int find_date(struct cli *cli, uint64_t *height, const struct sn_daemon_info *info,
		     struct sn_daemon *daemon)
{
	uint64_t time;
	int ret;
	if (!cli->restore_date)
		return SN_OK;
	if ((ret = cli_restore_date(cli, &time)) ||
	    (ret = sn_restore_height_of_date(daemon, info->height, time, height, &cli->err)))
		return ret;
	cli_say(cli, "restore height %" PRIu64 ", two days before %s by the time stamps of the daemon",
		*height, cli->restore_date);
	return SN_OK;
}

/* Read the options. Without them, keep the values of the wallet. */
static int read_start(struct cli *cli, struct sn_wallet_start *start, const struct sn_wallet *wallet)
{
	int ret;
	start->restore_height = wallet->restore_height;
	if ((ret = cli_number(cli, "restore-height", cli->restore_height, 0, UINT32_MAX,
			      &start->restore_height)) ||
	    (ret = cli_lookahead(cli, &start->lookahead_accounts, &start->lookahead_addresses)))
		return ret;
	if (!start->lookahead_accounts) {
		start->lookahead_accounts = wallet->lookahead_accounts;
		start->lookahead_addresses = wallet->lookahead_addresses;
	}
	ret = sn_wallet_check_lookahead(wallet, start->lookahead_accounts, start->lookahead_addresses);
	if (ret == SN_REFUSED)
		return sn_error_set(
			&cli->err, ret,
			"--subaddress-lookahead=%s is too large with the addresses in use: at most %u addresses are scanned for",
			cli->lookahead, SN_SUBADDRESS_TABLE_MAX);
	return ret ? sn_error_memory(&cli->err) : SN_OK;
}

/* The lowest height at which a block may have the payment. It spends its inputs, so no block below theirs has
 * it. The height that the wallet had reached when it was submitted is no bound, nor is that of a block that
 * was removed or conflicts with it: that chain may have been false, or may have been replaced. */
static uint64_t lowest_block(const struct sn_wallet *w, const struct sn_wallet_payment *p)
{
	uint64_t lowest = sn_wallet_height(w);
	for (size_t i = 0; i < p->n_inputs; i++) {
		/* Not scanned: it is in a block above. */
		size_t output = sn_wallet_find_key(w, &p->inputs[i]);
		if (output != SIZE_MAX && w->outputs[output].height < lowest)
			lowest = w->outputs[output].height;
	}
	return lowest;
}

/* Whether a block that is not scanned yet, or is scanned again, may have the payment. */
static bool may_be_mined(const struct sn_wallet_payment *p)
{
	bool is_beaten = p->state == SN_PAYMENT_RELEASED && p->height && sn_payment_was_submitted(p);
	return p->state == SN_PAYMENT_SUBMITTED || is_beaten;
}

/* If the block of a payment is not scanned again, the payment remains pending and is finally dropped: the
 * user could then pay twice. */
static int check_payments(struct cli *cli, const struct sn_wallet *wallet, uint64_t restore_height)
{
	if (restore_height <= wallet->restore_height)
		return SN_OK;
	for (size_t i = 0; i < wallet->n_payments; i++) {
		const struct sn_wallet_payment *p = &wallet->payments[i];
		const uint64_t height = lowest_block(wallet, p);
		if (p->state == SN_PAYMENT_CONFIRMED && restore_height > p->height)
			return sn_error_hint(&cli->err,
					     sn_error_set(&cli->err, SN_REFUSED,
							  "payment %" PRIu64 " is in block %" PRIu64, p->id,
							  p->height),
					     "use --restore-height=%" PRIu64 " or a lower height", p->height);
		if (may_be_mined(p) && restore_height > height)
			return sn_error_hint(&cli->err,
					     sn_error_set(&cli->err, SN_REFUSED,
							  "payment %" PRIu64
							  " may be in any block from block %" PRIu64 " on",
							  p->id, height),
					     "use --restore-height=%" PRIu64 " or a lower height", height);
	}
	return SN_OK;
}

static int resync(struct cli *cli, struct sn_wallet *wallet, struct sn_wallet_start *start,
		  struct sn_daemon *daemon)
{
	struct cli_progress bar;
	const struct sn_sync_options options = {.progress = on_progress, .context = &bar, .log = &cli->log};
	struct sn_sync_result result = {0};
	struct sn_buf text = {0};
	/* Before anything is dropped: the daemon may be unreachable, or on another network. */
	cli_signals_let();
	struct sn_daemon_info info;
	int ret = sn_check_network(wallet, daemon, &info, &cli->err);
	if (!ret)
		ret = find_date(cli, &start->restore_height, &info, daemon);
	if (!ret)
		ret = check_payments(cli, wallet, start->restore_height);
	if (!ret)
		ret = sn_check_restore_height(start->restore_height, &info, sn_daemon_address(daemon),
					      &cli->err);
	if (!ret && (sn_wallet_reset(wallet) || sn_wallet_set_restore_height(wallet, start->restore_height) ||
		     sn_wallet_set_lookahead(wallet, start->lookahead_accounts, start->lookahead_addresses)))
		ret = sn_error_memory(&cli->err);
	cli_progress_start(&bar, "block", sn_wallet_height(wallet));
	if (!ret)
		ret = sn_sync(wallet, daemon, &options, &result, &cli->err);
	cli_signals_hold();
	cli_progress_end(&bar);
	if (ret || (ret = sn_wallet_store(wallet, &cli->err)) ||
	    (ret = cli_report_say(cli, &text,
				  sn_report_sync_text(&text, &result, sn_daemon_address(daemon)))))
		return ret;
	if (result.interrupted)
		return sn_error_hint(
			&cli->err,
			sn_error_set(&cli->err, SN_REFUSED, "interrupted; the scanned blocks are stored"),
			"run wo-sync (sneakernote: refresh) to continue");
	if (wallet->scanned_to)
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_DAEMON,
						  "the daemon at %s has %" PRIu64
						  " blocks, but this wallet had scanned %" PRIu64
						  ": the balance is unknown until the daemon has as many",
						  sn_daemon_address(daemon), result.daemon_height,
						  wallet->scanned_to),
				     "run wo-sync (sneakernote: refresh) when the daemon has as many blocks");
	cli_say(cli, "resynchronized");
	if (sn_wallet_lacks_images(wallet)) {
		cli_say(cli, "warning: key images are missing: the balance is unreliable");
		cli_say(cli, "hint: run ki-restore");
	}
	return SN_OK;
}

int repair_resync(struct cli *cli)
{
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_wallet_start start = {0};
	int ret;
	uint64_t time;
	if ((cli->restore_date && (ret = cli_restore_date(cli, &time))) ||
	    (ret = cli_daemon_open(cli, &daemon)) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_REPAIR, CLI_ANY_ROLE)) ||
	    (ret = read_start(cli, &start, wallet)))
		goto out;
	cli_warn_of_master(cli, wallet);
	cli_signals_catch(false);
	cli_signals_daemon(daemon);
	sn_daemon_set_patience(daemon, cli_signals_waits_on, NULL);
	ret = resync(cli, wallet, &start, daemon);
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
