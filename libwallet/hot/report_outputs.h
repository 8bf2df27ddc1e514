/* hot/report_outputs.h - the list of outputs, and frozen or thawed outputs. hot/report.h describes the common
 * conventions. */
#ifndef SN_HOT_REPORT_OUTPUTS_H
#define SN_HOT_REPORT_OUTPUTS_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/outputs.h"
#include "store/wallet.h"

/* outputs: pubkey, amount, state, ... The text has one line per output, one more for a known key image, and a
 * line with the sum. */
int sn_report_outputs_json(cJSON *object, const struct sn_output_view *list, size_t n) SN_MUST_USE;
int sn_report_outputs_text(struct sn_buf *out, const struct sn_wallet *w, const struct sn_output_view *list,
			   size_t n) SN_MUST_USE;

/* frozen or thawed: the number of `n` named outputs that were changed. */
int sn_report_frozen_json(cJSON *object, bool is_frozen, size_t changed) SN_MUST_USE;
int sn_report_frozen_text(struct sn_buf *out, bool is_frozen, size_t n, size_t changed) SN_MUST_USE;

#endif
