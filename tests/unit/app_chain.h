/* A daemon with a whole made-up chain, for the tests of app/: it hands out blocks, tells fees and outputs,
 * takes transactions into its pool and mines them. It verifies no proof, and that nothing is spent twice is
 * the test's business. Each block's coinbase pays APP_REWARD to one account. The test may change the chain
 * and the daemon's mood at any time; the daemon answers from a thread of its own. */
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
	APP_STALL,  /* take it and never answer */
	APP_BUSY,   /* say so, and do not take it */
	APP_VANISH, /* take it, and close without an answer */
	APP_LOSE,   /* close without an answer, and without taking it */
	APP_FEE,    /* reject it: the fee is too low */
	APP_LIE,    /* take it, and say the same */
};

struct app_chain {
	struct server server;
	struct sn_daemon *daemon;

	/* What the daemon is like: for the test to set. */
	_Atomic size_t per_answer; /* blocks */
	_Atomic size_t
		target_height; /* what its peers claim, while it is synchronising itself; otherwise 0 */
	atomic_uint delay;     /* microseconds before each answer with blocks */
	atomic_bool is_busy;   /* says so, and no more */
	atomic_bool are_blocks_broken;   /* says nothing of use when it is asked for blocks */
	atomic_bool is_pool_broken;      /* says nothing of use about its pool */
	atomic_bool are_pool_txs_broken; /* nor about transactions that it is asked for */
	atomic_uint block_version;       /* of what is mined: 16 */
	atomic_bool reports_upgrade;     /* to version 17 */
	atomic_bool is_stalled;          /* takes requests and does not answer */
	atomic_int send;                 /* enum app_send */
	atomic_int send_next;            /* becomes `send` with the next transaction; APP_ACCEPT: it stays */
	atomic_uint n_requests, n_infos, n_block_answers, n_sends, n_pool_answers;
	atomic_uint n_asked; /* transactions */

	struct sn_buf *record; /* all requests, path and body, are appended to it; NULL: they are not. To be
				  set while nothing is asked */

	pthread_mutex_t mutex;    /* of what follows */
	struct app_block *blocks; /* 0: the genesis block */
	size_t n_blocks, cap_blocks;
	size_t n_hidden; /* blocks behind those, which the daemon does not tell of */
	struct app_output {
		struct sn_point key, commitment;
	} * outputs; /* by global index */
	size_t n_outputs, cap_outputs;
	struct app_tx pool[APP_POOL_MAX];
	size_t n_pool;
};

/* Mainnet's genesis block and the daemon. */
void app_chain_start(struct app_chain *c);
void app_chain_stop(struct app_chain *c);

/* `n` blocks whose coinbases go to `to`; what is in the pool goes into the first ones, one each. */
void app_chain_mine(struct app_chain *c, size_t n, const struct sn_account *to);

/* One block, with these transactions of the pool, in this order. */
void app_chain_mine_with(struct app_chain *c, const struct sn_hash *hashes, size_t n,
			 const struct sn_account *to);

/* Take over the blocks of another chain, which hold no transactions but their coinbases. */
void app_chain_join(struct app_chain *c, const struct app_chain *other);

/* Put a whole transaction into the pool; take one out, if it is there; empty the pool. */
void app_chain_send(struct app_chain *c, const struct sn_tx *tx);
void app_chain_drop(struct app_chain *c, const struct sn_hash *hash);
void app_chain_flush_pool(struct app_chain *c);

/* Forget the last `n` blocks, with what they hold; or put what they hold back into the pool. */
void app_chain_pop(struct app_chain *c, size_t n);
void app_chain_undo(struct app_chain *c, size_t n);

/* The daemon is behind by `n` blocks, until it is shown all of them again. In between nothing is mined or
 * popped. */
void app_chain_hide(struct app_chain *c, size_t n);
void app_chain_show(struct app_chain *c);

#endif
