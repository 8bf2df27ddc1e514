/* node/daemon_transaction.h - one transaction, in a block or in the daemon's pool. */
#ifndef SN_NODE_DAEMON_TRANSACTION_H
#define SN_NODE_DAEMON_TRANSACTION_H

#include "base/bytes.h"
#include "base/error.h"
#include "chain/transaction.h"
#include "crypto/types.h"
#include "node/daemon.h"

/* `tx` has views into `bytes`. Zero-initialized is empty. */
struct sn_daemon_transaction {
	struct sn_buf bytes;
	struct sn_tx tx; /* pruned if the daemon does not have the signatures */
	bool is_in_pool;
	uint64_t height; /* of its block, as the daemon claims */
};

/* Get the transaction with this hash. It is checked that the transaction has the hash; whether it is in the
 * chain is only a claim of the daemon. The request reveals to the daemon which transaction interests the
 * user. Free with sn_daemon_transaction_free.
 *
 * Returns in addition to the errors of node/daemon.h
 *   SN_REFUSED  (SN_REASON_NO_TRANSACTION) the daemon does not know the transaction */
int sn_daemon_get_transaction(struct sn_daemon *d, const struct sn_hash *hash,
			      struct sn_daemon_transaction *out, struct sn_error *err) SN_MUST_USE;

/* The same for a transaction with its signatures. Returns SN_DAEMON if the daemon has only a part of it. */
int sn_daemon_get_whole_transaction(struct sn_daemon *d, const struct sn_hash *hash,
				    struct sn_daemon_transaction *out, struct sn_error *err) SN_MUST_USE;

void sn_daemon_transaction_free(struct sn_daemon_transaction *transaction);

#endif
