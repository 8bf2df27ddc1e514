/* hot/report_event.h - one event. hot/report.h describes the common conventions. */
#ifndef SN_HOT_REPORT_EVENT_H
#define SN_HOT_REPORT_EVENT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/events.h"
#include "hot/own_addresses.h"

/* event, height, and the members of the transfer as in the history. `own` has the wallet's account. */
int sn_report_event_json(cJSON *object, struct sn_own_addresses *own,
			 const struct sn_event *event) SN_MUST_USE;

/* The same object in one line. */
int sn_report_event_line(struct sn_buf *out, struct sn_own_addresses *own,
			 const struct sn_event *event) SN_MUST_USE;

/* One line for a person. */
int sn_report_event_text(struct sn_buf *out, const struct sn_event *event) SN_MUST_USE;

#endif
