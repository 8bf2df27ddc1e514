/* node/daemon_internal.h - the connection to a daemon, as the files of this room see it. Private to node/. */
#ifndef SN_NODE_DAEMON_INTERNAL_H
#define SN_NODE_DAEMON_INTERNAL_H

#include "node/http.h"

#include <stddef.h>

/* Limits for answers. Block answers are made of at most 100 MB of block data (the daemon's own
 * limit) and what the last block adds. */
#define SN_DAEMON_REPLY_SMALL (1u << 20)
#define SN_DAEMON_REPLY_MEDIUM (16u << 20)
#define SN_DAEMON_REPLY_LARGE (256u << 20)
#define SN_DAEMON_MAX_POOL 200000 /* hashes told */

struct sn_daemon {
	struct sn_http *http;
	size_t blocks_cap; /* for an answer full of blocks */
};

#endif
