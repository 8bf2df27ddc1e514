/* hot/show.h - addresses that are given out, and must be scanned for. */
#ifndef SN_HOT_SHOW_H
#define SN_HOT_SHOW_H

#include "base/error.h"
#include "store/wallet.h"

/* sn_wallet_show with an error message: SN_REFUSED if the address is too far away to be scanned for. */
int sn_show_address(struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err) SN_MUST_USE;

/* Create the next `n` addresses of the account (sn_wallet_create_addresses), each with the label; "" or NULL:
 * none. *first is the index of the first.
 *
 * Returns
 *   SN_BAD_INPUT  the wallet has no such account (SN_REASON_NO_ACCOUNT); not a label
 *   SN_REFUSED    too far away to be scanned for; too many labels */
int sn_create_addresses(struct sn_wallet *w, uint32_t account, uint32_t n, const char *label, uint32_t *first,
			struct sn_error *err) SN_MUST_USE;

/* Create the next account, with a label as above. *account is its number. */
int sn_create_account(struct sn_wallet *w, const char *label, uint32_t *account,
		      struct sn_error *err) SN_MUST_USE;

#endif
