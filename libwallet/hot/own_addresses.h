/* hot/own_addresses.h - addresses of an account as text, each computed once.
 *
 * Computing an address takes some 50 us, and a long history repeats a few addresses many times. The owner's
 * names are beside them, for the same reports. */
#ifndef SN_HOT_OWN_ADDRESSES_H
#define SN_HOT_OWN_ADDRESSES_H

#include "chain/account.h"
#include "chain/names.h"
#include "store/index.h"

struct sn_own_addresses {
	const struct sn_account *account; /* set before use, like `names`; all else zero */
	const struct sn_names *names;
	struct sn_index by_index;
	struct sn_own_address_text *list;
	size_t n, cap;
};

/* The text of an address, valid until the next call; NULL when out of memory. */
const char *sn_own_address(struct sn_own_addresses *own, struct sn_subaddress_index index);

void sn_own_addresses_free(struct sn_own_addresses *own);

#endif
