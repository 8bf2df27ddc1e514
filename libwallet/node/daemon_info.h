/* node/daemon_info.h - the daemon's state, and the consensus rules of its chain. */
#ifndef SN_NODE_DAEMON_INFO_H
#define SN_NODE_DAEMON_INFO_H

#include "base/error.h"
#include "chain/network.h"
#include "crypto/types.h"
#include "node/daemon.h"

struct sn_daemon_info {
	uint64_t height;         /* blocks in its chain; the top block is height - 1 */
	uint64_t target_height;  /* as claimed by its peers, at least `height` */
	enum sn_network network; /* a private "fakechain" (--regtest) counts as mainnet */
	bool is_private_chain;   /* a fakechain */
	bool is_offline;         /* it has no connections to peers */
	bool is_busy_syncing;
	bool is_synchronized;
	struct sn_hash top_hash;
	uint64_t block_weight_limit, block_weight_median; /* 0 if unknown */
	char version[32];                                 /* "" if unknown (restricted daemons) */
};

int sn_daemon_get_info(struct sn_daemon *d, struct sn_daemon_info *out, struct sn_error *err) SN_MUST_USE;

/* Get the network upgrade in force for the daemon's next block: the block's major version. */
int sn_daemon_get_fork_version(struct sn_daemon *d, unsigned *version, struct sn_error *err) SN_MUST_USE;

#endif
