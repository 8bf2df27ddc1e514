/* node/daemon_send.h - sending a transaction. */
#ifndef SN_NODE_DAEMON_SEND_H
#define SN_NODE_DAEMON_SEND_H

#include "base/error.h"
#include "node/daemon.h"

enum sn_send_outcome {
	SN_SEND_UNKNOWN = 0, /* no usable answer, or one that does not say what became of it: it may have
				arrived. Keep everything, look later */
	SN_SEND_ACCEPTED,    /* in the daemon's pool, or known to it already */
	SN_SEND_REJECTED,    /* the daemon read it and says no; the sentence has its reason */
	SN_SEND_NOT_SENT,    /* no byte of it left this machine: no connection */
};

/* Broadcast the transaction `tx`. 0 and SN_SEND_ACCEPTED, or SN_DAEMON and one of the others, whose reasons
 * are SN_REASON_MAYBE_SENT (unknown), SN_REASON_REJECTED or SN_REASON_SPENT (rejected). Only the daemon's
 * word: a lying one may reject and relay all the same. Sending again what is in the pool or in a block
 * already is harmless: daemons accept it and say that they do not relay it; then *was_known is true. Source:
 * reference implementation, src/rpc/core_rpc_server.cpp, on_send_raw_tx. */
int sn_daemon_send_transaction(struct sn_daemon *d, const void *tx, size_t len, enum sn_send_outcome *outcome,
			       bool *was_known, struct sn_error *err) SN_MUST_USE;

#endif
