/* hot/report_payment.h - payments: composed, sent, submitted, released. hot/report.h describes the common
 * conventions. */
#ifndef SN_HOT_REPORT_PAYMENT_H
#define SN_HOT_REPORT_PAYMENT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/compose_result.h"
#include "hot/submit.h"

/* A payment composed with a watch-only wallet: tx_hash "", tx_size 0, payments, ... With `unsigned_set` (may
 * be NULL) also tx_unsigned_hex. Proposals have no id, and "proposal" is true. */
int sn_report_composed_json(cJSON *object, const struct sn_compose_result *result,
			    const struct sn_buf *unsigned_set) SN_MUST_USE;

int sn_report_composed_text(struct sn_buf *out, const struct sn_compose_result *result) SN_MUST_USE;

/* A payment composed, signed and broadcast with a master wallet: tx_hash if there is one transaction,
 * tx_hash_list, tx_size, and the rest as composed, with a tx_hash for each of `payments`. `size` is the
 * number of bytes of all transactions. The text has one tx_hash per line, like sn_report_submitted_text. */
int sn_report_sent_json(cJSON *object, const struct sn_compose_result *composed,
			const struct sn_submit_result *submitted, size_t size) SN_MUST_USE;

/* tx_hash if there is one transaction, transactions, failed transactions. The text has one tx_hash per line.
 * The notes list the transactions that were submitted before, the failed ones with the error and its hint if
 * there are several, and the payments that were released. */
int sn_report_submitted_json(cJSON *object, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_submitted_text(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_submitted_notes(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;

int sn_report_released_json(cJSON *object, size_t released) SN_MUST_USE;

int sn_report_released_text(struct sn_buf *out, size_t released) SN_MUST_USE;

/* The same payment in the names of the JSON-RPC of the reference wallet: amount, fee, weight and
 * amounts_by_dest if it is one transaction; or, if `is_list`, lists of them for all transactions:
 * amount_list, fee_list, weight_list. unsigned_txset: the unsigned file, which may be NULL;
 * multisig_txset: "". */
int sn_report_reference_json(cJSON *object, const struct sn_compose_result *result,
			     const struct sn_payment_request *request, const struct sn_buf *unsigned_set,
			     bool is_list) SN_MUST_USE;

#endif
