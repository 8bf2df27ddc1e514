/* rpc/errors.h - the error codes of the methods. Their meanings: doc/reference/rpc.md. */
#ifndef SN_RPC_ERRORS_H
#define SN_RPC_ERRORS_H

#include "base/error.h"

/* Error codes, besides those of rpc/jsonrpc.h. Codes down to -99 are those of the reference wallet for the
 * same error (source: reference implementation, src/wallet/wallet_rpc_server_error_codes.h). The others are
 * our own, outside of its range. Codes never change. */
enum sn_rpc_error {
	SN_RPC_OTHER = -1,
	SN_RPC_BAD_ADDRESS = -2,
	SN_RPC_REFUSED = -4,
	SN_RPC_BAD_PAYMENT_ID = -5,
	SN_RPC_BAD_TRANSFER_TYPE = -6,
	SN_RPC_DENIED = -7,
	SN_RPC_BAD_TXID = -8,
	SN_RPC_BAD_SIGNATURE = -9,
	SN_RPC_BAD_KEY_IMAGE = -10,
	SN_RPC_BAD_URI = -11,
	SN_RPC_NO_ACCOUNT = -14,
	SN_RPC_NO_ADDRESS = -15,
	SN_RPC_NOT_ENOUGH = -17,
	SN_RPC_BAD_KEY = -25,
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

/* The code of an error: from its reason, otherwise from `ret`. SN_USAGE becomes SN_JSONRPC_INVALID_PARAMS,
 * SN_IO becomes SN_JSONRPC_INTERNAL_ERROR. */
int sn_rpc_error_code(int ret, const struct sn_error *err);

#endif
