/* tools/cli/names.h - change the owner's names in an open wallet, for wallet-names and the console. */
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "tools/cli/cli.h"

#include "store/wallet.h"

/* Add a contact. `address` is an address or a monero: URI, of which only the address counts. Refuses an
 * address that looks like that of a contact but is another, unless `allow_lookalike`. */
int cli_names_add(struct cli *cli, struct sn_wallet *wallet, const char *name, const char *address,
		  bool allow_lookalike) SN_MUST_USE;

/* Remove the contact with this name. */
int cli_names_remove(struct cli *cli, struct sn_wallet *wallet, const char *name) SN_MUST_USE;

/* Read ACCOUNT or ACCOUNT/INDEX; `what` names the text in the error. */
int cli_names_index(struct cli *cli, const char *what, const char *text,
		    struct sn_subaddress_index *index) SN_MUST_USE;

#endif
