/* hot/fee.h - what a transaction costs.
 *
 * fee = weight · base fee of the priority, rounded up to the quantisation mask. Source: reference
 * implementation, src/wallet/wallet2.cpp, calculate_fee_from_weight; relaying:
 * src/cryptonote_core/blockchain.cpp, check_fee. */
#ifndef SN_HOT_FEE_H
#define SN_HOT_FEE_H

#include "base/error.h"
#include "node/daemon.h"

#include <stddef.h>

/* Priority 1 to 4; 0 is 1. Saturates at UINT64_MAX. */
uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight);

/* The least that the daemon relays for this weight: 2 % below the lowest tier. */
uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight);

#endif
