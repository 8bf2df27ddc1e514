/* rpc/server.h - the HTTP listener that JSON-RPC requests come in by.
 *
 * POST /json_rpc with content-type application/json, and nothing else. What is refused, before the body is read where that is
 * possible: other paths 404, other methods 405, other content types 415, bodies above SN_RPC_BODY_MAX 413, a Host that is
 * not this listener 403 (a web page that had its name resolve to 127.0.0.1 must not reach it), a wrong login 401.
 *
 * One thread for each connection, SN_RPC_CONNECTIONS_MAX of them at most; one that is idle for
 * SN_RPC_IDLE_SECONDS, or takes longer than SN_RPC_REQUEST_SECONDS to send a request, is closed. */
#ifndef SN_RPC_SERVER_H
#define SN_RPC_SERVER_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"

#include <stdint.h>

#define SN_RPC_BODY_MAX (8u << 20)
#define SN_RPC_CONNECTIONS_MAX 512
#define SN_RPC_IDLE_SECONDS 30
#define SN_RPC_REQUEST_SECONDS 60

struct sn_rpc_server_options {
	const char *bind_ip; /* IPv4 or IPv6 address; NULL: 127.0.0.1 */
	uint16_t port;       /* 0: any that is free */
	const char *login;   /* USER:PASS for HTTP digest, secret, copied; NULL: none */
	bool allow_external; /* without a login, an address that is not loopback is SN_USAGE unless this is set */
	unsigned idle_seconds, request_seconds; /* 0: as above */
	const struct sn_log *log; /* may be NULL; requests at SN_LOG_DEBUG. Outlives the server */
};

/* Answer the body of a request: append to `answer`, nothing for 204. Called from many threads. Failure (out of
 * memory) is 500. */
typedef int sn_rpc_handler(void *context, const char *body, size_t len, struct sn_buf *answer);

struct sn_rpc_server;

/* SN_USAGE for an address or login that cannot be meant; SN_IO when the port is taken. */
int sn_rpc_server_start(struct sn_rpc_server **out, const struct sn_rpc_server_options *options,
			sn_rpc_handler *handler, void *context, struct sn_error *err) SN_MUST_USE;

uint16_t sn_rpc_server_port(const struct sn_rpc_server *server);

/* Stop listening, let the requests in flight be answered, close every connection. NULL is allowed. */
void sn_rpc_server_stop(struct sn_rpc_server *server);

#endif
