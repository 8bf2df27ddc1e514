/* hot/fork.h - network upgrades that this program does not know.
 *
 * An upgrade may admit outputs that this program cannot see, and transactions that it cannot make. It shows
 * in two ways: a block of a higher version arrives, which is noted in the wallet (sn_wallet_set_fork) until
 * another block takes its place; or a daemon reports one, which is not noted: it may lie, and the next daemon
 * is asked again. In both cases nothing is composed and nothing is sent (sn_check_fork of hot/sync.h). */
#ifndef SN_HOT_FORK_H
#define SN_HOT_FORK_H

#include "base/error.h"
#include "node/daemon.h"
#include "node/daemon_blocks.h"
#include "store/wallet.h"

#define SN_FORK_CONSEQUENCE "balances are incomplete and payments are disabled"
#define SN_FORK_HINT "update sneakernote"

/* The first of blocks[first..] of the answer that this program cannot read is the last: leave it and those
 * behind it out. Returns its version, and at which height it is; 0 when there is none. */
uint8_t sn_fork_cut(struct sn_daemon_blocks *answer, size_t first, uint64_t *height);

/* SN_REFUSED, SN_REASON_FORK, when the wallet has met such a block. */
int sn_fork_check_wallet(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

#endif
