/* rpc/jsonrpc.h - JSON-RPC 2.0: from the bytes of a request to the bytes of its answer.
 *
 * Independent of HTTP and of wallets. Source: JSON-RPC 2.0 Specification (2013-01-04). Supports requests,
 * notifications and batches. The answer repeats `id` with its type and, if it is a number, with all digits.
 * Params are given by name; null and an empty array mean no params.
 *
 * An invalid request is answered under its id if that is valid, otherwise under null. A valid request without
 * an id is a notification: it runs, and is never answered. A batch runs in order, one request at a time.
 *
 * Every answer is valid JSON in UTF-8, also the answer to invalid text. */
#ifndef SN_RPC_JSONRPC_H
#define SN_RPC_JSONRPC_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/json.h"

#define SN_JSONRPC_BATCH_MAX 100

/* Bytes. If the answers to a batch exceed this, the remaining requests are refused with
 * SN_JSONRPC_BATCH_TOO_LONG. base/json.h bounds values, members and levels of a request. */
#define SN_JSONRPC_BATCH_ANSWER_MAX (4 << 20)

/* The specification's own error codes, section 5.1. */
#define SN_JSONRPC_PARSE_ERROR (-32700)
#define SN_JSONRPC_INVALID_REQUEST (-32600)
#define SN_JSONRPC_METHOD_NOT_FOUND (-32601)
#define SN_JSONRPC_INVALID_PARAMS (-32602)
#define SN_JSONRPC_INTERNAL_ERROR (-32603)
#define SN_JSONRPC_BATCH_TOO_LONG (-32000) /* from the range for implementations */

/* Fill `result`, an empty object. `params` is an object, empty if the request has none. If it returns a
 * negative enum sn_err, the answer is an error with the code of sn_jsonrpc_service.code. The members of
 * `result` and the hint of `err` are then the `data` of the error. */
typedef int sn_jsonrpc_call(void *context, const cJSON *params, cJSON *result, struct sn_error *err);

struct sn_jsonrpc_method {
	const char *name;
	const char *const *params; /* NULL-terminated names of valid params; others are -32602 */
	sn_jsonrpc_call *call;
	bool only_reads; /* permitted to clients that may only read */
};

struct sn_jsonrpc_service {
	const struct sn_jsonrpc_method *methods;          /* ends with a NULL name */
	int (*code)(int ret, const struct sn_error *err); /* the error code for a failure */
	/* Called for each request with a known method, one of `methods`, before the answer. `code` and
	 * `message` are those of the error; 0 and "" on success. May be NULL. */
	void (*done)(void *context, const struct sn_jsonrpc_method *method, int code, const char *message);
	void *context;
	bool may_change; /* otherwise only methods that read are permitted (SN_REASON_DENIED) */
};

/* Append the answer to the `len` bytes of `text`; nothing if it has only notifications. The answer reports
 * all errors in the text. Returns SN_IO, with nothing appended, if there is no memory for an answer. */
int sn_jsonrpc_answer(struct sn_buf *answer, const struct sn_jsonrpc_service *service, const char *text,
		      size_t len) SN_MUST_USE;

#endif
