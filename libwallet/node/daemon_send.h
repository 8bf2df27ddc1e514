/* node/daemon_send.h - send a transaction. */
#ifndef SN_NODE_DAEMON_SEND_H
#define SN_NODE_DAEMON_SEND_H

#include "base/error.h"
#include "node/daemon.h"

enum sn_send_outcome {
	SN_SEND_UNKNOWN = 0, /* no usable answer: the transaction may have arrived. Keep its state and check
				later */
	SN_SEND_ACCEPTED,    /* in the daemon's pool, or already known to it */
	SN_SEND_REJECTED,    /* rejected by the daemon; the message has its reason */
	SN_SEND_NOT_SENT,    /* no connection: no byte of it was sent */
};

/* Broadcast the transaction `tx`.
 *
 * Returns 0 with SN_SEND_ACCEPTED, or SN_DAEMON with one of the other outcomes. The reason is then
 *   SN_REASON_MAYBE_SENT                   for SN_SEND_UNKNOWN
 *   SN_REASON_REJECTED or SN_REASON_SPENT  for SN_SEND_REJECTED
 *
 * A hostile daemon may report a rejection and relay the transaction nevertheless. Sending a transaction that
 * is in the pool or in a block is harmless: daemons accept it without relaying it, and *was_known is true.
 * Source: reference implementation, src/rpc/core_rpc_server.cpp, on_send_raw_tx. */
int sn_daemon_send_transaction(struct sn_daemon *d, const void *tx, size_t len, enum sn_send_outcome *outcome,
			       bool *was_known, struct sn_error *err) SN_MUST_USE;

#endif
