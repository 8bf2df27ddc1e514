/* hot/own_addresses.h - addresses of an account as text, each computed once.
 *
 * Computing an address takes some 50 us, and reports repeat a few addresses many times. The owner's names are
 * beside them, for the same reports. */
#ifndef SN_HOT_OWN_ADDRESSES_H
#define SN_HOT_OWN_ADDRESSES_H

#include "chain/account.h"
#include "chain/address.h"
#include "chain/names.h"
#include "store/index.h"

#include <pthread.h>

#define SN_OWN_ADDRESSES_MAX 65536 /* remembered ones; then it begins anew */

struct sn_own_addresses {
	const struct sn_account *account; /* set before use, like `names`; all else zero */
	const struct sn_names *names;
	pthread_mutex_t *mutex; /* guards the rest; NULL: only one thread uses it */
	struct sn_index by_index;
	struct sn_own_address_text *list;
	size_t n, cap;
};

/* Write an address to `text`, and return `text`; NULL when out of memory. */
const char *sn_own_address(char text[static SN_ADDRESS_TEXT_MAX], struct sn_own_addresses *own,
			   struct sn_subaddress_index index) SN_MUST_USE;

void sn_own_addresses_free(struct sn_own_addresses *own);

#endif
