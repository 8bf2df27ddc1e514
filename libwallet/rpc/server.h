/* rpc/server.h - the HTTP listener that JSON-RPC requests come in by.
 *
 * POST /json_rpc with content-type application/json, and nothing else (rpc/gate.h says what and why):
 *
 *     200 application/json   what the handler wrote
 *     204                    it wrote nothing
 *     400                    not HTTP/1, no Host, a header repeated or malformed, a body badly framed
 *     401                    no or a wrong login; WWW-Authenticate asks for a digest (rpc/digest.h)
 *     403                    a foreign Host, or any Origin
 *     404                    another path
 *     405                    another method than POST, as Allow says
 *     413                    a body above SN_RPC_BODY_MAX, announced or found out
 *     414                    a target that does not fit 32 KiB
 *     415                    another content type, or compressed
 *     431                    a head that does not fit 32 KiB
 *     500                    the handler failed
 *     503                    the bodies of all requests together are above SN_RPC_BODIES_MAX
 *     505                    not HTTP/1
 *
 * Refusals carry one line of text/plain, but for some that libmicrohttpd makes itself (400, 414, 431, 505),
 * in HTML. It also cuts a header's value and the target at a NUL: what is judged is what stands before. What
 * the head decides is decided before the body is stored; the body is then read and dropped, so that the
 * client comes to see the answer, unless it asked first (Expect: 100-continue), announced more than
 * SN_RPC_DRAIN_MAX, or is told 400, after which it is not sure where the next request begins: then it is
 * answered at once and the connection closed.
 *
 * One thread for each connection, with all signals blocked, and SN_RPC_CONNECTIONS_MAX of them at most, or as
 * many as RLIMIT_NOFILE has room for when the server starts; further ones are closed unheard. A connection
 * ends when no request line has come for SN_RPC_IDLE_SECONDS, when a request has not arrived
 * SN_RPC_REQUEST_SECONDS after its request line, however it trickles in, or when its answer has not been
 * taken SN_RPC_REQUEST_SECONDS after it was ready. The handler may take its time.
 *
 * Wrong logins are logged in one line for each SN_RPC_DENIALS_SECONDS, with their number. From the
 * SN_RPC_DENIALS_FREE + 1st in this time on each is answered a second late, on its own thread; right ones are
 * not. */
#ifndef SN_RPC_SERVER_H
#define SN_RPC_SERVER_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"

#include <stdint.h>

/* The largest envelope in hexadecimal (handoff/envelope.h), and what is around it. */
#define SN_RPC_BODY_MAX (33u << 20)
#define SN_RPC_BODIES_MAX (3 * SN_RPC_BODY_MAX) /* working on one takes some three times as much again */
#define SN_RPC_DRAIN_MAX (2 * SN_RPC_BODY_MAX)
#define SN_RPC_IDLE_SECONDS 30
#define SN_RPC_REQUEST_SECONDS 60
#define SN_RPC_STOP_SECONDS 5
#define SN_RPC_DENIALS_SECONDS 10
#define SN_RPC_DENIALS_FREE 5
#define SN_RPC_STACK_BYTES (2u << 20) /* of the threads that call the handler */

struct sn_rpc_server_options {
	const char *bind_ip; /* IPv4 or IPv6 address; NULL: 127.0.0.1 */
	uint16_t port;       /* 0: any that is free */
	const char *host;  /* a name that clients may call it by, besides its address; NULL: none. Not kept */
	const char *login; /* USER:PASS for HTTP digest, secret, not kept (rpc/digest.h); NULL: none */
	bool allow_external; /* without a login, an address that is not loopback is SN_USAGE unless this is
				set */
	unsigned idle_seconds, request_seconds; /* 0: as above */
	const struct sn_log *log; /* may be NULL; requests at SN_LOG_DEBUG, wrong logins at SN_LOG_WARNING.
				     Outlives the server */
};

/* Answer the body of a request: append to `answer`, nothing for 204. Called from many threads at once. `body`
 * has no NUL behind it. Failure (out of memory) is 500. */
typedef int sn_rpc_handler(void *context, const char *body, size_t len, struct sn_buf *answer);

struct sn_rpc_server;

/* SN_USAGE for an address, host name or login that cannot be meant; SN_IO when the port is taken. */
int sn_rpc_server_start(struct sn_rpc_server **out, const struct sn_rpc_server_options *options,
			sn_rpc_handler *handler, void *context, struct sn_error *err) SN_MUST_USE;

uint16_t sn_rpc_server_port(const struct sn_rpc_server *server);

/* Stop listening, let the requests in flight be answered, close every connection. NULL is allowed.
 *
 * A request that the handler works on is finished, however long that takes, and its answer sent. Requests
 * still arriving and answers not taken get SN_RPC_STOP_SECONDS more. The handler is never called for a client
 * that cannot be answered any more because of this. Not to be called from the handler. */
void sn_rpc_server_stop(struct sn_rpc_server *server);

#endif
