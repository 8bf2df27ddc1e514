/* hot/report_balance.h - balance, reservations, and notes on the figures. hot/report.h describes the common
 * conventions. */
#ifndef SN_HOT_REPORT_BALANCE_H
#define SN_HOT_REPORT_BALANCE_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"
#include "hot/balance.h"
#include "store/wallet.h"

/* balance, unlocked_balance, ...; per account; reservations. `now` is in Unix seconds. */
int sn_report_balance_json(cJSON *object, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;

/* The same, of balances that were computed before. */
int sn_report_balances_json(cJSON *object, const struct sn_wallet *w,
			    const struct sn_balances *balances) SN_MUST_USE;

/* The same for one account, without the parts: account_index, balance, ... */
int sn_report_account_balance_json(cJSON *object, const struct sn_wallet *w,
				   const struct sn_balances *balances, uint32_t account) SN_MUST_USE;

int sn_report_balance_text(struct sn_buf *out, const struct sn_wallet *w, uint64_t now) SN_MUST_USE;

/* Notes on the reliability of the wallet's figures: an unknown network upgrade, missing key images, blocks
 * scanned for fewer addresses. Otherwise nothing. */
int sn_report_wallet_notes(struct sn_buf *out, const struct sn_wallet *w) SN_MUST_USE;

/* Only the last of these notes, for the wallet's unscanned_below. */
int sn_report_unscanned(struct sn_buf *out, uint64_t unscanned_below) SN_MUST_USE;

#endif
