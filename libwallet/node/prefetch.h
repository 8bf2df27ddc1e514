/* node/prefetch.h - blocks by height, asked for ahead of their turn.
 *
 * While the caller works on one answer the daemon makes the next ones: SN_PREFETCH_REQUESTS are under way or
 * wait for their turn, each with a connection and a thread of its own. How many blocks come in an answer is
 * the daemon's choice; it is guessed from the last one, a little low where they vary, so that answers overlap
 * rather than leave a gap. After a wrong guess all begins again from there.
 *
 * Memory is bounded: no answer that waits is larger than SN_PREFETCH_ANSWER_MAX, and after large ones fewer
 * are asked for. Whatever goes wrong with a request ahead of its turn is forgotten: the block is asked for in
 * the plain way, and from then on one after the other. */
#ifndef SN_NODE_PREFETCH_H
#define SN_NODE_PREFETCH_H

#include "node/daemon.h"
#include "node/daemon_blocks.h"

#define SN_PREFETCH_REQUESTS 3
#define SN_PREFETCH_ANSWER_MAX (64u << 20) /* bytes */
#define SN_PREFETCH_BYTES (48u << 20)      /* what answers that wait should take together */

struct sn_prefetch;

/* Nothing is asked for yet. `daemon`, which must outlive it, may be asked other things in between. SN_IO. */
int sn_prefetch_open(struct sn_prefetch **out, struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* Ends what is under way, at once. NULL is allowed. */
void sn_prefetch_close(struct sn_prefetch *a);

/* Ask for the blocks from `height` on, up to below `daemon_height`, and wait for none: they are for
 * sn_prefetch_get_blocks. Whatever was asked for before is dropped. */
void sn_prefetch_start(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height);

/* An answer that holds the block at `height`, though it may begin below it; or an empty one, when the daemon
 * has none. Blocks after it are asked for then, up to below `daemon_height`, blocks in the daemon's chain as
 * told last. The answers were made at different times: whether they link is for the caller to see, who says
 * sn_prefetch_forget when they do not. The patience of `daemon` holds. Errors as of sn_daemon_get_blocks. */
int sn_prefetch_get_blocks(struct sn_prefetch *a, uint64_t height, uint64_t daemon_height,
			   struct sn_daemon_blocks *out, struct sn_error *err) SN_MUST_USE;

/* Drop all that was asked for ahead. */
void sn_prefetch_forget(struct sn_prefetch *a);

#endif
