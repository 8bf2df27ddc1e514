/* hot/report_addresses.h - accounts and addresses, in the shape of the JSON-RPC of the reference wallet.
 * hot/report.h describes the common conventions. Lists of addresses have nodes of text (cJSON_Raw), which
 * can be printed, but not inspected. Source: reference implementation,
 * src/wallet/wallet_rpc_server_commands_defs.h. */
#ifndef SN_HOT_REPORT_ADDRESSES_H
#define SN_HOT_REPORT_ADDRESSES_H

#include "base/error.h"
#include "base/json.h"
#include "hot/balance.h"
#include "store/wallet.h"

/* address of the account, addresses: those with the `n` indices. Called again for the same object, it adds
 * more addresses: each takes some 60 microseconds, so that a caller with many can release the wallet in
 * between. */
int sn_report_addresses_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
			     const uint32_t *indices, size_t n) SN_MUST_USE;

/* address and address_index of the first, addresses and address_indices of all `n` from `first` on. */
int sn_report_created_json(cJSON *object, const struct sn_account *account, uint32_t major, uint32_t first,
			   uint32_t n) SN_MUST_USE;

/* subaddress_accounts, total_balance, total_unlocked_balance. `now` is in Unix seconds. */
int sn_report_accounts_json(cJSON *object, const struct sn_wallet *w,
			    const struct sn_balances *balances) SN_MUST_USE;

#endif
