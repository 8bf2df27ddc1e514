#include "chain/mnemonic_english.h"
#include "tools/cli/new.h"

#include "base/file.h"
#include "base/secret.h"
#include "chain/mnemonic.h"
#include "tools/cli/data.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/terminal.h"
#include "tools/cli/wallet.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

/* All secrets of a new wallet, in one block of locked memory. */
struct secrets {
	uint8_t seed[SN_SEED_BYTES];
	char words[SN_MNEMONIC_TEXT_MAX + 1];
	struct sn_account account;
};

static int parse_kdf(struct cli *cli, const char *text, enum sn_kdf_cost *cost)
{
	static const struct {
		const char *name;
		enum sn_kdf_cost cost;
	} costs[] = {
		{"interactive", SN_KDF_INTERACTIVE},
		{"moderate", SN_KDF_MODERATE},
		{"sensitive", SN_KDF_SENSITIVE},
	};
	*cost = SN_KDF_INTERACTIVE;
	for (size_t i = 0; text && i < sizeof costs / sizeof *costs; i++)
		if (!strcmp(text, costs[i].name)) {
			*cost = costs[i].cost;
			return SN_OK;
		}
	return text ? cli_usage_error(cli, "--kdf takes interactive, moderate or sensitive, not \"%s\"", text)
		    : SN_OK;
}

int cli_new_prepare(struct cli *cli, struct cli_new *new)
{
	int ret;
	new->network = SN_MAINNET;
	if (cli->network && sn_network_from_name(&new->network, cli->network, &cli->err))
		return SN_USAGE;
	if ((ret = parse_kdf(cli, cli->kdf, &new->cost)) ||
	    (ret = cli_number(cli, "restore-height", cli->restore_height, 0, UINT32_MAX,
			      &new->restore_height)) ||
	    (ret = cli_lookahead(cli, &new->lookahead_accounts, &new->lookahead_indexes)))
		return ret;
	if (cli->seed_out && !strcmp(cli->seed_out, "-"))
		return cli_usage_error(
			cli,
			"--seed-out requires a file: the seed phrase is never written to standard output");
	if ((ret = cli_wallet_check_new(cli, new->path)) ||
	    (cli->seed_out && (ret = cli_wallet_check_new(cli, cli->seed_out))))
		return ret;
	if (!new->is_restored && !cli->seed_out)
		return cli_terminal_check(cli, "to show the seed phrase of the new wallet on",
					  "use --seed-out=FILE to write the seed phrase to a file");
	return SN_OK;
}

#define WORDS_PER_LINE 5

struct line {
	char text[WORDS_PER_LINE * (SN_MNEMONIC_WORD_MAX + 1) + 16];
};

/* Show the words in lines of five, each with the number of its first word. --seed-file accepts this format.
 */
static int show_words(struct cli *cli, const char *words)
{
	struct line *line = sn_secret_alloc(sizeof *line);
	int ret = line ? SN_OK : sn_error_memory(&cli->err);
	for (int number = 1; !ret && *words; number += WORDS_PER_LINE) {
		size_t len = 0;
		for (int n = 0; n < WORDS_PER_LINE; n++) {
			len += strspn(words + len, " \n");
			len += strcspn(words + len, " \n");
		}
		snprintf(line->text, sizeof line->text, "%4d  %.*s\n", number, (int)len, words);
		ret = cli_terminal_show(cli, line->text);
		words += len;
		words += strspn(words, " \n");
	}
	sn_secret_free(line);
	return ret;
}

/* Show the seed phrase, or write it to --seed-out. */
static int give_words(struct cli *cli, const char *words)
{
	static const char before[] =
		"\n"
		"This seed phrase is the wallet. Anyone who reads it can spend your money. If you\n"
		"lose both the phrase and the wallet file, the money is lost. Write it on paper:\n\n";
	int ret;
	if (cli->seed_out) {
		ret = sn_file_create(cli->seed_out, words, strlen(words), 0600, &cli->err);
		if (!ret && !sn_file_is_private(cli->seed_out)) {
			cli_say(cli, "warning: other users can read %s: its file system has no file modes",
				cli->seed_out);
			cli_say(cli, "hint: mount the file system with umask=077");
		}
		return ret;
	}
	if ((ret = cli_terminal_show(cli, before)) || (ret = show_words(cli, words)))
		return ret;
	return cli_terminal_show(cli, "\n");
}

static int print_address(struct cli *cli, const struct cli_new *new, const char *address)
{
	struct sn_buf text = {0};
	int ret = new->put_code ? new->put_code(cli, &text, address) : SN_OK;
	sn_put_bytes(&text, address, strlen(address));
	sn_put_u8(&text, '\n');
	if (!ret)
		ret = text.failed ? sn_error_memory(&cli->err)
				  : cli_data_print(cli, (char *)text.data, text.len);
	sn_buf_free(&text);
	return ret;
}

static int report(struct cli *cli, const struct cli_new *new, const struct sn_account *account)
{
	struct sn_address address;
	char text[SN_ADDRESS_TEXT_MAX + 1];
	sn_account_address(&address, account, (struct sn_subaddress_index){0, 0});
	sn_address_format(text, &address);
	if (!cli->json)
		return print_address(cli, new, text);
	cJSON *root = cJSON_CreateObject();
	bool done = cli_json_text(root, "address", text) &&
		    cli_json_text(root, "network", sn_network_name(account->network)) &&
		    cli_json_u64(root, "restore_height", new->restore_height);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

/* Output the seed phrase first, so that no wallet exists without it. After an error, remove all files, so
 * that the user can try again: the address was not shown, and cannot have received anything. */
static int create(struct cli *cli, const struct cli_new *new, const struct sn_account *account,
		  const char *words, const char *password)
{
	int ret;
	if (words && (ret = give_words(cli, words)))
		return ret;
	const struct sn_wallet_start start = {
		.account = account,
		.restore_height = new->restore_height,
		.lookahead_accounts = new->lookahead_accounts,
		.lookahead_addresses = new->lookahead_indexes,
		.is_sole = words != NULL, /* new keys: no other wallet can have spent anything */
	};
	ret = sn_wallet_create_from(new->path, SN_ROLE_MASTER, &start, password, new->cost, &cli->err);
	if (!ret && !cli->restore_height && new->restore_height) {
		cli_say(cli, "restore height %llu, from the birthday of the seed phrase",
			(unsigned long long)new->restore_height);
	} else if (!ret && !cli->restore_height) {
		cli_say(cli, "restore height 0: the first scan starts at block 0 and takes hours");
		cli_say(cli,
			"hint: give cold-export --restore-height=N; for a new wallet, N is today's height");
	}
	if (!ret && new->put_code && words && !cli->seed_out)
		cli_say(cli,
			"warning: the seed phrase is above the QR code: clear the screen before anyone photographs it");
	if (!ret) {
		ret = report(cli, new, account);
		if (ret)
			unlink(new->path);
	}
	if (ret) {
		if (cli->seed_out)
			unlink(cli->seed_out);
		sn_error_prefix(&cli->err, ret, "no wallet was created");
	}
	return ret;
}

int cli_new_create(struct cli *cli, const struct cli_new *new, const struct sn_account *account)
{
	char *password = NULL;
	struct secrets *secrets = NULL;
	int ret = cli_new_password(cli, new->path, &cli->password, cli->password_file, &password);
	if (ret)
		return ret;
	if (account) {
		ret = create(cli, new, account, NULL, password);
		goto out;
	}
	secrets = sn_secret_alloc(sizeof *secrets);
	if (!secrets) {
		ret = sn_error_memory(&cli->err);
		goto out;
	}
	randombytes_buf(secrets->seed, sizeof secrets->seed);
	sn_account_from_seed(&secrets->account, new->network, secrets->seed);
	sn_mnemonic_encode(secrets->words, secrets->account.spend_secret.b);
	strcat(secrets->words, "\n");
	ret = create(cli, new, &secrets->account, secrets->words, password);
out:
	sn_secret_free(secrets);
	sn_secret_free(password);
	return ret;
}
