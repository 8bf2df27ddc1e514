/* hot/fee.h - transaction fees.
 *
 * fee = weight · base fee of the priority, rounded up to the quantization mask. Source: reference
 * implementation, src/wallet/wallet2.cpp, calculate_fee_from_weight.
 *
 * A daemon relays lower fees than it recommends. Its lowest estimate is the base fee F, rounded up to two
 * significant digits (raised further for medians of ten empty blocks). It checks F - F/20 per unit of weight,
 * rounded up to the mask, minus a fiftieth. Source: src/cryptonote_core/blockchain.cpp,
 * get_dynamic_base_fee_estimate_2021_scaling, get_dynamic_base_fee, check_fee (v0.18.0.0 and later, since
 * hard fork 15). */
#ifndef SN_HOT_FEE_H
#define SN_HOT_FEE_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_load.h"

#include <stddef.h>

/* Priority 1 to 4; 0 means 1. Saturates at UINT64_MAX. */
uint64_t sn_fee_for_weight(const struct sn_daemon_fees *fees, unsigned priority, size_t weight);

/* The same without rounding, as for transactions after the network upgrade to FCMP++. The difference is too
 * small for a daemon to reject the fee. */
uint64_t sn_fee_exact(const struct sn_daemon_fees *fees, unsigned priority, size_t weight);

/* sn_fee_for_weight takes the weight of the finished transaction. The reference wallet since 0.18.3.4 and
 * this one pay for exactly that weight. Up to 0.18.3.3 the reference wallet paid for its estimate if the
 * transaction was lighter, usually with two inputs or more: 5 units for two inputs and two outputs. Source:
 * wallet2.cpp, create_transactions_2.
 *
 * The following is the reference wallet's weight estimate for a transaction before it is made. Its input
 * selection and the first round of its fee depend on it, and so do ours. `extra` is the size of a payment ID
 * in tx extra, 11 or 0. Source: wallet2.cpp, estimate_rct_tx_size, estimate_tx_weight. */
#define SN_ESTIMATED_INPUT_WEIGHT 679
size_t sn_fee_estimate_weight(size_t n_inputs, size_t n_outputs, size_t extra);

/* Outputs below this value are not worth an input. At least 1. */
uint64_t sn_fee_threshold(const struct sn_daemon_fees *fees, unsigned priority);

/* The smallest number of inputs for which the reference wallet considers the transaction full: two thirds of
 * the weight limit for mining. */
size_t sn_fee_inputs_of_full(size_t n_outputs, size_t extra);

/* A fee below this is too low for the daemon, whatever F its estimate was rounded from. A fee of at least
 * 0.931 (0.98 · 0.95) of the lowest usual fee is sufficient. Between the two, at most a tenth apart, only the
 * daemon knows. */
uint64_t sn_fee_least(const struct sn_daemon_fees *fees, size_t weight);

#endif
