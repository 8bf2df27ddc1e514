/* hot/prepare.h - what can be done with a daemon's answer before the wallet is asked: parse it, check it,
 * derive. Private to libwallet/hot.
 *
 * It is cut into slices of some hundred transactions, which are worked on on all cores (base/parallel.h). Of
 * a transaction there remains what is asked of each: its hash, the key images that it spends, and the leads
 * to outputs of ours (chain/output.h). Only when one of these leads to us is it parsed again, which is
 * seldom; so memory for what was parsed is needed for a slice a core at a time. */
#ifndef SN_HOT_PREPARE_H
#define SN_HOT_PREPARE_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/output.h"
#include "chain/transaction.h"
#include "node/daemon.h"
#include "node/daemon_blocks.h"

#include <pthread.h>
#include <stdatomic.h>

struct sn_prepared_slice;

struct sn_prepared_tx {
	struct sn_hash hash;
	const struct sn_daemon_tx *from; /* NULL: the coinbase */
	struct sn_daemon_indices indices;
	uint64_t outputs_first, outputs_end; /* RingCT outputs: global index of the first one, and of the last
						one plus 1; 0 and 0: it has none */
	const struct sn_prepared_slice *slice;
	size_t keys_at; /* its derivations */
	size_t images_at, n_images;
};

struct sn_prepared_block {
	const struct sn_daemon_block *from;
	struct sn_hash id, previous;
	uint64_t height, timestamp;
	struct sn_prepared_tx *txs; /* coinbase first */
	size_t n_txs;
};

struct sn_prepared {
	struct sn_prepared_block *blocks;
	size_t n_blocks;
	struct sn_prepared_tx *txs;
	struct sn_prepared_slice *slices;
	size_t n_slices;
	/* While it is prepared. */
	struct sn_daemon *daemon;
	pthread_t caller;
	uint64_t start;
	atomic_bool is_given_up;
};

#define SN_OUTPUTS_UNKNOWN UINT64_MAX

/* Prepare blocks[first..] of the answer, which must outlive it, as those from `height` on. Each must link to
 * the one before, the first to `previous` unless that is NULL, and list exactly the transactions that came
 * with it. Their RingCT outputs must be numbered without a gap: first those of the coinbase (if it has
 * version 2), then those of the transactions in their order, then those of the next block. `outputs_before`
 * is how many RingCT outputs the chain has before `height`, or SN_OUTPUTS_UNKNOWN. `view_secret` is secret,
 * and so is the result.
 *
 * Returns SN_DAEMON when the answer is inconsistent, or when answer->daemon is not to be waited for any
 * longer; SN_IO. Free with sn_prepared_free, after a failure too.
 *
 * Source of the numbers: reference implementation, src/blockchain_db/blockchain_db.cpp, add_block and
 * add_transaction. */
int sn_prepare(struct sn_prepared *p, const struct sn_daemon_blocks *answer, size_t first, uint64_t height,
	       const struct sn_hash *previous, uint64_t outputs_before, const struct sn_scalar *view_secret,
	       struct sn_error *err) SN_MUST_USE;
void sn_prepared_free(struct sn_prepared *p); /* wipes */

/* Views, which hold as long as it; NULL when there is none. */
const struct sn_point *sn_prepared_images(const struct sn_prepared_tx *tx);
const struct sn_output_lead *sn_prepared_leads(const struct sn_prepared_tx *tx, size_t *n);

/* With the transaction, parsed again. */
struct sn_output_source sn_prepared_source(const struct sn_prepared_tx *tx, const struct sn_tx *parsed);

#endif
