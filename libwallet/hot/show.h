/* hot/show.h - addresses that are given out, and must be scanned for. */
#ifndef SN_HOT_SHOW_H
#define SN_HOT_SHOW_H

#include "base/error.h"
#include "store/wallet.h"

/* sn_wallet_show with an error message: SN_REFUSED if the address is too far away to be scanned for. */
int sn_show_address(struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err) SN_MUST_USE;

#endif
