/* tools/cli/keys.h - the keys of a run: from the wallet of --wallet-file, or from the seed phrase of
 * --seed-file or --seed-prompt (CLI_SEED), for a machine that stores nothing. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include "tools/cli/cli.h"
#include "tools/cli/wallet.h"

#include "chain/account.h"

/* Zero-initialized: no keys. */
struct cli_keys {
	const struct sn_account *account; /* from either source */
	struct sn_wallet *wallet;         /* NULL: the keys come from a seed phrase */
	struct sn_account *from_words;    /* in locked memory */
};

/* Open the wallet for reading, or read the seed phrase. Returns SN_BAD_INPUT for a wallet of another role.
 * Close the keys, also after an error. */
int cli_keys_open(struct cli *cli, struct cli_keys *keys, enum cli_role role) SN_MUST_USE;
void cli_keys_close(struct cli_keys *keys);

/* Derive the account from the seed phrase of the options (cli/phrase.h), which is read into locked memory,
 * and from the passphrase and password of the options of CLI_PASSPHRASE, or of prompts. No error message
 * contains any of these. *restore_height is that of a Polyseed's birthday, otherwise 0. The caller wipes
 * `account`. */
int cli_keys_from_words(struct cli *cli, struct sn_account *account, enum sn_network network,
			uint64_t *restore_height) SN_MUST_USE;

/* The same for the `len` bytes of seed phrase at `text`. */
int cli_keys_from_text(struct cli *cli, struct sn_account *account, enum sn_network network, const char *text,
		       size_t len, uint64_t *restore_height) SN_MUST_USE;

#endif
