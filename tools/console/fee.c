#include "tools/console/fee.h"

#include "app/estimate.h"
#include "chain/amount.h"
#include "tools/cli/terminal.h"

#include <stdio.h>

/* The estimate for the priority that the payment will have. If the funds suffice only for others, the payment
 * itself reports it. */
static const struct sn_estimate *find(const struct sn_estimate *list, size_t n,
				      const struct sn_payment_request *request)
{
	for (size_t i = 0; i < n; i++)
		if (list[i].is_automatic || request->fee || request->priority)
			return &list[i];
	return NULL;
}

static void describe(char text[static 240], const struct sn_estimate *e)
{
	char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX], total[SN_AMOUNT_TEXT_MAX];
	sn_amount_format(amount, (struct sn_amount){e->amount});
	sn_amount_format(fee, (struct sn_amount){e->fee});
	sn_amount_format(total, (struct sn_amount){e->amount + e->fee});
	snprintf(text, 240,
		 "Prepare %zu transaction%s of %s XMR, fee about %s XMR, in total %s XMR, %zu input%s?",
		 e->n_txs, SN_PLURAL(e->n_txs), amount, fee, total, e->n_inputs, SN_PLURAL(e->n_inputs));
}

int console_confirm_fee(struct console *c, const struct sn_payment_request *request)
{
	struct sn_estimate list[SN_ESTIMATES_MAX];
	char question[240];
	bool yes = false;
	size_t n;
	if (!c->is_interactive || c->cli->yes)
		return SN_OK;
	int ret = sn_session_estimate(c->session, request, list, &n, &c->cli->err);
	const struct sn_estimate *e = ret ? NULL : find(list, n, request);
	if (!e)
		return ret;
	describe(question, e);
	ret = cli_terminal_confirm(c->cli, question, &yes);
	if (!ret && !yes)
		ret = sn_error_set(&c->cli->err, SN_REFUSED, "not confirmed; nothing was prepared");
	return ret;
}
