/* app/session_internal.h - what session.c (the session and its wallet), follow.c (the chain) and pay.c
 * (payments) share. Private to app/. */
#ifndef SN_APP_SESSION_INTERNAL_H
#define SN_APP_SESSION_INTERNAL_H

#include "app/session_status.h"
#include "app/work.h"
#include "base/error.h"
#include "base/log.h"
#include "hot/sync.h"
#include "node/daemon.h"
#include "store/signing_journal.h"
#include "store/wallet.h"

#include <pthread.h>

/* Locks, in the order in which they are taken: work, then the wallet's, then mutex. Nobody holds `mutex` or
 * the wallet's while waiting for anything. */
struct sn_session {
	struct sn_wallet *wallet;         /* changed by who is at work */
	const struct sn_account *account; /* the wallet's; neither it nor the role ever changes */
	enum sn_role role;
	struct sn_daemon *daemon; /* NULL: offline; asked by who is at work */
	struct sn_signing_journal
		*journal; /* master wallet; used by who is at work; NULL: it could not be opened */
	struct sn_log sink;
	const struct sn_log *log; /* the sink, or NULL */
	struct sn_work work;
	struct sn_hash *unsent; /* what this session signed, and the daemon surely did not take; used by who
				   is at work */
	size_t n_unsent;
	struct sn_sync_memory memory; /* used by who is at work */
	struct sn_session_pass
		*pass; /* of who is at work, when that is following or refreshing (follow.c); or NULL */

	pthread_mutex_t mutex; /* of what follows */
	pthread_cond_t wake;   /* the follower, to stop */
	bool is_stopping;
	uint64_t stop_time; /* by sn_monotonic_ms */
	bool has_follower;
	struct sn_session_status status; /* but for the wallet's height */

	pthread_t follower;
	unsigned seconds; /* between two looks at the chain */
};

/* SN_BAD_INPUT, SN_REASON_OFFLINE, when there is no daemon for `what`. */
int sn_session_need_daemon(const struct sn_session *s, const char *what, struct sn_error *err) SN_MUST_USE;

/* For who is at work, after a function that returned `ret`: sn_wallet_settle, which keeps what was done
 * unless memory or disk failed. */
int sn_session_settle(struct sn_session *s, int ret, struct sn_error *err) SN_MUST_USE;

/* Is the session stopping, since `ms` milliseconds or longer? */
bool sn_session_is_stopping(struct sn_session *s, uint64_t ms);

#endif
