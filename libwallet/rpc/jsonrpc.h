/* rpc/jsonrpc.h - JSON-RPC 2.0, from the bytes of a request to the bytes of its answer.
 *
 * Knows nothing of HTTP and nothing of wallets. Source: JSON-RPC 2.0 Specification (2013-01-04). Requests,
 * notifications, batches; `id` comes back with its type and, if a number, digit for digit. Params are given
 * by name; null and an empty array are none.
 *
 * What is no valid request is answered under its id if it has a valid one, otherwise under null. A valid one
 * without an id is a notification: it runs and is not answered, whatever comes of it. A batch runs in its
 * order, one request after the other.
 *
 * Every answer is valid JSON in UTF-8, also to a request that was neither. */
#ifndef SN_RPC_JSONRPC_H
#define SN_RPC_JSONRPC_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"

#define SN_JSONRPC_BATCH_MAX 100

/* When the answers to a batch hold more than that, in bytes, the requests that follow are refused with
 * SN_JSONRPC_BATCH_TOO_LONG. The values of a text, the members of an object and levels are bounded by
 * base/json.h. */
#define SN_JSONRPC_BATCH_ANSWER_MAX (4 << 20)

/* The specification's own error codes, section 5.1. */
#define SN_JSONRPC_PARSE_ERROR (-32700)
#define SN_JSONRPC_INVALID_REQUEST (-32600)
#define SN_JSONRPC_METHOD_NOT_FOUND (-32601)
#define SN_JSONRPC_INVALID_PARAMS (-32602)
#define SN_JSONRPC_INTERNAL_ERROR (-32603)
#define SN_JSONRPC_BATCH_TOO_LONG (-32000) /* of those left to the implementation */

struct sn_jsonrpc_method {
	const char *name;
	const char *const *params; /* NULL-terminated names of what `params` may hold: others are -32602 */
	/* `params` is an object, empty when the request has none. Fill `result`, an empty object. Negative
	 * enum sn_err: the error is told in place of the result, with the code of sn_jsonrpc_service.code;
	 * what stands in `result` then is told as the error's `data`. */
	int (*call)(void *context, const cJSON *params, cJSON *result, struct sn_error *err);
};

struct sn_jsonrpc_service {
	const struct sn_jsonrpc_method *methods;          /* ends with a NULL name */
	int (*code)(int ret, const struct sn_error *err); /* the error code for a failure */
	/* Told of each request that named a method of ours, before it is answered. `code` is 0 or that of the
	 * error, and `message` its sentence. May be NULL. */
	void (*done)(void *context, const char *method, int code, const char *message);
	void *context;
};

/* Append the answer to the `len` bytes of `text`; nothing when there is nothing to answer (notifications
 * only). Whatever is wrong with the text is told in the answer; SN_IO only when there is no memory for one,
 * and then nothing is appended. */
int sn_jsonrpc_answer(struct sn_buf *answer, const struct sn_jsonrpc_service *service, const char *text,
		      size_t len) SN_MUST_USE;

#endif
