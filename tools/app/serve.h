/* tools/app/serve.h - serve JSON-RPC over HTTP until a signal arrives. */
#ifndef SERVE_H
#define SERVE_H

#include "tools/app/live_policy.h"
#include "tools/app/notify.h"
#include "tools/cli/cli.h"

#include "app/session.h"

struct serve_options {
	const char *bind_ip;    /* NULL: loopback */
	uint16_t port;          /* 0: any */
	const char *host;       /* host name that requests may use besides IP addresses, or NULL */
	const char *login;      /* secret, or NULL */
	const char *read_login; /* secret, or NULL */
	bool allow_md5;         /* accept MD5 logins */
	bool allow_external;
	bool has_monitor; /* answer GET /healthz and GET /metrics, too (rpc/monitor.h) */
	struct live_policy *policy;
	bool allow_respend;    /* accept the parameter allow_respend */
	struct notify *notify; /* recipients of notices; may be NULL */
};

/* Answer requests for `session`, and follow the chain if there is a daemon. After SIGINT or SIGTERM, answer
 * the current requests (sn_session_stop) and return. SIGHUP reopens the log file and reads the policy again;
 * without either, it acts like SIGTERM. An offline server is confined: it can only use its listening socket.
 */
int serve(struct cli *cli, struct sn_session *session, const struct serve_options *options) SN_MUST_USE;

#endif
