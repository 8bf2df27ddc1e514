/* rpc/methods.h - the wallet's JSON-RPC methods: each reads its params, calls a session, writes its result.
 *
 * Names, params, results and error codes: doc/reference/rpc.md. */
#ifndef SN_RPC_METHODS_H
#define SN_RPC_METHODS_H

#include "app/session.h"
#include "handoff/limits.h"
#include "rpc/jsonrpc.h"

/* The version of the interface that doc/reference/rpc.md describes: MINOR rises with what is added, MAJOR
 * with what a client may trip over. */
#define SN_RPC_VERSION_MAJOR 1
#define SN_RPC_VERSION_MINOR 0

/* Codes of failures, besides those of rpc/jsonrpc.h. Down to -99 they are the numbers that the reference
 * wallet gives to the same trouble (source: reference implementation,
 * src/wallet/wallet_rpc_server_error_codes.h); the others are our own, far from its range. They never change.
 */
enum sn_rpc_error {
	SN_RPC_OTHER = -1,
	SN_RPC_BAD_ADDRESS = -2,
	SN_RPC_REFUSED = -4,
	SN_RPC_NOT_ENOUGH = -17,
	SN_RPC_BAD_HEX = -26,
	SN_RPC_WRONG_ROLE = -29,
	SN_RPC_NOT_ENOUGH_UNLOCKED = -37,
	SN_RPC_NO_DAEMON = -38,
	SN_RPC_DAMAGED = -39,
	SN_RPC_REJECTED = -41,
	SN_RPC_OFFLINE = -1001,
	SN_RPC_FOREIGN = -1002,
	SN_RPC_SIGNED_AWAY = -1003,
	SN_RPC_SPENT = -1004,
	SN_RPC_NEEDS_REPAIR = -1005,
	SN_RPC_MAYBE_SENT = -1006,
	SN_RPC_FORK = -1007,
};

/* The service for one session, which outlives it. */
struct sn_rpc_methods {
	struct sn_session *session;
	struct sn_limits limits;  /* bound what sign_transfer, and transfer of a master wallet, sign */
	const struct sn_log *log; /* method names and outcomes at SN_LOG_INFO, no params; may be NULL */
	bool allow_respend; /* sign_transfer may be asked to sign what spends an output that was signed away
			       before */
};

/* `methods` stays where it is while the service is in use, by any number of threads. */
struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *methods);

/* The stable code of a failure: from its reason, otherwise from its kind `ret`. SN_USAGE is
 * SN_JSONRPC_INVALID_PARAMS, SN_IO is SN_JSONRPC_INTERNAL_ERROR. */
int sn_rpc_error_code(int ret, const struct sn_error *err);

#endif
