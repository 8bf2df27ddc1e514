/* rpc/server.h - the HTTP server for JSON-RPC requests.
 *
 * It accepts only POST /json_rpc with content-type application/json (rpc/gate.h), and GET of the pages in the
 * options:
 *
 *     200 application/json   the handler's answer
 *     204                    the handler's answer is empty
 *     400                    malformed HTTP, no Host, a duplicate or malformed header, wrong framing of
 *                            the body
 *     401                    no login or a wrong one; WWW-Authenticate requests a digest (rpc/digest.h)
 *     403                    wrong Host, or any Origin
 *     404                    wrong path
 *     405                    wrong method; Allow states the right one
 *     413                    a body above SN_RPC_BODY_MAX, announced or received
 *     414                    a target above 32 KiB
 *     415                    another content type, or compressed
 *     431                    a head above 32 KiB
 *     500                    the handler failed
 *     503                    the bodies of all requests together are above SN_RPC_BODIES_MAX
 *     505                    not HTTP/1
 *
 * Refusals have one line of text/plain, except some made by libmicrohttpd (400, 414, 431, 505), in HTML.
 * libmicrohttpd also truncates header values and the target at a NUL; the checks see only the part before it.
 *
 * Refusals that depend on the head are decided before the body is stored. The body is then read and dropped,
 * so that the client receives the answer. The server answers immediately and closes the connection if the
 * client sent Expect: 100-continue, announced more than SN_RPC_DRAIN_MAX, or gets 400, after which the start
 * of the next request is uncertain.
 *
 * There is one thread per connection, with all signals blocked, for at most SN_RPC_CONNECTIONS_MAX
 * connections, or fewer if RLIMIT_NOFILE is too low when the server starts. Further connections are closed
 * immediately. A connection is closed
 *   - if no request line arrives for SN_RPC_IDLE_SECONDS;
 *   - if a request is incomplete SN_RPC_REQUEST_SECONDS after its request line, even if bytes keep arriving;
 *   - if the client has not received an answer SN_RPC_REQUEST_SECONDS after it was ready.
 * The handler has no time limit.
 *
 * Failed logins are logged as one line with their number per SN_RPC_DENIALS_SECONDS. After
 * SN_RPC_DENIALS_FREE of them in this time, each further one is answered after one second, on its own thread.
 * Correct logins are not delayed. */
#ifndef SN_RPC_SERVER_H
#define SN_RPC_SERVER_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"
#include "rpc/page.h"

#include <stdatomic.h>
#include <stdint.h>

/* The largest envelope in hexadecimal (handoff/envelope.h), and the JSON around it. */
#define SN_RPC_BODY_MAX (33u << 20)
#define SN_RPC_BODIES_MAX (3 * SN_RPC_BODY_MAX) /* processing a body takes about three times its size */
#define SN_RPC_DRAIN_MAX (2 * SN_RPC_BODY_MAX)
#define SN_RPC_IDLE_SECONDS 30
#define SN_RPC_REQUEST_SECONDS 60
#define SN_RPC_STOP_SECONDS 5
#define SN_RPC_DENIALS_SECONDS 10
#define SN_RPC_DENIALS_FREE 5
#define SN_RPC_STACK_BYTES (2u << 20) /* of each thread that calls the handler */

/* Counters of a server. They only increase. */
#define SN_RPC_HTTP_CLASSES 6
struct sn_rpc_http_counts {
	atomic_ullong answers[SN_RPC_HTTP_CLASSES]; /* [4]: with status 400 to 499 */
	atomic_ullong failed_logins;
};

struct sn_rpc_server_options {
	const char *bind_ip;    /* IPv4 or IPv6 address; NULL: 127.0.0.1 */
	uint16_t port;          /* 0: any free port */
	const char *host;       /* a name that clients may use besides its address; NULL: none. Copied */
	const char *login;      /* USER:PASS for HTTP digest, secret, not kept (rpc/digest.h); NULL: none */
	const char *read_login; /* the same, for clients that may only read; NULL: none. Only with `login` */
	bool allow_md5;         /* of clients that know no better digest */
	bool allow_external; /* permit an address that is not loopback without a login; otherwise SN_USAGE */
	unsigned idle_seconds, request_seconds; /* 0: the defaults above */
	const struct sn_rpc_page *pages;   /* ends with a NULL path; NULL: none. Must outlive the server */
	void *page_context;                /* for the writers of the pages */
	struct sn_rpc_http_counts *counts; /* may be NULL. Must outlive the server */
	const struct sn_log *log;          /* may be NULL; requests at SN_LOG_DEBUG, failed logins at
						   SN_LOG_WARNING. Must outlive the server */
};

/* Append the answer to a request's body to `answer`; nothing for 204. Several threads may call this at one
 * time. `body` does not end in NUL. `may_change` is false for read_login. A failure (out of memory)
 * becomes 500. */
typedef int sn_rpc_handler(void *context, bool may_change, const char *body, size_t len,
			   struct sn_buf *answer);

struct sn_rpc_server;

/* Start the server. Returns SN_USAGE for an invalid address, host name or login; SN_IO if the port is in use.
 */
int sn_rpc_server_start(struct sn_rpc_server **out, const struct sn_rpc_server_options *options,
			sn_rpc_handler *handler, void *context, struct sn_error *err) SN_MUST_USE;

uint16_t sn_rpc_server_port(const struct sn_rpc_server *server);

/* Stop listening, finish active requests, close every connection. NULL is allowed.
 *
 * A request in the handler is finished without a time limit, and its answer is sent. Incomplete requests and
 * unread answers have SN_RPC_STOP_SECONDS left. The handler is never called for a client that can no longer
 * be answered. Do not call this in the handler. */
void sn_rpc_server_stop(struct sn_rpc_server *server);

#endif
