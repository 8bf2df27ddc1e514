#include "tools/cli/keys.h"

#include "base/secret.h"
#include "chain/mnemonic.h"
#include "tools/cli/data.h"

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

int cli_keys_from_words(struct cli *cli, struct sn_account *account, enum sn_network network,
			const char *path)
{
	uint8_t seed[SN_SEED_BYTES];
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
		ret = sn_mnemonic_decode(seed, text, len, &cli->err);
	if (!ret)
		sn_account_from_seed(account, network, seed);
	sn_wipe(seed, sizeof seed);
	if (fd > STDIN_FILENO)
		close(fd);
	sn_secret_free(text);
	return ret;
}

int cli_keys_open(struct cli *cli, struct cli_keys *keys, enum cli_role role)
{
	enum sn_network network = SN_MAINNET;
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
	ret = cli_keys_from_words(cli, keys->from_words, network, cli->seed_file);
	keys->account = ret ? NULL : keys->from_words;
	return ret;
}

void cli_keys_close(struct cli_keys *keys)
{
	sn_wallet_close(keys->wallet);
	sn_secret_free(keys->from_words);
	*keys = (struct cli_keys){0};
}
