/* tools/cli/names.h - the owner's names on the command line, for wallet-names, payments and the console. */
#ifndef CLI_NAMES_H
#define CLI_NAMES_H

#include "tools/cli/cli.h"

#include "chain/names.h"

/* Read the address of a new contact: an address or a monero: URI, of which only the address counts. `names`
 * is the book before. Refuses a name that looks the same as another; and an address that looks like that of
 * a contact but is another, unless `allow_lookalike`. */
int cli_names_address(struct cli *cli, const struct sn_names *names, enum sn_network network,
		      const char *name, const char *text, bool allow_lookalike,
		      struct sn_address *address) SN_MUST_USE;

/* Read ACCOUNT or ACCOUNT/INDEX; `what` names the text in the error. */
int cli_names_index(struct cli *cli, const char *what, const char *text,
		    struct sn_subaddress_index *index) SN_MUST_USE;

#endif
