/* node/daemon_header.h - the time stamp of a block. */
#ifndef SN_NODE_DAEMON_HEADER_H
#define SN_NODE_DAEMON_HEADER_H

#include "base/error.h"
#include "node/daemon.h"

/* Get the Unix time in the header of the block at `height`, which the daemon's chain must have. */
int sn_daemon_get_block_time(struct sn_daemon *d, uint64_t height, uint64_t *time,
			     struct sn_error *err) SN_MUST_USE;

#endif
