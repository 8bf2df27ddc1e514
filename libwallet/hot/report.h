/* hot/report.h - results as JSON members and as text, the same for programs with and without --json, for the
 * console, and over RPC.
 *
 * The _json functions add members to `object` (keys: doc/reference/json.md). The _text functions append lines
 * that end with a newline. Both return 0, or SN_IO when out of memory; an `object` of NULL counts as out of
 * memory. Amounts are integers in piconero in JSON, decimal XMR in text. The _notes functions append messages
 * for the user besides the result: often none.
 *
 * This header has the reports of synchronizing and of addresses. The others are in report_balance.h,
 * report_payment.h, report_history.h. */
#ifndef SN_HOT_REPORT_H
#define SN_HOT_REPORT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/account.h"
#include "chain/address.h"
#include "chain/payment_uri.h"
#include "hot/sync.h"

/* height, blocks, received, ... `address` is the daemon's. The notes report reorganizations, a daemon that is
 * behind, and the like. The text has the notes and a summary line. */
int sn_report_sync_json(cJSON *object, const struct sn_sync_result *result) SN_MUST_USE;
int sn_report_sync_text(struct sn_buf *out, const struct sn_sync_result *result,
			const char *address) SN_MUST_USE;
int sn_report_sync_notes(struct sn_buf *out, const struct sn_sync_result *result) SN_MUST_USE;

/* An address of the wallet: address, account_index, address_index, payment_id if integrated, network. The
 * text is the address. */
int sn_report_address_json(cJSON *object, const struct sn_address *address,
			   struct sn_subaddress_index index) SN_MUST_USE;
int sn_report_address_text(struct sn_buf *out, const struct sn_address *address) SN_MUST_USE;

/* The same for a payment request to an address of the wallet, with the member uri. The text is the URI. */
int sn_report_request_json(cJSON *object, const struct sn_payment_uri *uri,
			   struct sn_subaddress_index index) SN_MUST_USE;
int sn_report_request_text(struct sn_buf *out, const struct sn_payment_uri *uri) SN_MUST_USE;

#endif
