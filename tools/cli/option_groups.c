#include "tools/cli/option_groups.h"

#include <assert.h>

/* The help of --restore-height, for a program that also restores wallets, and for sneakernote, which makes
 * only new ones. */
#define RESTORE_HEIGHT_ALSO_OLD \
	"start to scan at block N. On a private chain, use 0. Default: for a new wallet, a block before today; for a Polyseed, a block before its month; for other restored wallets, and always on testnet, 0"
#define RESTORE_HEIGHT_NEW \
	"with --generate-new-wallet or --resync-and-exit: start to scan at block N. On a private chain, use 0. Default: for a new wallet, a block before today, or 0 on testnet; for --resync-and-exit, the restore height of the wallet"

static void add(struct cli_options *table, const struct cli_option *options)
{
	for (; options && options->name; options++) {
		assert(table->n < CLI_OPTIONS_MAX);
		table->options[table->n++] = *options;
	}
}

void cli_options_init(struct cli_options *table, struct cli *cli)
{
	const struct cli_option wallet[] = {
		{"wallet-file", 'w', "FILE", "wallet file", .text = &cli->wallet_file},
		{"password-file", 0, "FILE",
		 "read the wallet password from the first line of FILE (default: prompt on the terminal)",
		 .text = &cli->password_file, .is_input = true},
		{"password", 0, "PASSWORD",
		 "wallet password; other users may briefly see it in the process list",
		 .secret = &cli->password},
		{0},
	};
	const struct cli_option wait[] = {
		{"wait", 0, "SECONDS",
		 "while another program uses the wallet or its journal, wait up to SECONDS (default: 0)",
		 .text = &cli->wait_seconds},
		{0},
	};
	const struct cli_option watch[] = {
		{"watch-password-file", 0, "FILE",
		 "read the password of the watch-only wallet from the first line of FILE (default: prompt on the terminal)",
		 .text = &cli->watch_password_file, .is_input = true},
		{"watch-password", 0, "PASSWORD",
		 "password of the watch-only wallet; other users may briefly see it in the process list",
		 .secret = &cli->watch_password},
		{0},
	};
	const struct cli_option daemon[] = {
		{"daemon-address", 0, "HOST:PORT",
		 "Monero daemon (default: 127.0.0.1:18081); https://HOST:PORT for TLS",
		 .text = &cli->daemon_address},
		{"daemon-login", 0, "USER:PASS", "login for the daemon", .secret = &cli->daemon_login},
		{"daemon-ca-file", 0, "FILE", "trust only the certificates in FILE (PEM)",
		 .text = &cli->daemon_ca_file, .is_input = true},
		{"proxy", 0, "URL",
		 "SOCKS proxy socks5h://HOST:PORT, such as Tor; required for a daemon whose name ends in .onion or .i2p",
		 .text = &cli->proxy},
		{"allow-plain-http", 0, NULL,
		 "with --proxy: allow a public host without https://. The exit of the proxy can then read and change all data",
		 .flag = &cli->allow_plain_http},
		{0},
	};
	const struct cli_option max_fee[] = {
		{"max-fee", 0, "XMR",
		 "refuse a transaction with a fee above XMR (default: 0.012 XMR per 1,000 bytes)",
		 .text = &cli->max_fee},
		{0},
	};
	const struct cli_option allow_lock[] = {
		{"allow-unlock-time", 0, NULL,
		 "sign even if all outputs, including the change, are locked until a block or a date",
		 .flag = &cli->allow_unlock_time},
		{0},
	};
	const struct cli_option allow_dust[] = {
		{"allow-dust", 0, NULL,
		 "proceed even if a recipient gets less than it costs to spend (below 0.000014 XMR)",
		 .flag = &cli->allow_dust},
		{0},
	};
	const struct cli_option policy[] = {
		{"policy", 0, "FILE",
		 "refuse transactions that violate the policy in FILE (JSON); no other option overrides the policy",
		 .text = &cli->policy_file, .is_input = true},
		{0},
	};
	const struct cli_option approval[] = {
		{"approval", 0, "FILE",
		 "an approval that the policy demands: a signature of the unsigned file by minisign or signify. Can be repeated",
		 .list = &cli->approvals, .is_input = true},
		{0},
	};
	const struct cli_option seed[] = {
		{"seed-file", 0, "FILE",
		 "use the seed phrase in FILE, 25 words or the 16 of Polyseed, instead of a wallet file",
		 .text = &cli->seed_file, .is_input = true},
		{"seed-prompt", 0, NULL, "prompt for the seed phrase, without echo, instead of --seed-file",
		 .flag = &cli->seed_prompt},
		{"network", 0, "NAME", "network for the seed phrase: mainnet (default), stagenet or testnet",
		 .text = &cli->network},
		{0},
	};
	const struct cli_option passphrase[] = {
		{"seed-passphrase", 0, NULL,
		 "prompt for the passphrase that extends the given seed phrase (seed offset)",
		 .flag = &cli->seed_passphrase},
		{"seed-passphrase-file", 0, "FILE",
		 "read this passphrase from the first line of FILE, instead of --seed-passphrase",
		 .text = &cli->seed_passphrase_file, .is_input = true},
		{"seed-password-file", 0, "FILE",
		 "read the password of an encrypted Polyseed from the first line of FILE (default: prompt on the terminal)",
		 .text = &cli->seed_password_file, .is_input = true},
		{0},
	};
	const struct cli_option output[] = {
		{"output", 'o', "FILE", "write to FILE, complete or not at all; \"-\" is standard output",
		 .text = &cli->output},
		{0},
	};
	const struct cli_option hex[] = {
		{"hex", 0, NULL, "write hexadecimal text", .flag = &cli->hex},
		{0},
	};
	const struct cli_option json[] = {
		{"json", 0, NULL, "print a JSON report", .flag = &cli->json},
		{0},
	};
	const struct cli_option yes[] = {
		{"yes", 0, NULL,
		 "sign without confirmation; with --policy, the policy must set allow_unattended",
		 .flag = &cli->yes},
		{0},
	};
	const struct cli_option new[] = {
		{"network", 0, "NAME", "mainnet (default, also for private chains), stagenet or testnet",
		 .text = &cli->network},
		{"restore-height", 0, "N",
		 cli->program->groups & CLI_PASSPHRASE ? RESTORE_HEIGHT_ALSO_OLD : RESTORE_HEIGHT_NEW,
		 .text = &cli->restore_height},
		{"restore-date", 0, "YYYY-MM-DD",
		 "start to scan at a block before this day. Give the day on which the wallet was made, or an earlier day",
		 .text = &cli->restore_date},
		{"seed-out", 0, "FILE",
		 "write the seed phrase of the new wallet to FILE, a new file, instead of the terminal",
		 .text = &cli->seed_out},
		{"kdf", 0, "COST",
		 "Argon2id memory cost of the password: interactive (64 MiB, the default), moderate (256 MiB) or sensitive (1 GiB)",
		 .text = &cli->kdf},
		{0},
	};
	const struct cli_option lookahead[] = {
		{"subaddress-lookahead", 0, "ACCOUNTS:INDEXES",
		 "scan for this many accounts, and for this many addresses of each, beyond the last account or address in use (default and minimum: 50:200; at most 4,194,304 addresses in total)",
		 .text = &cli->lookahead},
		{0},
	};
	const struct cli_option log[] = {
		{"log-level", 0, "N",
		 "0 errors, 1 also warnings (default), 2 also actions, 3 and 4 also details",
		 .text = &cli->log_level},
		{"log-file", 0, "FILE", "append the log to FILE (default: standard error)",
		 .text = &cli->log_file},
		{"log-format", 0, "FORMAT", "format of the lines of the log file: text (default) or json",
		 .text = &cli->log_format},
		{0},
	};
	const struct cli_option unconfined[] = {
		{"allow-unconfined", 0, NULL,
		 "run even if the kernel cannot deny this program access to the network, other programs and other processes",
		 .flag = &cli->allow_unconfined},
		{0},
	};
	const struct cli_option all[] = {
		{"help", 'h', NULL, "print this help and exit", .flag = &table->help},
		{"version", 'V', NULL, "print the version and exit", .flag = &table->version},
		{"verbose", 0, NULL, "with --version: also list the linked libraries and their licenses",
		 .flag = &table->verbose},
		{0},
	};
	const struct {
		unsigned group;
		const struct cli_option *options;
	} shared[] = {
		{CLI_POLICY, policy},
		{CLI_APPROVAL, approval},
		{CLI_MAX_FEE, max_fee},
		{CLI_ALLOW_LOCK, allow_lock},
		{CLI_ALLOW_DUST, allow_dust},
		{CLI_YES, yes},
		{CLI_OUTPUT, output},
		{CLI_HEX, hex},
		{CLI_JSON, json},
		{CLI_WALLET, wallet},
		{CLI_WAIT, wait},
		{CLI_SEED, seed},
		{CLI_SEED | CLI_PASSPHRASE, passphrase},
		{CLI_WATCH, watch},
		{CLI_NEW, new},
		{CLI_LOOKAHEAD, lookahead},
		{CLI_DAEMON, daemon},
		{CLI_LOG, log},
		{CLI_OFFLINE | CLI_UNCONFINED, unconfined},
	};
	add(table, cli->program->options);
	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
		if (cli->program->groups & shared[i].group)
			add(table, shared[i].options);
	add(table, all);
}
