/* node/http_open.h - open a connection for the requests of node/http.h. Nothing else in the library opens
 * outgoing sockets.
 *
 * Through a proxy, the server does not learn the client's address, and should not learn that several requests
 * come from one client. Tor uses different circuits for streams with different SOCKS logins (torrc,
 * IsolateSOCKSAuth, the default). Therefore:
 *   - each struct sn_http, with its clones, has a random SOCKS user name;
 *   - requests that are set apart have another one (sn_http_set_apart);
 *   - no connection is used for two names, and no TLS session is resumed.
 * A login in the proxy's URL is used unchanged for all requests. A login for the server and the times of
 * requests can still link them. */
#ifndef SN_NODE_HTTP_OPEN_H
#define SN_NODE_HTTP_OPEN_H

#include "base/error.h"
#include "node/http.h"

#include <stdbool.h>

struct sn_http_options {
	const char *address;      /* HOST[:PORT], http://… or https://…; no path, no user, no query */
	unsigned default_port;    /* for an address without scheme and port */
	const char *login;        /* USER:PASS, secret, HTTP digest; or NULL */
	const char *ca_file;      /* PEM, trusted instead of the system's certificates; or NULL */
	const char *proxy;        /* socks5h://[USER:PASS@]HOST:PORT or NULL. Other SOCKS kinds are refused:
				     they resolve names locally and so leak them */
	bool allow_plain_http;    /* through the proxy, even to a public host (node/host.h) */
	unsigned connect_timeout; /* seconds; not 0 */
	unsigned stall_timeout;   /* seconds at under 100 bytes a second; not 0 */
};

/* Check the options and set up the connection without connecting. The strings are copied. Returns SN_USAGE or
 * SN_IO. Close with sn_http_close. */
int sn_http_open(struct sn_http **out, const struct sn_http_options *options,
		 struct sn_error *err) SN_MUST_USE;

void sn_http_close(struct sn_http *h); /* NULL is allowed */

/* Open another connection to the server of `origin`, with the same options but without a patience callback.
 * `origin` must outlive it; interrupting `origin` interrupts it too. Do not call this during a request of
 * `origin`. Returns SN_IO. */
int sn_http_clone(struct sn_http **out, const struct sn_http *origin, struct sn_error *err) SN_MUST_USE;

/* true: from now on, keep requests unlinkable to all earlier ones, until this is called with false. Each call
 * with true starts anew. No effect without a proxy or with a login in the proxy's URL. Do not call this
 * during a request. */
void sn_http_set_apart(struct sn_http *h, bool is_apart);

#endif
