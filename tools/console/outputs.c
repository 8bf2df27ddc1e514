#include "tools/console/outputs.h"

#include "app/outputs.h"
#include "base/clock.h"
#include "hot/report_balance.h"
#include "hot/report_outputs.h"
#include "tools/cli/indices.h"
#include "tools/cli/report.h"

#include <stdlib.h>
#include <string.h>

static int read_filter(struct console *c, char **words, size_t n, struct cli_indices *addresses,
		       struct sn_output_filter *filter)
{
	uint64_t account = 0;
	const bool all = n && !strcmp(words[0], "--all");
	words += all, n -= all;
	if (n > 2)
		return cli_usage_error(
			c->cli, "too many arguments; usage: outputs [--all] [ACCOUNT [INDEX[,INDEX...]]]");
	if (n && !cli_is_number(words[0], 0, UINT32_MAX - 1, &account))
		return cli_usage_error(c->cli, "ACCOUNT must be a whole number");
	int ret = cli_indices(c->cli, "INDEX", n > 1 ? words[1] : NULL, addresses);
	*filter = (struct sn_output_filter){
		.with_spent = all,
		.has_account = n > 0,
		.account = (uint32_t)account,
		.addresses = addresses->items,
		.n_addresses = addresses->n,
	};
	return ret;
}

int console_outputs(struct console *c, char **words, size_t n)
{
	struct sn_output_view *list = NULL;
	struct cli_indices addresses;
	struct sn_output_filter filter;
	struct sn_buf out = {0};
	size_t n_listed;
	int failed = 0, ret = read_filter(c, words, n, &addresses, &filter);
	if (ret)
		return ret;
	const struct sn_wallet *wallet = sn_session_read(c->session);
	ret = sn_session_need_chain(c->session, wallet, "outputs", &c->cli->err);
	if (!ret)
		ret = sn_outputs_list(&list, &n_listed, wallet, &filter, sn_unix_time(), &c->cli->err);
	if (!ret)
		failed = sn_report_wallet_notes(&out, wallet) ||
			 sn_report_outputs_text(&out, wallet, list, n_listed);
	sn_session_read_end(c->session);
	free(list);
	return ret ? ret : cli_report_text(c->cli, &out, failed);
}

static int set_frozen(struct console *c, char **words, size_t n, bool is_frozen)
{
	struct sn_buf out = {0};
	size_t changed;
	int ret = sn_session_freeze(c->session, (const char *const *)words, n, is_frozen, &changed,
				    &c->cli->err);
	return ret ? ret : cli_report_text(c->cli, &out, sn_report_frozen_text(&out, is_frozen, n, changed));
}

int console_freeze(struct console *c, char **words, size_t n)
{
	return set_frozen(c, words, n, true);
}

int console_thaw(struct console *c, char **words, size_t n)
{
	return set_frozen(c, words, n, false);
}
