/* fuzz/memory_wallet.h - a small wallet in memory: two blocks, two outputs of which it knows the key images,
 * one of them held by a payment that was sent, the other by one that was not. */
#ifndef SN_FUZZ_MEMORY_WALLET_H
#define SN_FUZZ_MEMORY_WALLET_H

#include "memory_journal.h"
#include "store/wallet.h"

#define MEMORY_WALLET MEMORY_PREFIX "wallet"
enum { MEMORY_WALLET_HEIGHT = 11 }; /* its blocks are 9 and 10 */

/* Put its files there, as memory_journal_put does, until they are forgotten. */
void memory_wallet_put(enum sn_role role);

/* Stores it, and FUZZ_CHECKs that it is read again as it was stored. */
void memory_wallet_store(struct sn_wallet *w);

/* A master account on mainnet. */
const struct sn_account *memory_wallet_account(void);

#endif
