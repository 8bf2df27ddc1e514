/* hot/report_transfers.h - balances and transfers in the shape of the JSON-RPC of the reference wallet, with
 * further members. hot/report.h describes the common conventions. `own` has the addresses of the wallet. Each
 * element of a list is one node of text (cJSON_Raw): it can be printed, but not inspected. Source: reference
 * implementation, src/wallet/wallet_rpc_server_commands_defs.h. */
#ifndef SN_HOT_REPORT_TRANSFERS_H
#define SN_HOT_REPORT_TRANSFERS_H

#include "base/error.h"
#include "base/json.h"
#include "hot/balance.h"
#include "hot/history.h"
#include "hot/own_addresses.h"
#include "store/wallet.h"

/* A list for each kind of the transfers: in, out, pending, failed, pool, prepared, released. A list without
 * elements is absent. `failed` has the payments that were released after they had been submitted. */
int sn_report_transfer_lists_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
				  const struct sn_transfer *transfers, size_t n) SN_MUST_USE;

/* transfers: the given ones; transfer: the first of them. */
int sn_report_transfers_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
			     const struct sn_transfer *transfers, size_t n) SN_MUST_USE;

/* payments: those of the `n` transfers that were received, in blocks. `payment_id` is the text to report for
 * all of them; NULL: the payment ID of each, with 64 digits. Called again, it adds to the list. */
int sn_report_payments_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
			    const struct sn_transfer *transfers, size_t n,
			    const char *payment_id) SN_MUST_USE;

/* transfers: the outputs of the account, those of the `n` addresses, ascending, if n is not 0. `spent`
 * selects spent or unspent ones; NULL: all. `now` is in Unix seconds. */
int sn_report_incoming_json(cJSON *object, const struct sn_wallet *w, uint32_t account,
			    const uint32_t *addresses, size_t n, const bool *spent, uint64_t now) SN_MUST_USE;

/* per_subaddress: the balances of the account's addresses; of all accounts, if it is -1. If n is not 0,
 * those of the `n` addresses of the account. */
int sn_report_per_subaddress_json(cJSON *object, const struct sn_wallet *w, struct sn_own_addresses *own,
				  const struct sn_balances *balances, int64_t account,
				  const uint32_t *addresses, size_t n) SN_MUST_USE;

#endif
