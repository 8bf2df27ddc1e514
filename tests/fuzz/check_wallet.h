/* fuzz/check_wallet.h - the invariants of store/wallet.h that can be seen from the outside. */
#ifndef SN_FUZZ_CHECK_WALLET_H
#define SN_FUZZ_CHECK_WALLET_H

#include "store/wallet.h"

/* What they are is FUZZ_CHECKed. */
void check_wallet(const struct sn_wallet *w);

#endif
