/* sneakernote - one wallet: its console, its JSON-RPC server, its upkeep. */
#include "tools/cli.h"
#include "tools/cli_confine.h"
#include "tools/cli_daemon.h"
#include "tools/cli_log.h"
#include "tools/cli_new.h"
#include "tools/cli_policy.h"
#include "tools/cli_signals.h"
#include "tools/cli_wallet.h"
#include "tools/console.h"
#include "tools/repair.h"
#include "tools/serve.h"

#include "base/secret.h"

#include <string.h>

struct options {
	const char *generate, *restore;
	bool offline, resync;
	const char *rpc_ip, *rpc_port, *rpc_host, *rpc_login_file;
	char *rpc_login; /* secret */
	bool allow_external, allow_respend;
};

/* A combination of options that makes no sense, and what to say of it. */
struct contradiction {
	bool is_there;
	const char *sentence;
};

static int check_options(struct cli *cli, const struct options *o)
{
	const bool serves = o->rpc_port;
	const bool rpc = serves || o->rpc_ip || o->rpc_host || o->rpc_login || o->rpc_login_file || o->allow_external ||
			 o->allow_respend;
	const bool daemon = cli->daemon_address || cli->daemon_login || cli->daemon_ca_file || cli->proxy ||
			    cli->allow_plain_http;
	const bool new = cli->network || cli->seed_out || cli->kdf;
	const bool begins = cli->restore_height || cli->lookahead;
	const bool watch = cli->watch_password || cli->watch_password_file;
	const bool signs = cli->max_fee || cli->allow_unlock_time || cli->allow_dust || cli->policy_file || cli->yes;
	const struct contradiction list[] = {
		{o->generate && cli->wallet_file,
		 "--generate-new-wallet names the wallet itself: no --wallet-file"},
		{o->generate && (o->resync || o->restore || rpc || daemon || signs),
		 "--generate-new-wallet makes a wallet and does nothing else"},
		{!o->generate && !cli->wallet_file,
		 "which wallet? --wallet-file=FILE, or --generate-new-wallet=FILE"},
		{!o->generate && new,
		 "--network, --seed-out and --kdf are for --generate-new-wallet"},
		{!o->generate && !o->resync && begins,
		 "--restore-height and --subaddress-lookahead are for --generate-new-wallet and --resync-and-exit"},
		{o->resync && o->restore, "--resync-and-exit and --restore-ki-in-wo-wallet exclude each other"},
		{o->resync && o->offline, "--resync-and-exit needs a daemon: no --offline-mode"},
		{o->resync && (rpc || signs), "--resync-and-exit scans the chain and does nothing else"},
		{o->restore && (rpc || signs),
		 "--restore-ki-in-wo-wallet repairs the key images and does nothing else"},
		{o->restore && daemon, "--restore-ki-in-wo-wallet is done offline: no daemon, no --proxy"},
		{!o->restore && watch,
		 "--watch-password and --watch-password-file are for --restore-ki-in-wo-wallet"},
		{o->offline && daemon, "--offline-mode means no daemon: none of its options, no --proxy"},
		{o->allow_respend && !serves,
		 "--allow-respend is for the RPC server: at the console it is an option of sign_transfer"},
		{rpc && !serves, "the --rpc options and --confirm-external-bind need an --rpc-bind-port"},
		{serves && cli->yes, "--yes answers the console's questions; the RPC server asks none"},
		{o->rpc_login && o->rpc_login_file, "--rpc-login and --rpc-login-file exclude each other"},
		{!o->generate && !o->resync && !o->restore && !serves && cli->password_file &&
			 !strcmp(cli->password_file, "-"),
		 "standard input has the console's commands, not the password"},
		{!serves && cli->policy_file && !strcmp(cli->policy_file, "-"),
		 "standard input has the console's commands, not the policy"},
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (list[i].is_there)
			return cli_usage_error(cli, "%s", list[i].sentence);
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

/* A server signs without asking; at the console, --yes does. What cannot spend has nothing to ask for. */
static int check_unattended(struct cli *cli, const struct options *o, const struct sn_policy *policy,
			    const struct sn_wallet *wallet)
{
	if (wallet->role != SN_ROLE_MASTER || (!o->rpc_port && !cli->yes))
		return SN_OK;
	return cli_policy_check_unattended(cli, policy, o->rpc_port ? "over JSON-RPC nobody is asked" : "--yes");
}

/* Console or server. */
static int work(struct cli *cli, const struct options *o, struct sn_session *session, struct sn_daemon *daemon,
		const struct serve_options *serving)
{
	struct console console = {.cli = cli, .session = session, .daemon = daemon, .limits = serving->limits};
	struct sn_error err;
	int ret = o->rpc_port ? serve(cli, session, serving) : console_run(&console);
	/* Until it is closed, a second signal still breaks off a daemon that does not answer. */
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
		.allow_external = o->allow_external,
		.allow_respend = o->allow_respend,
	};
	struct sn_buf policy_text = {0};
	struct sn_policy *policy = NULL;
	struct sn_wallet *wallet = NULL;
	struct sn_daemon *daemon = NULL;
	struct sn_session *session;
	char *login = NULL;
	uint64_t port = 0;
	int ret;

	if ((ret = cli_number(cli, "rpc-bind-port", o->rpc_port, 0, UINT16_MAX, &port)) ||
	    (ret = cli_policy_read(cli, &serving.limits, &policy_text)) ||
	    (o->rpc_login_file && (ret = cli_secret_line(cli, o->rpc_login_file, "the login file", &login))) ||
	    (o->offline && !o->rpc_port && (ret = cli_confined(cli, cli_confine(0, &cli->err)))) ||
	    (!o->offline && (ret = cli_daemon_open(cli, &daemon))) ||
	    (ret = cli_wallet_open(cli, &wallet, SN_WALLET_WRITE, CLI_ANY_ROLE)) ||
	    (ret = cli_policy_apply(cli, &serving.limits, &policy, wallet->account->network, &policy_text)) ||
	    (ret = check_unattended(cli, o, policy, wallet)))
		goto out;
	serving.port = (uint16_t)port;
	serving.login = login ? login : o->rpc_login;
	if (!o->offline)
		cli_warn_of_master(cli, wallet);
	cli_signals_catch(o->rpc_port && cli_log_has_file(cli));
	cli_signals_daemon(daemon);
	if ((ret = sn_session_open(&session, wallet, daemon, &cli->log, &cli->err)))
		goto out;
	wallet = NULL; /* the session's now */
	ret = work(cli, o, session, daemon, &serving);
out:
	cli_signals_daemon(NULL);
	sn_secret_free(login);
	sn_policy_free(policy);
	sn_buf_free(&policy_text);
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
		{"generate-new-wallet", 0, "FILE", "make a new master wallet, print its address, exit",
		 .text = &o.generate},
		{"offline-mode", 0, NULL, "no daemon: for the master wallet, on the secure machine",
		 .flag = &o.offline},
		{"rpc-bind-port", 0, "PORT", "serve JSON-RPC there instead of the console; 0 is any\nfree port",
		 .text = &o.rpc_port},
		{"rpc-bind-ip", 0, "IP", "at this address (127.0.0.1)", .text = &o.rpc_ip},
		{"rpc-host", 0, "NAME", "a host name that clients may call it by, too", .text = &o.rpc_host},
		{"rpc-login", 0, "USER:PASS", "what clients must know", .secret = &o.rpc_login},
		{"rpc-login-file", 0, "FILE", "the same, as the first line of FILE", .text = &o.rpc_login_file},
		{"confirm-external-bind", 0, NULL, "serve others than this machine without a login",
		 .flag = &o.allow_external},
		{"allow-respend", 0, NULL,
		 "let clients ask for a signature although another\n"
		 "transaction that was signed before spends the same\n"
		 "output: sign_transfer's allow_respend",
		 .flag = &o.allow_respend},
		{"resync-and-exit", 0, NULL, "scan the chain anew, store, exit", .flag = &o.resync},
		{"restore-ki-in-wo-wallet", 0, "FILE",
		 "compute what key images the watch-only wallet FILE\nlacks, with the master wallet; exit",
		 .text = &o.restore},
		{0},
	};
	const struct cli_program program = {
		.name = "sneakernote",
		.usage = "--wallet-file=FILE [OPTION]...",
		.about = "Open a wallet, master or watch-only, and take commands: typed or piped at its\n"
			 "console (help shows them), or over JSON-RPC.",
		.options = options,
		.groups = CLI_UNCONFINED | CLI_POLICY | CLI_MAX_FEE | CLI_ALLOW_LOCK | CLI_ALLOW_DUST | CLI_YES | CLI_WALLET |
			  CLI_WALLET_MAYBE | CLI_WATCH | CLI_NEW | CLI_LOOKAHEAD | CLI_DAEMON | CLI_LOG,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	ret = cli_finish(&cli, ret);
	sn_secret_free(o.rpc_login);
	return ret;
}
