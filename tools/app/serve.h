/* tools/app/serve.h - JSON-RPC over HTTP until a signal comes. */
#ifndef SERVE_H
#define SERVE_H

#include "tools/cli/cli.h"

#include "app/session.h"
#include "handoff/limits.h"

struct serve_options {
	const char *bind_ip; /* NULL: loopback */
	uint16_t port;       /* 0: any */
	const char *host;    /* a name that clients may use besides addresses, or NULL */
	const char *login;   /* secret, or NULL */
	bool allow_external;
	struct sn_limits limits;
	bool allow_respend; /* clients may ask for it */
};

/* Answer requests for `session` and follow the chain if it has a daemon. SIGINT and SIGTERM end it when the
 * requests at work are answered (sn_session_stop); SIGHUP opens the log file again, or ends it when there is
 * none. One that is offline gives up the right to make other sockets than the one that listens. */
int serve(struct cli *cli, struct sn_session *session, const struct serve_options *options) SN_MUST_USE;

#endif
