#include "tools/app/serve.h"

#include "app/follow.h"
#include "rpc/methods.h"
#include "rpc/monitor.h"
#include "rpc/server.h"
#include "tools/cli/start.h"
#include "tools/cli/log.h"
#include "tools/cli/signals.h"
#include "tools/confine/confine.h"
#include "tools/confine/threads.h"

#include <malloc.h>
#include <string.h>

#define FOLLOW_SECONDS 10
#define LARGE_BYTES (128 << 10)

/* What the threads of the server share. */
struct served {
	struct sn_rpc_methods methods; /* except `limits` */
	struct live_policy *policy;
};

static int answer(void *context, bool may_change, const char *body, size_t len, struct sn_buf *out)
{
	const struct served *served = context;
	struct sn_rpc_methods methods = served->methods;
	struct policy_version *version = live_policy_hold(served->policy);
	methods.limits = *live_policy_limits(version);
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	service.may_change = may_change;
	int ret = sn_jsonrpc_answer(out, &service, body, len);
	live_policy_release(served->policy, version);
	return ret;
}

static void say_where(const struct cli *cli, const struct serve_options *o, uint16_t port)
{
	const char *ip = o->bind_ip ? o->bind_ip : "127.0.0.1";
	bool is_v6 = strchr(ip, ':');
	cli_say(cli, "JSON-RPC at http://%s%s%s:%u/json_rpc", is_v6 ? "[" : "", ip, is_v6 ? "]" : "",
		(unsigned)port);
	sn_log(&cli->log, SN_LOG_INFO, "serving JSON-RPC at %s, port %u", ip, (unsigned)port);
}

/* After SIGHUP. A failure changes nothing. */
static void reload(struct cli *cli, struct live_policy *policy)
{
	if (cli_log_reopen(cli))
		sn_log(&cli->log, SN_LOG_WARNING, "%s", cli->err.text);
	if (!live_policy_has_file(policy))
		return;
	if (live_policy_reload(policy))
		sn_log(&cli->log, SN_LOG_WARNING, "the former policy stays in force: %s", cli->err.text);
	else
		sn_log(&cli->log, SN_LOG_INFO, "the policy %s was read again", cli->policy_file);
}

/* Wait for a signal, or for a wallet that needs repair. */
static int wait_for_the_end(struct cli *cli, struct sn_session *session, struct live_policy *policy)
{
	struct sn_session_status status;
	while (!cli_signals_asked()) {
		cli_signals_wait();
		if (cli_signals_take_hangup())
			reload(cli, policy);
		sn_session_status(session, &status);
		if (status.has_failed && status.failure_code == SN_NEEDS_REPAIR) {
			cli->err = status.failure;
			return SN_NEEDS_REPAIR;
		}
	}
	return SN_OK;
}

int serve(struct cli *cli, struct sn_session *session, const struct serve_options *o)
{
	struct sn_rpc_method_counts method_counts = {0};
	struct sn_rpc_http_counts http_counts = {0};
	struct served served = {
		.methods = {.session = session,
			    .log = &cli->log,
			    .allow_respend = o->allow_respend,
			    .counts = &method_counts},
		.policy = o->policy,
	};
	struct sn_rpc_monitor monitor = {session, &method_counts, &http_counts};
	const struct sn_rpc_server_options options = {
		.bind_ip = o->bind_ip,
		.host = o->host,
		.port = o->port,
		.login = o->login,
		.read_login = o->read_login,
		.allow_md5 = o->allow_md5,
		.allow_external = o->allow_external,
		.pages = o->has_monitor ? sn_rpc_monitor_pages : NULL,
		.page_context = &monitor,
		.counts = &http_counts,
		.log = &cli->log,
	};
	struct sn_rpc_server *server = NULL;
#ifdef M_MMAP_THRESHOLD
	/* Return the memory of a large request to the system after its answer. By default, glibc raises this
	 * bound when it frees the first large block, and keeps later blocks in an arena for each thread. musl
	 * keeps no such memory. */
	mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
	int ret = sn_rpc_server_start(&server, &options, answer, &served, &cli->err);
	if (ret)
		return ret;
	if (sn_session_is_offline(session))
		ret = cli_confined(cli, cli_confine_threads(CLI_CONFINE_SERVER, &cli->err));
	else if (!(ret = notify_start(cli, o->notify, session)))
		ret = sn_session_follow(session, FOLLOW_SECONDS, &cli->err);
	if (!ret) {
		say_where(cli, o, sn_rpc_server_port(server));
		ret = wait_for_the_end(cli, session, o->policy);
		sn_log(&cli->log, SN_LOG_INFO, "ending");
	}
	sn_session_stop(session);
	/* A second signal aborts calls that still wait for the daemon. */
	cli_signals_let();
	sn_rpc_server_stop(server);
	cli_signals_hold();
	return ret;
}
