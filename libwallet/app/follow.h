/* app/follow.h - follow the chain, in passes that yield to other work. */
#ifndef SN_APP_FOLLOW_H
#define SN_APP_FOLLOW_H

#include "base/error.h"
#include "hot/sync.h"

struct sn_session; /* app/session.h */

#define SN_SESSION_STOP_SECONDS 30 /* see sn_session_stop */

/* Start a thread that synchronizes the wallet with the daemon's chain, every `seconds`. It logs one line when
 * the daemon fails, when the daemon is back, and for each result. It ends if the wallet needs repair
 * (SN_NEEDS_REPAIR in the status).
 *
 * Returns
 *   SN_USAGE  the session already follows the chain
 *   SN_IO */
int sn_session_follow(struct sn_session *s, unsigned seconds, struct sn_error *err) SN_MUST_USE;

/* Run one pass, started after this call, to the daemon's current top. `options` may be NULL.
 *
 * `options->progress` is called during work. It may read the wallet and the status, but must not start work.
 * During long waits for the daemon, it is called about once a second with its previous argument (initially
 * zeros). If it returns false, the pass stops. */
int sn_session_refresh(struct sn_session *s, const struct sn_sync_options *options,
		       struct sn_sync_result *result, struct sn_error *err) SN_MUST_USE;

/* The callback for sn_daemon_set_patience. `session` is a struct sn_session. Private to app/. */
bool sn_session_waits_on(void *session, uint64_t ms);

#endif
