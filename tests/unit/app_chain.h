/* A daemon with a simulated chain, for the tests of app/. It returns blocks, fees and outputs, accepts
 * transactions into its pool and mines them. It verifies no proofs; the test must avoid double-spends. The
 * coinbase of each block pays APP_REWARD to one account. The test may change the chain and the daemon's
 * behaviour at any time; the daemon answers in its own thread. */
#ifndef TESTS_UNIT_APP_CHAIN_H
#define TESTS_UNIT_APP_CHAIN_H

#include "chain/account.h"
#include "chain/transaction.h"
#include "node/daemon.h"
#include "node_server.h"

#include <stdatomic.h>

#define APP_POOL_MAX 80
#define APP_BLOCK_TXS_MAX 8
#define APP_REWARD 600000000000

struct app_tx {
	struct sn_hash hash, prunable_hash;
	struct sn_buf whole, pruned;
	size_t n_outputs, first_output;
};

struct app_block {
	struct sn_buf blob;
	struct sn_hash id;
	size_t first_output; /* of its coinbase */
	struct app_tx txs[APP_BLOCK_TXS_MAX];
	size_t n_txs;
};

enum app_send {
	APP_ACCEPT,
	APP_REJECT,
	APP_STALL,  /* accept it and never answer */
	APP_BUSY,   /* answer BUSY and do not accept it */
	APP_VANISH, /* accept it and close without an answer */
	APP_LOSE,   /* close without an answer and do not accept it */
	APP_FEE,    /* reject it: the fee is too low */
	APP_LIE,    /* accept it and report a rejection */
};

struct app_chain {
	struct server server;
	struct sn_daemon *daemon;

	/* Behaviour of the daemon, set by the test. */
	_Atomic size_t per_answer;       /* blocks */
	_Atomic size_t target_height;    /* as claimed by its peers, while it synchronizes; otherwise 0 */
	atomic_uint delay;               /* microseconds before each answer with blocks */
	atomic_bool is_busy;             /* answers BUSY only */
	atomic_bool are_blocks_broken;   /* requests for blocks get invalid answers */
	atomic_uint n_cuts;              /* so many answers with blocks end in the middle */
	atomic_bool is_pool_broken;      /* requests for the pool get invalid answers */
	atomic_bool are_pool_txs_broken; /* requests for transactions get invalid answers */
	atomic_uint block_version; /* of mined blocks: 16; from 17 on, coinbase outputs are Carrot outputs */
	atomic_uint reported_version; /* of the next block: 16 */
	atomic_bool is_stalled;       /* receives requests without answering */
	atomic_int send;              /* enum app_send */
	atomic_int send_next;         /* becomes `send` after the next transaction; APP_ACCEPT: no change */
	atomic_uint n_requests, n_infos, n_block_answers, n_sends, n_pool_answers;
	atomic_uint n_asked; /* transactions */

	struct sn_buf *record; /* all requests, path and body, are appended; NULL: not recorded. Set it only
				  while no request is active */

	pthread_mutex_t mutex;    /* guards the members below */
	struct app_block *blocks; /* 0: the genesis block */
	size_t n_blocks, cap_blocks;
	size_t n_hidden; /* blocks after these, hidden by the daemon */
	struct app_output {
		struct sn_point key, commitment;
	} * outputs; /* by global index */
	size_t n_outputs, cap_outputs;
	struct app_tx pool[APP_POOL_MAX];
	size_t n_pool;
};

/* Start with mainnet's genesis block and the daemon. */
void app_chain_start(struct app_chain *c);
void app_chain_stop(struct app_chain *c);

/* Mine `n` blocks with coinbases to `to`. The transactions of the pool go into the first ones, one each. */
void app_chain_mine(struct app_chain *c, size_t n, const struct sn_account *to);

/* Mine one block with these transactions of the pool, in this order. */
void app_chain_mine_with(struct app_chain *c, const struct sn_hash *hashes, size_t n,
			 const struct sn_account *to);

/* Adopt the blocks of another chain, which have no transactions except their coinbases. */
void app_chain_join(struct app_chain *c, const struct app_chain *other);

/* Put a transaction into the pool; remove one if present; empty the pool. */
void app_chain_send(struct app_chain *c, const struct sn_tx *tx);
void app_chain_drop(struct app_chain *c, const struct sn_hash *hash);
void app_chain_flush_pool(struct app_chain *c);

/* Remove the last `n` blocks, and drop their transactions (pop) or return them to the pool (undo). */
void app_chain_pop(struct app_chain *c, size_t n);
void app_chain_undo(struct app_chain *c, size_t n);

/* Hide the last `n` blocks until app_chain_show. Nothing may be mined or popped in between. */
void app_chain_hide(struct app_chain *c, size_t n);
void app_chain_show(struct app_chain *c);

/* For the answers, with the mutex held: the index of a transaction in the pool, or n_pool; add one to it. */
size_t app_chain_find_in_pool(const struct app_chain *c, const struct sn_hash *hash);
void app_chain_add_to_pool(struct app_chain *c, const uint8_t *bytes, size_t len);

#endif
