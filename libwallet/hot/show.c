#include "hot/show.h"

#include "chain/subaddress_table.h"
#include "store/wallet_names.h"

#include <stdlib.h>

/* Convert the result of a function of store/wallet_scope.h. */
static int shown(int ret, const struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err)
{
	if (ret == SN_REFUSED)
		return sn_error_set(
			err, SN_REFUSED,
			"address %u of account %u is too far away: a wallet with a look-ahead of %u accounts and %u addresses "
			"scans for at most %u addresses",
			index.minor, index.major, w->lookahead_accounts, w->lookahead_addresses,
			SN_SUBADDRESS_TABLE_MAX);
	if (ret == SN_BAD_INPUT)
		return sn_error_hint(err,
				     sn_error_because(err, SN_BAD_INPUT, SN_REASON_NO_ACCOUNT,
						      "the wallet has no account %u", index.major),
				     "create the next account first (RPC: \"create_account\")");
	return ret ? sn_error_memory(err) : SN_OK;
}

int sn_show_address(struct sn_wallet *w, struct sn_subaddress_index index, struct sn_error *err)
{
	return shown(sn_wallet_show(w, index), w, index, err);
}

int sn_create_addresses(struct sn_wallet *w, uint32_t account, uint32_t n, const char *label, uint32_t *first,
			struct sn_error *err)
{
	struct sn_subaddress_index index = {account, 0};
	int ret = sn_wallet_create_addresses(w, account, n, first);
	index.minor = *first + n - 1;
	ret = shown(ret, w, index, err);
	for (uint32_t i = 0; !ret && label && *label && i < n; i++) {
		index.minor = *first + i;
		ret = sn_wallet_set_label(w, index, label, err);
	}
	return ret;
}

int sn_create_account(struct sn_wallet *w, const char *label, uint32_t *account, struct sn_error *err)
{
	struct sn_wallet_shown *created;
	size_t n;
	uint32_t first;
	if (sn_wallet_created(&created, &n, w))
		return sn_error_memory(err);
	free(created);
	*account = (uint32_t)n;
	return sn_create_addresses(w, *account, 1, label, &first, err);
}
