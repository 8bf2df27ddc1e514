/* tools/cli/wallet.h - the wallet that --wallet-file names, and passwords. */
#ifndef CLI_WALLET_H
#define CLI_WALLET_H

#include "tools/cli/cli.h"

#include "store/wallet.h"

enum cli_role {
	CLI_ANY_ROLE,
	CLI_MASTER,     /* the wallet that can spend */
	CLI_WATCH_ONLY, /* the only one that belongs on a networked machine */
};

/* Open it, with the password from wherever the options say. A wallet of another role is SN_BAD_INPUT. */
int cli_wallet_open(struct cli *cli, struct sn_wallet **wallet, enum sn_wallet_mode mode,
		    enum cli_role role) SN_MUST_USE;

/* The same for a second wallet, watch-only, with CLI_WATCH's options for its password. */
int cli_wallet_open_watch_only(struct cli *cli, struct sn_wallet **wallet, const char *path,
			       enum sn_wallet_mode mode) SN_MUST_USE;

/* A line on standard error when the wallet, which is about to go online, is one that can spend. */
void cli_warn_of_master(const struct cli *cli, const struct sn_wallet *wallet);

/* The password for a wallet file that is yet to be made, from `given` (then taken out of *given), the file
 * `from`, or asked for twice on the terminal. An empty one must have been given as such. *password is
 * sn_secret_alloc memory. */
int cli_new_password(struct cli *cli, const char *path, char **given, const char *from,
		     char **password) SN_MUST_USE;

/* SN_REFUSED when `path` exists: asked before any other question. */
int cli_wallet_check_new(struct cli *cli, const char *path) SN_MUST_USE;

/* The first line of the file `path`, called `what` in errors. *secret is sn_secret_alloc memory. */
int cli_secret_line(struct cli *cli, const char *path, const char *what, char **secret) SN_MUST_USE;

#endif
