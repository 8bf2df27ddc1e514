/* hot/report_payment.h - payments: composed, sent, submitted, released.
 * hot/report.h says what the functions of each form have in common. */
#ifndef SN_HOT_REPORT_PAYMENT_H
#define SN_HOT_REPORT_PAYMENT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/compose_result.h"
#include "hot/submit.h"

/* What was composed on a watch-only wallet: tx_hash "", tx_size 0, payments, ... With `unsigned_set` (may be
 * NULL) also tx_unsigned_hex. */
int sn_report_composed_json(cJSON *object, const struct sn_compose_result *result,
			    const struct sn_buf *unsigned_set) SN_MUST_USE;

int sn_report_composed_text(struct sn_buf *out, const struct sn_compose_result *result) SN_MUST_USE;

/* What a master wallet composed, signed and broadcast: tx_hash when it is one, tx_hash_list, tx_size, and the
 * rest as composed, each of `payments` with its tx_hash. `size`: bytes of all transactions. The text is one
 * tx_hash a line, as sn_report_submitted_text writes it. */
int sn_report_sent_json(cJSON *object, const struct sn_compose_result *composed,
			const struct sn_submit_result *submitted, size_t size) SN_MUST_USE;

/* tx_hash when it is one, transactions, those that failed. The text is one tx_hash a line; the notes say
 * which were submitted before, which of several failed and why, and which other payments are given up. */
int sn_report_submitted_json(cJSON *object, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_submitted_text(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_submitted_notes(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_released_json(cJSON *object, size_t released) SN_MUST_USE;

int sn_report_released_text(struct sn_buf *out, size_t released) SN_MUST_USE;

#endif
