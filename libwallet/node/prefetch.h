/* node/prefetch.h - block prefetch.
 *
 * While the caller waits for an answer, or processes it, the daemon prepares the next ones: up to
 * SN_PREFETCH_REQUESTS requests are active or queued, each with its own connection and thread. The daemon
 * chooses the number of blocks per answer. The prefetcher estimates it from the previous answer, slightly low
 * if it varies, so that answers overlap instead of leaving a gap. After a wrong estimate, prefetching
 * restarts at the missed height.
 *
 * Memory is bounded: a queued answer is at most SN_PREFETCH_ANSWER_MAX bytes, and after large answers fewer
 * requests are made. If a connection breaks, only its own request is sent again (node/daemon_blocks.h). If a
 * prefetch request fails, its error is discarded and the block is requested synchronously; from then on there
 * is no prefetching. */
#ifndef SN_NODE_PREFETCH_H
#define SN_NODE_PREFETCH_H

#include "node/daemon.h"
#include "node/daemon_blocks.h"

#define SN_PREFETCH_REQUESTS 3
#define SN_PREFETCH_ANSWER_MAX (64u << 20) /* bytes */
#define SN_PREFETCH_BYTES (48u << 20)      /* target for all queued answers together */

struct sn_prefetch;

/* Work on an answer that needs no other answers: set answer->work and answer->free_work, if it succeeds. The
 * blocks of the answer stay where they are. Called by several threads at once. answer->daemon tells when to
 * stop. */
typedef void sn_prefetch_work(void *context, struct sn_daemon_blocks *answer);

/* Open without any request. `daemon` must outlive it, and may be used for other calls in between. Returns
 * SN_IO. */
int sn_prefetch_open(struct sn_prefetch **out, struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* Call `work` for each answer as soon as it is there. Answers that come on the caller's connection have no
 * work. Set it before the first request. */
void sn_prefetch_set_work(struct sn_prefetch *a, sn_prefetch_work *work, void *context);

/* Cancel all requests and close. NULL is allowed. */
void sn_prefetch_close(struct sn_prefetch *a);

/* Get an answer that contains the block at `height`; it may start below. The answer is empty if the daemon
 * has no such block. The following blocks are then prefetched, below `daemon_height`, the daemon's most
 * recently reported number of blocks.
 *
 * Consecutive answers were made at different times and may not connect. The caller must check this, and call
 * sn_prefetch_forget if they do not. The callback of sn_daemon_set_patience for `daemon` applies.
 *
 * Returns the errors of sn_daemon_get_blocks. */
int sn_prefetch_get_blocks(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
			   struct sn_daemon_blocks *out, struct sn_error *err) SN_MUST_USE;

/* Drop all prefetched answers and requests. */
void sn_prefetch_forget(struct sn_prefetch *a);

#endif
