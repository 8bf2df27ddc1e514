/* app/address.h - addresses, and watch-only wallet files. */
#ifndef SN_APP_ADDRESS_H
#define SN_APP_ADDRESS_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"

struct sn_session; /* app/session.h */

/* Write a watch-only wallet of this master wallet to the new file `path`. */
int sn_session_save_watch_only(struct sn_session *s, const char *path, const char *password,
			       struct sn_error *err) SN_MUST_USE;

/* Get an address of the wallet, and scan for it from now on (sn_wallet_show). If *unscanned_below is not 0,
 * the blocks below that height were scanned without it. Returns SN_REFUSED if its index is beyond the range
 * that can be scanned for. */
int sn_session_show(struct sn_session *s, struct sn_subaddress_index index, struct sn_address *address,
		    uint64_t *unscanned_below, struct sn_error *err) SN_MUST_USE;

/* Call sn_create_addresses or sn_create_account (hot/show.h), and store the wallet. *unscanned_below is as in
 * sn_session_show. */
int sn_session_create_addresses(struct sn_session *s, uint32_t account, uint32_t n, const char *label,
				uint32_t *first, uint64_t *unscanned_below, struct sn_error *err) SN_MUST_USE;
int sn_session_create_account(struct sn_session *s, const char *label, uint32_t *account,
			      uint64_t *unscanned_below, struct sn_error *err) SN_MUST_USE;

#endif
