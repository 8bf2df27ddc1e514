/* tools/cli/new.h - create a master wallet file, new or restored, and output its seed phrase and address.
 * Also, if wanted, its watch-only wallet. */
#ifndef CLI_NEW_H
#define CLI_NEW_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "store/wallet.h"

struct cli_new {
	const char *path;
	const char *watch_only; /* path of the watch-only wallet, or NULL */
	bool is_restored;       /* from the user's seed phrase or keys: no seed phrase is written */
	enum sn_network network;
	enum sn_kdf_cost cost;
	uint64_t restore_height;
	bool is_height_of_clock, is_clock_wrong;        /* for messages */
	uint32_t lookahead_accounts, lookahead_indexes; /* 0: default */
	/* Append the QR code of the address to the output (cli/code.h); NULL: no code. */
	int (*put_code)(struct cli *cli, struct sn_buf *out, const char *address);
};

/* Read --kdf. Without it, *cost is SN_KDF_INTERACTIVE. */
int cli_kdf(struct cli *cli, enum sn_kdf_cost *cost) SN_MUST_USE;

/* Read the options of CLI_NEW into `new`, whose `path` and `is_restored` are set. Check, before any prompt,
 * that the files do not exist, and that the seed phrase can be shown or written. */
int cli_new_prepare(struct cli *cli, struct cli_new *new) SN_MUST_USE;

/* Create the wallet and print its address, or a report with --json. The password comes from the options, or
 * from two prompts; so does that of the watch-only wallet. `account` has the restored keys; NULL: generate
 * new keys. An error leaves no file. */
int cli_new_create(struct cli *cli, const struct cli_new *new, const struct sn_account *account) SN_MUST_USE;

#endif
