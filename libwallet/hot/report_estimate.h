/* hot/report_estimate.h - the estimates of a fee. hot/report.h describes the common conventions. */
#ifndef SN_HOT_REPORT_ESTIMATE_H
#define SN_HOT_REPORT_ESTIMATE_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/estimate.h"

/* estimates: priority, inputs, fee, ... The text has one line for each. */
int sn_report_estimate_json(cJSON *object, const struct sn_estimate *list, size_t n) SN_MUST_USE;
int sn_report_estimate_text(struct sn_buf *out, const struct sn_estimate *list, size_t n) SN_MUST_USE;

#endif
