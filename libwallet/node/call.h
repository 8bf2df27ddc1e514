/* node/call.h - the three kinds of daemon calls, and their error messages. Private to libwallet/node. */
#ifndef SN_NODE_CALL_H
#define SN_NODE_CALL_H

#include "base/json.h"
#include "crypto/types.h"
#include "node/daemon.h"
#include "node/daemon_internal.h"
#include "node/epee.h"
#include "node/http.h"
#include "node/json_blob.h"

/* Set the error for an invalid answer to `call`. Returns SN_DAEMON. */
int sn_daemon_garbage(const struct sn_daemon *d, const char *call, struct sn_error *err);

/* Copy a text from the daemon to `out`, for messages: bytes that are not printable ASCII become '?'. */
void sn_daemon_quote(char *out, size_t size, const void *text, size_t len);

/* POST `request` (NULL means "{}") to `path`. *answer is the JSON object of the answer; free it with
 * sn_json_free. Its status is not checked. */
int sn_daemon_call_json(struct sn_daemon *d, const char *path, const cJSON *request, size_t cap,
			cJSON **answer, enum sn_http_progress *progress, struct sn_error *err) SN_MUST_USE;

/* Return 0 if "status" is "OK", otherwise SN_DAEMON with a message that names the status. */
int sn_daemon_check_status(const struct sn_daemon *d, const char *call, const cJSON *answer,
			   struct sn_error *err) SN_MUST_USE;

/* Add an array of `count` strings, each 32 bytes in hexadecimal (hashes, key images). Returns SN_IO. */
int sn_daemon_add_hex_array(cJSON *object, const char *key, const uint8_t *data, size_t count) SN_MUST_USE;

#define SN_DAEMON_GET_TRANSACTIONS "/get_transactions"

/* Request `count` transactions, pruned or whole. The status of *answer is checked. Free it with sn_json_free,
 * after a failure as well. */
int sn_daemon_call_get_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    bool pruned, cJSON **answer, struct sn_error *err) SN_MUST_USE;

/* Call a JSON-RPC 2.0 method at /json_rpc. Always takes ownership of `params` (NULL: none). *answer is the
 * whole response, *result its member "result". */
int sn_daemon_call_rpc(struct sn_daemon *d, const char *method, cJSON *params, cJSON **answer,
		       const cJSON **result, struct sn_error *err) SN_MUST_USE;

/* The same without parameters, for a result with a member `key` that is a string of raw bytes
 * (node/json_blob.h) or absent. `blob` is a view into `reply`, which the caller frees. The answer has at most
 * `cap` bytes, and at most SN_DAEMON_REPLY_SMALL without the raw bytes. */
int sn_daemon_call_rpc_blob(struct sn_daemon *d, const char *method, const char *key, size_t cap,
			    struct sn_buf *reply, struct sn_json_blob *blob, cJSON **answer,
			    const cJSON **result, struct sn_error *err) SN_MUST_USE;

/* POST the epee `request` to `path`, check the status of the answer, and read the fields `names` of its root
 * section. The values are views into `reply`. */
int sn_daemon_call_binary(struct sn_daemon *d, const char *path, const struct sn_buf *request, size_t cap,
			  struct sn_buf *reply, const char *const names[], struct sn_epee_value values[],
			  size_t count, struct sn_error *err) SN_MUST_USE;

#endif
