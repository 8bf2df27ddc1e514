/* app/pay.h - payments: compose, sign, broadcast, release. */
#ifndef SN_APP_PAY_H
#define SN_APP_PAY_H

#include "base/bytes.h"
#include "base/error.h"
#include "cold/reference_request.h"
#include "cold/review.h"
#include "hot/compose.h"
#include "hot/request.h"
#include "hot/submit.h"

struct sn_session; /* app/session.h */

/* Confirmation before signing. `approve` NULL: no confirmation. If it returns false, the call returns
 * SN_REFUSED. It is called without locks, and other work continues meanwhile. The outputs of a transfer stay
 * reserved; if they are released before the answer, the transfer returns SN_REFUSED. */
struct sn_approval {
	bool (*approve)(void *context, const struct sn_review *review);
	void *context;
	bool allow_respend; /* sign even if another signed transaction spends the same output; otherwise
			       SN_REFUSED, SN_REASON_DOUBLE_SPEND, before the confirmation */
	struct sn_reference_options reference; /* for a file of the reference wallet */
};

struct sn_session_payment {
	struct sn_compose_result composed;
	struct sn_buf unsigned_set;        /* sealed; of a watch-only wallet */
	struct sn_submit_result submitted; /* of a master wallet, which broadcasts */
	size_t size;                       /* bytes of the broadcast transactions; 0: none */
};

/* Compose the payment or sweep in `request`.
 *
 * With a watch-only wallet, the result is the unsigned set, and its inputs stay reserved. A master wallet
 * reviews, signs and broadcasts the transactions immediately. If that fails, it releases the reservation of
 * each transaction that was not sent: the network may have the others, even if they were rejected. Once
 * sending has started, `submitted` has the result of each transaction, after a failure as well.
 *
 * A request that is repeated with the same reference (hot/repeated_request.h) has the result of sn_compose; a
 * master wallet signs and broadcasts it only if all of its payments are still prepared.
 *
 * If the policy in `limits` demands approvals, a master wallet refuses the payment: SN_REFUSED.
 *
 * `limits` (may be NULL) replaces the limits in `request`. `approval` (may be NULL) applies to a master
 * wallet only. Free `payment` with sn_session_payment_free, after a failure as well. */
int sn_session_transfer(struct sn_session *s, const struct sn_payment_request *request,
			const struct sn_limits *limits, const struct sn_approval *approval,
			struct sn_session_payment *payment, struct sn_error *err) SN_MUST_USE;

void sn_session_payment_free(struct sn_session_payment *payment);

/* Call sn_release and store the wallet. */
int sn_session_release(struct sn_session *s, uint64_t id, bool even_if_pending, size_t *released,
		       struct sn_error *err) SN_MUST_USE;

struct sn_session_signed {
	struct sn_review review;
	struct sn_hash *hashes;   /* of the review's transactions: tx_hash, of a proposal the signable hash */
	struct sn_buf signed_set; /* sealed */
};

/* Check and sign an unsigned set or a proposal set, or an unsigned file of the reference wallet (bytes or
 * hexadecimal text), with a master wallet. The result is in the format of the file. A policy in `limits` that
 * demands approvals is SN_REFUSED. `limits` and `approval` may be NULL. Free `result` with
 * sn_session_signed_free. */
int sn_session_sign(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
		    const struct sn_approval *approval, struct sn_session_signed *result,
		    struct sn_error *err) SN_MUST_USE;

void sn_session_signed_free(struct sn_session_signed *result);

/* Review the same with either wallet. An unlock time and dust are shown even if `limits` forbid
 * signing them. With a master wallet, double-spends of earlier signed transactions are marked. Free `review`
 * with sn_review_free. */
int sn_session_describe(struct sn_session *s, const void *file, size_t len, const struct sn_limits *limits,
			struct sn_review *review, struct sn_error *err) SN_MUST_USE;

/* Call sn_submit and store the wallet. `result` has the result of each transaction, after a failure as well.
 * Free it with sn_submit_result_free. `watch` is called during work; if it is NULL, warnings are logged. */
int sn_session_submit(struct sn_session *s, const void *file, size_t len, const struct sn_submit_watch *watch,
		      struct sn_submit_result *result, struct sn_error *err) SN_MUST_USE;

#endif
