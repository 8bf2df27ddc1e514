/* node/daemon_outputs.h - the output distribution, and outputs by global index. */
#ifndef SN_NODE_DAEMON_OUTPUTS_H
#define SN_NODE_DAEMON_OUTPUTS_H

#include "base/error.h"
#include "crypto/types.h"
#include "node/daemon.h"

/* RingCT outputs in the chain: cumulative[i] is their number up to and including block start_height + i. The
 * global indices of this block are [cumulative[i - 1], cumulative[i]). Never decreasing. A chain with 2^32
 * outputs or more is refused (SN_DAEMON); in 2026 there are about 1.5 · 10^8.
 *
 * Daemons begin with the first block that may have RingCT outputs: start_height is sn_network_ringct_height,
 * or 0 on a private chain. The caller must check this. Source: reference implementation,
 * src/cryptonote_core/blockchain.cpp, Blockchain::get_output_distribution. */
struct sn_daemon_distribution {
	uint64_t start_height;
	uint32_t *cumulative;
	size_t count; /* at least 1 */
};

int sn_daemon_get_distribution(struct sn_daemon *d, struct sn_daemon_distribution *out,
			       struct sn_error *err) SN_MUST_USE;

void sn_daemon_distribution_free(struct sn_daemon_distribution *x);

struct sn_daemon_output {
	struct sn_point key; /* one-time key; unchecked, may not be a point */
	struct sn_point commitment;
	uint64_t height;
	bool is_unlocked;
};

/* Get the RingCT output (amount 0) with the global index indices[i] in out[i]. An answer with another number
 * of outputs is refused. The request reveals these indices to the daemon. It is made like that of the
 * reference wallet: without transaction hashes, 1,000 at a time. */
int sn_daemon_get_outputs(struct sn_daemon *d, const uint64_t indices[], size_t count,
			  struct sn_daemon_output out[], struct sn_error *err) SN_MUST_USE;

#endif
