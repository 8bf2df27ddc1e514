/* hot/report.h - results as JSON members and as text, the same wherever they are told: by a program with
 * or without --json, by the console, over RPC.
 *
 * The _json functions add members to `object` (keys: doc/reference/json.md), the _text functions append lines
 * that end with a newline. Both return 0 or SN_IO, out of memory; an `object` of NULL is out of memory too.
 * Amounts are integers in piconero in JSON, decimal XMR in text. The _notes functions append what the user
 * should hear besides the result: often nothing.
 *
 * This header has the reports of synchronising and of addresses; the others: report_balance.h,
 * report_payment.h, report_history.h. */
#ifndef SN_HOT_REPORT_H
#define SN_HOT_REPORT_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "chain/account.h"
#include "chain/address.h"
#include "hot/sync.h"

/* height, blocks, received, ... `address` is the daemon's. The notes tell of reorganisations, a daemon that
 * is behind, and the like; the text is the notes and a line that sums up. */
int sn_report_sync_json(cJSON *object, const struct sn_sync_result *result) SN_MUST_USE;
int sn_report_sync_text(struct sn_buf *out, const struct sn_sync_result *result,
			const char *address) SN_MUST_USE;
int sn_report_sync_notes(struct sn_buf *out, const struct sn_sync_result *result) SN_MUST_USE;

/* An address of the wallet: address, account_index, address_index, payment_id when integrated, network. The
 * text is the address. */
int sn_report_address_json(cJSON *object, const struct sn_address *address,
			   struct sn_subaddress_index index) SN_MUST_USE;
int sn_report_address_text(struct sn_buf *out, const struct sn_address *address) SN_MUST_USE;

#endif
