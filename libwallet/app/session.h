/* app/session.h - an open wallet, for a program that keeps running: the console, the RPC server.
 *
 *                 with a daemon                                    offline
 *   watch-only    follow, transfer (-> unsigned), submit           balance, describe
 *   master        the same, but transfer signs and broadcasts      sign, describe
 *
 * Calls that the wallet's role or the missing daemon forbids return SN_BAD_INPUT with SN_REASON_WRONG_ROLE or
 * SN_REASON_OFFLINE, and a hint.
 *
 * Threads: any thread may call any function. Work is everything that changes the wallet, uses the daemon or
 * signs. One piece of work runs at a time, first come first served (app/work.h). Reading and storing run
 * beside it and never wait for a daemon. Following the chain yields to all waiting work; refreshing yields to
 * all work except other refreshing. They yield between two answers of the daemon, and if it is silent for
 * long they abandon the call and repeat it later. When a function returns 0, its changes are stored. After a
 * failure its changes are discarded, unless the function states otherwise.
 *
 * Following the chain: app/follow.h. Notices: app/notify.h. Payments: app/pay.h. Addresses: app/address.h. */
#ifndef SN_APP_SESSION_H
#define SN_APP_SESSION_H

#include "app/session_status.h"
#include "base/error.h"
#include "base/log.h"
#include "hot/own_addresses.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct sn_session;

/* Open a session. It takes ownership of `wallet`, which is open for writing. `daemon` (NULL: offline) stays
 * the caller's, to be closed after sn_session_close. Until then only the session may use them. `log` (may be
 * NULL) is copied, but not the data of its context. On failure the caller keeps the wallet.
 *
 * Opens the signing journal of a master wallet. If the journal is corrupt or belongs to another wallet, an
 * SN_LOG_ERROR line reports it, and signing fails until it can be opened. */
int sn_session_open(struct sn_session **out, struct sn_wallet *wallet, struct sn_daemon *daemon,
		    const struct sn_log *log, struct sn_error *err) SN_MUST_USE;

/* Start to stop. Following and refreshing stop within about a second, even if the daemon is silent;
 * refreshing then returns `interrupted`. Payments continue, and new ones may start, but calls to the daemon
 * are abandoned SN_SESSION_STOP_SECONDS from now; a transaction that is being sent then stays submitted.
 * sn_daemon_interrupt abandons them at once. Do not call this in a signal handler. */
void sn_session_stop(struct sn_session *s);

/* Call sn_session_stop, wait for active work, store and close the wallet. The session is closed even if
 * storing fails (SN_IO). No other function may be called afterwards. NULL is allowed. */
int sn_session_close(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

bool sn_session_is_offline(const struct sn_session *s);

/* Return SN_REFUSED with SN_REASON_OFFLINE for an offline master wallet that has never scanned the chain: an
 * empty answer would be wrong. The message names `subject` ("balance"). Call this between sn_session_read,
 * which returned `w`, and sn_session_read_end. */
int sn_session_need_chain(const struct sn_session *s, const struct sn_wallet *w, const char *subject,
			  struct sn_error *err) SN_MUST_USE;

/* Start to read the wallet. Call sn_session_read_end soon: changes wait for it. Call no other function of the
 * session in between, except sn_session_addresses and sn_session_balances. */
const struct sn_wallet *sn_session_read(struct sn_session *s);

/* The addresses of the wallet as text, for any thread at any time. */
struct sn_own_addresses *sn_session_addresses(struct sn_session *s);

void sn_session_read_end(struct sn_session *s);

void sn_session_status(struct sn_session *s, struct sn_session_status *status);

/* Store the changes of active work so far; those of finished work are already stored. Does not wait for work.
 */
int sn_session_store(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

#endif
