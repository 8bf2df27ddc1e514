#include "chain/mnemonic_english.h"
#include "tools/cli/new.h"

#include "base/clock.h"
#include "base/date.h"
#include "base/secret.h"
#include "chain/mnemonic.h"
#include "chain/restore_height.h"
#include "tools/cli/data.h"
#include "tools/cli/lookahead.h"
#include "tools/cli/phrase.h"
#include "tools/cli/restore_height.h"
#include "tools/cli/wallet.h"
#include "tools/cli/watch.h"

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

/* In secret memory. */
struct passwords {
	char *master, *watch_only;
};

int cli_kdf(struct cli *cli, enum sn_kdf_cost *cost)
{
	const char *text = cli->kdf;
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
	if ((ret = cli_kdf(cli, &new->cost)) ||
	    (ret = cli_restore_height(cli, new->network, &new->restore_height)) ||
	    (ret = cli_lookahead(cli, &new->lookahead_accounts, &new->lookahead_indexes)))
		return ret;
	if (!new->is_restored && !cli_restore_is_given(cli)) {
		new->restore_height =
			sn_restore_height_now(new->network, sn_unix_time(), &new->is_clock_wrong);
		new->is_height_of_clock = new->restore_height > 0;
	}
	if ((ret = cli_wallet_check_new(cli, new->path)) ||
	    (new->watch_only && (ret = cli_wallet_check_new(cli, new->watch_only))))
		return ret;
	return new->is_restored ? SN_OK : cli_phrase_check_out(cli);
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

/* How to give the watch-only wallet another restore height. */
static void say_remedy(const struct cli *cli, const struct cli_new *new, const char *condition,
		       const char *option)
{
	if (new->watch_only)
		cli_say(cli,
			"hint: %son the online machine, run sneakernote --wallet-file=%s --resync-and-exit %s",
			condition, new->watch_only, option);
	else
		cli_say(cli, "hint: %sgive cold-export %s", condition, option);
}

/* Where the restore height comes from, unless the user gave a height. */
static void say_height(const struct cli *cli, const struct cli_new *new)
{
	const unsigned long long height = new->restore_height;
	char day[SN_DATE_TEXT_MAX];
	if (cli->restore_height)
		return;
	if (cli->restore_date) {
		cli_say(cli, "restore height %llu, a block before %s", height, cli->restore_date);
	} else if (new->is_clock_wrong) {
		sn_date_format(day, sn_unix_time());
		cli_say(cli, "warning: the clock of this machine is wrong: it shows %s", day);
		sn_date_format(day, sn_restore_height_table_end(new->network));
		cli_say(cli, "restore height %llu, a block before %s, the latest known one", height, day);
	} else if (new->is_height_of_clock) {
		sn_date_format(day, sn_unix_time());
		cli_say(cli, "restore height %llu, a block before today, %s", height, day);
		say_remedy(cli, new, "if this date is wrong, ", "--restore-date=YYYY-MM-DD");
	} else if (height) {
		cli_say(cli, "restore height %llu, from the birthday of the seed phrase", height);
	} else {
		cli_say(cli, "restore height 0: the first scan starts at block 0 and takes hours");
		say_remedy(cli, new, "",
			   sn_restore_height_table_end(new->network)
				   ? "--restore-date=YYYY-MM-DD, a day before the first payment to the wallet"
				   : "--restore-height=N, a block before the first payment to the wallet");
	}
}

/* Both wallet files, or none. */
static int create_files(struct cli *cli, const struct cli_new *new, const struct sn_account *account,
			bool is_new_seed, const struct passwords *passwords)
{
	struct sn_wallet_start start = {
		.account = account,
		.restore_height = new->restore_height,
		.lookahead_accounts = new->lookahead_accounts,
		.lookahead_addresses = new->lookahead_indexes,
		/* With new keys, no other wallet can have spent anything. The first watch-only wallet alone
		 * relies on this: wallet_types.h. */
		.is_sole = is_new_seed && !new->watch_only,
	};
	int ret = sn_wallet_create_from(new->path, SN_ROLE_MASTER, &start, passwords->master, new->cost,
					&cli->err);
	if (ret || !new->watch_only)
		return ret;
	start.is_sole = is_new_seed;
	ret = cli_watch_create(cli, new->watch_only, &start, passwords->watch_only);
	if (ret)
		unlink(new->path);
	return ret;
}

static void remove_files(const struct cli_new *new)
{
	unlink(new->path);
	if (new->watch_only)
		unlink(new->watch_only);
}

/* Output the seed phrase first, so that no wallet exists without it. After an error, remove all files, so
 * that the user can try again: the address was not shown, and cannot have received anything. */
static int create(struct cli *cli, const struct cli_new *new, const struct sn_account *account,
		  const char *words, const struct passwords *passwords)
{
	int ret;
	if (words && (ret = cli_phrase_give(cli, words)))
		return ret;
	ret = create_files(cli, new, account, words != NULL, passwords);
	if (!ret)
		say_height(cli, new);
	if (!ret && new->put_code && words && !cli->seed_out)
		cli_say(cli,
			"warning: the seed phrase is above the QR code: do not let anyone photograph this screen");
	if (!ret) {
		ret = report(cli, new, account);
		if (ret)
			remove_files(new);
	}
	if (ret) {
		if (cli->seed_out)
			unlink(cli->seed_out);
		sn_error_prefix(&cli->err, ret, "no wallet was created");
	}
	return ret;
}

static int read_passwords(struct cli *cli, const struct cli_new *new, struct passwords *passwords)
{
	int ret = cli_new_password(cli, new->path, &cli->password, cli->password_file, &passwords->master);
	if (!ret && new->watch_only)
		ret = cli_new_password(cli, new->watch_only, &cli->watch_password, cli->watch_password_file,
				       &passwords->watch_only);
	return ret;
}

/* Generate the keys first. */
static int create_new(struct cli *cli, const struct cli_new *new, const struct passwords *passwords)
{
	struct secrets *secrets = sn_secret_alloc(sizeof *secrets);
	if (!secrets)
		return sn_error_memory(&cli->err);
	randombytes_buf(secrets->seed, sizeof secrets->seed);
	sn_account_from_seed(&secrets->account, new->network, secrets->seed);
	sn_mnemonic_encode(secrets->words, secrets->account.spend_secret.b);
	strcat(secrets->words, "\n");
	int ret = create(cli, new, &secrets->account, secrets->words, passwords);
	sn_secret_free(secrets);
	return ret;
}

int cli_new_create(struct cli *cli, const struct cli_new *new, const struct sn_account *account)
{
	struct passwords passwords = {0};
	int ret = read_passwords(cli, new, &passwords);
	if (!ret)
		ret = account ? create(cli, new, account, NULL, &passwords)
			      : create_new(cli, new, &passwords);
	sn_secret_free(passwords.master);
	sn_secret_free(passwords.watch_only);
	return ret;
}
