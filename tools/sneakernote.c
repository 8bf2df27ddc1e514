/* sneakernote - console and JSON-RPC server of a wallet; creation and repair. */
#include "tools/app/live_policy.h"
#include "tools/app/notify.h"
#include "tools/app/repair.h"
#include "tools/app/serve.h"
#include "tools/cli/daemon.h"
#include "tools/cli/log.h"
#include "tools/cli/new.h"
#include "tools/cli/signals.h"
#include "tools/cli/start.h"
#include "tools/cli/wait.h"
#include "tools/cli/wallet.h"
#include "tools/confine/confine.h"
#include "tools/console/console.h"

#include "base/secret.h"

#include <string.h>

struct options {
	const char *generate, *restore;
	bool offline, resync;
	const char *rpc_ip, *rpc_port, *rpc_host, *rpc_login_file, *rpc_read_login_file;
	char *rpc_login; /* secret */
	bool allow_md5, allow_external, allow_respend, has_monitor;
	struct notify_options notify;
};

static int check_options(struct cli *cli, const struct options *o)
{
	if (o->generate || o->resync || o->restore || o->rpc_port)
		return SN_OK;
	if (cli->password_file && !strcmp(cli->password_file, "-"))
		return cli_usage_error(cli, "standard input carries the console commands, not the password");
	if (cli->policy_file && !strcmp(cli->policy_file, "-"))
		return cli_usage_error(cli, "standard input carries the console commands, not the policy");
	return SN_OK;
}

static int generate(struct cli *cli, const char *path)
{
	struct cli_new new = {.path = path};
	int ret;
	if ((ret = cli_confined(cli, cli_confine(0, &cli->err))) || (ret = cli_new_prepare(cli, &new)))
		return ret;
	return cli_new_create(cli, &new, NULL);
}

/* Why there will be no confirmation prompt before a signature: NULL if there is one, or nothing is signed. */
static const char *unattended(const struct cli *cli, const struct options *o, const struct sn_wallet *wallet)
{
	if (wallet->role != SN_ROLE_MASTER)
		return NULL;
	return o->rpc_port ? "JSON-RPC" : cli->yes ? "--yes" : NULL;
}

static int run_console(struct cli *cli, struct sn_session *session, struct sn_daemon *daemon,
		       struct live_policy *policy)
{
	struct policy_version *version = live_policy_hold(policy);
	struct console console = {
		.cli = cli, .session = session, .daemon = daemon, .limits = *live_policy_limits(version)};
	int ret = console_run(&console);
	live_policy_release(policy, version);
	return ret;
}

/* Console or server. */
static int work(struct cli *cli, const struct options *o, struct sn_session *session,
		struct sn_daemon *daemon, const struct serve_options *serving)
{
	struct sn_error err;
	int ret = o->rpc_port ? serve(cli, session, serving)
			      : run_console(cli, session, daemon, serving->policy);
	/* Until the session is closed, a second signal can abort a call to a silent daemon. */
	cli_signals_let();
	int stored = sn_session_close(session, &err);
	cli_signals_hold();
	if (!ret && stored)
		cli->err = err;
	return ret ? ret : stored;
}

static int run_wallet(struct cli *cli, const struct options *o)
{
	struct serve_options serving = {
		.bind_ip = o->rpc_ip,
		.host = o->rpc_host,
		.login = o->rpc_login,
		.allow_md5 = o->allow_md5,
		.allow_external = o->allow_external,
		.has_monitor = o->has_monitor,
		.allow_respend = o->allow_respend,
	};
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_session *session;
	char *login = NULL, *read_login = NULL;
	uint64_t port = 0;
	int ret;

	if ((ret = cli_number(cli, "rpc-bind-port", o->rpc_port, 0, UINT16_MAX, &port)) ||
	    (ret = live_policy_read(cli, &serving.policy)) ||
	    (o->rpc_login_file &&
	     (ret = cli_secret_line(cli, o->rpc_login_file, "the login file", &login))) ||
	    (o->rpc_read_login_file &&
	     (ret = cli_secret_line(cli, o->rpc_read_login_file, "the login file", &read_login))) ||
	    (ret = notify_open(cli, &o->notify, &serving.notify)) ||
	    (o->offline && !o->rpc_port && (ret = cli_confined(cli, cli_confine(0, &cli->err)))) ||
	    (!o->offline && (ret = cli_daemon_open(cli, &daemon))))
		goto out;
	const bool keeps_hangup =
		o->rpc_port && (cli_log_has_file(cli) || live_policy_has_file(serving.policy));
	if (keeps_hangup)
		cli_signals_defer_hangup();
	if ((ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_ANY_ROLE)) ||
	    (ret = live_policy_start(serving.policy, wallet, unattended(cli, o, wallet))))
		goto out;
	serving.port = (uint16_t)port;
	serving.login = login ? login : o->rpc_login;
	serving.read_login = read_login;
	if (!o->offline)
		cli_warn_of_master(cli, wallet);
	cli_signals_catch(keeps_hangup);
	cli_signals_daemon(daemon);
	do
		ret = sn_session_open(&session, wallet, daemon, &cli->log, &cli->err);
	while (cli_wait(cli, ret));
	if (ret)
		goto out;
	wallet = NULL; /* now owned by the session */
	ret = work(cli, o, session, daemon, &serving);
out:
	cli_signals_daemon(NULL);
	notify_close(serving.notify);
	sn_secret_free(login);
	sn_secret_free(read_login);
	live_policy_close(serving.policy);
	sn_wallet_close(wallet);
	sn_daemon_close(daemon);
	return ret;
}

static int run(struct cli *cli, const struct options *o)
{
	int ret = check_options(cli, o);
	if (ret)
		return ret;
	if (o->generate)
		return generate(cli, o->generate);
	if (o->restore)
		return repair_key_images(cli, o->restore);
	return o->resync ? repair_resync(cli) : run_wallet(cli, o);
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"generate-new-wallet", 0, "FILE",
		 "create a master wallet in the new FILE, print its address, and exit", .text = &o.generate},
		{"offline-mode", 0, NULL, "use no daemon: for a master wallet on the offline machine",
		 .flag = &o.offline},
		{"rpc-bind-port", 0, "PORT",
		 "serve JSON-RPC on this port instead of the console; 0 chooses a free port",
		 .text = &o.rpc_port},
		{"rpc-bind-ip", 0, "IP", "serve on this address (default: 127.0.0.1)", .text = &o.rpc_ip},
		{"rpc-host", 0, "NAME", "also accept this host name in requests", .text = &o.rpc_host},
		{"rpc-login", 0, "USER:PASS",
		 "require this login; other users may briefly see it in the process list",
		 .secret = &o.rpc_login},
		{"rpc-login-file", 0, "FILE", "read this login from the first line of FILE",
		 .text = &o.rpc_login_file, .is_input = true},
		{"rpc-read-login-file", 0, "FILE",
		 "accept a second login, from the first line of FILE; its clients may only read",
		 .text = &o.rpc_read_login_file, .is_input = true},
		{"rpc-allow-md5", 0, NULL,
		 "accept a login by MD5 instead of SHA-256, for clients that support only MD5",
		 .flag = &o.allow_md5},
		{"rpc-monitor", 0, NULL,
		 "also answer GET /healthz and GET /metrics without a login. The answers have heights and counts, but no amounts",
		 .flag = &o.has_monitor},
		{"confirm-external-bind", 0, NULL, "serve other machines without a login",
		 .flag = &o.allow_external},
		{"allow-respend", 0, NULL,
		 "accept allow_respend in requests: sign even if the journal has another transaction that spends the same output",
		 .flag = &o.allow_respend},
		{"tx-notify", 0, "COMMAND|URL",
		 "run COMMAND (%s stands for the hash), or POST JSON to URL, for each transaction of the wallet in a block, and for each incoming transaction in the daemon's pool. Repeat until COMMAND or POST succeeds",
		 .text = &o.notify.tx},
		{"block-notify", 0, "COMMAND|URL", "the same for each new block", .text = &o.notify.block},
		{"allow-remote-notify", 0, NULL,
		 "allow --tx-notify and --block-notify to POST to another machine",
		 .flag = &o.notify.allow_remote},
		{"resync-and-exit", 0, NULL, "scan the chain again, store the wallet, and exit",
		 .flag = &o.resync},
		{"restore-ki-in-wo-wallet", 0, "FILE",
		 "use the master wallet -w to compute the key images that the watch-only wallet FILE lacks, and exit",
		 .text = &o.restore, .is_input = true},
		{0},
	};
#define NOTIFY "tx-notify block-notify "
#define RPC_DETAILS \
	"rpc-bind-ip rpc-host rpc-login rpc-login-file rpc-read-login-file rpc-allow-md5 rpc-monitor confirm-external-bind allow-respend allow-remote-notify " NOTIFY
#define RPC "rpc-bind-port " RPC_DETAILS
#define DAEMON "daemon-address daemon-login daemon-ca-file proxy allow-plain-http "
#define SIGNING "max-fee allow-unlock-time allow-dust policy yes "
	static const struct cli_rule rules[] = {
		{CLI_EXCLUDES, "generate-new-wallet",
		 "wallet-file resync-and-exit restore-ki-in-wo-wallet " RPC DAEMON SIGNING, NULL, NULL},
		{CLI_AT_LEAST_ONE, "wallet-file generate-new-wallet", NULL, NULL,
		 "use -w FILE, or --generate-new-wallet=FILE"},
		{CLI_REQUIRES, "network seed-out kdf", "generate-new-wallet", NULL, NULL},
		{CLI_REQUIRES, "restore-height restore-date subaddress-lookahead",
		 "generate-new-wallet resync-and-exit", NULL, NULL},
		{CLI_EXCLUDES, "resync-and-exit", "restore-ki-in-wo-wallet " RPC SIGNING, NULL, NULL},
		{CLI_EXCLUDES, "resync-and-exit", "offline-mode", "--resync-and-exit requires a daemon",
		 NULL},
		{CLI_EXCLUDES, "restore-ki-in-wo-wallet", RPC SIGNING, NULL, NULL},
		{CLI_EXCLUDES, "restore-ki-in-wo-wallet offline-mode", DAEMON, "no daemon is used", NULL},
		{CLI_REQUIRES, "watch-password watch-password-file", "restore-ki-in-wo-wallet", NULL, NULL},
		{CLI_REQUIRES, "allow-respend", "rpc-bind-port", NULL,
		 "at the console, use the option --allow-respend of sign_transfer"},
		{CLI_REQUIRES, RPC_DETAILS, "rpc-bind-port", NULL, NULL},
		{CLI_EXCLUDES, NOTIFY, "offline-mode", "notices require a daemon", NULL},
		{CLI_REQUIRES, "log-format", "log-file", NULL, NULL},
		{CLI_REQUIRES, "allow-remote-notify", NOTIFY, NULL, NULL},
		{CLI_EXCLUDES, "rpc-bind-port", "yes", "the RPC server never asks for confirmation", NULL},
		{CLI_AT_MOST_ONE, "rpc-login rpc-login-file", NULL, NULL, NULL},
		{CLI_REQUIRES, "rpc-read-login-file rpc-allow-md5", "rpc-login rpc-login-file", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "sneakernote",
		.usage = "--wallet-file=FILE [OPTION]...\n"
			 "   or: sneakernote --generate-new-wallet=FILE [OPTION]...",
		.about =
			"Open a wallet, master or watch-only, and read commands from its console (\"help\" lists them), or serve JSON-RPC.",
		.examples = "sneakernote --offline-mode -w master.wallet\n"
			    "printf 'refresh\\nbalance\\n' | sneakernote -w hot.wallet --password-file=PW\n"
			    "sneakernote -w hot.wallet --rpc-bind-port=18083\n",
		.hints = "Without a login, every program on this machine can call the server.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_UNCONFINED | CLI_POLICY | CLI_MAX_FEE | CLI_ALLOW_LOCK | CLI_ALLOW_DUST |
			  CLI_YES | CLI_WALLET | CLI_WAIT | CLI_WALLET_MAYBE | CLI_WATCH | CLI_NEW |
			  CLI_LOOKAHEAD | CLI_DAEMON | CLI_LOG,
		.links = CLI_LINKS_CURL | CLI_LINKS_SERVER,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	ret = cli_finish(&cli, ret);
	sn_secret_free(o.rpc_login);
	return ret;
}
