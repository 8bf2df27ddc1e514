/* cold-new - make the master wallet: a new one, or one restored from its 25 words or its keys. */
#include "tools/cli.h"
#include "tools/cli_data.h"
#include "tools/cli_terminal.h"
#include "tools/cli_wallet.h"

#include "base/file.h"
#include "base/secret.h"
#include "chain/mnemonic.h"
#include "store/wallet.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

struct options {
	const char *network, *seed_file, *keys_file, *seed_out, *restore_height, *kdf;
};

/* Everything secret of one run, in one piece of locked memory. */
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
	return text ? cli_usage_error(cli, "--kdf is interactive, moderate or sensitive") : SN_OK;
}

static int from_words(struct cli *cli, struct secrets *secrets, enum sn_network network, const char *path)
{
	struct sn_buf text = {0};
	int ret = cli_data_read(cli, path, "the seed file", 65536, &text);
	if (!ret)
		ret = sn_mnemonic_decode(secrets->seed, (char *)text.data, text.len, &cli->err);
	if (!ret)
		sn_account_from_seed(&secrets->account, network, secrets->seed);
	sn_buf_free(&text);
	return ret;
}

/* {"spendkey": HEX, "viewkey": HEX}, as the reference wallet's RPC method generate_from_keys names them.
 * Without a view key it is the one that the spend key gives. */
static int from_keys(struct cli *cli, struct secrets *secrets, enum sn_network network, const char *path)
{
	static const char *const keys[] = {"spendkey", "viewkey", NULL};
	struct sn_buf text = {0};
	struct sn_scalar spend = {{0}}, view = {{0}};
	cJSON *root = NULL;
	int ret;
	if ((ret = cli_data_read(cli, path, "the keys file", 65536, &text)) ||
	    (ret = sn_json_parse(&root, (char *)text.data, text.len, &cli->err)) ||
	    (ret = sn_json_only_keys(root, keys, &cli->err)) ||
	    (ret = sn_json_get_hex(root, "spendkey", &spend, sizeof spend, &cli->err)))
		goto out;
	if (sn_json_has(root, "viewkey")) {
		ret = sn_json_get_hex(root, "viewkey", &view, sizeof view, &cli->err);
	} else {
		sn_account_from_seed(&secrets->account, network, (uint8_t *)&spend);
		view = secrets->account.view_secret;
	}
	if (!ret)
		ret = sn_account_from_secrets(&secrets->account, network, &view, &spend, &cli->err);
out:
	sn_json_free(root);
	sn_buf_free(&text);
	sn_wipe(&spend, sizeof spend);
	sn_wipe(&view, sizeof view);
	return ret;
}

/* Hand the words of a new wallet over. */
static int give_words(struct cli *cli, const struct options *options, const struct secrets *secrets)
{
	static const char before[] =
		"\n"
		"These 25 words are the wallet. Who reads them owns the money; who loses them and\n"
		"the file has lost it. Write them on paper:\n\n";
	int ret;
	if (options->seed_out)
		return sn_file_create(options->seed_out, secrets->words, strlen(secrets->words), 0600,
				      &cli->err);
	if ((ret = cli_terminal_show(cli, before)) || (ret = cli_terminal_show(cli, secrets->words)))
		return ret;
	return cli_terminal_show(cli, "\n");
}

static int report(struct cli *cli, const struct sn_account *account, uint64_t restore_height)
{
	struct sn_address address;
	char text[SN_ADDRESS_TEXT_MAX + 1];
	sn_account_address(&address, account, (struct sn_subaddress_index){0, 0});
	sn_address_format(text, &address);
	if (!cli->json) {
		strcat(text, "\n");
		return cli_data_print(cli, text, strlen(text));
	}
	cJSON *root = cJSON_CreateObject();
	bool done = cli_json_text(root, "address", text) &&
		    cli_json_text(root, "network", sn_network_name(account->network)) &&
		    cli_json_u64(root, "restore_height", restore_height);
	int ret = done ? cli_data_print_json(cli, root) : sn_error_memory(&cli->err);
	sn_json_free(root);
	return ret;
}

/* The words first, so that no wallet ever exists whose words nobody has. After a failure nothing is left that
 * would be in the way of another try; an address that nobody got to read has received nothing. */
static int create(struct cli *cli, const struct options *options, const struct secrets *secrets, bool is_new,
		  uint64_t restore_height, const char *password, enum sn_kdf_cost cost)
{
	int ret;
	if (is_new && (ret = give_words(cli, options, secrets)))
		return ret;
	ret = sn_wallet_create(cli->wallet_file, SN_ROLE_MASTER, &secrets->account, restore_height, password,
			       cost, &cli->err);
	if (!ret) {
		ret = report(cli, &secrets->account, restore_height);
		if (ret)
			unlink(cli->wallet_file);
	}
	if (ret) {
		if (options->seed_out)
			unlink(options->seed_out);
		sn_error_prefix(&cli->err, ret, "no wallet was made");
	}
	return ret;
}

static int run(struct cli *cli, const struct options *options)
{
	enum sn_network network = SN_MAINNET;
	enum sn_kdf_cost cost;
	uint64_t restore_height = 0;
	char *password = NULL;
	struct secrets *secrets = NULL;
	bool is_new = !options->seed_file && !options->keys_file;
	int ret;

	if (options->network && sn_network_from_name(&network, options->network, &cli->err))
		return SN_USAGE;
	if ((ret = parse_kdf(cli, options->kdf, &cost)) ||
	    (ret = cli_number(cli, "restore-height", options->restore_height, 0, UINT32_MAX,
			      &restore_height)))
		return ret;
	if (options->seed_file && options->keys_file)
		return cli_usage_error(cli, "--seed-file and --keys-file exclude each other");
	if (options->seed_out && !is_new)
		return cli_usage_error(cli, "--seed-out is for the words of a new wallet");
	if ((ret = cli_wallet_check_new(cli, cli->wallet_file)) ||
	    (options->seed_out && (ret = cli_wallet_check_new(cli, options->seed_out))) ||
	    (is_new && !options->seed_out &&
	     (ret = cli_terminal_check(cli, "the words of the new wallet need one, or --seed-out=FILE"))))
		return ret;

	secrets = sn_secret_alloc(sizeof *secrets);
	if (!secrets)
		return sn_error_memory(&cli->err);
	if (options->seed_file) {
		ret = from_words(cli, secrets, network, options->seed_file);
	} else if (options->keys_file) {
		ret = from_keys(cli, secrets, network, options->keys_file);
	} else {
		randombytes_buf(secrets->seed, sizeof secrets->seed);
		sn_account_from_seed(&secrets->account, network, secrets->seed);
	}
	if (ret ||
	    (ret = cli_new_password(cli, cli->wallet_file, &cli->password, cli->password_file, &password)))
		goto out;
	if (is_new) {
		sn_mnemonic_encode(secrets->words, secrets->account.spend_secret.b);
		strcat(secrets->words, "\n");
	}
	ret = create(cli, options, secrets, is_new, restore_height, password, cost);
out:
	sn_secret_free(password);
	sn_secret_free(secrets);
	return ret;
}

int main(int argc, char **argv)
{
	struct options o = {0};
	const struct cli_option options[] = {
		{"network", 0, "NAME", "mainnet (the default, also for private chains),\nstagenet or testnet",
		 .text = &o.network},
		{"seed-file", 0, "FILE", "restore the wallet of the 25 words in FILE", .text = &o.seed_file},
		{"keys-file", 0, "FILE", "restore it from JSON: {\"spendkey\": HEX, \"viewkey\": HEX}",
		 .text = &o.keys_file},
		{"seed-out", 0, "FILE",
		 "write the words of the new wallet to FILE, a new file,\ninstead of the terminal",
		 .text = &o.seed_out},
		{"restore-height", 0, "N",
		 "the chain's height when the wallet was made, or less:\nwo-sync starts there (0)",
		 .text = &o.restore_height},
		{"kdf", 0, "COST",
		 "memory that guessing a password costs: interactive\n"
		 "(64 MiB, the default), moderate (256), sensitive (1024)",
		 .text = &o.kdf},
		{0},
	};
	const struct cli_program program = {
		.name = "cold-new",
		.usage = "-w FILE [OPTION]...",
		.about =
			"Make the master wallet, a new FILE, and print its address. For the machine without\n"
			"a network.",
		.options = options,
		.groups = CLI_OFFLINE | CLI_WALLET | CLI_JSON,
	};
	struct cli cli;
	int ret = cli_start(&cli, &program, argc, argv);
	if (!ret)
		ret = run(&cli, &o);
	return cli_finish(&cli, ret);
}
