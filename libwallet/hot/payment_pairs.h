/* hot/payment_pairs.h - relations between two payments. */
#ifndef SN_HOT_PAYMENT_PAIRS_H
#define SN_HOT_PAYMENT_PAIRS_H

#include "store/wallet.h"

/* Whether the payment has a destination with the keys of `to`, whatever the payment IDs. `if_unknown` is the
 * result for a payment prepared with another wallet file: it may pay anyone. */
bool sn_payment_pays(const struct sn_wallet_payment *payment, const struct sn_address *to, bool if_unknown);

/* Whether the payment spends the output with this one-time key. */
bool sn_payment_spends(const struct sn_wallet_payment *payment, const struct sn_point *key);

/* Whether they have a common input: only one of them can be mined. */
bool sn_payments_exclude_each_other(const struct sn_wallet_payment *a, const struct sn_wallet_payment *b);

#endif
