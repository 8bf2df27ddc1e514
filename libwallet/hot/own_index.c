#include "hot/own_index.h"

#include <stdlib.h>

#define AT_ONCE 1024

/* Search the first `n` addresses of an account. SN_REFUSED if none of them has the key. */
static int search(struct sn_subaddress_index *index, const struct sn_account *account, uint32_t major,
		  uint64_t n, const struct sn_point *spend)
{
	struct sn_point *keys = calloc(AT_ONCE, sizeof *keys);
	int ret = keys ? SN_REFUSED : SN_IO;
	for (uint64_t from = 0, some; ret == SN_REFUSED && from < n; from += some) {
		some = n - from < AT_ONCE ? n - from : AT_ONCE;
		if (sn_account_spend_keys_many(keys, account, major, (uint32_t)from, (size_t)some))
			break;
		for (uint32_t i = 0; ret && i < some; i++)
			if (sn_point_is_equal(&keys[i], spend)) {
				*index = (struct sn_subaddress_index){major, (uint32_t)from + i};
				ret = SN_OK;
			}
	}
	free(keys);
	return ret;
}

int sn_own_index(struct sn_subaddress_index *index, const struct sn_wallet *w,
		 const struct sn_address *address, struct sn_error *err)
{
	struct sn_wallet_shown *used;
	struct sn_address own;
	size_t n, at = 0;
	if (sn_wallet_used(&used, &n, w))
		return sn_error_memory(err);
	int ret = SN_REFUSED;
	const uint64_t n_accounts = (uint64_t)used[n - 1].account + w->lookahead_accounts;
	for (uint64_t major = 0; ret == SN_REFUSED && major < n_accounts && major <= UINT32_MAX; major++) {
		uint64_t addresses = w->lookahead_addresses;
		if (at < n && used[at].account == major)
			addresses += used[at++].addresses - 1;
		ret = search(index, w->account, (uint32_t)major, addresses, &address->spend);
	}
	free(used);
	if (!ret) {
		sn_account_address(&own, w->account, *index);
		ret = sn_address_has_same_keys(&own, address) && own.network == address->network ? SN_OK
												 : SN_REFUSED;
	}
	if (ret == SN_REFUSED)
		return sn_error_because(err, SN_BAD_INPUT, SN_REASON_BAD_ADDRESS,
					"the address does not belong to this wallet");
	return ret ? sn_error_memory(err) : SN_OK;
}
