/* hot/report_balance.h - balance and reservations, and what is to be said of the figures.
 * hot/report.h says what the functions of each form have in common. */
#ifndef SN_HOT_REPORT_BALANCE_H
#define SN_HOT_REPORT_BALANCE_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "store/wallet.h"

/* balance, unlocked_balance, ...; per account; reservations. `now`: Unix seconds. */
int sn_report_balance_json(cJSON *object, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;

/* The same of one account, without the parts: account_index, balance, ... */
int sn_report_account_balance_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
				   uint64_t now) SN_MUST_USE;

int sn_report_balance_text(struct sn_buf *out, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;

/* What the wallet file says of its own figures: a network upgrade that cannot be followed, key images that
 * are lost, blocks scanned for fewer addresses. Nothing when there is nothing of the kind. */
int sn_report_wallet_notes(struct sn_buf *out, const struct sn_wallet *w) SN_MUST_USE;

/* The last of these alone, of sn_wallet's unscanned_below. */
int sn_report_unscanned(struct sn_buf *out, uint64_t unscanned_below) SN_MUST_USE;

#endif
