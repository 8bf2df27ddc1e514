/* app/address.h - addresses, and watch-only wallet files. */
#ifndef SN_APP_ADDRESS_H
#define SN_APP_ADDRESS_H

#include "base/error.h"
#include "chain/account.h"
#include "chain/address.h"

struct sn_session; /* app/session.h */

/* Write a watch-only wallet file of this master wallet, a new one at `path`. */
int sn_session_save_watch_only(struct sn_session *s, const char *path, const char *password,
			       struct sn_error *err) SN_MUST_USE;

/* An address of the wallet, which is scanned for from now on (sn_wallet_show). Unless `*unscanned_below` is
 * 0 the blocks below that height were scanned without it. SN_REFUSED when it is further away than what can be
 * scanned for. */
int sn_session_show(struct sn_session *s, struct sn_subaddress_index index, struct sn_address *address,
		    uint64_t *unscanned_below, struct sn_error *err) SN_MUST_USE;

#endif
