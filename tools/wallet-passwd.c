/* wallet-passwd - change the password of a wallet and of the file beside it, or their Argon2id cost. */
#include "tools/cli/data.h"
#include "tools/cli/new.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "base/secret.h"
#include "store/wallet_password.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct options {
	const char *new_password_file;
	bool keep_password;
};

static int print_text(struct cli *cli, const struct options *options, const struct sn_wallet *w,
		      const char *companion)
{
	struct sn_buf out = {0};
	const struct sn_password_cost cost = sn_wallet_password_cost(w);
	const char *const files[] = {sn_journal_path(sn_wallet_journal(w)), companion};
	char text[96];
	snprintf(text, sizeof text, ": %s; Argon2id with %" PRIu64 " MiB, %" PRIu32 " pass%s\n",
		 options->keep_password ? "password kept" : "password changed", cost.memory >> 20,
		 cost.passes, cost.passes == 1 ? "" : "es");
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (files[i]) {
			sn_put_bytes(&out, files[i], strlen(files[i]));
			sn_put_bytes(&out, text, strlen(text));
		}
	int ret = out.failed ? sn_error_memory(&cli->err) : cli_data_print(cli, (char *)out.data, out.len);
	sn_buf_free(&out);
	return ret;
}

static int print_json(struct cli *cli, const struct sn_wallet *w, const char *companion)
{
	const struct sn_password_cost cost = sn_wallet_password_cost(w);
	cJSON *root = cJSON_CreateObject();
	bool done = cli_json_u64(root, "files", companion ? 2 : 1) &&
		    cli_json_u64(root, "argon2id_memory", cost.memory) &&
		    cli_json_u64(root, "argon2id_passes", cost.passes);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

/* The new password, or the old one again. */
static int new_password(struct cli *cli, const struct options *options, char **old, char **password)
{
	if (options->keep_password) {
		*password = *old;
		*old = NULL;
		return SN_OK;
	}
	return cli_new_password(cli, cli->wallet_file, NULL, options->new_password_file, password);
}

static int run(struct cli *cli, const struct options *options)
{
	struct sn_wallet *w = NULL;
	struct sn_signing_journal *journal = NULL;
	char *old = NULL, *password = NULL;
	enum sn_kdf_cost cost;
	int ret;
	if ((ret = cli_kdf(cli, &cost)) || (ret = cli_wallet_password(cli, &old)) ||
	    (ret = cli_wallet_open(cli, &w, SN_WALLET_WRITE, CLI_ANY_ROLE)) ||
	    (w->role == SN_ROLE_MASTER && (ret = cli_wallet_open_journal(cli, &journal, w))) ||
	    (ret = new_password(cli, options, &old, &password)))
		goto out;
	const struct sn_password_change change = {
		.password = password, .cost = cli->kdf ? &cost : NULL, .journal = journal};
	if ((ret = sn_wallet_change_password(w, &change, &cli->err)))
		goto out;
	const char *companion = sn_wallet_companion(w, journal);
	ret = cli->json ? print_json(cli, w, companion) : print_text(cli, options, w, companion);
	if (ret)
		ret = sn_error_prefix(&cli->err, ret, "the password was changed");
out:
	sn_secret_free(old);
	sn_secret_free(password);
	sn_signing_journal_close(journal);
	sn_wallet_close(w);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	struct cli cli;
	const struct cli_option options[] = {
		{"new-password-file", 0, "FILE",
		 "read the new password from the first line of FILE (default: prompt on the terminal)",
		 .text = &o.new_password_file},
		{"keep-password", 0, NULL, "change only the Argon2id cost", .flag = &o.keep_password},
		{"kdf", 0, "COST",
		 "Argon2id memory cost of the password: interactive (64 MiB), moderate (256 MiB) or sensitive (1 GiB) (default: unchanged)",
		 .text = &cli.kdf},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_REQUIRES, "keep-password", "kdf", NULL, NULL},
		{CLI_EXCLUDES, "keep-password", "new-password-file", NULL, NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "wallet-passwd",
		.usage = "-w WALLET [OPTION]...",
		.about =
			"Change the password of WALLET, a master wallet or a watch-only wallet, and of the file beside it: MASTER.signed or WALLET.outkey2ki. Prompt for the old password, and twice for the new one.",
		.examples = "wallet-passwd -w master.wallet\n"
			    "wallet-passwd -w hot.wallet --keep-password --kdf=moderate\n",
		.hints = "Both files change together or not at all, even after a power failure.\n"
			 "Backups keep the old password: replace them.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_WAIT | CLI_JSON,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
