/* A daemon with a made-up chain for the tests of hot/: it tells fees, the distribution of outputs and the
 * outputs themselves, ours among them as the wallet knows them, and remembers what it was asked. */
#ifndef TESTS_UNIT_HOT_CHAIN_H
#define TESTS_UNIT_HOT_CHAIN_H

#include "daemon_answers.h"
#include "hot_wallet.h"
#include "node/daemon.h"
#include "node_server.h"
#include "node/daemon_load.h"
#include "node/daemon_outputs.h"
#include "store/wallet.h"

#define CHAIN_ASKED_MAX 65536

struct chain {
	/* Set before chain_start. */
	const struct sn_wallet *w;
	uint64_t *per_block; /* outputs of each block */
	size_t n_blocks;
	struct sn_daemon_fees fees;
	bool (*is_locked)(uint64_t index); /* may be NULL */
	void (*spoil)(uint64_t index,
		      struct answer_output *out); /* makes another output of it; may be NULL */

	const struct sn_buf *backlog;          /* transactions in the pool, 24 bytes each; may be NULL */
	bool refuses_backlog, refuses_headers; /* when asked for them */
	uint64_t block_weight_limit;
	uint64_t block_weight; /* of each block */

	struct server server;
	struct sn_daemon *daemon;
	unsigned n_infos, n_fees, n_backlogs, n_headers, n_distributions, n_outputs, n_others; /* calls */
	uint64_t first_header;           /* asked for last */
	uint64_t asked[CHAIN_ASKED_MAX]; /* indices, of all calls */
	size_t n_asked;
	bool refuses_outputs; /* when asked for them */
	bool is_wrong;        /* it was asked for what no wallet asks */
};

/* `n_blocks` blocks with `each` outputs. */
void chain_start(struct chain *c, const struct sn_wallet *w, size_t n_blocks, uint64_t each);
void chain_stop(struct chain *c);

/* As the daemon tells it. Free with sn_daemon_distribution_free. */
struct sn_daemon_distribution chain_distribution(const struct chain *c);

struct sn_point chain_key(uint64_t index);

/* Give the wallet the output with this index, in its block. As long as all blocks have equally many. */
size_t chain_add_own(const struct chain *c, struct hot *h, uint64_t amount, uint64_t index);

#endif
