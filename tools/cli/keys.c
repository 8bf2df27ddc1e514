#include "tools/cli/keys.h"

#include "base/secret.h"
#include "chain/seed_phrase.h"
#include "tools/cli/data.h"
#include "tools/cli/terminal.h"

#include <errno.h>
#include <unistd.h>

#define WORDS_FILE_MAX 65536

/* Read up to `size` bytes. */
static int read_all(struct cli *cli, int fd, const char *path, char *text, size_t size, size_t *len)
{
	for (*len = 0; *len < size;) {
		ssize_t n = read(fd, text + *len, size - *len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return sn_error_errno(&cli->err, "cannot read %s", path);
		if (!n)
			break;
		*len += (size_t)n;
	}
	return SN_OK;
}

static int read_phrase(struct cli *cli, struct sn_seed_phrase *phrase, const char *path)
{
	size_t len;
	int fd = -1;
	char *text = sn_secret_alloc(WORDS_FILE_MAX + 1);
	int ret = text ? cli_data_open(cli, path, "the seed file", &fd) : sn_error_memory(&cli->err);
	if (!ret)
		ret = read_all(cli, fd, path, text, WORDS_FILE_MAX + 1, &len);
	if (!ret && !len)
		ret = sn_error_set(&cli->err, SN_BAD_INPUT, "the seed file (%s) is empty", path);
	else if (!ret && len > WORDS_FILE_MAX)
		ret = sn_error_set(&cli->err, SN_BAD_INPUT, "%s is larger than %d bytes", path,
				   WORDS_FILE_MAX);
	if (!ret)
		ret = sn_seed_phrase_read(phrase, text, len, &cli->err);
	if (fd > STDIN_FILENO)
		close(fd);
	sn_secret_free(text);
	return ret;
}

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

int cli_keys_from_words(struct cli *cli, struct sn_account *account, enum sn_network network,
			const char *path, uint64_t *restore_height)
{
	char *passphrase = NULL;
	struct secrets *secrets = sn_secret_alloc(sizeof *secrets);
	int ret = secrets ? read_phrase(cli, &secrets->phrase, path) : sn_error_memory(&cli->err);
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

int cli_keys_open(struct cli *cli, struct cli_keys *keys, enum cli_role role)
{
	enum sn_network network = SN_MAINNET;
	uint64_t height;
	int ret;
	if (!cli->seed_file) {
		ret = cli_wallet_open(cli, &keys->wallet, SN_WALLET_READ, role);
		keys->account = ret ? NULL : keys->wallet->account;
		return ret;
	}
	if (cli->network && sn_network_from_name(&network, cli->network, &cli->err))
		return SN_USAGE;
	keys->from_words = sn_secret_alloc(sizeof *keys->from_words);
	if (!keys->from_words)
		return sn_error_memory(&cli->err);
	ret = cli_keys_from_words(cli, keys->from_words, network, cli->seed_file, &height);
	keys->account = ret ? NULL : keys->from_words;
	return ret;
}

void cli_keys_close(struct cli_keys *keys)
{
	sn_wallet_close(keys->wallet);
	sn_secret_free(keys->from_words);
	*keys = (struct cli_keys){0};
}
