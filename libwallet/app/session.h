/* app/session.h - an open wallet at work, for a program that stays: the console, the RPC server.
 *
 *                 with a daemon                                offline
 *   watch-only    follow, transfer (-> unsigned), submit       look at the balance, describe
 *   master        the same, and transfer signs and broadcasts  sign, describe
 *
 * What the wallet's role or a missing daemon forbids is SN_BAD_INPUT, with SN_REASON_WRONG_ROLE or
 * SN_REASON_OFFLINE and a sentence that says what to do instead.
 *
 * Threads: any may call any function here. Work (what changes the wallet, asks the daemon or signs) is done
 * one piece at a time, first come first served (app/work.h); reading and storing go on beside it, and never
 * wait for a daemon. Following the chain gives way to all work that waits, refreshing to all but other
 * refreshing: between two answers of the daemon, and when it is silent for long, by giving up the call and
 * asking again later. What a function changed is stored when it returns 0; after a failure nothing of it
 * stays, unless the function says so.
 *
 * Following the chain: app/follow.h. Payments: app/pay.h. Addresses: app/address.h. */
#ifndef SN_APP_SESSION_H
#define SN_APP_SESSION_H

#include "app/session_status.h"
#include "base/error.h"
#include "base/log.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct sn_session;

/* Take over `wallet`, which is open for writing, and `daemon` (NULL: offline), which is its caller's again
 * after sn_session_close, to be closed; both are used by the session alone until then. Opens the signing
 * journal of a master wallet; where that is damaged or another wallet's, an SN_LOG_ERROR line says so, and
 * nothing is signed until it can be opened. `log` (may be NULL) is copied, not what its context points to.
 * After a failure wallet and daemon are still the caller's. */
int sn_session_open(struct sn_session **out, struct sn_wallet *wallet, struct sn_daemon *daemon,
		    const struct sn_log *log, struct sn_error *err) SN_MUST_USE;

/* Begin to end. Following and refreshing stop within about a second, even before a daemon that is silent; the
 * latter is `interrupted` then. Payments go on, and may still be begun, but SN_SESSION_STOP_SECONDS from now
 * no call to the daemon is waited for any more; one that is being sent then stays submitted.
 * sn_daemon_interrupt makes it sooner. Not for signal handlers. */
void sn_session_stop(struct sn_session *s);

/* sn_session_stop, wait for work under way, store, close the wallet. SN_IO when it could not be stored;
 * closed all the same. No function may be called any more. NULL is allowed. */
int sn_session_close(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

bool sn_session_is_offline(const struct sn_session *s);

/* An offline master wallet that never saw the chain knows nothing of its money, and an empty answer would be
 * a wrong one: SN_REFUSED, SN_REASON_OFFLINE, that it cannot know its `what`. Between sn_session_read and its
 * end, whose wallet `w` is. */
int sn_session_need_chain(const struct sn_session *s, const struct sn_wallet *w, const char *what,
			  struct sn_error *err) SN_MUST_USE;

/* The wallet, to be read until sn_session_read_end, and briefly: changes wait for that. No other function of
 * the session may be called in between. */
const struct sn_wallet *sn_session_read(struct sn_session *s);
void sn_session_read_end(struct sn_session *s);

void sn_session_status(struct sn_session *s, struct sn_session_status *status);

/* Store what work under way has changed so far; of finished work everything is stored already. Waits for no
 * work. */
int sn_session_store(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

#endif
