/* What truly happens, for the model test: a chain, the daemon's pool, the transactions that ever were, and
 * which outputs of one account they bring and spend. The chain is that of tests/unit/app_chain.h;
 * transactions are hand-made (no proof in them holds, which nobody verifies) or come from the signer. Nothing
 * here knows what a wallet file is.
 *
 * The world is consistent, as a daemon would have it: no chain holds a spend before what it spends, or two
 * spends of one output, and neither does the pool on top of it. */
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

/* An output of ours, wherever its transaction is. */
struct world_coin {
	struct sn_point key, image, tx_key;
	struct sn_subaddress_index to;
	uint64_t amount;
	bool is_coinbase;
	uint64_t unlock_time;
	size_t tx;
	size_t index; /* in it */
};

/* A transaction that brings us something or spends something of ours. */
struct world_tx {
	struct sn_hash hash;
	struct sn_buf whole;
	uint64_t fee;
	size_t coins[16], n_coins;
	size_t spends[WORLD_SPENDS_MAX], n_spends;
};

/* A block that was ever mined, and what of ours it holds, its coinbase first. */
struct world_block {
	size_t txs[APP_BLOCK_TXS_MAX + 1], n_txs;
	size_t first_outputs[APP_BLOCK_TXS_MAX + 1]; /* global index of the first output of each */
};

struct world {
	struct app_chain chain;
	struct sn_account alice, bob; /* we, and everybody else */
	struct sn_subaddress_table table;
	struct sn_random random; /* of what is made by hand */

	struct world_coin coins[WORLD_COINS_MAX];
	size_t n_coins;
	struct world_tx txs[WORLD_TXS_MAX];
	size_t n_txs;
	struct world_block blocks[WORLD_BLOCKS_MAX];
	size_t n_blocks;
	size_t at[WORLD_HEIGHT_MAX]; /* the chain: which block stands at each height, hidden ones too */
	size_t pool[APP_POOL_MAX], n_pool;
};

void world_start(struct world *w, uint64_t seed);
void world_stop(struct world *w);

/* Blocks that the daemon tells of, the genesis block included. */
size_t world_height(const struct world *w);
/* The height at which the chain holds it, of `n` blocks; 0: it does not. */
size_t world_find(const struct world *w, size_t tx, size_t n);
bool world_is_in_pool(const struct world *w, size_t tx);

size_t world_find_coin(const struct world *w, const struct sn_point *key);
size_t world_find_tx(const struct world *w, const struct sn_hash *hash);

/* The chain holds it, and neither the chain nor the pool what spends it. */
bool world_is_unspent(const struct world *w, size_t coin);

/* Make a transaction: it spends these coins (none: somebody else's), and pays us the amounts; the rest is for
 * others. */
struct world_pay {
	struct sn_subaddress_index to;
	uint64_t amount;
};
size_t world_make(struct world *w, const size_t *spends, size_t n_spends, const struct world_pay *pays,
		  size_t n_pays, uint64_t unlock_time);
/* Take note of one that the signer made. */
size_t world_note(struct world *w, const void *bytes, size_t len);

/* Whether the chain could take it into its next block. */
bool world_could_mine(const struct world *w, size_t tx);

/* Whether another one in the pool spends the same. */
bool world_has_rival(const struct world *w, size_t tx);

/* Put it into the pool, in the place of whatever spends the same there. False when it cannot be, for the
 * chain's sake. */
bool world_send(struct world *w, size_t tx);
/* One that the daemon took by itself. */
void world_sent(struct world *w, size_t tx);
void world_drop(struct world *w, size_t tx);

/* One block with these of the pool; what can no longer get into one leaves the pool. */
void world_mine(struct world *w, const size_t *txs, size_t n, bool is_ours);
/* The last `n` blocks are no more; what they held is in the pool again, or gone for good with what depends on
 * it. */
void world_undo(struct world *w, size_t n);

#endif
