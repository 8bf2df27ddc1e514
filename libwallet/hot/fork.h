/* hot/fork.h - network upgrades that this program does not know.
 *
 * An upgrade may allow outputs that this program cannot see, and require transactions that it cannot make.
 * There are two signs. A block of a higher version arrives: the wallet records this (sn_wallet_set_fork)
 * until another block replaces it. Or a daemon reports the upgrade: this is not recorded, because the daemon
 * may lie; the next daemon is asked again. In both cases nothing is composed and nothing is sent
 * (sn_check_fork in hot/sync.h). */
#ifndef SN_HOT_FORK_H
#define SN_HOT_FORK_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_blocks.h"
#include "store/wallet.h"

#define SN_FORK_CONSEQUENCE "balances are incomplete and payments are disabled"
#define SN_FORK_HINT "update sneakernote"

/* Find the first of blocks[first..] of the answer that this program cannot read, and remove it and all later
 * blocks. Returns its version and sets *height; returns 0 if there is none. */
uint8_t sn_fork_cut(struct sn_daemon_blocks *answer, size_t first, uint64_t *height);

/* Returns SN_REFUSED (SN_REASON_FORK) if the wallet has recorded such a block. */
int sn_fork_check_wallet(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

#endif
