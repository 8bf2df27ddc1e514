#include "rpc/errors.h"

#include "rpc/jsonrpc.h"

static int code_of_kind(int ret)
{
	switch (ret) {
	case SN_REFUSED:
		return SN_RPC_REFUSED;
	case SN_USAGE:
		return SN_JSONRPC_INVALID_PARAMS;
	case SN_DAEMON:
		return SN_RPC_NO_DAEMON;
	case SN_NEEDS_REPAIR:
		return SN_RPC_NEEDS_REPAIR;
	case SN_IO:
	case SN_BUSY:
		return SN_JSONRPC_INTERNAL_ERROR;
	default:
		return SN_RPC_OTHER;
	}
}

int sn_rpc_error_code(int ret, const struct sn_error *err)
{
	switch (err->reason) {
	case SN_REASON_WRONG_ROLE:
		return SN_RPC_WRONG_ROLE;
	case SN_REASON_OFFLINE:
		return SN_RPC_OFFLINE;
	case SN_REASON_BAD_ADDRESS:
		return SN_RPC_BAD_ADDRESS;
	case SN_REASON_BAD_HEX:
		return SN_RPC_BAD_HEX;
	case SN_REASON_DAMAGED:
		return SN_RPC_DAMAGED;
	case SN_REASON_FOREIGN:
		return SN_RPC_FOREIGN;
	case SN_REASON_NOT_ENOUGH:
		return SN_RPC_NOT_ENOUGH;
	case SN_REASON_NOT_ENOUGH_UNLOCKED:
		return SN_RPC_NOT_ENOUGH_UNLOCKED;
	case SN_REASON_DOUBLE_SPEND:
		return SN_RPC_DOUBLE_SPEND;
	case SN_REASON_SPENT:
		return SN_RPC_SPENT;
	case SN_REASON_UNREACHABLE:
		return SN_RPC_NO_DAEMON;
	case SN_REASON_REJECTED:
		return SN_RPC_REJECTED;
	case SN_REASON_FORK:
		return SN_RPC_FORK;
	case SN_REASON_MAYBE_SENT:
		return SN_RPC_MAYBE_SENT;
	case SN_REASON_NO_ACCOUNT:
		return SN_RPC_NO_ACCOUNT;
	case SN_REASON_NO_ADDRESS:
		return SN_RPC_NO_ADDRESS;
	case SN_REASON_BAD_PAYMENT_ID:
		return SN_RPC_BAD_PAYMENT_ID;
	case SN_REASON_DENIED:
		return SN_RPC_DENIED;
	case SN_REASON_BAD_TXID:
		return SN_RPC_BAD_TXID;
	case SN_REASON_BAD_SIGNATURE:
		return SN_RPC_BAD_SIGNATURE;
	case SN_REASON_BAD_KEY_IMAGE:
		return SN_RPC_BAD_KEY_IMAGE;
	case SN_REASON_BAD_URI:
		return SN_RPC_BAD_URI;
	case SN_REASON_BAD_TRANSFER_TYPE:
		return SN_RPC_BAD_TRANSFER_TYPE;
	case SN_REASON_BAD_KEY:
		return SN_RPC_BAD_KEY;
	case SN_REASON_NO_TRANSACTION:
		return SN_RPC_OTHER;
	case SN_REASON_BAD_PROOF:
	case SN_REASON_NOTHING_PAID:
	case SN_REASON_NO_JOURNAL:
	case SN_REASON_FEE:
	case SN_REASON_NONE:
		break;
	}
	return code_of_kind(ret);
}
