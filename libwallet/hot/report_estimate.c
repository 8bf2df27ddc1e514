#include "hot/report_estimate.h"
#include "base/line.h"
#include "chain/amount.h"
#include "hot/report_internal.h"

#include <inttypes.h>
#include <stdio.h>

static bool add_estimate(cJSON *list, const struct sn_estimate *e)
{
	cJSON *item = sn_report_push_object(list);
	return sn_report_u64(item, "priority", e->priority) &&
	       sn_report_bool(item, "automatic", e->is_automatic) &&
	       sn_report_u64(item, "transactions", e->n_txs) && sn_report_u64(item, "inputs", e->n_inputs) &&
	       sn_report_u64(item, "amount", e->amount) && sn_report_u64(item, "fee", e->fee) &&
	       sn_report_u64(item, "change_amount", e->change) &&
	       sn_report_u64(item, "total", e->amount + e->fee);
}

int sn_report_estimate_json(cJSON *object, const struct sn_estimate *list, size_t n)
{
	cJSON *array = sn_report_add_array(object, "estimates");
	bool done = array;
	for (size_t i = 0; done && i < n; i++)
		done = add_estimate(array, &list[i]);
	return done ? SN_OK : SN_IO;
}

#define TABLE "%-13s %12s %6s %21s %17s %21s %21s"

static void put_estimate(struct sn_buf *out, const struct sn_estimate *e)
{
	char priority[32] = "fee given", txs[24], inputs[24];
	char amount[SN_AMOUNT_TEXT_MAX], fee[SN_AMOUNT_TEXT_MAX], change[SN_AMOUNT_TEXT_MAX],
		total[SN_AMOUNT_TEXT_MAX];
	if (e->priority)
		snprintf(priority, sizeof priority, "%u%s", e->priority,
			 e->is_automatic ? " (automatic)" : "");
	snprintf(txs, sizeof txs, "%zu", e->n_txs);
	snprintf(inputs, sizeof inputs, "%zu", e->n_inputs);
	sn_amount_format(amount, (struct sn_amount){e->amount});
	sn_amount_format(fee, (struct sn_amount){e->fee});
	sn_amount_format(change, (struct sn_amount){e->change});
	sn_amount_format(total, (struct sn_amount){e->amount + e->fee});
	sn_put_line(out, TABLE, priority, txs, inputs, amount, fee, total, change);
}

int sn_report_estimate_text(struct sn_buf *out, const struct sn_estimate *list, size_t n)
{
	sn_put_line(out, TABLE, "priority", "transactions", "inputs", "amount", "fee", "total", "change");
	for (size_t i = 0; i < n; i++)
		put_estimate(out, &list[i]);
	return sn_report_done(out);
}
