/* store/wallet_replay.h - apply the records of a wallet file (store/wallet_records.h). Private to store/. */
#ifndef SN_STORE_WALLET_REPLAY_H
#define SN_STORE_WALLET_REPLAY_H

#include "base/error.h"
#include "store/wallet_types.h"

/* Apply the records of one commit. Outputs are not found by their keys until sn_wallet_index_outputs is
 * called, after the last commit. The first record of a wallet is the account, and occurs once. SN_BAD_INPUT
 * if a record is malformed, has an unknown type, or violates an invariant; SN_IO when out of memory. */
int sn_records_replay(struct sn_wallet *w, const uint8_t *data, size_t len) SN_MUST_USE;

#endif
