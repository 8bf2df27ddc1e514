/* hot/own_index.h - find the index of an address of the wallet. */
#ifndef SN_HOT_OWN_INDEX_H
#define SN_HOT_OWN_INDEX_H

#include "base/error.h"
#include "store/wallet.h"

/* The index of the address, if the wallet scans for it, the look-ahead included. An integrated address
 * has the index of the primary address. Computes up to all addresses, some 10 us each.
 *
 * Returns
 *   SN_BAD_INPUT  (SN_REASON_BAD_ADDRESS) it is not an address of this wallet
 *   SN_IO  */
int sn_own_index(struct sn_subaddress_index *index, const struct sn_wallet *w,
		 const struct sn_address *address, struct sn_error *err) SN_MUST_USE;

#endif
