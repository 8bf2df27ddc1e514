/* node/http.h - POST requests to one server, through libcurl. http_open.h opens the connection.
 *
 * Plain HTTP/1.1 or TLS: no redirects, no cookies, no proxy or .netrc from the environment, no signals. TLS
 * certificates are verified, name and chain. An answer is bounded by the caller's limit. The connection stays
 * open between requests. Only one thread may use a struct sn_http at a time. */
#ifndef SN_NODE_HTTP_H
#define SN_NODE_HTTP_H

#include "base/bytes.h"
#include "base/error.h"

struct sn_http;

/* Make the active request and all later ones fail, within about a second. May be called from any thread and
 * from signal handlers. */
void sn_http_interrupt(struct sn_http *h);

/* The same, immediately. May be called from any thread. */
void sn_http_cancel(struct sn_http *h);

/* Whether to keep waiting for the answer to a request that has taken `ms` milliseconds so far. */
typedef bool sn_http_patience(void *context, uint64_t ms);

/* Call `waits_on` at least once a second during each request, in the requesting thread. If it returns false,
 * this request fails as if interrupted. NULL, the default: keep waiting. Do not call this during a request.
 */
void sn_http_set_patience(struct sn_http *h, sn_http_patience *waits_on, void *context);

/* Whether to keep waiting: the connection is not interrupted, and the callback of sn_http_set_patience
 * agrees. For callers that wait for an answer by other means than sn_http_post. */
bool sn_http_waits_on(struct sn_http *h, uint64_t ms);

/* Set the error of a request that stopped waiting. Returns SN_DAEMON. */
int sn_http_given_up(const struct sn_http *h, struct sn_error *err);

/* Whether the last request failed because the connection broke after it was established. */
bool sn_http_was_cut(const struct sn_http *h);

/* "HOST:PORT" or "https://HOST:PORT", for messages. */
const char *sn_http_address(const struct sn_http *h);

/* How far a request got. */
enum sn_http_progress {
	SN_HTTP_NOT_SENT, /* no connection: the server did not receive the request */
	SN_HTTP_SENT,     /* the server may have received it */
	SN_HTTP_ANSWERED, /* the answer is complete; 200 unless the call failed. With any other status, also
			     401, the server may have read the body */
};

/* POST `body` to `path` ("/json_rpc") and append the body of the answer to `reply`. `progress` may be NULL.
 * Returns SN_DAEMON, with `reply` cleared, unless the status is 200 with 1 to `cap` bytes. */
int sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body, size_t len,
		 size_t cap, struct sn_buf *reply, enum sn_http_progress *progress,
		 struct sn_error *err) SN_MUST_USE;

#endif
