/* hot/show.h - addresses that are given out, and what is still to be scanned for them. */
#ifndef SN_HOT_SHOW_H
#define SN_HOT_SHOW_H

#include "base/error.h"
#include "store/wallet.h"

/* sn_wallet_show with a sentence: SN_REFUSED when the address is too far away to be scanned for. */
int sn_show_address(struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err) SN_MUST_USE;

#endif
