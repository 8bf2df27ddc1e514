/* store/wallet_names.h - change the owner's names in a wallet (chain/names.h). Both kinds of wallet have
 * names.
 *
 * The functions return the errors of the function of chain/names.h with the same purpose, which describes
 * them, and SN_IO. On error nothing has changed. `err` may be NULL. */
#ifndef SN_STORE_WALLET_NAMES_H
#define SN_STORE_WALLET_NAMES_H

#include "base/error.h"
#include "store/wallet_types.h"

/* SN_BAD_INPUT also if the address belongs to another network. */
int sn_wallet_add_contact(struct sn_wallet *w, const char *name, const struct sn_address *address,
			  struct sn_error *err) SN_MUST_USE;

int sn_wallet_remove_contact(struct sn_wallet *w, const char *name, struct sn_error *err) SN_MUST_USE;

/* "" removes the label. */
int sn_wallet_set_label(struct sn_wallet *w, struct sn_subaddress_index at, const char *text,
			struct sn_error *err) SN_MUST_USE;

struct sn_names_merged {
	size_t added, replaced, removed; /* contacts and labels */
};

/* Take over all of `names`, whose addresses belong to the network of the wallet. They replace a contact with
 * the same name or the same address, and a label of the same address. With `only_these`, all other names are
 * removed. SN_REFUSED if the result would have too many names. */
int sn_wallet_merge_names(struct sn_wallet *w, const struct sn_names *names, bool only_these,
			  struct sn_names_merged *merged, struct sn_error *err) SN_MUST_USE;

#endif
