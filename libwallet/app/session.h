/* app/session.h - an open wallet at work, for a program that stays: the console, the RPC server.
 *
 *                 with a daemon                                offline
 *   watch-only    follow, transfer (-> unsigned), submit       look at the balance, describe
 *   master        the same, and transfer signs and broadcasts  sign, describe
 *
 * What the wallet's role or a missing daemon forbids is SN_BAD_INPUT, with SN_REASON_WRONG_ROLE or SN_REASON_OFFLINE and
 * a sentence that says what to do instead.
 *
 * Threads: any may call any function here. Work (what changes the wallet, asks the daemon or signs) is done one piece at a
 * time, first come first served (app/work.h); reading and storing go on beside it, and never wait for a daemon. Following
 * the chain gives way to all work that waits, refreshing to all but other refreshing: between two answers of the daemon, and
 * when it is silent for long, by giving up the call and asking again later. What a function changed is stored when it
 * returns 0; after a failure nothing of it stays, unless the function says so. */
#ifndef SN_APP_SESSION_H
#define SN_APP_SESSION_H

#include "base/bytes.h"
#include "base/error.h"
#include "base/log.h"
#include "cold/review.h"
#include "hot/compose.h"
#include "hot/submit.h"
#include "hot/sync.h"
#include "node/daemon.h"
#include "store/wallet.h"

struct sn_session;

/* Take over `wallet`, which is open for writing, and `daemon` (NULL: offline), which is its caller's again after
 * sn_session_close, to be closed; both are used by the session alone until then. Opens the signing journal of a master
 * wallet; where that is damaged or another wallet's, an SN_LOG_ERROR line says so, and nothing is signed until it can be
 * opened. `log` (may be NULL) is copied, not what its context points to. After a failure wallet and daemon are still the
 * caller's. */
int sn_session_open(struct sn_session **out, struct sn_wallet *wallet, struct sn_daemon *daemon,
		    const struct sn_log *log, struct sn_error *err) SN_MUST_USE;

/* Begin to end. Following and refreshing stop within about a second, even before a daemon that is silent; the latter is
 * `interrupted` then. Payments go on, and may still be begun, but SN_SESSION_STOP_SECONDS from now no call to the
 * daemon is waited for any more; one that is being sent then stays submitted. sn_daemon_interrupt makes it sooner. Not for
 * signal handlers. */
void sn_session_stop(struct sn_session *s);

#define SN_SESSION_STOP_SECONDS 30

/* sn_session_stop, wait for work under way, store, close the wallet. SN_IO when it could not be stored; closed all the same. No
 * function may be called any more. NULL is allowed. */
int sn_session_close(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

bool sn_session_is_offline(const struct sn_session *s);

/* An offline master wallet that never saw the chain knows nothing of its money, and an empty answer would be a wrong one: SN_REFUSED,
 * SN_REASON_OFFLINE, that it cannot know its `what`. Between sn_session_read and its end, whose wallet `w` is. */
int sn_session_need_chain(const struct sn_session *s, const struct sn_wallet *w, const char *what,
			  struct sn_error *err) SN_MUST_USE;

/* The wallet, to be read until sn_session_read_end, and briefly: changes wait for that. No other function of the session may be
 * called in between. */
const struct sn_wallet *sn_session_read(struct sn_session *s);
void sn_session_read_end(struct sn_session *s);

/* ------------------------------------------------------------------ following the chain */

/* Start a thread that brings the wallet up to the daemon's chain, and looks again every `seconds`. That a daemon is gone, and
 * that it is back, is one line in the log each; so is what it finds. It ends when the wallet needs repair
 * (SN_NEEDS_REPAIR in the status). SN_USAGE when there is one already; SN_IO. */
int sn_session_follow(struct sn_session *s, unsigned seconds, struct sn_error *err) SN_MUST_USE;

/* One pass, begun after this call, to the daemon's top as it then is. `options` may be NULL; its `progress` is called
 * during work, and may read and look at the status, but not ask for work itself. While the daemon lets us wait it is called
 * too, about once a second, with what it was called with last (zeros at first): when it returns false, nobody waits on. */
int sn_session_refresh(struct sn_session *s, const struct sn_sync_options *options, struct sn_sync_result *result,
		       struct sn_error *err) SN_MUST_USE;

struct sn_session_status {
	bool is_following;
	bool is_synchronized;   /* the last pass came to the daemon's top */
	uint64_t height;        /* the wallet's: next block to scan */
	uint64_t daemon_height; /* as of the last answer; 0: none yet */
	uint64_t target_height;
	bool has_failed;        /* the last pass, with: */
	int failure_code;       /* enum sn_err */
	struct sn_error failure;
};

void sn_session_status(struct sn_session *s, struct sn_session_status *status);

/* ------------------------------------------------------------------ paying */

/* Asked before anything is signed. NULL in place of the function: nobody is asked. False: SN_REFUSED. Called without locks:
 * work goes on meanwhile. What is to be signed stays reserved; if it is released while the question stands, a
 * transfer is SN_REFUSED, whatever the answer. */
struct sn_approval {
	bool (*approve)(void *context, const struct sn_review *review);
	void *context;
	bool allow_respend; /* an output that another transaction spends which was signed before may be signed away again;
	                       otherwise SN_REFUSED, SN_REASON_SIGNED_AWAY, before anybody is asked */
};

struct sn_session_payment {
	struct sn_compose_result composed;
	struct sn_buf unsigned_set;       /* sealed; watch-only wallet */
	struct sn_submit_result submitted; /* master wallet: it was broadcast */
	size_t size;                      /* bytes of the broadcast transactions; 0: none */
};

/* Compose the payment (or sweep) in `request`. On a watch-only wallet the unsigned set is the result, and its inputs stay
 * reserved. A master wallet reviews, signs and broadcasts it at once; if that fails, the reservation is lifted, unless it was
 * sent and no answer came. If it came to sending, `submitted` says what became
 * of each transaction, after a failure too. `limits` (may be NULL) count for either, and not those in `request`; `approval` (may be NULL)
 * matters to a master wallet only. Free, after a failure too. */
int sn_session_transfer(struct sn_session *s, const struct sn_payment_request *request, const struct sn_limits *limits,
			const struct sn_approval *approval, struct sn_session_payment *payment,
			struct sn_error *err) SN_MUST_USE;
void sn_session_payment_free(struct sn_session_payment *payment);

/* sn_release, stored. */
int sn_session_release(struct sn_session *s, uint64_t id, bool even_if_pending, size_t *released,
		       struct sn_error *err) SN_MUST_USE;

struct sn_session_signed {
	struct sn_review review;
	struct sn_hash *hashes; /* tx_hash of each of the review's transactions */
	struct sn_buf signed_set; /* sealed */
};

/* Check and sign an unsigned set (bytes or hexadecimal text); master wallet. `limits` and `approval` may be NULL. Free. */
int sn_session_sign(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
		    const struct sn_approval *approval, struct sn_session_signed *result,
		    struct sn_error *err) SN_MUST_USE;
void sn_session_signed_free(struct sn_session_signed *result);

/* What an unsigned set would do. Either wallet. An unlock time is shown even where `limits` do not let it be signed, and, with
 * a master wallet, what was signed away before. Free with sn_review_free. */
int sn_session_describe(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
			struct sn_review *review, struct sn_error *err) SN_MUST_USE;

/* sn_submit, stored. What became of each transaction stands in `result`, after a failure too. Free with
 * sn_submit_result_free. `watch` (may be NULL) is asked at work; a warning goes to the log if nobody watches. */
int sn_session_submit(struct sn_session *s, const void *file, size_t len, const struct sn_submit_watch *watch,
		      struct sn_submit_result *result, struct sn_error *err) SN_MUST_USE;

/* Write a watch-only wallet file of this master wallet, a new one at `path`. */
int sn_session_save_watch_only(struct sn_session *s, const char *path, const char *password, struct sn_error *err) SN_MUST_USE;

/* An address of the wallet, which is scanned for from now on (sn_wallet_show). Unless `*unscanned_below` is
 * 0 the blocks below that height were scanned without it. SN_REFUSED when it is further away than what can be scanned for. */
int sn_session_show(struct sn_session *s, struct sn_subaddress_index index, struct sn_address *address,
		    uint64_t *unscanned_below, struct sn_error *err) SN_MUST_USE;

/* Store what work under way has changed so far; of finished work everything is stored already. Waits for no work. */
int sn_session_store(struct sn_session *s, struct sn_error *err) SN_MUST_USE;

#endif
