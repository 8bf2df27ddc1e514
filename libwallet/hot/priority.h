/* hot/priority.h - the automatic priority of a fee.
 *
 * It equals that of the reference wallet, so that the fee does not identify the wallet software: 1, or 2
 * while the network is busy. Source: reference implementation, src/wallet/wallet2.cpp, adjust_priority and
 * estimate_backlog (v0.18.3.2 to v0.18.5.1 and master; earlier versions always use 1). */
#ifndef SN_HOT_PRIORITY_H
#define SN_HOT_PRIORITY_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_info.h"
#include "node/daemon_load.h"

/* Whether the transactions in the pool that pay at least `per_byte` weigh at least half the block weight
 * limit, which is at least 2. Entries without weight do not count. */
bool sn_priority_has_backlog(const struct sn_daemon_backlog *backlog, uint64_t per_byte,
			     uint64_t block_weight_limit);

#define SN_PRIORITY_BLOCKS 10

/* Whether these blocks fill more than 80 %, in whole percent rounded down, of half the block weight limit,
 * which is at least 2. */
bool sn_priority_has_full_blocks(const uint64_t weights[SN_PRIORITY_BLOCKS], uint64_t block_weight_limit);

/* Ask the daemon for the backlog of its pool, and if that is small, for the weights of its last blocks.
 * *priority is 1 or 2. It is 1 if the daemon does not answer, or has too few blocks. A lying daemon can only
 * choose between the two. SN_IO when out of memory. */
int sn_priority_usual(unsigned *priority, struct sn_daemon *daemon, const struct sn_daemon_info *info,
		      const struct sn_daemon_fees *fees, struct sn_error *err) SN_MUST_USE;

#endif
