/* tools/cli/new.h - make a master wallet file, new or restored, and hand its words and address over. */
#ifndef CLI_NEW_H
#define CLI_NEW_H

#include "tools/cli/cli.h"

#include "base/bytes.h"
#include "store/wallet.h"

struct cli_new {
	const char *path;
	bool is_restored; /* from words or keys that the user has: none are handed out */
	enum sn_network network;
	enum sn_kdf_cost cost;
	uint64_t restore_height;
	uint32_t lookahead_accounts, lookahead_indexes; /* 0: the usual */
	/* Append the QR code of the address to what is printed (cli/code.h); NULL: none. */
	int (*put_code)(struct cli *cli, struct sn_buf *out, const char *address);
};

/* Read CLI_NEW's options into `new`, whose path and is_restored are set, and look, before anything is asked,
 * that no file is in the way and that there is a place for the words. */
int cli_new_prepare(struct cli *cli, struct cli_new *new) SN_MUST_USE;

/* Make the wallet with the password from the options, or asked for twice, and print its address (or a report,
 * --json). `account` is what was restored, NULL for new keys. After a failure no file is left. */
int cli_new_create(struct cli *cli, const struct cli_new *new, const struct sn_account *account) SN_MUST_USE;

#endif
