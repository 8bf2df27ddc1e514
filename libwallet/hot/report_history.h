/* hot/report_history.h - the history. hot/report.h describes the common conventions. */
#ifndef SN_HOT_REPORT_HISTORY_H
#define SN_HOT_REPORT_HISTORY_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/history.h"
#include "store/wallet.h"

/* `transfers` is an array in the given order. Each element is one node of text (cJSON_Raw): it can be
 * printed, but not inspected. The CSV follows RFC 4180 with a header line, but lines end with a newline
 * alone; no field needs quotes. Dates are UTC. */
int sn_report_history_json(cJSON *object, const struct sn_wallet *w, const struct sn_transfer *transfers,
			   size_t n) SN_MUST_USE;

int sn_report_history_text(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers,
			   size_t n) SN_MUST_USE;

int sn_report_history_csv(struct sn_buf *out, const struct sn_wallet *w, const struct sn_transfer *transfers,
			  size_t n) SN_MUST_USE;

enum sn_report_form {
	SN_REPORT_TEXT,
	SN_REPORT_CSV,
	SN_REPORT_JSON, /* one object with the member "transfers", indented, and a newline */
};

/* Receives the text in pieces. An error of `put`, which keeps the message, ends the report. */
struct sn_report_sink {
	int (*put)(void *context, const char *text, size_t len);
	void *context;
};

/* Write the report in pieces of some 64 KiB, so that a long history needs little memory. SN_IO when out of
 * memory, or the result of `put`, without a message. */
int sn_report_history_write(const struct sn_report_sink *sink, enum sn_report_form form,
			    const struct sn_wallet *w, const struct sn_transfer *transfers, size_t n,
			    struct sn_error *err) SN_MUST_USE;

#endif
