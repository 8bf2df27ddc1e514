/* app/names.h - the owner's names in the wallet of a session. The functions store the change; errors as in
 * store/wallet_names.h. To read names, use sn_session_read. */
#ifndef SN_APP_NAMES_H
#define SN_APP_NAMES_H

#include "base/error.h"
#include "chain/names.h"

struct sn_session; /* app/session.h */

int sn_session_add_contact(struct sn_session *s, const char *name, const struct sn_address *address,
			   struct sn_error *err) SN_MUST_USE;
int sn_session_remove_contact(struct sn_session *s, const char *name, struct sn_error *err) SN_MUST_USE;
int sn_session_set_label(struct sn_session *s, struct sn_subaddress_index at, const char *text,
			 struct sn_error *err) SN_MUST_USE;

#endif
