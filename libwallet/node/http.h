/* node/http.h - POST requests to one server, through libcurl. The only sockets of the library.
 *
 * Plain HTTP/1.1 or TLS, nothing else: no redirects, no cookies, no proxy or .netrc from the
 * environment, no signals. TLS certificates are verified, name and chain, as curl does by
 * default. What comes back is cut off at the caller's limit. One connection, kept open
 * between requests; a struct sn_http is for one thread at a time.
 *
 * Through a proxy the server does not know who asks, and should not learn that several requests are of one
 * client. Tor gives streams with different SOCKS logins different circuits (torrc, IsolateSOCKSAuth, the
 * default). So each struct sn_http, with its clones, has a random SOCKS user name, requests that are set
 * apart have another (sn_http_set_apart), no connection is used for two names, and no TLS session is resumed.
 * A login in the proxy's URL is used as it is, for everything. A login for the server, and the times of
 * requests, still tell. */
#ifndef SN_NODE_HTTP_H
#define SN_NODE_HTTP_H

#include "base/bytes.h"
#include "base/error.h"

struct sn_http_options {
	const char *address;      /* HOST[:PORT], http://… or https://…; no path, no user, no query */
	unsigned default_port;    /* for an address without scheme and port */
	const char *login;        /* USER:PASS, secret, HTTP digest; or NULL */
	const char *ca_file;      /* PEM, trusted instead of the system's certificates; or NULL */
	const char *proxy;        /* socks5h://[USER:PASS@]HOST:PORT or NULL. Other SOCKS kinds would resolve
				     names here, and so leak them: refused */
	bool allow_plain_http;    /* through the proxy, even to a public host (node/host.h) */
	unsigned connect_timeout; /* seconds; not 0 */
	unsigned stall_timeout;   /* seconds at under 100 bytes a second; not 0 */
};

struct sn_http;

/* Check the options and prepare; no connection is made. The strings are copied. SN_USAGE, SN_IO. */
int sn_http_open(struct sn_http **out, const struct sn_http_options *options,
		 struct sn_error *err) SN_MUST_USE;
void sn_http_close(struct sn_http *h); /* NULL is allowed */

/* Another connection to the same server, with the same options but no patience of its own. What interrupts
 * `origin`, which must outlive it, interrupts it too. Not during a request of `origin`. SN_IO. */
int sn_http_clone(struct sn_http **out, const struct sn_http *origin, struct sn_error *err) SN_MUST_USE;

/* From here on requests are made apart from all others, until this is called with false. Each true sets them
 * apart from those before. Without a proxy, or with a login in its URL, nothing changes. Not during a
 * request. */
void sn_http_set_apart(struct sn_http *h, bool is_apart);

/* Let the request under way, and all later ones, fail within about a second. For any thread, and for signal
 * handlers. */
void sn_http_interrupt(struct sn_http *h);

/* The same at once. For any thread. */
void sn_http_cancel(struct sn_http *h);

/* Whether to wait on for the answer to a request that has taken `ms` milliseconds so far. */
typedef bool sn_http_patience(void *context, uint64_t ms);

/* Ask `waits_on` at least once a second during each request, in the thread that makes it. When it says no,
 * that request fails as if interrupted, and no other. NULL, as at first: always. Not to be called during a
 * request. */
void sn_http_set_patience(struct sn_http *h, sn_http_patience *waits_on, void *context);

/* Whether to wait on: it is not interrupted, and who was set above says so. For those who wait for the same
 * answer in another way. And what a request fails with when it does not: SN_DAEMON. */
bool sn_http_waits_on(struct sn_http *h, uint64_t ms);
int sn_http_given_up(const struct sn_http *h, struct sn_error *err);

/* "HOST:PORT" or "https://HOST:PORT", for people. */
const char *sn_http_address(const struct sn_http *h);

/* How far a request got. */
enum sn_http_progress {
	SN_HTTP_NOT_SENT, /* no connection: the server certainly did not see it */
	SN_HTTP_SENT,     /* it may have been seen */
	SN_HTTP_ANSWERED, /* the whole answer is here; 200 unless the call failed. Any status: even one that
			     asks for a login may come from a server that has read the body */
};

/* POST `body` to `path` ("/json_rpc") and append the answer's body to `reply`. Anything
 * but status 200 with 1 to `cap` bytes is SN_DAEMON, and `reply` is emptied then.
 * `progress` may be NULL. */
int sn_http_post(struct sn_http *h, const char *path, const char *content_type, const void *body, size_t len,
		 size_t cap, struct sn_buf *reply, enum sn_http_progress *progress,
		 struct sn_error *err) SN_MUST_USE;

#endif
