/* chain/consensus.h - constants of the network: rules for blocks and transactions since the network upgrade
 * of August 2022 (block version 16), and values derived from them. Both sides use them. Help texts and
 * documents quote them; tests/programs/consensus.bats compares the numbers.
 *
 * Source, unless stated otherwise: reference implementation, src/cryptonote_config.h. */
#ifndef SN_CHAIN_CONSENSUS_H
#define SN_CHAIN_CONSENSUS_H

#include "ringct/bulletproof_plus.h"

/* The highest major version of blocks that this program reads: it finds all outputs and spends in them. Then
 * the highest one after which its payments, which have rings, can be mined. */
#define SN_BLOCK_VERSION_MAX 18
#define SN_PAYMENT_VERSION_MAX 16

/* From this version on, a block commits to the tree of outputs, and coinbase outputs are Carrot outputs:
 * HF_VERSION_FCMP_PLUS_PLUS. */
#define SN_FCMP_BLOCK_VERSION 17

/* Seconds between two blocks, on average: DIFFICULTY_TARGET_V2. */
#define SN_BLOCK_SECONDS 120

/* Members of a ring, the real one included, and decoys. Source: src/cryptonote_core/cryptonote_core.cpp and
 * blockchain.cpp, HF_VERSION_MIN_MIXIN_15. */
#define SN_RING_SIZE 16
#define SN_MIXIN (SN_RING_SIZE - 1)

/* Outputs of a transaction: BULLETPROOF_PLUS_MAX_OUTPUTS. */
#define SN_TX_OUTPUTS_MAX SN_BPP_OUTPUTS_MAX

/* Ordinary outputs can be spent 10 blocks after their block, coinbase outputs after 60 (by their unlock
 * time): CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE, CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW. */
#define SN_SPENDABLE_AGE 10
#define SN_COINBASE_AGE 60

/* An unlock time below this is a block height, otherwise a UNIX time: CRYPTONOTE_MAX_BLOCK_NUMBER. */
#define SN_UNLOCK_TIME_IS_HEIGHT_BELOW 500000000

/* The maximum weight of a transaction: half the minimum block size of 300,000, less 600 for the coinbase.
 * Source: src/cryptonote_core/tx_pool.cpp, get_transaction_weight_limit. */
#define SN_TX_WEIGHT_MAX (300000 / 2 - 600)

/* Transactions of RingCT type 7, from block version 17 on. The values may still change before that fork:
 * inputs, outputs, bytes of the extra field, layers of the tree of outputs, and the weight of the largest
 * transaction, which has the most of each. Source: the branch of Monero's FCMP++ test network, July 2026,
 * FCMP_PLUS_PLUS_MAX_INPUTS, MAX_TX_EXTRA_SIZE, FCMP_PLUS_PLUS_MAX_LAYERS, FCMP_PLUS_PLUS_MAX_TX_WEIGHT. */
#define SN_FCMP_INPUTS_MAX 128
#define SN_FCMP_OUTPUTS_MIN 2
#define SN_FCMP_EXTRA_MAX 1060
#define SN_FCMP_LAYERS_MAX 12
#define SN_FCMP_TX_WEIGHT_MAX 178063

/* The lowest fee, in piconero per unit of weight, 0.95 * reward * 3,000 / 300,000^2: at the largest reward of
 * a two-minute block, 35.2 XMR, rounded up as the daemon does (1,114,000, and up again); and since the reward
 * has reached its floor of 0.6 XMR, the usual case. Source: src/cryptonote_core/blockchain.cpp,
 * get_dynamic_base_fee. */
#define SN_LARGEST_LOWEST_FEE_PER_BYTE 1200000
#define SN_LOWEST_FEE_PER_BYTE 20000

/* Dust costs more to spend than it is worth, even at the lowest fee. An input adds about 700 bytes (key image
 * and ring offsets 32 + 16*2, CLSAG 16*32 + 64, pseudo commitment 32, rounded up). */
#define SN_DUST_BELOW (700 * SN_LOWEST_FEE_PER_BYTE)

#endif
