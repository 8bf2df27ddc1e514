/* app/follow.h - following the chain, in passes that give way to other work. */
#ifndef SN_APP_FOLLOW_H
#define SN_APP_FOLLOW_H

#include "base/error.h"
#include "hot/sync.h"

struct sn_session; /* app/session.h */

#define SN_SESSION_STOP_SECONDS 30 /* see sn_session_stop */

/* Start a thread that brings the wallet up to the daemon's chain, and looks again every `seconds`. That a
 * daemon is gone, and that it is back, is one line in the log each; so is what it finds. It ends when the
 * wallet needs repair (SN_NEEDS_REPAIR in the status). SN_USAGE when there is one already; SN_IO. */
int sn_session_follow(struct sn_session *s, unsigned seconds, struct sn_error *err) SN_MUST_USE;

/* One pass, begun after this call, to the daemon's top as it then is. `options` may be NULL; its `progress`
 * is called during work, and may read and look at the status, but not ask for work itself. While the daemon
 * lets us wait it is called too, about once a second, with what it was called with last (zeros at first):
 * when it returns false, nobody waits on. */
int sn_session_refresh(struct sn_session *s, const struct sn_sync_options *options,
		       struct sn_sync_result *result, struct sn_error *err) SN_MUST_USE;

/* Private to app/. The daemon's sn_daemon_set_patience. `session`: struct sn_session. */
bool sn_session_waits_on(void *session, uint64_t ms);

#endif
