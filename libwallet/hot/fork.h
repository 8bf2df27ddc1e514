/* hot/fork.h - network upgrades after which this program cannot pay, or whose blocks it cannot read.
 *
 * An upgrade may require transactions that this program cannot make (version above SN_PAYMENT_VERSION_MAX),
 * and allow outputs that it cannot see (version above SN_BLOCK_VERSION_MAX). There are two signs. A block of
 * a higher version arrives: the wallet records this (sn_wallet_set_fork). Or a daemon reports the upgrade:
 * this is not recorded, because the daemon may lie; the next daemon is asked again. In both cases nothing is
 * composed and nothing is sent (hot/fork_daemon.h). If the blocks cannot be read, the synchronization ends
 * before them. */
#ifndef SN_HOT_FORK_H
#define SN_HOT_FORK_H

#include "base/error.h"
#include "node/daemon_blocks.h"
#include "store/wallet.h"

#define SN_FORK_UNREADABLE "balances are incomplete and payments are disabled"
#define SN_FORK_UNPAYABLE "balances are complete, and payments are disabled"
#define SN_FORK_HINT "update sneakernote"
#define SN_FORK_PROPOSAL_HINT \
	"update sneakernote; or rehearse a payment to an own address with wo-transfer --proposal"

/* Find the first of blocks[first..] of the answer that this program cannot read, and remove it and all later
 * blocks. Returns its version and sets *height; returns 0 if there is none. */
uint8_t sn_fork_cut(struct sn_daemon_blocks *answer, size_t first, uint64_t *height);

/* Whether the wallet has recorded a block that this program cannot read. */
bool sn_fork_is_unreadable(const struct sn_wallet *w);

/* Returns SN_REFUSED (SN_REASON_FORK) if the wallet has recorded an upgrade: this program cannot pay. */
int sn_fork_check_wallet(const struct sn_wallet *w, struct sn_error *err) SN_MUST_USE;

#endif
