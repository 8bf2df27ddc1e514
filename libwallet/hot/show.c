#include "hot/show.h"

#include "chain/subaddress_table.h"

int sn_show_address(struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err)
{
	int ret = sn_wallet_show(w, index);
	if (ret == SN_REFUSED)
		return sn_error_set(
			err, SN_REFUSED,
			"address %u of account %u is too far away: a wallet with a look-ahead of %u accounts and %u addresses "
			"scans for at most %u addresses",
			index.minor, index.major, w->lookahead_accounts, w->lookahead_addresses,
			SN_SUBADDRESS_TABLE_MAX);
	return ret ? sn_error_memory(err) : SN_OK;
}
