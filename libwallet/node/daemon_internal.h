/* node/daemon_internal.h - struct sn_daemon and the bounds of answers. Private to node/. */
#ifndef SN_NODE_DAEMON_INTERNAL_H
#define SN_NODE_DAEMON_INTERNAL_H

#include "node/http.h"

#include <stddef.h>

/* Bounds of answers. Answers with blocks have at most 100 MB of block data (the daemon's limit) plus the last
 * block. */
#define SN_DAEMON_REPLY_SMALL (1u << 20)
#define SN_DAEMON_REPLY_MEDIUM (16u << 20)
#define SN_DAEMON_REPLY_LARGE (256u << 20)
#define SN_DAEMON_MAX_POOL 200000 /* hashes */

struct sn_daemon {
	struct sn_http *http;
	size_t blocks_cap; /* bound of answers with blocks */
};

#endif
