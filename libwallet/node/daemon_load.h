/* node/daemon_load.h - fees, the pool's backlog and the weights of blocks. */
#ifndef SN_NODE_DAEMON_LOAD_H
#define SN_NODE_DAEMON_LOAD_H

#include "base/bytes.h"
#include "base/error.h"
#include "node/daemon.h"

struct sn_daemon_fees {
	uint64_t per_byte[4];       /* piconero per unit of weight, priorities 1 (slow) to 4; none is 0 */
	uint64_t quantization_mask; /* fees are rounded up to a multiple of it; at least 1 */
};

/* Get the daemon's estimate for the next ten blocks. */
int sn_daemon_get_fees(struct sn_daemon *d, struct sn_daemon_fees *out, struct sn_error *err) SN_MUST_USE;

#define SN_DAEMON_BACKLOG_ENTRY 24

/* The transactions in the daemon's pool, in no order: a view into the answer. An entry is weight, fee and
 * time, 8 bytes each. */
struct sn_daemon_backlog {
	const uint8_t *entries;
	size_t count;
	struct sn_buf reply;
};

static inline uint64_t sn_daemon_backlog_weight(const struct sn_daemon_backlog *b, size_t i)
{
	return sn_load_u64(b->entries + SN_DAEMON_BACKLOG_ENTRY * i);
}

static inline uint64_t sn_daemon_backlog_fee(const struct sn_daemon_backlog *b, size_t i)
{
	return sn_load_u64(b->entries + SN_DAEMON_BACKLOG_ENTRY * i + 8);
}

/* Get the backlog, at most 64 MB. Free with sn_daemon_backlog_free. */
int sn_daemon_get_backlog(struct sn_daemon *d, struct sn_daemon_backlog *out,
			  struct sn_error *err) SN_MUST_USE;

void sn_daemon_backlog_free(struct sn_daemon_backlog *b);

/* Get the weights of `count` blocks (at least 1) from height `start` on. An answer with another number of
 * blocks is refused. */
int sn_daemon_get_block_weights(struct sn_daemon *d, uint64_t start, uint64_t weights[], size_t count,
				struct sn_error *err) SN_MUST_USE;

#endif
