/* tools/cli/wallet.h - open the wallet of --wallet-file; passwords. */
#ifndef CLI_WALLET_H
#define CLI_WALLET_H

#include "tools/cli/cli.h"

#include "store/signing_journal.h"
#include "store/wallet.h"

enum cli_role {
	CLI_ANY_ROLE,
	CLI_MASTER,     /* has the spend key */
	CLI_WATCH_ONLY, /* the only role for a networked machine */
};

/* Open the wallet with the password from the options or the terminal; --wait applies. Returns SN_BAD_INPUT
 * for another role. */
int cli_wallet_open(struct cli *cli, struct sn_wallet **wallet, enum sn_wallet_mode mode,
		    enum cli_role role) SN_MUST_USE;

/* The same for a second, watch-only wallet. The options of CLI_WATCH give its password. */
int cli_wallet_open_watch_only(struct cli *cli, struct sn_wallet **wallet, const char *path,
			       enum sn_wallet_mode mode) SN_MUST_USE;

/* Open the signing journal of a master wallet for writing; --wait applies. */
int cli_wallet_open_journal(struct cli *cli, struct sn_signing_journal **journal,
			    const struct sn_wallet *master) SN_MUST_USE;

/* Get the password of the wallet, which cli_wallet_open then uses. *password is sn_secret_alloc memory. */
int cli_wallet_password(struct cli *cli, char **password) SN_MUST_USE;

/* Print a warning before a master wallet connects to a daemon. */
void cli_warn_of_master(const struct cli *cli, const struct sn_wallet *wallet);

/* Get the password for a new wallet file: *given (which becomes NULL), the first line of the file `from`, or
 * two equal answers on the terminal. `given` is NULL for the new password of an existing wallet. The
 * terminal does not accept an empty password. *password is sn_secret_alloc memory. */
int cli_new_password(struct cli *cli, const char *path, char **given, const char *from,
		     char **password) SN_MUST_USE;

/* Returns SN_REFUSED if `path` exists. Call this before any prompt. */
int cli_wallet_check_new(struct cli *cli, const char *path) SN_MUST_USE;

/* Read the first line of the file `path`, called `what` in errors. *secret is sn_secret_alloc memory. */
int cli_secret_line(struct cli *cli, const char *path, const char *what, char **secret) SN_MUST_USE;

#endif
