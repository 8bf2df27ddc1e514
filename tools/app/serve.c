#include "tools/app/serve.h"

#include "app/follow.h"
#include "rpc/methods.h"
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

static int answer(void *context, bool may_change, const char *body, size_t len, struct sn_buf *out)
{
	struct sn_jsonrpc_service service = *(const struct sn_jsonrpc_service *)context;
	service.may_change = may_change;
	return sn_jsonrpc_answer(out, &service, body, len);
}

static void say_where(const struct cli *cli, const struct serve_options *o, uint16_t port)
{
	const char *ip = o->bind_ip ? o->bind_ip : "127.0.0.1";
	bool is_v6 = strchr(ip, ':');
	cli_say(cli, "JSON-RPC at http://%s%s%s:%u/json_rpc", is_v6 ? "[" : "", ip, is_v6 ? "]" : "",
		(unsigned)port);
	sn_log(&cli->log, SN_LOG_INFO, "serving JSON-RPC at %s, port %u", ip, (unsigned)port);
}

/* Wait for a signal, or for a wallet that needs repair. */
static int wait_for_the_end(struct cli *cli, struct sn_session *session)
{
	struct sn_session_status status;
	while (!cli_signals_asked()) {
		cli_signals_wait();
		if (cli_signals_take_hangup() && cli_log_reopen(cli))
			sn_log(&cli->log, SN_LOG_WARNING, "%s", cli->err.text);
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
	struct sn_rpc_methods methods = {session, o->limits, &cli->log, o->allow_respend};
	struct sn_jsonrpc_service service = sn_rpc_methods_service(&methods);
	const struct sn_rpc_server_options options = {
		.bind_ip = o->bind_ip,
		.host = o->host,
		.port = o->port,
		.login = o->login,
		.read_login = o->read_login,
		.allow_md5 = o->allow_md5,
		.allow_external = o->allow_external,
		.log = &cli->log,
	};
	struct sn_rpc_server *server = NULL;
#ifdef M_MMAP_THRESHOLD
	/* Return the memory of a large request to the system after its answer. By default, glibc raises this
	 * bound when it frees the first large block, and keeps later blocks in an arena for each thread. musl
	 * keeps no such memory. */
	mallopt(M_MMAP_THRESHOLD, LARGE_BYTES);
#endif
	int ret = sn_rpc_server_start(&server, &options, answer, &service, &cli->err);
	if (ret)
		return ret;
	if (sn_session_is_offline(session))
		ret = cli_confined(cli, cli_confine_threads(CLI_CONFINE_SERVER, &cli->err));
	else if (!(ret = notify_start(cli, o->notify, session)))
		ret = sn_session_follow(session, FOLLOW_SECONDS, &cli->err);
	if (!ret) {
		say_where(cli, o, sn_rpc_server_port(server));
		ret = wait_for_the_end(cli, session);
		sn_log(&cli->log, SN_LOG_INFO, "ending");
	}
	sn_session_stop(session);
	/* A second signal aborts calls that still wait for the daemon. */
	cli_signals_let();
	sn_rpc_server_stop(server);
	cli_signals_hold();
	return ret;
}
