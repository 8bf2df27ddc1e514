/* hot/fee.h - what a transaction costs.
 *
 * fee = weight · base fee of the priority, rounded up to the quantisation mask. Source: reference
 * implementation, src/wallet/wallet2.cpp, calculate_fee_from_weight.
 *
 * What a daemon relays is less than what it recommends. Its lowest estimate is the base fee F, rounded up to
 * two significant digits (and for medians of ten empty blocks more, which can only raise it); what it checks
 * is F - F/20 per unit of weight, rounded up to the mask, less a fiftieth. Source:
 * src/cryptonote_core/blockchain.cpp, get_dynamic_base_fee_estimate_2021_scaling, get_dynamic_base_fee,
 * check_fee (v0.18.0.0 and later, since hard fork 15). */
#ifndef SN_HOT_FEE_H
#define SN_HOT_FEE_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_load.h"

#include <stddef.h>

/* Priority 1 to 4; 0 is 1. Saturates at UINT64_MAX. */
uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight);

/* The weight is that of the finished transaction. The reference wallet since 0.18.3.4 and this one pay for
 * exactly that; up to 0.18.3.3 it paid for its estimate where the transaction was lighter, mostly with two
 * inputs or more: 5 units for two inputs and two outputs. Source: wallet2.cpp, create_transactions_2.
 *
 * What the reference wallet takes for the weight of a transaction before it is made. Its choice of inputs
 * hangs on it, so ours does, and where its rounds for the fee begin. `extra` is the size of a payment id in
 * tx extra, 11 or 0. Source: wallet2.cpp, estimate_rct_tx_size, estimate_tx_weight. */
#define SN_ESTIMATED_INPUT_WEIGHT 679
size_t sn_fee_estimate_weight(size_t n_inputs, size_t n_outputs, size_t extra);

/* Outputs below this are not worth an input. At least 1. */
uint64_t sn_fee_threshold(const struct sn_daemon_fees *fees, unsigned priority);

/* The fewest inputs of which it says that the transaction is full: two thirds of the heaviest one that is
 * mined. */
size_t sn_fee_inputs_of_full(size_t n_outputs, size_t extra);

/* A fee below this is too low for the daemon, whatever F its estimate was rounded from. From 0.931 (0.98 ·
 * 0.95) of the lowest usual fee on, it is high enough; between the two, at most a tenth apart, only the
 * daemon knows. */
uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight);

#endif
