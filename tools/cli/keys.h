/* tools/cli/keys.h - the keys to work with: of the wallet that --wallet-file names, or of the 25 words that
 * --seed-file does (CLI_SEED), for a machine that keeps nothing. */
#ifndef CLI_KEYS_H
#define CLI_KEYS_H

#include "tools/cli/cli.h"
#include "tools/cli/wallet.h"

#include "chain/account.h"

/* Zero-initialised: none. */
struct cli_keys {
	const struct sn_account *account; /* of either */
	struct sn_wallet *wallet;         /* NULL: the keys come from words */
	struct sn_account *from_words;    /* in locked memory */
};

/* Open the wallet for reading, or read the words. A wallet of another role than `role` is SN_BAD_INPUT.
 * Close, after a failure too. */
int cli_keys_open(struct cli *cli, struct cli_keys *keys, enum cli_role role) SN_MUST_USE;
void cli_keys_close(struct cli_keys *keys);

/* The account of the 25 words in the file `path`, which is read into locked memory. No error text has a word
 * of it. `account` is the caller's to wipe. */
int cli_keys_from_words(struct cli *cli, struct sn_account *account, enum sn_network network,
			const char *path) SN_MUST_USE;

#endif
