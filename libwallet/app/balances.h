/* app/balances.h - the balances of the wallet, computed once after each change.
 *
 * A shop asks for a balance more often than the wallet changes, and each computation looks at all outputs. */
#ifndef SN_APP_BALANCES_H
#define SN_APP_BALANCES_H

#include "app/session.h"
#include "hot/balance.h"

/* The balances at `now` (Unix seconds). Call it between sn_session_read and sn_session_read_end; the result
 * is valid until then. If several threads need balances after a change, one computes them and the others
 * wait. */
int sn_session_balances(const struct sn_balances **out, struct sn_session *s, uint64_t now,
			struct sn_error *err) SN_MUST_USE;

#endif
