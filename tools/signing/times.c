#include "tools/signing/times.h"

#include "base/clock.h"
#include "base/date.h"
#include "store/signing_journal.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wallet.h"

#include <stdio.h>
#include <string.h>

static int report(struct cli *cli, uint64_t clock, size_t n_changed, size_t n)
{
	char text[160], date[SN_DATE_TEXT_MAX];
	sn_date_time_format(date, clock);
	if (cli->json) {
		cJSON *root = cJSON_CreateObject();
		bool done = cli_json_u64(root, "clock", clock) && cli_json_u64(root, "entries", n) &&
			    cli_json_u64(root, "corrected", n_changed);
		int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
		sn_json_free(root);
		return ret;
	}
	if (n_changed)
		snprintf(text, sizeof text, "changed the time of %zu of %zu transaction%s to %s\n", n_changed,
			 n, SN_PLURAL(n), date);
	else
		snprintf(text, sizeof text,
			 "nothing to change: no transaction is later than the clock, which shows %s\n", date);
	return cli_data_print(cli, text, strlen(text));
}

static int confirm(struct cli *cli, uint64_t clock, size_t n)
{
	char question[200], date[SN_DATE_TEXT_MAX];
	bool yes = cli->yes;
	sn_date_time_format(date, clock);
	snprintf(question, sizeof question,
		 "The clock shows %s. Is that right, and shall %zu later transaction%s get this time?", date,
		 n, SN_PLURAL(n));
	int ret = yes ? SN_OK : cli_terminal_confirm(cli, question, &yes);
	if (ret)
		return sn_error_hint(&cli->err, ret, "use --yes to change the times without confirmation");
	if (yes)
		return SN_OK;
	return sn_error_hint(&cli->err, sn_error_set(&cli->err, SN_REFUSED, "nothing was changed"),
			     "set the clock, and run this command again");
}

int cold_sign_correct_times(struct cli *cli)
{
	struct sn_wallet *w = NULL;
	struct sn_signing_journal *journal = NULL;
	size_t n, n_after;
	int ret;
	if ((ret = cli_wallet_open(cli, &w, SN_WALLET_READ, CLI_MASTER)) ||
	    (ret = cli_wallet_open_journal(cli, &journal, w)))
		goto out;
	const uint64_t clock = sn_unix_time();
	n_after = sn_signing_journal_count_after(journal, clock);
	(void)sn_signing_journal_entries(journal, &n);
	if ((n_after && (ret = confirm(cli, clock, n_after))) ||
	    (ret = sn_signing_journal_correct_times(journal, clock, &cli->err)))
		goto out;
	if ((ret = report(cli, clock, n_after, n)) && n_after)
		ret = sn_error_prefix(&cli->err, ret, "the times were changed");
out:
	sn_signing_journal_close(journal);
	sn_wallet_close(w);
	return ret;
}
