/* cold-new - create the master wallet, or restore it from its seed phrase or keys. */
#include "tools/cli/code.h"
#include "tools/cli/data.h"
#include "tools/cli/keys.h"
#include "tools/cli/new.h"
#include "tools/cli/phrase.h"
#include "tools/cli/restore_height.h"
#include "tools/cli/start.h"

#include "base/secret.h"

struct options {
	const char *keys_file, *watch_only;
	bool qr;
};

/* Read {"spendkey": HEX, "viewkey": HEX}, the names of the RPC method generate_from_keys of the reference
 * wallet. Without a view key, derive it from the spend key. */
static int from_keys(struct cli *cli, struct sn_account *account, enum sn_network network, const char *path)
{
	static const char *const keys[] = {"spendkey", "viewkey", NULL};
	struct sn_buf text = {0};
	struct sn_scalar spend = {{0}}, view = {{0}};
	cJSON *root = NULL;
	int ret;
	if ((ret = cli_data_read(cli, path, "the keys file", 65536, &text)) ||
	    (ret = sn_json_parse_secret(&root, (char *)text.data, text.len, &cli->err)) ||
	    (ret = sn_json_only_keys_secret(root, keys, &cli->err)) ||
	    (ret = sn_json_get_hex(root, "spendkey", &spend, sizeof spend, &cli->err)))
		goto out;
	if (sn_json_has(root, "viewkey")) {
		ret = sn_json_get_hex(root, "viewkey", &view, sizeof view, &cli->err);
	} else {
		sn_account_from_seed(account, network, (uint8_t *)&spend);
		view = account->view_secret;
	}
	if (!ret)
		ret = sn_account_from_secrets(account, network, &view, &spend, &cli->err);
out:
	sn_json_free(root);
	sn_buf_free(&text);
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&view, sizeof view);
	return ret;
}

/* A Polyseed knows its age. Neither a passphrase nor a password can be checked. */
static int from_words(struct cli *cli, struct sn_account *account, struct cli_new *new)
{
	uint64_t height = 0;
	int ret = cli_keys_from_words(cli, account, new->network, &height);
	if (ret)
		return ret;
	if (!cli_restore_is_given(cli))
		new->restore_height = height;
	if (cli->seed_passphrase || cli->seed_passphrase_file || cli->seed_password_file)
		cli_say(cli,
			"warning: a mistyped passphrase or password gives another wallet: compare the address");
	return SN_OK;
}

static int run(struct cli *cli, const struct options *options)
{
	struct cli_new new = {
		.path = cli->wallet_file,
		.watch_only = options->watch_only,
		.is_restored = cli_phrase_is_given(cli) || options->keys_file,
		.put_code = options->qr ? cli_code_put : NULL,
	};
	struct sn_account *account = NULL;
	int ret;

	if ((ret = cli_new_prepare(cli, &new)))
		return ret;
	if (new.is_restored && !(account = sn_secret_alloc(sizeof *account)))
		return sn_error_memory(&cli->err);
	if (cli_phrase_is_given(cli))
		ret = from_words(cli, account, &new);
	else if (options->keys_file)
		ret = from_keys(cli, account, new.network, options->keys_file);
	if (!ret)
		ret = cli_new_create(cli, &new, account);
	sn_secret_free(account);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct cli cli;
	const struct cli_option options[] = {
		{"seed-file", 0, "FILE",
		 "restore a wallet from the seed phrase in FILE: 25 words, or the 16 of Polyseed",
		 .text = &cli.seed_file, .is_input = true},
		{"seed-prompt", 0, NULL,
		 "restore a wallet from the seed phrase that you type at a prompt, without echo",
		 .flag = &cli.seed_prompt},
		{"keys-file", 0, "FILE",
		 "restore a wallet from JSON in FILE: {\"spendkey\": HEX, \"viewkey\": HEX}",
		 .text = &o.keys_file, .is_input = true},
		{"watch-only", 0, "FILE",
		 "also write the watch-only wallet to the new FILE, as cold-export does",
		 .text = &o.watch_only},
		{"qr", 0, NULL, "print the QR code of the address, too", .flag = &o.qr},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "seed-file seed-prompt keys-file", NULL, NULL, NULL},
		{CLI_REQUIRES, "seed-passphrase seed-passphrase-file seed-password-file",
		 "seed-file seed-prompt", NULL, NULL},
		{CLI_AT_MOST_ONE, "qr json", NULL, NULL, NULL},
		{CLI_EXCLUDES, "seed-out", "seed-file seed-prompt keys-file",
		 "only the seed phrase of a new wallet is written", NULL},
		{CLI_REQUIRES, "watch-password watch-password-file", "watch-only", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-new",
		.usage = "-w FILE [OPTION]...",
		.about =
			"Create a master wallet in the new FILE, on the offline machine. Print its address and, on the terminal, the seed phrase.",
		.examples = "cold-new -w master.wallet --watch-only=hot.wallet\n"
			    "cold-new -w master.wallet --seed-prompt --restore-date=2024-05-31\n",
		.hints = "Write the seed phrase on paper: it restores the wallet.\n"
			 "To create the watch-only wallet later, use cold-export.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_NEW | CLI_PASSPHRASE | CLI_LOOKAHEAD | CLI_WALLET | CLI_WATCH |
			  CLI_JSON,
		.links = CLI_LINKS_QRENCODE,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
