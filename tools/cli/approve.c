#include "tools/cli/approve.h"

#include "chain/amount.h"
#include "cold/review.h"
#include "cold/review_print.h"
#include "tools/cli/terminal.h"
#include "tools/cli/text.h"

#include <stdio.h>

/* The prompt has the totals: the review may have scrolled away. */
static int ask(struct cli *cli, const char *verb, const struct sn_review *review, bool *yes)
{
	char question[280], lookalikes[40] = "", sent[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX];
	size_t recipients = 0, n_lookalikes = 0;
	for (size_t i = 0; i < review->n; i++) {
		recipients += review->txs[i].n_destinations;
		n_lookalikes += sn_review_lookalikes(&review->txs[i]);
	}
	if (n_lookalikes)
		snprintf(lookalikes, sizeof lookalikes, " (%zu LOOKALIKE)", n_lookalikes);
	sn_amount_format(sent, (struct sn_amount){review->sent});
	sn_amount_format(fee, (struct sn_amount){review->fee});
	snprintf(question, sizeof question, "%s %zu transaction%s to %zu recipient%s%s, %s XMR, fee %s XMR?",
		 verb, review->n, SN_PLURAL(review->n), recipients, SN_PLURAL(recipients), lookalikes, sent,
		 fee);
	return cli_terminal_confirm(cli, question, yes);
}

int cli_approve(struct cli *cli, const char *verb, const struct sn_review *review)
{
	struct sn_buf text = {0};
	bool yes = cli->yes;
	int ret = sn_review_text(&text, review, SN_REVIEW_TO_SIGN);
	cli_text_make_lines_plain((char *)text.data, text.len);
	sn_put_u8(&text, 0);
	if (ret || text.failed)
		ret = sn_error_memory(&cli->err);
	else if (cli->yes)
		fputs((char *)text.data, stderr);
	else if (!(ret = cli_terminal_check(cli, "to confirm on", CLI_YES_HINT)) &&
		 !(ret = cli_terminal_show(cli, (char *)text.data)))
		ret = ask(cli, verb, review, &yes);
	if (!ret && !yes)
		ret = sn_error_set(&cli->err, SN_REFUSED, "not confirmed; nothing was signed");
	sn_buf_free(&text);
	return ret;
}

int cli_note_journaled(struct sn_error *err, int ret)
{
	sn_error_append(err, ret, "; the signature is already in the journal");
	return sn_error_hint(err, ret, "sign the same file again; it gives the same bytes");
}
