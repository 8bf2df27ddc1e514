/* app/pay.h - payments: composing, signing, broadcasting, giving up. */
#ifndef SN_APP_PAY_H
#define SN_APP_PAY_H

#include "base/bytes.h"
#include "base/error.h"
#include "cold/review.h"
#include "hot/compose.h"
#include "hot/request.h"
#include "hot/submit.h"

struct sn_session; /* app/session.h */

/* Asked before anything is signed. NULL in place of the function: nobody is asked. False: SN_REFUSED. Called
 * without locks: work goes on meanwhile. What is to be signed stays reserved; if it is released while the
 * question stands, a transfer is SN_REFUSED, whatever the answer. */
struct sn_approval {
	bool (*approve)(void *context, const struct sn_review *review);
	void *context;
	bool allow_respend; /* an output that another transaction spends which was signed before may be signed
			       away again; otherwise SN_REFUSED, SN_REASON_SIGNED_AWAY, before anybody is
			       asked */
};

struct sn_session_payment {
	struct sn_compose_result composed;
	struct sn_buf unsigned_set;        /* sealed; watch-only wallet */
	struct sn_submit_result submitted; /* master wallet: it was broadcast */
	size_t size;                       /* bytes of the broadcast transactions; 0: none */
};

/* Compose the payment (or sweep) in `request`. On a watch-only wallet the unsigned set is the result, and its
 * inputs stay reserved. A master wallet reviews, signs and broadcasts it at once; if that fails, the
 * reservation is lifted, unless it was sent and no answer came. If it came to sending, `submitted` says what
 * became of each transaction, after a failure too. `limits` (may be NULL) count for either, and not those in
 * `request`; `approval` (may be NULL) matters to a master wallet only. Free, after a failure too. */
int sn_session_transfer(struct sn_session *s, const struct sn_payment_request *request,
			const struct sn_limits *limits, const struct sn_approval *approval,
			struct sn_session_payment *payment, struct sn_error *err) SN_MUST_USE;

void sn_session_payment_free(struct sn_session_payment *payment);

/* sn_release, stored. */
int sn_session_release(struct sn_session *s, uint64_t id, bool even_if_pending, size_t *released,
		       struct sn_error *err) SN_MUST_USE;

struct sn_session_signed {
	struct sn_review review;
	struct sn_hash *hashes;   /* tx_hash of each of the review's transactions */
	struct sn_buf signed_set; /* sealed */
};

/* Check and sign an unsigned set (bytes or hexadecimal text); master wallet. `limits` and `approval` may be
 * NULL. Free. */
int sn_session_sign(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
		    const struct sn_approval *approval, struct sn_session_signed *result,
		    struct sn_error *err) SN_MUST_USE;

void sn_session_signed_free(struct sn_session_signed *result);

/* What an unsigned set would do. Either wallet. An unlock time is shown even where `limits` do not let it be
 * signed, and, with a master wallet, what was signed away before. Free with sn_review_free. */
int sn_session_describe(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
			struct sn_review *review, struct sn_error *err) SN_MUST_USE;

/* sn_submit, stored. What became of each transaction stands in `result`, after a failure too. Free with
 * sn_submit_result_free. `watch` (may be NULL) is asked at work; a warning goes to the log if nobody watches.
 */
int sn_session_submit(struct sn_session *s, const void *file, size_t len, const struct sn_submit_watch *watch,
		      struct sn_submit_result *result, struct sn_error *err) SN_MUST_USE;

#endif
