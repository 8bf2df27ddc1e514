/* rpc/jsonrpc.h - JSON-RPC 2.0, from the bytes of a request to the bytes of its answer.
 *
 * Knows nothing of HTTP and nothing of wallets. Source: JSON-RPC 2.0 Specification (2013-01-04). Requests, notifications,
 * batches (SN_JSONRPC_BATCH_MAX at most); `id` comes back with its type and, if a number, digit for digit. */
#ifndef SN_RPC_JSONRPC_H
#define SN_RPC_JSONRPC_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"

#define SN_JSONRPC_BATCH_MAX 100

/* The specification's own error codes, section 5.1. */
#define SN_JSONRPC_PARSE_ERROR (-32700)
#define SN_JSONRPC_INVALID_REQUEST (-32600)
#define SN_JSONRPC_METHOD_NOT_FOUND (-32601)
#define SN_JSONRPC_INVALID_PARAMS (-32602)
#define SN_JSONRPC_INTERNAL_ERROR (-32603)

struct sn_jsonrpc_method {
	const char *name;
	const char *const *params; /* NULL-terminated names of what `params` may hold: others are -32602 */
	/* `params` is an object, empty when the request has none. Fill `result`, an empty object. Negative enum
	 * sn_err: the error is told in place of the result, with the code of sn_jsonrpc_service.code. */
	int (*call)(void *context, const cJSON *params, cJSON *result, struct sn_error *err);
};

struct sn_jsonrpc_service {
	const struct sn_jsonrpc_method *methods; /* ends with a NULL name */
	int (*code)(int ret, const struct sn_error *err); /* the error code for a failure */
	void *context;
};

/* Append the answer to the `len` bytes of `text`; nothing when there is nothing to answer (notifications only).
 * Whatever is wrong with the text is told in the answer; SN_IO only when there is no memory for one. */
int sn_jsonrpc_answer(struct sn_buf *answer, const struct sn_jsonrpc_service *service, const char *text,
		      size_t len) SN_MUST_USE;

#endif
