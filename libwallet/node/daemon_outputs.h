/* node/daemon_outputs.h - the output distribution, and outputs by global index. */
#ifndef SN_NODE_DAEMON_OUTPUTS_H
#define SN_NODE_DAEMON_OUTPUTS_H

#include "base/error.h"
#include "crypto/types.h"
#include "node/daemon.h"

/* RingCT outputs in the chain: cumulative[i] is how many exist up to and including block
 * start_height + i, so the block's own global indices are [cumulative[i - 1], cumulative[i]).
 * Never decreasing. Daemons begin with the first block that may hold RingCT outputs, before which there are
 * none: start_height is then sn_network_ringct_height, and 0 on a private chain; whether it is, is for the
 * caller to check. Source: reference implementation, src/cryptonote_core/blockchain.cpp,
 * Blockchain::get_output_distribution. */
struct sn_daemon_distribution {
	uint64_t start_height;
	uint64_t *cumulative;
	size_t count; /* at least 1 */
};

int sn_daemon_get_distribution(struct sn_daemon *d, struct sn_daemon_distribution *out,
			       struct sn_error *err) SN_MUST_USE;

void sn_daemon_distribution_free(struct sn_daemon_distribution *x);

struct sn_daemon_output {
	struct sn_point key; /* one-time key: may encode no point, check */
	struct sn_point commitment;
	uint64_t height;
	bool is_unlocked;
};

/* out[i] is the RingCT output (amount 0) with the global index indices[i]. An answer with
 * another number of outputs is refused. Asking tells the daemon which outputs the wallet looks at. Asked as
 * the reference wallet asks: without transaction hashes, 1,000 at a time. */
int sn_daemon_get_outputs(struct sn_daemon *d, const uint64_t indices[], size_t count,
			  struct sn_daemon_output out[], struct sn_error *err) SN_MUST_USE;

#endif
