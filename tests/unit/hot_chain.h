/* tests/unit/hot_chain.h - a daemon with a synthetic chain for the tests of hot/. It serves fees, the
 * distribution of outputs, and the outputs themselves, with ours as the wallet knows them, and records the
 * requests. */
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
	bool (*is_locked)(uint64_t index);                        /* may be NULL */
	void (*spoil)(uint64_t index, struct answer_output *out); /* replaces an output; may be NULL */

	const struct sn_buf *backlog;          /* transactions in the pool, 24 bytes each; may be NULL */
	bool refuses_backlog, refuses_headers; /* refuse the request */
	uint64_t block_weight_limit;
	uint64_t block_weight; /* of each block */

	struct server server;
	struct sn_daemon *daemon;
	unsigned n_infos, n_fees, n_backlogs, n_headers, n_distributions, n_outputs,
		n_others;                /* number of calls */
	uint64_t first_header;           /* of the last request */
	uint64_t asked[CHAIN_ASKED_MAX]; /* indices of all requests */
	size_t n_asked;
	bool refuses_outputs; /* refuse the request */
	bool is_wrong;        /* a request was one that no wallet makes */
};

/* `n_blocks` blocks with `each` outputs. */
void chain_start(struct chain *c, const struct sn_wallet *w, size_t n_blocks, uint64_t each);
void chain_stop(struct chain *c);

/* The distribution that the daemon serves. Free with sn_daemon_distribution_free. */
struct sn_daemon_distribution chain_distribution(const struct chain *c);

struct sn_point chain_key(uint64_t index);

/* Give the wallet the output with this index, in its block. Requires blocks of equal size. */
size_t chain_add_own(const struct chain *c, struct hot *h, uint64_t amount, uint64_t index);

#endif
