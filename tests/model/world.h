/* The actual events of the model test: a chain, the daemon's pool, all transactions, and the outputs of one
 * account that they create and spend. The chain is that of tests/unit/app_chain.h. Transactions are invented,
 * with invalid proofs, which are not verified, or come from the signer. This module does not know wallet
 * files.
 *
 * In some worlds, blocks from some height on have versions 17, and later 18. Then new transactions have
 * Carrot outputs, and the chain permits others up to version 17 only.
 *
 * The world is consistent, as for a daemon: neither the chain nor the pool on top of it has a spend before
 * its output, or two spends of one output. */
#ifndef TESTS_MODEL_WORLD_H
#define TESTS_MODEL_WORLD_H

#include "app_chain.h"
#include "chain/account.h"
#include "chain/subaddress_table.h"
#include "crypto/random.h"

#define WORLD_COINS_MAX 4096
#define WORLD_TXS_MAX 4096
#define WORLD_BLOCKS_MAX 8192
#define WORLD_HEIGHT_MAX 4096
#define WORLD_SPENDS_MAX 160
#define WORLD_NONE SIZE_MAX

/* An output of ours, on the chain or not. */
struct world_coin {
	struct sn_point key, image, tx_key;
	struct sn_subaddress_index to;
	uint64_t amount;
	bool is_coinbase, is_carrot;
	uint64_t unlock_time;
	size_t tx;
	size_t index; /* in the transaction */
};

/* A transaction that pays us or spends outputs of ours. */
struct world_tx {
	struct sn_hash hash;
	struct sn_buf whole;
	uint64_t fee;
	bool is_carrot, is_coinbase;
	size_t coins[16], n_coins;
	size_t spends[WORLD_SPENDS_MAX], n_spends;
};

/* A block, on the chain or not, and its transactions with our outputs, the coinbase first. */
struct world_block {
	size_t txs[APP_BLOCK_TXS_MAX + 1], n_txs;
	size_t first_outputs[APP_BLOCK_TXS_MAX + 1]; /* global index of the first output of each */
};

struct world {
	struct app_chain chain;
	struct sn_account alice, bob; /* our wallet, and all other parties */
	struct sn_subaddress_table table;
	struct sn_random random; /* of invented transactions */
	size_t upgrade;          /* height of the first block of version 17; WORLD_NONE: there is none */

	struct world_coin coins[WORLD_COINS_MAX];
	size_t n_coins;
	struct world_tx txs[WORLD_TXS_MAX];
	size_t n_txs;
	struct world_block blocks[WORLD_BLOCKS_MAX];
	size_t n_blocks;
	size_t at[WORLD_HEIGHT_MAX]; /* the chain: the block at each height, including hidden ones */
	size_t pool[APP_POOL_MAX], n_pool;
};

void world_start(struct world *w, uint64_t seed);

/* Version of the block at this height. */
unsigned world_version(const struct world *w, size_t height);
void world_stop(struct world *w);

/* Number of blocks that the daemon shows, including the genesis block. */
size_t world_height(const struct world *w);
/* Height of the transaction in a chain of `n` blocks; 0: not in it. */
size_t world_find(const struct world *w, size_t tx, size_t n);
bool world_is_in_pool(const struct world *w, size_t tx);

size_t world_find_coin(const struct world *w, const struct sn_point *key);
size_t world_find_tx(const struct world *w, const struct sn_hash *hash);

/* Whether the chain has the coin, and neither the chain nor the pool spends it. */
bool world_is_unspent(const struct world *w, size_t coin);

/* Make a transaction that spends these coins (none: those of another party) and pays us the amounts; the rest
 * goes to others. */
struct world_pay {
	struct sn_subaddress_index to;
	uint64_t amount;
};
size_t world_make(struct world *w, const size_t *spends, size_t n_spends, const struct world_pay *pays,
		  size_t n_pays, uint64_t unlock_time);
/* Add a transaction of the signer. */
size_t world_note(struct world *w, const void *bytes, size_t len);

/* Whether the chain permits the transaction in its next block. */
bool world_could_mine(const struct world *w, size_t tx);

/* Whether another transaction in the pool spends the same coin. */
bool world_has_rival(const struct world *w, size_t tx);

/* Put it into the pool, and remove transactions there that spend the same coins. Returns false if the chain
 * forbids it. */
bool world_send(struct world *w, size_t tx);
/* The daemon accepted it by itself. */
void world_sent(struct world *w, size_t tx);
void world_drop(struct world *w, size_t tx);

/* Mine one block with these transactions of the pool. Transactions that became invalid leave the pool. */
void world_mine(struct world *w, const size_t *txs, size_t n, bool is_ours);
/* Remove the last `n` blocks. Their transactions return to the pool, or are lost with all that depend on
 * them. */
void world_undo(struct world *w, size_t n);

#endif
