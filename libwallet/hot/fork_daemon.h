/* hot/fork_daemon.h - network upgrades (hot/fork.h) that the wallet has recorded, or the daemon reports. A
 * daemon that does not answer reports none. */
#ifndef SN_HOT_FORK_DAEMON_H
#define SN_HOT_FORK_DAEMON_H

#include "base/error.h"
#include "node/daemon.h"
#include "store/wallet.h"

/* Returns SN_REFUSED (SN_REASON_FORK) for an upgrade after which this program cannot pay; SN_IO. */
int sn_check_fork(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

/* The same, but only for upgrades whose blocks this program cannot read: balances are incomplete. */
int sn_check_readable(const struct sn_wallet *w, struct sn_daemon *daemon, struct sn_error *err) SN_MUST_USE;

#endif
