/* app/session_internal.h - struct sn_session, shared by the files of this room. Private to app/. */
#ifndef SN_APP_SESSION_INTERNAL_H
#define SN_APP_SESSION_INTERNAL_H

#include "app/notify_sink.h"
#include "app/session_status.h"
#include "app/work.h"
#include "base/error.h"
#include "base/log.h"
#include "hot/own_addresses.h"
#include "hot/sync.h"
#include "node/daemon.h"
#include "store/signing_journal.h"
#include "store/wallet.h"

#include <pthread.h>

/* A thread that delivers notices of one kind. */
struct sn_session_notifier {
	struct sn_session *s;
	enum sn_notice_kind kind;
	struct sn_notify_sink sink;
	bool is_running;
	pthread_t thread;
};

/* Locks are taken in this order: work, the wallet's, balances_mutex, mutex. No thread waits for anything
 * while it holds one of the last three, except readers of the wallet for the computation of balances.
 *
 * "Work only" marks members that only active work may use. */
struct sn_session {
	struct sn_wallet *wallet;         /* changed by work only */
	const struct sn_account *account; /* the wallet's; constant, like the role */
	enum sn_role role;
	struct sn_daemon *daemon;           /* work only; NULL: offline */
	struct sn_signing_journal *journal; /* work only; of a master wallet; NULL: could not be opened */
	struct sn_log sink;
	const struct sn_log *log; /* the sink, or NULL */
	struct sn_work work;
	struct sn_hash *unsent; /* work only; transactions signed by this session and certainly not sent */
	size_t n_unsent;
	struct sn_sync_memory memory; /* work only */
	struct sn_session_pass *pass; /* work only; the active pass (follow.c), or NULL */

	pthread_mutex_t addresses_mutex;
	struct sn_own_addresses addresses; /* of the wallet; it uses addresses_mutex itself */

	pthread_mutex_t balances_mutex;
	struct sn_session_balances *balances; /* balances.c; guarded by balances_mutex */

	pthread_mutex_t mutex; /* guards the members up to `status` */
	pthread_cond_t wake;   /* wakes the threads when the session stops, or after a part of a pass */
	uint64_t n_parts;      /* parts of passes that ended */
	bool is_stopping;
	uint64_t stop_time; /* by sn_monotonic_ms */
	bool has_follower;
	struct sn_session_status status; /* except `height` */

	pthread_t follower;
	unsigned seconds; /* between two passes */

	struct sn_session_notifier notifiers[SN_NOTICE_KINDS]; /* notify.c */
};

/* Return SN_BAD_INPUT with SN_REASON_OFFLINE if there is no daemon for `activity`. */
int sn_session_need_daemon(const struct sn_session *s, const char *activity,
			   struct sn_error *err) SN_MUST_USE;

/* Call sn_wallet_settle after a function that returned `ret`. Work only. Keeps the changes unless memory or
 * disk failed. */
int sn_session_settle(struct sn_session *s, int ret, struct sn_error *err) SN_MUST_USE;

/* Forget the computed balances. No other thread may use the session. */
void sn_session_free_balances(struct sn_session *s);

/* Whether the session has been stopping for at least `ms` milliseconds. */
bool sn_session_is_stopping(struct sn_session *s, uint64_t ms);

#endif
