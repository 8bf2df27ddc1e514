#include "tools/cli/keys.h"

#include "base/secret.h"
#include "chain/seed_phrase.h"
#include "tools/cli/phrase.h"
#include "tools/cli/terminal.h"

static int decrypt(struct cli *cli, struct sn_seed_phrase *phrase)
{
	char *password = NULL;
	int ret;
	if (!phrase->is_polyseed || !sn_polyseed_is_encrypted(&phrase->polyseed))
		return cli->seed_password_file
			       ? sn_error_hint(&cli->err,
					       sn_error_set(&cli->err, SN_BAD_INPUT,
							    "the seed phrase is not encrypted"),
					       "use --seed-passphrase-file for a passphrase that extends it")
			       : SN_OK;
	ret = cli->seed_password_file
		      ? cli_secret_line(cli, cli->seed_password_file, "the password file", &password)
		      : cli_terminal_password(cli, "Password of the encrypted seed phrase: ",
					      "use --seed-password-file=FILE", &password);
	if (!ret)
		ret = sn_polyseed_crypt(&phrase->polyseed, password, &cli->err);
	sn_secret_free(password);
	return ret;
}

static int get_passphrase(struct cli *cli, char **passphrase)
{
	*passphrase = NULL;
	if (cli->seed_passphrase)
		return cli_terminal_password(cli, "Passphrase of the seed phrase: ",
					     "use --seed-passphrase-file=FILE", passphrase);
	return cli->seed_passphrase_file
		       ? cli_secret_line(cli, cli->seed_passphrase_file, "the passphrase file", passphrase)
		       : SN_OK;
}

/* Both on the way from the words to the account. */
struct secrets {
	struct sn_seed_phrase phrase;
	uint8_t seed[SN_SEED_BYTES];
};

int cli_keys_from_text(struct cli *cli, struct sn_account *account, enum sn_network network, const char *text,
		       size_t len, uint64_t *restore_height)
{
	char *passphrase = NULL;
	struct secrets *secrets = sn_secret_alloc(sizeof *secrets);
	int ret = secrets ? sn_seed_phrase_read(&secrets->phrase, text, len, &cli->err)
			  : sn_error_memory(&cli->err);
	*restore_height = 0;
	if (!ret)
		ret = decrypt(cli, &secrets->phrase);
	if (!ret)
		ret = get_passphrase(cli, &passphrase);
	if (!ret)
		ret = sn_seed_phrase_seed(secrets->seed, &secrets->phrase, passphrase, &cli->err);
	if (!ret) {
		sn_account_from_seed(account, network, secrets->seed);
		if (secrets->phrase.is_polyseed)
			*restore_height = sn_polyseed_restore_height(&secrets->phrase.polyseed, network);
	}
	sn_secret_free(passphrase);
	sn_secret_free(secrets);
	return ret;
}

int cli_keys_from_words(struct cli *cli, struct sn_account *account, enum sn_network network,
			uint64_t *restore_height)
{
	char *text;
	size_t len = 0;
	int ret = cli_phrase_read(cli, &text, &len);
	if (!ret)
		ret = cli_keys_from_text(cli, account, network, text, len, restore_height);
	sn_secret_free(text);
	return ret;
}

int cli_keys_open(struct cli *cli, struct cli_keys *keys, enum cli_role role)
{
	enum sn_network network = SN_MAINNET;
	uint64_t height;
	int ret;
	if (!cli_phrase_is_given(cli)) {
		ret = cli_wallet_open(cli, &keys->wallet, SN_WALLET_READ, role);
		keys->account = ret ? NULL : keys->wallet->account;
		return ret;
	}
	if (cli->network && sn_network_from_name(&network, cli->network, &cli->err))
		return SN_USAGE;
	keys->from_words = sn_secret_alloc(sizeof *keys->from_words);
	if (!keys->from_words)
		return sn_error_memory(&cli->err);
	ret = cli_keys_from_words(cli, keys->from_words, network, &height);
	keys->account = ret ? NULL : keys->from_words;
	return ret;
}

void cli_keys_close(struct cli_keys *keys)
{
	sn_wallet_close(keys->wallet);
	sn_secret_free(keys->from_words);
	*keys = (struct cli_keys){0};
}
