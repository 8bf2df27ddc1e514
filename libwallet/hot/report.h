/* hot/report.h - results as JSON members and as text, the same wherever they are told: by a program with
 * or without --json, by the console, over RPC.
 *
 * The _json functions add members to `object` (keys: doc/json.md), the _text functions append lines that end with
 * a newline. Both return 0 or SN_IO, out of memory; an `object` of NULL is out of memory too. Amounts are integers in
 * piconero in JSON, decimal XMR in text. The _notes functions append what the user should hear besides the result: often
 * nothing. */
#ifndef SN_HOT_REPORT_H
#define SN_HOT_REPORT_H

#include "base/bytes.h"
#include "base/json.h"
#include "hot/compose.h"
#include "hot/history.h"
#include "hot/submit.h"
#include "hot/sync.h"
#include "store/wallet.h"

/* balance, unlocked_balance, ...; per account; reservations. `now`: Unix seconds. */
int sn_report_balance_json(cJSON *object, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;
/* The same of one account, without the parts: account_index, balance, ... */
int sn_report_account_balance_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
				   uint64_t now) SN_MUST_USE;
int sn_report_balance_text(struct sn_buf *out, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;

/* What the wallet file says of its own figures: a network upgrade that cannot be followed, key images that are lost, blocks
 * scanned for fewer addresses. Nothing when there is nothing of the kind. */
int sn_report_wallet_notes(struct sn_buf *out, const struct sn_wallet *w) SN_MUST_USE;
/* The last of these alone, of sn_wallet's unscanned_below. */
int sn_report_unscanned(struct sn_buf *out, uint64_t unscanned_below) SN_MUST_USE;

/* What was composed on a watch-only wallet: tx_hash "", tx_size 0, payments, ... With `unsigned_set` (may be NULL)
 * also tx_unsigned_hex. */
int sn_report_composed_json(cJSON *object, const struct sn_compose_result *result,
			    const struct sn_buf *unsigned_set) SN_MUST_USE;
int sn_report_composed_text(struct sn_buf *out, const struct sn_compose_result *result) SN_MUST_USE;

/* What a master wallet composed, signed and broadcast: tx_hash when it is one, tx_hash_list, tx_size, and the rest as
 * composed, each of `payments` with its tx_hash. `size`: bytes of all transactions. The text is one tx_hash a line, as
 * sn_report_submitted_text writes it. */
int sn_report_sent_json(cJSON *object, const struct sn_compose_result *composed,
			const struct sn_submit_result *submitted, size_t size) SN_MUST_USE;

/* tx_hash when it is one, transactions, those that failed. The text is one tx_hash a line; the notes say which were submitted
 * before, which of several failed and why, and which other payments are given up. */
int sn_report_submitted_json(cJSON *object, const struct sn_submit_result *result) SN_MUST_USE;
int sn_report_submitted_text(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;
int sn_report_submitted_notes(struct sn_buf *out, const struct sn_submit_result *result) SN_MUST_USE;

/* height, blocks, received, ... `address` is the daemon's. The notes tell of reorganisations, a daemon that is
 * behind, and the like; the text is the notes and a line that sums up. */
int sn_report_sync_json(cJSON *object, const struct sn_sync_result *result) SN_MUST_USE;
int sn_report_sync_text(struct sn_buf *out, const struct sn_sync_result *result, const char *address) SN_MUST_USE;
int sn_report_sync_notes(struct sn_buf *out, const struct sn_sync_result *result) SN_MUST_USE;

int sn_report_released_json(cJSON *object, size_t released) SN_MUST_USE;
int sn_report_released_text(struct sn_buf *out, size_t released) SN_MUST_USE;

/* An address of the wallet: address, account_index, address_index, payment_id when integrated, network. The text is
 * the address. */
int sn_report_address_json(cJSON *object, const struct sn_address *address,
			   struct sn_subaddress_index index) SN_MUST_USE;
int sn_report_address_text(struct sn_buf *out, const struct sn_address *address) SN_MUST_USE;

/* transfers: an array, in the order given, each of which is one node of text (cJSON_Raw) in the tree: to be printed, not
 * to be looked into. The CSV is that of RFC 4180 with a first line of names, but lines end with
 * a newline alone; no field ever needs quotes. Dates are UTC. */
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

/* What takes text, piece by piece. An error of `put`, which keeps the sentence of it, ends the report. */
struct sn_report_sink {
	int (*put)(void *context, const char *text, size_t len);
	void *context;
};

/* The same in pieces of some 64 KiB, so that a long history needs no memory as a whole. SN_IO when out of memory, or what
 * `put` returned, without a sentence. */
int sn_report_history_write(const struct sn_report_sink *sink, enum sn_report_form form, const struct sn_wallet *w,
			    const struct sn_transfer *transfers, size_t n, struct sn_error *err) SN_MUST_USE;

#endif
