/* chain/consensus.h - the network's numbers: rules that blocks and transactions must keep, as of the network
 * upgrade of August 2022 (block version 16), and figures that follow from them. Both sides use them; help
 * texts and documents quote them, and tests/programs/consensus.bats compares.
 *
 * Source, unless a number names another: reference implementation, src/cryptonote_config.h. */
#ifndef SN_CHAIN_CONSENSUS_H
#define SN_CHAIN_CONSENSUS_H

#include "ringct/bulletproof_plus.h"

/* The highest major version of blocks that this program reads. */
#define SN_BLOCK_VERSION_MAX 16

/* Seconds between two blocks, on average: DIFFICULTY_TARGET_V2. */
#define SN_BLOCK_SECONDS 120

/* Members of a ring, the real one included, and decoys. Source: src/cryptonote_core/cryptonote_core.cpp and
 * blockchain.cpp, HF_VERSION_MIN_MIXIN_15. */
#define SN_RING_SIZE 16
#define SN_MIXIN (SN_RING_SIZE - 1)

/* Outputs of a transaction: BULLETPROOF_PLUS_MAX_OUTPUTS. */
#define SN_TX_OUTPUTS_MAX SN_BPP_OUTPUTS_MAX

/* Ordinary outputs can be spent 10 blocks after theirs, coinbase ones after 60 (their unlock time says so):
 * CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE, CRYPTONOTE_MINED_MONEY_UNLOCK_WINDOW. */
#define SN_SPENDABLE_AGE 10
#define SN_COINBASE_AGE 60

/* An unlock time below this is a block height, from there on a UNIX time: CRYPTONOTE_MAX_BLOCK_NUMBER. */
#define SN_UNLOCK_TIME_IS_HEIGHT_BELOW 500000000

/* The network takes no heavier transaction: half the least block size of 300,000 less the coinbase's 600.
 * Source: src/cryptonote_core/tx_pool.cpp, get_transaction_weight_limit. */
#define SN_TX_WEIGHT_MAX (300000 / 2 - 600)

/* The lowest fee, in piconero per unit of weight, 0.95 * reward * 3,000 / 300,000^2: at the largest reward of
 * a two-minute block, 35.2 XMR, rounded up as the daemon does (1,114,000, and up again); and since the reward
 * has reached its floor of 0.6 XMR, which most pay. Source: src/cryptonote_core/blockchain.cpp,
 * get_dynamic_base_fee. */
#define SN_LARGEST_LOWEST_FEE_PER_BYTE 1200000
#define SN_LOWEST_FEE_PER_BYTE 20000

/* Dust: to spend it costs more than it is worth, even at the lowest fee. An input adds some 700 bytes (key
 * image and ring offsets 32 + 16*2, CLSAG 16*32 + 64, pseudo commitment 32, rounded up). */
#define SN_DUST_BELOW (700 * SN_LOWEST_FEE_PER_BYTE)

#endif
