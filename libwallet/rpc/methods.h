/* rpc/methods.h - the JSON-RPC methods of the wallet: each reads its params, calls a session, writes its
 * result.
 *
 * Names, params, results and error codes: doc/reference/rpc.md. */
#ifndef SN_RPC_METHODS_H
#define SN_RPC_METHODS_H

#include "app/session.h"
#include "handoff/limits.h"
#include "rpc/jsonrpc.h"

/* The version of the interface in doc/reference/rpc.md. Additions raise MINOR, incompatible changes MAJOR. */
#define SN_RPC_VERSION_MAJOR 1
#define SN_RPC_VERSION_MINOR 1

/* Error codes, besides those of rpc/jsonrpc.h. Codes down to -99 are those of the reference wallet for the
 * same error (source: reference implementation, src/wallet/wallet_rpc_server_error_codes.h). The others are
 * our own, outside of its range. Codes never change. */
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
	SN_RPC_DOUBLE_SPEND = -1003,
	SN_RPC_SPENT = -1004,
	SN_RPC_NEEDS_REPAIR = -1005,
	SN_RPC_MAYBE_SENT = -1006,
	SN_RPC_FORK = -1007,
};

/* The methods for one session, which must outlive them. */
struct sn_rpc_methods {
	struct sn_session *session;
	struct sn_limits limits;  /* for sign_transfer, and for transfer of a master wallet */
	const struct sn_log *log; /* method names and results at SN_LOG_INFO, no params; may be NULL */
	bool allow_respend;       /* permit the param "allow_respend" */
};

/* Make a service for any number of threads. `methods` must stay valid while it is in use. */
struct sn_jsonrpc_service sn_rpc_methods_service(struct sn_rpc_methods *methods);

/* The code of an error: from its reason, otherwise from `ret`. SN_USAGE becomes SN_JSONRPC_INVALID_PARAMS,
 * SN_IO becomes SN_JSONRPC_INTERNAL_ERROR. */
int sn_rpc_error_code(int ret, const struct sn_error *err);

#endif
