/* hot/prepare.h - process a daemon's answer independently of the wallet: parse, check, derive. Private to
 * libwallet/hot.
 *
 * The answer is divided into slices of some hundred transactions, which are processed on all processors
 * (base/parallel.h). Of each transaction only its hash, its key images, and the leads to outputs of ours
 * (chain/output.h, chain/carrot_scan.h) are kept. If a lead is ours, which is rare, the transaction is parsed
 * again. So parsed transactions need memory for one slice per processor only. */
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
	/* RingCT outputs: global index of the first one, and of the last one plus 1; both 0 without any */
	uint64_t outputs_first, outputs_end;
	const struct sn_prepared_slice *slice;
	size_t keys_at;   /* its derivations */
	size_t shared_at; /* its shared secrets */
	bool has_carrot_lead;
	size_t images_at, n_images;
};

struct sn_prepared_block {
	const struct sn_daemon_block *from;
	struct sn_hash id, previous;
	uint64_t height, timestamp;
	uint8_t version;
	struct sn_prepared_tx *txs; /* coinbase first */
	size_t n_txs;
};

struct sn_prepared {
	struct sn_prepared_block *blocks;
	size_t n_blocks;
	struct sn_prepared_tx *txs;
	struct sn_prepared_slice *slices;
	size_t n_slices;
	/* Only during preparation: */
	struct sn_daemon *daemon;
	pthread_t caller;
	uint64_t start;
	atomic_bool is_given_up;
};

#define SN_OUTPUTS_UNKNOWN UINT64_MAX

/* The first part of sn_prepare: parse, hash, and derive all blocks of the answer, which needs nothing of the
 * wallet but the view secret. Bad blocks are no error of this function. SN_IO; SN_DAEMON if the timeout
 * callback of answer->daemon ended the work. Free with sn_prepared_free, even after an error. */
int sn_prepare_all(struct sn_prepared *p, const struct sn_daemon_blocks *answer,
		   const struct sn_scalar *view_secret, struct sn_error *err) SN_MUST_USE;

/* The second part: judge the blocks from p->blocks[first] on, which `previous` and `outputs_before` precede.
 * SN_DAEMON, SN_IO. */
int sn_prepared_judge(const struct sn_prepared *p, size_t first, const struct sn_hash *previous,
		      uint64_t outputs_before, struct sn_error *err) SN_MUST_USE;

/* Prepare blocks[first..] of the answer, which start at `height`. The answer must outlive the result. Each
 * block must link to the previous one, the first to `previous` unless that is NULL, and must list exactly the
 * transactions that came with it. RingCT outputs must be numbered without a gap: those of the coinbase (if it
 * has version 2), then those of the transactions in their order, then those of the next block.
 * `outputs_before` is the number of RingCT outputs below `height`, or SN_OUTPUTS_UNKNOWN. `view_secret` is
 * secret, and so is the result. Free it with sn_prepared_free, even after an error.
 *
 * Returns
 *   SN_DAEMON  the answer is inconsistent, or the timeout callback of answer->daemon ended the work
 *   SN_IO
 *
 * Source of the numbering: reference implementation, src/blockchain_db/blockchain_db.cpp, add_block and
 * add_transaction. */
int sn_prepare(struct sn_prepared *p, const struct sn_daemon_blocks *answer, size_t first, uint64_t height,
	       const struct sn_hash *previous, uint64_t outputs_before, const struct sn_scalar *view_secret,
	       struct sn_error *err) SN_MUST_USE;
void sn_prepared_free(struct sn_prepared *p); /* wipes */

/* Views, valid as long as `p`; NULL if there are none. */
const struct sn_point *sn_prepared_images(const struct sn_prepared_tx *tx);
const struct sn_output_lead *sn_prepared_leads(const struct sn_prepared_tx *tx, size_t *n);

/* The shared secrets of its Carrot outputs, in the order of sn_carrot_scan_keys; NULL without a lead. */
const struct sn_x25519 *sn_prepared_shared(const struct sn_prepared_tx *tx);

/* Takes the transaction, parsed again. */
struct sn_output_source sn_prepared_source(const struct sn_prepared_tx *tx, const struct sn_tx *parsed);

#endif
