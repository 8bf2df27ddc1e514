/* node/call.h - the three forms of a daemon call, and the texts of what can go wrong with them.
 * Private to libwallet/node. */
#ifndef SN_NODE_CALL_H
#define SN_NODE_CALL_H

#include "base/json.h"
#include "crypto/types.h"
#include "node/daemon.h"
#include "node/daemon_internal.h"
#include "node/epee.h"
#include "node/http.h"
#include "node/json_blob.h"

/* The daemon answered, but not with what was asked for. SN_DAEMON. */
int sn_daemon_garbage(const struct sn_daemon *d, const char *call, struct sn_error *err);

/* Copy the printable ASCII of a text from the daemon to `out`, '?' for the rest: it goes to terminals. */
void sn_daemon_quote(char *out, size_t size, const void *text, size_t len);

/* POST `request` (may be NULL: "{}") to `path`; *answer is the JSON object that came back, to be
 * released with sn_json_free. Its status is not looked at. */
int sn_daemon_call_json(struct sn_daemon *d, const char *path, const cJSON *request, size_t cap,
			cJSON **answer, enum sn_http_progress *progress, struct sn_error *err) SN_MUST_USE;

/* "status": "OK" or the error that it names. */
int sn_daemon_check_status(const struct sn_daemon *d, const char *call, const cJSON *answer,
			   struct sn_error *err) SN_MUST_USE;

/* An array of `count` strings of 32 bytes each in hexadecimal: hashes, key images. SN_IO. */
int sn_daemon_add_hex_array(cJSON *object, const char *key, const uint8_t *data, size_t count) SN_MUST_USE;

#define SN_DAEMON_GET_TRANSACTIONS "/get_transactions"

/* What the daemon has of `count` transactions, pruned. *answer, whose status is checked, is to be released
 * with sn_json_free, after a failure too. */
int sn_daemon_call_get_transactions(struct sn_daemon *d, const struct sn_hash hashes[], size_t count,
				    cJSON **answer, struct sn_error *err) SN_MUST_USE;

/* JSON-RPC 2.0 at /json_rpc. Takes `params` (NULL: none) in any case. *answer is the whole response,
 * *result its member of that name. */
int sn_daemon_call_rpc(struct sn_daemon *d, const char *method, cJSON *params, cJSON **answer,
		       const cJSON **result, struct sn_error *err) SN_MUST_USE;

/* The same without parameters, for a result whose member `key` is a string of raw bytes (node/json_blob.h),
 * or is absent: `blob`, a view into `reply`, which the caller frees. The answer as a whole is at most `cap`
 * long, what is not of these bytes SN_DAEMON_REPLY_SMALL. */
int sn_daemon_call_rpc_blob(struct sn_daemon *d, const char *method, const char *key, size_t cap,
			    struct sn_buf *reply, struct sn_json_blob *blob, cJSON **answer,
			    const cJSON **result, struct sn_error *err) SN_MUST_USE;

/* POST the epee `request` to `path` and pick the fields `names` out of the root section of the
 * answer, whose status is checked. The values are views into `reply`. */
int sn_daemon_call_binary(struct sn_daemon *d, const char *path, const struct sn_buf *request, size_t cap,
			  struct sn_buf *reply, const char *const names[], struct sn_epee_value values[],
			  size_t count, struct sn_error *err) SN_MUST_USE;

#endif
