/* cold-seed - show the seed phrase of a master wallet, or verify a copy of it. */
#include "tools/cli/data.h"
#include "tools/cli/keys.h"
#include "tools/cli/phrase.h"
#include "tools/cli/start.h"
#include "tools/cli/wallet.h"

#include "base/secret.h"
#include "chain/mnemonic.h"
#include "chain/seed_words.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

/* All secrets of a run, in one block of locked memory. */
struct secrets {
	char words[SN_MNEMONIC_TEXT_MAX + 1];
	struct sn_account account;
};

static bool has_same_keys(const struct sn_account *a, const struct sn_account *b)
{
	return !sodium_memcmp(&a->view_secret, &b->view_secret, sizeof b->view_secret) &&
	       !sodium_memcmp(&a->spend_secret, &b->spend_secret, sizeof b->spend_secret);
}

/* 25 words are the spend key. They restore the view key only if it was derived from the spend key. */
static int check_keys(struct cli *cli, struct secrets *secrets, const struct sn_account *master)
{
	sn_account_from_seed(&secrets->account, master->network, master->spend_secret.b);
	if (has_same_keys(&secrets->account, master))
		return SN_OK;
	return sn_error_hint(&cli->err,
			     sn_error_set(&cli->err, SN_REFUSED,
					  "%s has no seed phrase: it was made from two independent keys",
					  cli->wallet_file),
			     "keep the file with the keys");
}

static int show(struct cli *cli, struct secrets *secrets, const struct sn_account *master)
{
	int ret = check_keys(cli, secrets, master);
	if (ret)
		return ret;
	sn_mnemonic_encode(secrets->words, master->spend_secret.b);
	strcat(secrets->words, "\n");
	return cli_phrase_give(cli, secrets->words);
}

/* Name the words of 25 that differ, as long as they are few. */
static int differs(struct cli *cli, const unsigned differing[], size_t n)
{
	char list[64] = "";
	size_t used = 0;
	for (size_t i = 0; i < n && n <= 8; i++)
		used += (size_t)snprintf(list + used, sizeof list - used, "%s%u", i ? ", " : "",
					 differing[i]);
	if (*list)
		return sn_error_hint(&cli->err,
				     sn_error_set(&cli->err, SN_REFUSED,
						  "word%s %s differ%s from the seed phrase of %s",
						  SN_PLURAL(n), list, n == 1 ? "s" : "", cli->wallet_file),
				     "correct your copy: cold-seed without --verify shows the seed phrase");
	return sn_error_hint(
		&cli->err,
		sn_error_set(&cli->err, SN_REFUSED, "this is not the seed phrase of %s", cli->wallet_file),
		"if a passphrase belongs to it, add --seed-passphrase");
}

static int report_verified(struct cli *cli)
{
	static const char done[] = "the seed phrase restores this wallet\n";
	if (!cli->json)
		return cli_data_print(cli, done, strlen(done));
	cJSON *root = cJSON_CreateObject();
	int ret = cli_json_bool(root, "restores_wallet", true) ? cli_data_print_json(cli, root)
							       : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

/* 25 words are compared one by one, unless a passphrase changes the keys. The keys decide. */
static int verify(struct cli *cli, struct secrets *secrets, const struct sn_account *master)
{
	const bool has_passphrase = cli->seed_passphrase || cli->seed_passphrase_file;
	unsigned differing[SN_MNEMONIC_WORDS];
	uint64_t height;
	size_t len = 0, n = 0;
	char *text;
	int ret = cli_phrase_read(cli, &text, &len);
	if (!ret && !has_passphrase && sn_seed_words_count(text, len) == SN_MNEMONIC_WORDS)
		n = sn_mnemonic_compare(differing, text, len, master->spend_secret.b);
	if (!ret && n && n <= 8)
		ret = differs(cli, differing, n);
	if (!ret)
		ret = cli_keys_from_text(cli, &secrets->account, master->network, text, len, &height);
	if (!ret && !has_same_keys(&secrets->account, master))
		ret = differs(cli, differing, 0);
	sn_secret_free(text);
	return ret ? ret : report_verified(cli);
}

static int run(struct cli *cli)
{
	struct sn_wallet *master = NULL;
	struct secrets *secrets = NULL;
	const bool verifies = cli_phrase_is_given(cli);
	int ret;
	if ((!verifies && (ret = cli_phrase_check_out(cli))) ||
	    (ret = cli_wallet_open(cli, &master, SN_WALLET_READ, CLI_MASTER)))
		return ret;
	secrets = sn_secret_alloc(sizeof *secrets);
	if (!secrets)
		ret = sn_error_memory(&cli->err);
	else if (verifies)
		ret = verify(cli, secrets, master->account);
	else
		ret = show(cli, secrets, master->account);
	sn_secret_free(secrets);
	sn_wallet_close(master);
	return ret;
}

int main(int argc, char **argv)
{
	struct cli cli;
	const struct cli_option options[] = {
		{"seed-out", 0, "FILE", "write the seed phrase to FILE, a new file, instead of the terminal",
		 .text = &cli.seed_out},
		{"verify", 0, NULL,
		 "prompt for your copy of the seed phrase, without echo, and compare it with the wallet",
		 .flag = &cli.seed_prompt},
		{"seed-file", 0, "FILE", "compare your copy of the seed phrase in FILE with the wallet",
		 .text = &cli.seed_file, .is_input = true},
		{0},
	};
	static const struct cli_rule rules[] = {
		{CLI_AT_MOST_ONE, "seed-out verify seed-file", NULL, NULL, NULL},
		{CLI_REQUIRES, "seed-passphrase seed-passphrase-file seed-password-file", "verify seed-file",
		 NULL, NULL},
		{CLI_REQUIRES, "json", "verify seed-file", "the seed phrase itself is not printed", NULL},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-seed",
		.usage = "-w MASTER [OPTION]...",
		.about =
			"Show on the terminal the 25 words that restore the master wallet MASTER, or verify your copy of its seed phrase.",
		.examples = "cold-seed -w master.wallet\n"
			    "cold-seed -w master.wallet --verify\n",
		.hints = "cold-seed shows 25 words even if you restored the wallet from a Polyseed or\n"
			 "with a passphrase. These 25 words need no passphrase. To verify a phrase\n"
			 "that has a passphrase, add --seed-passphrase.\n",

		.options = options,
		.rules = rules,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_PASSPHRASE | CLI_JSON,
	};
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli);
	return cli_finish(&cli, ret);
}
