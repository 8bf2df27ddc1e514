/* rpc/monitor.h - the pages for monitoring: GET /healthz and GET /metrics.
 *
 * /healthz: 200 and "ok" while the wallet follows the chain. Otherwise 503 and one line with the reason: the
 * last scan failed, the daemon has not answered for SN_RPC_HEALTH_SECONDS, or the wallet is more than
 * SN_RPC_HEALTH_LAG blocks behind. An offline server is always ok.
 *
 * /metrics: figures in the text format of OpenMetrics 1.0.0, listed in doc/reference/monitoring.md. No figure
 * is an amount, an address or a hash. The pages do not wait for the daemon. */
#ifndef SN_RPC_MONITOR_H
#define SN_RPC_MONITOR_H

#include "rpc/methods_context.h"
#include "rpc/page.h"
#include "rpc/server.h"

#define SN_RPC_HEALTH_LAG 10      /* blocks */
#define SN_RPC_HEALTH_SECONDS 120 /* passes begin 10 seconds apart */

struct sn_rpc_monitor {
	struct sn_session *session;
	const struct sn_rpc_method_counts *methods;
	const struct sn_rpc_http_counts *http;
};

/* For sn_rpc_server_options; the context of the writers is a struct sn_rpc_monitor. */
extern const struct sn_rpc_page sn_rpc_monitor_pages[];

/* Why the session is not healthy, `now_ms` by sn_monotonic_ms, in `text`; false: it is healthy. */
#define SN_RPC_HEALTH_TEXT 100
bool sn_rpc_health_problem(char text[static SN_RPC_HEALTH_TEXT], const struct sn_session_status *status,
			   uint64_t now_ms);

#endif
