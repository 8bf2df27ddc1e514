#include "tools/console/view.h"

#include "app/address.h"
#include "app/pay.h"
#include "base/clock.h"
#include "base/text.h"
#include "chain/amount.h"
#include "chain/payment_uri.h"
#include "cold/review_print.h"
#include "handoff/envelope.h"
#include "hot/fork.h"
#include "hot/report.h"
#include "hot/report_balance.h"
#include "hot/report_history.h"
#include "tools/cli/data.h"
#include "tools/cli/names.h"
#include "tools/cli/report.h"
#include "tools/cli/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int console_address(struct console *c, char **words, size_t n)
{
	uint64_t major = 0, minor = 0;
	struct sn_address address;
	struct sn_buf out = {0}, notes = {0};
	uint64_t unscanned_below;
	if ((n > 0 && !cli_is_number(words[0], 0, UINT32_MAX - 1, &major)) ||
	    (n > 1 && !cli_is_number(words[1], 0, UINT32_MAX - 1, &minor)))
		return cli_usage_error(c->cli, "ACCOUNT and INDEX must be whole numbers");
	const struct sn_subaddress_index index = {(uint32_t)major, (uint32_t)minor};
	int ret = sn_session_show(c->session, index, &address, &unscanned_below, &c->cli->err);
	if (ret)
		return ret;
	ret = cli_report_text(c->cli, &out, sn_report_address_text(&out, &address));
	return ret ? ret : cli_report_say(c->cli, &notes, sn_report_unscanned(&notes, unscanned_below));
}

int console_make_uri(struct console *c, char **words, size_t n)
{
	struct sn_payment_uri uri = {0};
	struct sn_subaddress_index index = {0};
	struct sn_amount amount;
	struct sn_buf out = {0}, notes = {0};
	uint64_t unscanned_below;
	int ret = sn_amount_parse(&amount, words[0], &c->cli->err);
	if (!ret && !amount.pico)
		ret = cli_usage_error(c->cli, "AMOUNT must not be zero");
	if (!ret && n > 1)
		ret = cli_names_index(c->cli, "ACCOUNT/INDEX", words[1], &index);
	if (!ret && n > 2 &&
	    (strlen(words[2]) >= sizeof uri.tx_description || words[2][sn_text_plain_len(words[2])]))
		ret = cli_usage_error(c->cli, "DESCRIPTION has at most %d bytes, and no control characters",
				      SN_PAYMENT_URI_TEXT_MAX - 1);
	if (!ret)
		ret = sn_session_show(c->session, index, &uri.address, &unscanned_below, &c->cli->err);
	if (ret)
		return ret;
	uri.amount = amount.pico;
	if (n > 2)
		strcpy(uri.tx_description, words[2]);
	ret = cli_report_text(c->cli, &out, sn_report_request_text(&out, &uri));
	return ret ? ret : cli_report_say(c->cli, &notes, sn_report_unscanned(&notes, unscanned_below));
}

int console_balance(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	struct sn_buf out = {0};
	int failed = 0;
	const struct sn_wallet *wallet = sn_session_read(c->session);
	int ret = sn_session_need_chain(c->session, wallet, "balance", &c->cli->err);
	if (!ret)
		failed = sn_report_balance_text(&out, wallet, sn_unix_time());
	sn_session_read_end(c->session);
	return ret ? ret : cli_report_text(c->cli, &out, failed);
}

int console_history(struct console *c, char **words, size_t n)
{
	struct sn_transfer *transfers = NULL;
	size_t n_transfers = 0;
	uint64_t count = 0;
	struct sn_buf out = {0};
	const bool all = n && !strcmp(words[0], "--all");
	words += all, n -= all;
	if (n > 1)
		return cli_usage_error(c->cli, "too many arguments; usage: history [--all] [COUNT]");
	if (n && !cli_is_number(words[0], 1, SIZE_MAX, &count))
		return cli_usage_error(c->cli, "COUNT must be a number from 1 on");
	const struct sn_history_filter filter = {.no_abandoned = !all, .limit = (size_t)count};
	const struct sn_wallet *wallet = sn_session_read(c->session);
	int failed = 0;
	int ret = sn_session_need_chain(c->session, wallet, "history", &c->cli->err);
	if (!ret)
		ret = sn_history(&transfers, &n_transfers, wallet, &filter, sn_unix_time(), &c->cli->err);
	if (!ret) {
		failed = sn_report_wallet_notes(&out, wallet) ||
			 sn_report_history_text(&out, wallet, transfers, n_transfers);
	}
	sn_session_read_end(c->session);
	free(transfers);
	return ret ? ret : cli_report_text(c->cli, &out, failed);
}

static void put_row(struct sn_buf *out, const char *label, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void put_row(struct sn_buf *out, const char *label, const char *fmt, ...)
{
	char line[1024];
	va_list ap;
	int len = snprintf(line, sizeof line, "%-10s ", label);
	va_start(ap, fmt);
	vsnprintf(line + len, sizeof line - (size_t)len, fmt, ap);
	va_end(ap);
	sn_put_bytes(out, line, strlen(line));
	sn_put_u8(out, '\n');
}

int console_status(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	struct sn_session_status status;
	struct sn_error fork;
	struct sn_buf out = {0};
	sn_session_status(c->session, &status);
	const struct sn_wallet *wallet = sn_session_read(c->session);
	put_row(&out, "wallet", "%s", c->cli->wallet_file);
	put_row(&out, "role", "%s", wallet->role == SN_ROLE_MASTER ? "master" : "watch-only");
	put_row(&out, "network", "%s", sn_network_name(wallet->account->network));
	if (sn_fork_check_wallet(wallet, &fork))
		put_row(&out, "upgrade", "%s", fork.text);
	sn_session_read_end(c->session);
	put_row(&out, "height", "%" PRIu64, status.height);
	if (!c->daemon)
		put_row(&out, "daemon", "none, offline");
	else if (!status.daemon_height)
		put_row(&out, "daemon", "%s, %s", sn_daemon_address(c->daemon),
			status.has_failed ? "no answer yet" : "not connected yet");
	else
		put_row(&out, "daemon", "%s, at height %" PRIu64 "%s", sn_daemon_address(c->daemon),
			status.daemon_height, status.is_synchronized ? ", synchronized" : "");
	if (status.has_failed)
		put_row(&out, "trouble", "%s", status.failure.text);
	return cli_report_text(c->cli, &out, out.failed);
}

int console_seed(struct console *c, char **words, size_t n)
{
	(void)words, (void)n;
	return sn_error_hint(
		&c->cli->err,
		sn_error_set(&c->cli->err, SN_REFUSED, "the console does not show the seed phrase"),
		"run cold-seed with this wallet file");
}

int console_describe(struct console *c, char **words, size_t n)
{
	struct sn_buf file = {0}, out = {0};
	struct sn_review review = {0};
	int ret = cli_data_read(c->cli, n ? words[0] : CONSOLE_UNSIGNED_FILE, "the unsigned file",
				SN_ENVELOPE_MAX, &file);
	if (!ret)
		ret = sn_session_describe(c->session, file.data, file.len, &c->limits, &review, &c->cli->err);
	if (!ret) {
		int failed = sn_review_text(&out, &review, SN_REVIEW_TO_LOOK);
		cli_text_make_lines_plain((char *)out.data, out.len);
		ret = cli_report_text(c->cli, &out, failed);
	}
	sn_review_free(&review);
	sn_buf_free(&file);
	return ret;
}
